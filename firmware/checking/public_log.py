"""The public log: the table's log without the values in its lines, for a bug report.

It has the sentences that the program logs, with their numbers. It replaces each text by "…", each
error by its kind, and a traceback by the places in the code. So nothing in it is private, and
nothing needs to be removed.
"""

from __future__ import annotations

import logging
import os
import re
import traceback
from collections.abc import Iterator
from contextlib import suppress
from numbers import Number
from pathlib import Path

from firmware.folders import LogFile, Sparing
from firmware.house import HOUSE, PACKAGES
from referee.contract import Told

PUBLIC_LOG = "coyote-public.log"
LOG_BYTES = 100_000
LOG_LINES = 500
GONE = "…"


def log_publicly(folder: Path) -> None:
    """Write the public log, too, from now on."""
    handler = LogFile(folder / PUBLIC_LOG, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
    handler.addFilter(Sparing())
    handler.setFormatter(PublicFormatter())
    logging.getLogger().addHandler(handler)


def public_lines(folder: Path | None) -> list[str]:
    """Return the last lines of the public log, or no lines if it is unreadable."""
    lines: list[str] = []
    for path in (folder / f"{PUBLIC_LOG}.1", folder / PUBLIC_LOG) if folder else ():
        with suppress(OSError):
            lines += path.read_text("utf-8", "replace").splitlines()
    return lines[-LOG_LINES:]


class PublicFormatter(logging.Formatter):
    """A formatter that writes only what the program's source says, and numbers.

    >>> line = {"msg": "Camera %s of %d: %s", "args": ("Ada's", 2, OSError(28, "/home/ada"))}
    >>> record = logging.makeLogRecord({**line, "name": "firmware.cameras", "lineno": 7})
    >>> PublicFormatter().format(record).partition("firmware")[2]
    '.cameras:7 Camera … of 2: OSError (No space left on device)'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a line of the log, and the lines of its traceback."""
        name, text = GONE, GONE
        if record.name.partition(".")[0] in PACKAGES:  # Others put values into texts.
            args = record.args if isinstance(record.args, tuple) else ()
            name, text = f"{record.name}:{record.lineno}", str(record.msg)
            text = text % tuple(map(public, args)) if args else text
        lines = [f"{self.formatTime(record)} {record.levelname} {name} {text}"]
        error = record.exc_info[1] if record.exc_info else None
        return "\n".join([*lines, *(f"  {line}" for line in public_trace(error))])


def public_trace(error: BaseException | None) -> Iterator[str]:
    """Yield the kind of an error and the places in the code, then those of its cause."""
    while error is not None:
        yield str(public(error))
        for frame, line in traceback.walk_tb(error.__traceback__):
            yield f"{code_place(frame.f_code.co_filename)}:{line}"
        error = error.__cause__ or error.__context__


def public(value: object) -> object:
    """Return a value as a bug report may have it: a number, the kind of an error, or "…"."""
    if isinstance(value, Number):  # numpy's numbers, too
        return value
    if isinstance(value, Told):
        return f"{type(value).__name__} ({value.message.key})"
    if isinstance(value, OSError) and value.errno is not None:
        return f"{type(value).__name__} ({os.strerror(value.errno)})"
    return type(value).__name__ if isinstance(value, BaseException) else GONE


def code_place(path: str) -> str:
    """Return the path of a code file without the folder of its installation, or "…".

    >>> code_place("/srv/ada/venv/lib/python3.13/site-packages/luma/core/device.py")
    'luma/core/device.py'
    >>> code_place("/srv/ada/notes.py")
    '…'
    """
    inside = re.search(r"/(?:(?:site|dist)-packages|lib/python3\.\d+)/(?!.*-packages)(.+)", path)
    if inside:
        return inside[1]
    own = Path(path)
    return str(own.relative_to(HOUSE)) if own.is_relative_to(HOUSE) else GONE
