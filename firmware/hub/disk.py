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
from referee.disk.faults import fault_of
from referee.disk.textfiles import reason

OTHERS = 0o077  # The permissions of everybody but the owner.
HELD = {errno.EAGAIN, errno.EWOULDBLOCK}  # Another program has the lock; every other error is new.


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
    """Turn the errors of the disk and of SQLite into a `BadData` that says what is wrong."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        fault = fault_of(place, error)
        key = "busy" if fault == "in_use" else fault
        raise BadData(f"hub.store.{key}", place=str(place), reason=reason(error)) from error
