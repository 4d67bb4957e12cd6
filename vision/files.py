"""Files read within a limit, TOML, and files that survive a pulled plug."""

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

FORM = 1  # of our TOML files: one says `form = 2` once this program must not use it any more
MAX_BYTES = 10_000_000  # of a text: the longest deck's has 20,000
WRITES_WITHIN_S = 5.0  # who writes to a pipe; a process begun beside this one does within one
LOCKED_S = 10.0  # for how long a folder may be another program's: a deck is written in one
LOOK_S = 0.02  # how often that is tried anew

Stamps = frozenset[tuple[str, int, int, int]]  # of files: name, number on disk, time in ns, size


def is_folder(path: Path) -> bool:
    """Tell whether a folder is there; a name that no file can have is none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, most_bytes: int = MAX_BYTES) -> bytes:
    """Return what a file or a pipe holds.

    Raises `OSError` where it cannot be read or holds more, for a name that no file can have, and
    for what never ends: a device, a pipe to which nobody writes.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error)) from None
    with os.fdopen(handle, "rb") as file:
        kind = os.fstat(handle).st_mode
        if stat.S_ISFIFO(kind):
            if not select.select([handle], [], [], WRITES_WITHIN_S)[0]:
                raise OSError(errno.ETIMEDOUT, "Nobody writes to this pipe")
            os.set_blocking(handle, True)
        elif stat.S_ISDIR(kind):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        elif not stat.S_ISREG(kind):
            raise OSError(errno.EINVAL, "It is a device, and no file")
        return read_whole(file, most_bytes)


def read_whole(file: BinaryIO, most_bytes: int) -> bytes:
    """Return what an open file holds to its end; raises `OSError` where that is more."""
    data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"It holds more than {most_bytes:,} bytes")
    return data


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file holds.

    Raises `OSError` where it cannot be read or a later version wrote it, and `ValueError` with what
    is wrong in it.
    """
    try:
        document = tomllib.loads(read_bytes(path).decode("utf-8"))
    except tomllib.TOMLDecodeError:
        raise
    except UnicodeDecodeError as error:
        raise ValueError(f"it is not text in UTF-8 (byte {error.start})") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise ValueError("a number in it has thousands of digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    form = document.get("form")
    if isinstance(form, int) and form > FORM:
        raise OSError("a later version of the table wrote it: bring this one up to date first")
    return document


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a power cut leaves the old one or the new one, never a part.

    What is no file, a device or a pipe, is written to and stays what it is.
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
    """Return what differs once any of these files was written anew; raises `OSError`."""
    found = [(path.name, path.stat()) for path in paths]
    return frozenset((name, one.st_ino, one.st_mtime_ns, one.st_size) for name, one in found)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep all others that lock this folder out of it, in this program and in others.

    The system lets go of it where a program ends. Raises `OSError` where another has it for long.
    """
    import fcntl  # not there on every system

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
                time.sleep(LOOK_S)
        yield
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Let a file's new name in a folder outlast a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
