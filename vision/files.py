"""Lock folders, and see their files change. `referee.disk.storage` writes files."""

from __future__ import annotations

import errno
import os
import time
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

LOCKED_S = 10.0  # Maximum wait for another program's lock; saving a deck takes one second.
RETRY_S = 0.02  # Interval between two attempts to lock.

Stamps = frozenset[tuple[str, int, int, int]]  # Name, inode, time in ns, size


def is_folder(path: Path) -> bool:
    """Whether this folder exists; False for a path that is not valid."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def composed(name: str) -> str:
    """Return a name from a file in composed Unicode, because Macs store accents separately.

    >>> len(composed("e\\u0301"))
    1
    """
    return unicodedata.normalize("NFC", name)


def stamps(paths: Iterable[Path]) -> Stamps:
    """Return stamps that change when any of these files is rewritten.

    Raise `OSError` if a file is missing.
    """
    results = [(path.name, path.stat()) for path in paths]
    return frozenset((name, one.st_ino, one.st_mtime_ns, one.st_size) for name, one in results)


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
