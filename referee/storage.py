"""The disk: write a file whole or not at all, and name what is wrong with a disk.

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

# What is wrong: another program has the file, the disk cannot lock it, is full, belongs to somebody
# else, cannot be written, or is gone. `failed` is everything else.
Fault = Literal["in_use", "no_locks", "full", "forbidden", "read_only", "gone", "failed"]

_WITHOUT_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)
_UNFLUSHED = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)
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


def fault_of(place: Path, error: BaseException) -> Fault:
    """Return what is wrong with a file on the disk, after an error of the system or of SQLite."""
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


def write_whole(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file so that a power cut leaves the old one or the new one, never a part.

    Only its owner can read a `private` file. A device or a pipe is written to directly.
    """
    if path.is_file() and path.read_bytes() == data and not private:
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
        if not private:  # A temporary file is.
            Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder, so that a file's new name survives a power cut.

    Some network drives cannot do that. Their files are whole all the same.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNFLUSHED:
            raise
    finally:
        os.close(handle)
