"""The disk below the hub's files: its lock, its privacy, and its errors in words.

The folder may be on a network drive or a USB stick. Such a disk may know no locks, no permissions,
or may be gone.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import BadData
from referee.locks import WITHOUT_LOCKS, gives_locks

OTHERS = 0o077  # The permissions of everybody but the owner.
HELD = {errno.EAGAIN, errno.EWOULDBLOCK}  # Another program has the lock; every other error is new.
_KEYS = {
    "forbidden": (errno.EACCES, errno.EPERM),
    "read_only": (errno.EROFS,),
    "full": (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
    "gone": (errno.ESTALE, errno.EIO, errno.ENOTCONN, errno.EHOSTDOWN, errno.ENODEV, errno.ENXIO),
    "no_locks": WITHOUT_LOCKS,
}
_BY_ERRNO = {number: key for key, numbers in _KEYS.items() for number in numbers}
_BY_CODE = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_PERM: "forbidden",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "gone",
    sqlite3.SQLITE_PROTOCOL: "no_locks",
}
# What SQLite needs of a disk besides reading and writing: locks, and memory that programs share.
_NO_LOCKS = {
    sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK,
    sqlite3.SQLITE_IOERR_UNLOCK,
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
    sqlite3.SQLITE_IOERR_SHMLOCK,
    sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMSIZE,
}


def lock_file(path: Path) -> int:
    """Lock a file for this program alone, and return its handle. Raise `BadData` on failure.

    The system releases the lock when the handle is closed or the program ends.
    """
    with storage_faults(path):
        held = os.open(f"{path}-hub", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(held)
            if error.errno in HELD:
                raise BadData("hub.store.in_use", place=str(path)) from error
            raise
    return held


def make_private(path: Path) -> None:
    """Make a file readable by its owner alone. Create it if necessary.

    Raise `BadData` if the disk cannot do that. Some disks refuse, others ignore it.
    """
    with storage_faults(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        with contextlib.suppress(OSError):
            path.chmod(0o600)
        if path.stat().st_mode & OTHERS:
            raise BadData("hub.store.not_private", place=str(path))


@contextmanager
def storage_faults(place: Path) -> Iterator[None]:
    """Turn the errors of the disk and of SQLite into a `BadData` that names the place."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise storage_fault(place, error) from error


def storage_fault(place: Path, error: OSError | sqlite3.Error) -> BadData:
    """Return the `BadData` that says what is wrong with a place on the disk, and what to do."""
    if isinstance(error, OSError):
        key, reason = _BY_ERRNO.get(error.errno or 0), error.strerror or str(error)
    else:
        key, reason = _of_sqlite(place, error), str(error)
    return BadData(f"hub.store.{key or 'failed'}", place=str(place), reason=reason)


def _of_sqlite(place: Path, error: sqlite3.Error) -> str | None:
    code = getattr(error, "sqlite_errorcode", 0)
    if code in _NO_LOCKS:
        return "no_locks"
    if code & 0xFF == sqlite3.SQLITE_READONLY:
        return "read_only" if os.access(place, os.W_OK) else "forbidden"
    if code & 0xFF == sqlite3.SQLITE_BUSY and not gives_locks(place.parent):
        return "no_locks"
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN and not os.access(place.parent, os.W_OK):
        return "forbidden"
    return _BY_CODE.get(code & 0xFF)
