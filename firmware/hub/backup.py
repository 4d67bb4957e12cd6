"""Backs up a hub's log to one file, and restores it.

After a restore, the tables report everything that is newer than the backup.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from firmware.backup.writing import check_replaceable
from firmware.errors import BadData
from firmware.hub.disk import make_private, storage_faults
from firmware.hub.store import FILE, SqliteStore
from referee.disk.storage import sync_folder
from referee.disk.textfiles import reason
from referee.hub.event_log import RESTORED

BEFORE = "hub-before-restore.sqlite"


def write(folder: Path, out: Path) -> int:
    """Write a hub's log to a file, even while the hub runs. Return the number of lines.

    Raise `BadData` on failure.
    """
    log = folder / FILE
    if not log.is_file():
        raise BadData("hub.backup.none", folder=str(folder))
    out = out.resolve()  # A link stays a link.
    new = out.with_name(f"{out.name}.new")
    try:
        check_replaceable(out)
        os.close(os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))  # contains keys
        with closing(sqlite3.connect(log)) as db, closing(sqlite3.connect(new)) as copy:
            db.backup(copy)
        lines = _lines(new)
        new.replace(out)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise BadData("hub.backup.failed", file=str(out), reason=reason(error)) from error
    return lines


def restore(folder: Path, file: Path) -> int:
    """Replace a hub's log with a backup, and keep the old log. Return the number of lines.

    Raise `BadData` if the file is no backup, or if a running hub has the log open.
    """
    try:
        file.open("rb").close()  # SQLite would not say why it cannot.
    except OSError as error:
        raise BadData("cli.file_unreadable", file=str(file), reason=reason(error)) from error
    try:
        lines = _lines(file)
    except (OSError, sqlite3.Error) as error:
        raise BadData("hub.backup.unusable", file=str(file), reason=reason(error)) from error
    with storage_faults(folder):
        folder.mkdir(parents=True, exist_ok=True)
    # This fails if a hub has the log open. It also empties the write-ahead log.
    SqliteStore(folder / FILE).close()
    new = folder / f"{FILE}.new"
    with storage_faults(folder):
        _copy(file, new)
        _copy(folder / FILE, folder / BEFORE)  # The old log stays in place.
        new.replace(folder / FILE)
        sync_folder(folder)
    log = SqliteStore(folder / FILE)
    log.put(RESTORED, str(time.time()), "{}")  # Tables first report what the backup lacks.
    log.close()
    return lines


def _copy(file: Path, to: Path) -> None:
    """Copy a log to the disk, for its owner alone, because it contains the tables' keys."""
    make_private(to)
    with file.open("rb") as log, to.open("wb") as copy:
        shutil.copyfileobj(log, copy)
        copy.flush()
        os.fsync(copy.fileno())  # Else a power cut could leave the new name and no contents.


def _lines(file: Path) -> int:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("integrity_check")
        return int(db.execute("SELECT COUNT(*) FROM said").fetchone()[0])
