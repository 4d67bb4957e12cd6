"""Read files with a size limit, read TOML, and write files that survive a power cut."""

from __future__ import annotations

import errno
import os
import select
import stat
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

# The version of our TOML files. A file with `form = 2` needs a later version of the program.
FORMAT = 1
MAX_BYTES = 10_000_000  # Maximum size of a text file; the longest deck file has 20,000 bytes.
# How long a writer may take to open a pipe. A process that was just started takes less than a
# second.
WRITES_WITHIN_S = 5.0
LOCKED_S = 10.0  # Maximum wait for another program's lock; saving a deck takes one second.
RETRY_S = 0.02  # Interval between two attempts to lock.

Stamps = frozenset[tuple[str, int, int, int]]  # Name, inode, time in ns, size


def is_folder(path: Path) -> bool:
    """Whether this folder exists; False for a path that is not valid."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, most_bytes: int = MAX_BYTES) -> bytes:
    """Return the contents of a file or pipe.

    Raise `OSError` if it cannot be read, is too large or has an invalid name. A source that never
    ends, such as a device or a pipe without a writer, raises it too.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error)) from None
    with os.fdopen(handle, "rb") as file:
        kind = os.fstat(handle).st_mode
        if stat.S_ISFIFO(kind):
            if not select.select([handle], [], [], WRITES_WITHIN_S)[0]:
                raise OSError(errno.ETIMEDOUT, "Nothing writes to this pipe")
            os.set_blocking(handle, True)
        elif stat.S_ISDIR(kind):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, "It is a device, not a file")
        return read_whole(file, most_bytes)


def read_whole(file: BinaryIO, most_bytes: int) -> bytes:
    """Return the rest of an open file; raise `OSError` if it is longer than `most_bytes`."""
    data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"It holds more than {most_bytes:,} bytes")
    return data


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file.

    Raise `OSError` if it cannot be read or was written by a later version, and `ValueError` with
    the mistake if it is invalid.
    """
    try:
        document = tomllib.loads(read_bytes(path).decode("utf-8"))
    except tomllib.TOMLDecodeError:
        raise
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not text in UTF-8 (byte {error.start})") from None
    except ValueError:  # Python rejects numbers of more than 4,300 digits
        raise ValueError("a number in it has thousands of digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    form = document.get("form")
    if isinstance(form, int) and form > FORMAT:
        raise OSError("it was written by a later version: update this one first")
    return document


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a power cut leaves the old one or the new one, never a part.

    A device or a pipe is written to directly.
    """
    if path.is_file() and path.read_bytes() == data:
        return
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def stamps(paths: Iterable[Path]) -> Stamps:
    """Return stamps that change when any of these files is rewritten.

    Raise `OSError` if a file is missing.
    """
    found = [(path.name, path.stat()) for path in paths]
    return frozenset((name, one.st_ino, one.st_mtime_ns, one.st_size) for name, one in found)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder against other users of this function, in this program and in others.

    The system releases the lock when the program ends. Raise `OSError` if another program holds it
    for longer than `LOCKED_S`.
    """
    import fcntl  # Not every system has this module.

    handle = os.open(folder, os.O_RDONLY)
    try:
        until_s = time.monotonic() + LOCKED_S
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() > until_s:
                    why = "Another program is writing to it"
                    raise OSError(errno.EBUSY, why) from error
                time.sleep(RETRY_S)
        yield
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Flush a folder, so that a file's new name survives a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
