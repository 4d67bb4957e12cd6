"""Opens a journal: checks every entry and repairs any damage.

Before it writes anything, it renames the files of a damaged journal.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from referee.contract import Message
from referee.match.journal.entries import (
    FILES,
    MIRROR_LOST,
    JournalError,
    LastEntry,
    LaterJournal,
    Row,
    read_row,
)
from referee.match.journal.mirror import Mirror
from referee.match.journal.repair import close_untouched, journal_file, repair
from referee.match.journal.rewriting import change_over, mirror_of
from referee.match.journal.tables import (
    ENTRIES,
    LATEST,
    VERSION,
    JournalDamage,
    chain_old,
    clear_unused,
    is_chained,
    make_tables,
    notes,
)

_log = logging.getLogger(__name__)

WAIT_S = 1.0  # Seconds to wait for another program to close the journal.

# These errors come from the disk or another program, not from the contents of the file.
_NOT_DAMAGE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
}


@dataclass(frozen=True)
class Opened:
    """An open journal, its newest entry, and messages to its users."""

    db: sqlite3.Connection
    mirror: Mirror
    last: LastEntry
    notices: tuple[Message, ...] = ()


def open_files(path: Path) -> Opened:
    """Open a journal. Create or repair it if needed.

    Raise `OSError` or `sqlite3.Error` if the disk or another program prevents this. Raise
    `JournalError` if a later release wrote the journal. Then its files stay as they are.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _open(path)
    except JournalDamage as damaged:
        _log.warning("The journal %s is damaged: %s", path, damaged)
        said = repair(path, damaged.db)
    opened = _open(path)
    return replace(opened, notices=(*said, *opened.notices))


def _open(path: Path) -> Opened:
    """Open an intact journal or create one.

    Raise `JournalDamage` for a damaged one, whose files stay as they are.
    """
    if not _has_content(path) and any(
        _has_content(journal_file(path, ending)) for ending in FILES[1:]
    ):
        raise JournalDamage("the file is missing, but its log or its mirror exists")
    logged = _has_content(journal_file(path, "-wal"))
    db = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        return _checked(db, path)
    except BaseException as error:
        reason = _damage_reason(error, path)
        if reason is not None:
            raise JournalDamage(reason, db) from error
        if logged and isinstance(error, JournalError):
            close_untouched(db, path)
        else:
            db.close()
        raise


def find_damage(path: Path) -> str | None:
    """Return a description of the damage to a journal, or None. This writes nothing.

    Raise `OSError` or `sqlite3.Error` if the disk or another program prevents this. Raise
    `JournalError` if a later release wrote the journal.
    """
    if not _has_content(path):
        return "it is empty" if _has_content(journal_file(path, "-mirror")) else None
    # If there is no log, the database is complete and can be read without any other file.
    way = "mode=ro" if _has_content(journal_file(path, "-wal")) else "immutable=1"
    db = sqlite3.connect(f"{path.as_uri()}?{way}", uri=True, timeout=WAIT_S)
    try:
        db.text_factory = _decoded
        _refuse_later(db, path)
        if not _is_old(db):
            _compare(db, mirror_of(db, path))
    except (sqlite3.Error, JournalDamage, UnicodeError, OverflowError, MemoryError) as error:
        reason = _damage_reason(error, path)
        if reason is None:
            raise
        return reason
    finally:
        db.close()
    return None


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _checked(db: sqlite3.Connection, path: Path) -> Opened:
    """Return an intact journal. Raise `JournalDamage` and any SQLite error."""
    db.text_factory = _decoded
    db.execute("PRAGMA locking_mode=EXCLUSIVE")
    _refuse_later(db, path)  # This must come before any write.
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("BEGIN IMMEDIATE")  # This keeps the file locked while it is open.
    change_over(db, path)
    old = _is_old(db)
    if old:
        chain_old(db)
    last, missing = _compare(db, journal_file(path, "-mirror"))
    db.execute("COMMIT")
    clear_unused(db)
    mirror = Mirror(journal_file(path, "-mirror"))
    mirror_notices: tuple[Message, ...] = ()
    if missing:
        if len(missing) > 1:
            _log.warning("The journal's mirror lacked %d entries.", len(missing))
        if len(missing) > 1 and not missing[0][0] and not old:  # The mirror is empty.
            mirror_notices = (Message(MIRROR_LOST, {"path": str(mirror.path)}),)
        mirror.truncate(missing[0][0])
        mirror.append(row for _, row in missing)
        mirror.flush()
    return Opened(db, mirror, last, notices=mirror_notices)


def _refuse_later(db: sqlite3.Connection, path: Path) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if VERSION < version <= LATEST:
        params = {"path": str(path), "version": version, "known": VERSION}
        raise LaterJournal("journal", Message("desk.journal_later", params))


def _damage_reason(error: BaseException, path: Path) -> str | None:
    """Return which damage explains an error, or None if the contents did not cause it."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        readonly = code == sqlite3.SQLITE_READONLY and not os.access(path, os.W_OK)
        return None if readonly or code in _NOT_DAMAGE else str(error)
    known = (JournalDamage, UnicodeError, OverflowError, MemoryError)
    return str(error) if isinstance(error, known) else None


def _is_old(db: sqlite3.Connection) -> bool:
    """Whether the journal is of the first version. If the file is new, create its tables first."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and not tables:
        make_tables(db)
        return False
    old = not is_chained(db)
    if version != (1 if old else VERSION) or not {"entry", "proof", "note"} <= tables:
        raise JournalDamage(f"not a journal of version {VERSION}")
    said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]  # This also checks the indexes.
    if said != "ok":
        raise JournalDamage(str(said))
    if None in notes(db, not old):
        raise JournalDamage("a note")
    return old


def _compare(db: sqlite3.Connection, path: Path) -> tuple[LastEntry, list[tuple[int, Row]]]:
    """Check every entry in the database and in the mirror.

    Return the newest entry, and the entries that are missing at the end of the mirror. Each of
    these comes with its position in the mirror file. Raise `JournalDamage` for any other
    difference.
    """
    last = LastEntry()
    missing: list[tuple[int, Row]] = []
    with _reading(path) as mirror:
        for values in db.execute(ENTRIES):
            row = read_row(values)
            if row is None or not row.is_chained_to(last.digest):
                raise JournalDamage(f"entry {values[0]}")
            text = row.text()
            line = b"" if missing else next(mirror, b"")
            if line != text:
                if line.endswith(b"\n") or not text.startswith(line):
                    raise JournalDamage(f"entry {row.seq} in the mirror")
                missing.append((last.mirrored, row))
            last = LastEntry(row.seq, row.digest, last.mirrored + len(text))
        if next(mirror, b""):
            raise JournalDamage("the newest entries are missing")
    return last, missing


@contextmanager
def _reading(path: Path) -> Iterator[Iterator[bytes]]:
    if not path.exists():
        yield iter(())
        return
    with path.open("rb") as file:
        yield file
