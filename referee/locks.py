"""Tells a lock that somebody holds from a disk that gives none."""

from __future__ import annotations

import errno
import fcntl
import tempfile
from pathlib import Path

WITHOUT_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL)


def gives_locks(folder: Path) -> bool:
    """Whether the disk below a folder can lock files, as SQLite locks them.

    On a disk without locks, such as some network drives, SQLite says that a file is busy.
    """
    try:
        with tempfile.TemporaryFile(dir=folder, prefix=".lock-") as probe:
            fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in WITHOUT_LOCKS
    return True
