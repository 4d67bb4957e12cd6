"""Read files that people may have edited, in any editor and on any system.

Every text file of the table is read here, so all of them may have a byte order mark, Windows line
ends or the UTF-16 that Notepad calls Unicode. This module needs only the standard library. Like
`referee.disk.storage`, the other folders without rules may import it too.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import select
import stat
import tomllib
from pathlib import Path
from typing import Any, BinaryIO

# The version of our TOML files. A file with `form = 2` needs a later version of the program.
FORMAT = 1
# Maximum size of a text file. The longest file of words, with its English text, has 700,000 bytes;
# twice the limit would keep the first phone of that language waiting for half a minute on a Pi.
MAX_BYTES = 2_000_000
# Maximum size of a TOML file: the longest deck has 20,000 bytes. Python reads TOML slowly: 1 MB
# of it takes a Pi some three seconds, which a start can bear.
MOST_TOML_BYTES = 1_000_000
# A key of many parts, such as a.b.c. Python takes memory for each pair of parts: 200,000 parts fill
# any machine. Our files have keys of two parts.
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_LONG_KEY = re.compile(rf"(?<![\w-]){_PART}(?:\.[ \t]*+{_PART}){{30}}")
BEYOND = 1e99  # A number in a file that is this far from 0 is shown as this.
# How long a writer may take to open a pipe. A process that was just started takes less than a
# second.
WRITES_WITHIN_S = 5.0

# The longer marks come first, because UTF-32 begins like UTF-16.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Programs that join files leave the marks of all of them; some editors write it twice.
_INNER_MARK = re.compile("^\N{ZERO WIDTH NO-BREAK SPACE}+", re.MULTILINE)
_ROUND_QUOTES = re.compile("[“”„‟‘’‚‛«»‹›″]")
_WIDE_SPACES = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}]")
SAVE_ANEW = 'save it again with the encoding "UTF-8"'


def read_text(path: Path, most_bytes: int = MAX_BYTES) -> str:
    """Return the text of a file, with `\\n` at the end of each line.

    Raise `OSError` if it cannot be read, is too large or is no regular file. Raise `ValueError` if
    it is not text.
    """
    return decode(read_file(path, most_bytes))


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file.

    Raise `OSError` if it cannot be read or was written by a later version, and `ValueError` with
    the mistake if it is invalid.
    """
    text = read_text(path, MOST_TOML_BYTES)
    if _LONG_KEY.search(text):
        raise ValueError("a key in it has dozens of parts")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _with_advice(error, text) from None
    except ValueError:  # Python rejects numbers of more than 4,300 digits.
        raise ValueError("a number in it has thousands of digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    form = document.get("form")
    if isinstance(form, int) and form > FORMAT:
        raise OSError("it was written by a later version: update this one first")
    return document


def decode(data: bytes) -> str:
    r"""Return the text in `data`, with `\n` at the end of each line. Raise `ValueError`.

    >>> decode("ä = 1\r\n".encode("utf-16")), decode(b"\xef\xbb\xbfa = 1")
    ('ä = 1\n', 'a = 1')
    """
    encoding = _encoding(data)
    mark = next((mark for mark, name in MARKS if name == encoding and data.startswith(mark)), b"")
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start + len(mark)
        raise ValueError(f"byte {at} of it is not text in UTF-8: {SAVE_ANEW}") from None
    if "\0" in text:
        raise ValueError("there are zero bytes in it: it is damaged or no text, so write it anew")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _INNER_MARK.sub("", text)


def _with_advice(error: tomllib.TOMLDecodeError, text: str) -> ValueError:
    """Return the error of a TOML file; if the line has typeset signs, say what to write instead."""
    match = re.search(r"at line (\d+)", str(error))
    line = text.split("\n")[int(match[1]) - 1] if match else ""
    advice = typeset_signs(line)
    return ValueError(f"{advice} (line {match[1]})") if advice and match else error


def typeset_signs(line: str) -> str:
    """Return what to write instead of the signs in a line that only a word processor writes.

    >>> typeset_signs('name = “Ada”')
    'the quotation marks must be straight: "'
    """
    if _ROUND_QUOTES.search(line):
        return 'the quotation marks must be straight: "'
    if _WIDE_SPACES.search(line):
        return "there is a space in it that is no plain space: write it anew"
    return ""


def _encoding(data: bytes) -> str:
    """Return the encoding by the mark at the start, or by the zero bytes of the first character."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return name
    if data[1:2] == b"\0":
        return "utf-16-le"
    return "utf-16-be" if data[:1] == b"\0" else "utf-8"


def read_file(path: Path, most_bytes: int = MAX_BYTES) -> bytes:
    """Return the contents of a regular file.

    Raise `OSError` if it cannot be read, is too large, has an invalid name, or is a folder, pipe,
    socket or device. It never waits for another program.
    """
    with _open(path) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "It is a pipe or a device, not a file")
        return read_whole(file, most_bytes)


def read_start(path: Path, count: int) -> bytes:
    """Return the first `count` bytes of a file. Raise `OSError` if it cannot be read."""
    with _open(path) as file:
        return file.read(count)


def read_input(path: Path, most_bytes: int) -> bytes:
    """Return the contents of a file or pipe that a person named on the command line.

    Raise `OSError` as `read_file` does, and if nothing writes to the pipe.
    """
    with _open(path) as file:
        kind = os.fstat(file.fileno()).st_mode
        if stat.S_ISFIFO(kind):
            if not select.select([file], [], [], WRITES_WITHIN_S)[0]:
                raise OSError(errno.ETIMEDOUT, "Nothing writes to this pipe")
            os.set_blocking(file.fileno(), True)
        elif not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, "It is a device, not a file")
        return read_whole(file, most_bytes)


def read_whole(file: BinaryIO, most_bytes: int) -> bytes:
    """Return the rest of an open file; raise `OSError` if it is longer than `most_bytes`."""
    data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"It holds more than {most_bytes:,} bytes")
    return data


def check_numbers(table: object, most: float, signed: frozenset[str], name: str = "") -> None:
    """Raise `ValueError` with the name of the first impossible number in a table.

    Numbers are from 0 to `most`. Keys in `signed` may have negative ones. nan is impossible.
    """
    if isinstance(table, dict):
        for key, value in table.items():
            check_numbers(value, most, signed, f"{name}.{key}".lstrip("."))
    elif isinstance(table, list):
        for number, value in enumerate(table, start=1):
            check_numbers(value, most, signed, f"{name} {number}")
    elif isinstance(table, int | float):
        least = -most if name.rpartition(".")[2].partition(" ")[0] in signed else 0
        if not least <= table <= most:
            given = min(max(table, -BEYOND), BEYOND)  # Longer integers are no float.
            raise ValueError(f"{name} is {given:g}, but must be from {least:g} to {most:g}")


def reason(error: BaseException) -> str:
    """Return why a file cannot be used, in a few words."""
    return getattr(error, "strerror", None) or str(error)


def _open(path: Path) -> BinaryIO:
    """Open a path for reading without waiting for a pipe's writer. Raise `OSError`."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error)) from None
    except OSError as error:
        if error.errno == errno.ENXIO:  # A socket cannot be opened.
            raise OSError(errno.ENXIO, "It is a socket, not a file") from None
        raise
    if stat.S_ISDIR(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    return os.fdopen(handle, "rb")
