"""The fault of a disk, from an error of the system or of SQLite.

Data may be on a network drive or a USB stick. Such a disk may know no locks, no permissions, or may
be gone. This module needs only the standard library, and all other folders may import it.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Literal

# The faults: another program has the file, the disk cannot lock it, is full, belongs to somebody
# else, cannot be written, or is gone. `failed` is everything else.
Fault = Literal["in_use", "no_locks", "full", "forbidden", "read_only", "gone", "failed"]

_WITHOUT_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)
_ERRNOS: dict[Fault, tuple[int, ...]] = {
    "forbidden": (errno.EACCES, errno.EPERM),
    "read_only": (errno.EROFS,),
    "full": (errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
    "gone": (errno.ESTALE, errno.EIO, errno.ENOTCONN, errno.EHOSTDOWN, errno.ENODEV, errno.ENXIO),
    "no_locks": _WITHOUT_LOCKS,
}
_BY_ERRNO = {number: fault for fault, numbers in _ERRNOS.items() for number in numbers}
_BY_CODE: dict[int, Fault] = {
    sqlite3.SQLITE_PERM: "forbidden",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "gone",
    sqlite3.SQLITE_PROTOCOL: "no_locks",
}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
# Errors of a disk without locks or shared memory, which SQLite needs.
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


def fault_of(place: Path, error: BaseException) -> Fault:
    """Return the fault of a file on the disk, after an error of the system or of SQLite."""
    if not isinstance(error, sqlite3.Error):
        return _BY_ERRNO.get(getattr(error, "errno", None) or 0, "failed")
    whole = getattr(error, "sqlite_errorcode", 0)
    code = whole & 0xFF
    if whole in _NO_LOCKS:
        return "no_locks"
    if code in _BUSY:  # Without locks, SQLite says that a file is busy.
        return "in_use" if _gives_locks(place.parent) else "no_locks"
    if code == sqlite3.SQLITE_READONLY:
        return "read_only" if os.access(place, os.W_OK) else "forbidden"
    if code == sqlite3.SQLITE_CANTOPEN and not os.access(place.parent, os.W_OK):
        return "forbidden"
    return _BY_CODE.get(code, "failed")


def _gives_locks(folder: Path) -> bool:
    """Whether the disk below a folder can lock files, as SQLite locks them.

    Some network drives cannot.
    """
    import fcntl  # Not every system has this module.

    try:
        with tempfile.TemporaryFile(dir=folder, prefix=".lock-") as probe:
            fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _WITHOUT_LOCKS
    return True
