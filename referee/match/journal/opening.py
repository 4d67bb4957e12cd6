"""Opens a journal: checks every entry and repairs any damage.

Before it writes anything, it renames the files of a damaged journal.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path
from sqlite3 import (
    SQLITE_BUSY,
    SQLITE_CANTOPEN,
    SQLITE_FULL,
    SQLITE_IOERR,
    SQLITE_LOCKED,
    SQLITE_PERM,
)

from referee.contract import Message, Value
from referee.match.journal.errors import JournalError, LaterJournal
from referee.match.journal.matchfiles import (
    LOG,
    MIRRORS,
    follow_database,
    journal_file,
    match_path,
    match_paths,
    match_texts,
    remove_mirror,
)
from referee.match.journal.salvage import close_untouched, repair
from referee.match.journal.tables import (
    LATEST,
    STALE,
    VERSION,
    JournalDamage,
    clear_unused,
    delete_note,
    has_note,
    last_seq,
    make_tables,
    notes,
    rows_by_match,
    take_over,
)

_log = logging.getLogger(__name__)

WAIT_S = 1.0  # Seconds to wait for another program to close the journal.

# These errors come from the disk or another program, not from the contents of the file.
_NOT_DAMAGE = {SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_IOERR, SQLITE_LOCKED, SQLITE_PERM}


def open_files(path: Path) -> tuple[sqlite3.Connection, tuple[Message, ...]]:
    """Open a journal. Create or repair it if needed. Also return messages to its users.

    Raise `OSError` or `sqlite3.Error` if the disk or another program prevents this. Raise
    `JournalError` if a later release wrote the journal. Then its files stay as they are.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _open(path), ()
    except JournalDamage as damaged:
        _log.warning("The journal %s is damaged: %s", path, damaged)
        notices = repair(path, damaged.db)
    return _open(path), notices


def _open(path: Path) -> sqlite3.Connection:
    """Open an intact journal or create one.

    Raise `JournalDamage` for a damaged one, whose files stay as they are.
    """
    logged = _has_content(journal_file(path, LOG))
    if not _has_content(path) and (logged or _has_matches(path)):
        raise JournalDamage("the file is missing, but its log or its match files exist")
    db = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        _take_up(db, path)
        return db
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
        return "it is empty" if _has_matches(path) else None
    # If there is no log, the database is complete and can be read without any other file.
    way = "mode=ro" if _has_content(journal_file(path, LOG)) else "immutable=1"
    db = sqlite3.connect(f"{path.as_uri()}?{way}", uri=True, timeout=WAIT_S)
    try:
        db.text_factory = _decoded
        _refuse_later(db, path)
        if not _is_new(db, path):
            _check(db, path)
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


def _has_matches(path: Path) -> bool:
    mirrors = (journal_file(path, ending) for ending in MIRRORS)
    return any(map(_has_content, (*match_paths(path).values(), *mirrors)))


def _take_up(db: sqlite3.Connection, path: Path) -> None:
    """Lock and check a journal. Raise `JournalDamage` and any SQLite error."""
    db.text_factory = _decoded
    db.execute("PRAGMA locking_mode=EXCLUSIVE")
    _refuse_later(db, path)  # This must come before any write.
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        db.execute(f"PRAGMA {pragma}")
    db.execute("BEGIN IMMEDIATE")  # This keeps the file locked while it is open.
    if _is_new(db, path):
        make_tables(db)
    if 0 < (version := _version(db)) < VERSION:
        take_over(db, version)
    outdated = _check(db, path)
    stale = has_note(db, STALE)
    db.execute("COMMIT")
    for match in outdated:
        follow_database(db, path, match)
    if stale:
        remove_mirror(path)
        delete_note(db, STALE)
    clear_unused(db)


def _refuse_later(db: sqlite3.Connection, path: Path) -> None:
    version = _version(db)
    if VERSION < version <= LATEST:
        params: dict[str, Value] = {"path": str(path), "version": version, "known": VERSION}
        raise LaterJournal("journal", Message("desk.journal_later", params))


def _damage_reason(error: BaseException, path: Path) -> str | None:
    """Return which damage explains an error, or None if the contents did not cause it."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        readonly = code == sqlite3.SQLITE_READONLY and not os.access(path, os.W_OK)
        return None if readonly or code in _NOT_DAMAGE else str(error)
    known = (JournalDamage, UnicodeError, OverflowError, MemoryError)
    return str(error) if isinstance(error, known) else None


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _tables(db: sqlite3.Connection) -> set[str]:
    return {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _is_new(db: sqlite3.Connection, path: Path) -> bool:
    """Whether a database has no tables yet. Raise `JournalDamage` if they stood in a lost log."""
    if _version(db) or _tables(db):
        return False
    if _has_matches(path):
        raise JournalDamage("its tables are missing")
    return True


def _check(db: sqlite3.Connection, path: Path) -> set[int]:
    """Check every part of a journal. Raise `JournalDamage`.

    Return the matches whose files must be written again. Of a journal of an earlier version, only
    the tables are checked: an opening takes it over first.
    """
    if not {"entry", "proof", "note"} <= _tables(db) or _version(db) not in range(1, VERSION + 1):
        raise JournalDamage(f"not a journal of version {VERSION}")
    verdict = db.execute("PRAGMA integrity_check(1)").fetchone()[0]  # This also checks the indexes.
    if verdict != "ok":
        raise JournalDamage(str(verdict))
    if _version(db) < VERSION:
        return set()
    if None in notes(db):
        raise JournalDamage("a note")
    return _compare(db, path)


def _compare(db: sqlite3.Connection, path: Path) -> set[int]:
    """Check every entry in the database and in the match files. Raise `JournalDamage`.

    Return the matches whose files lack entries at their end, or differ while they are `STALE`.
    """
    files, outdated, stale = match_paths(path), set[int](), has_note(db, STALE)
    for match, rows in rows_by_match(db):
        text = b"".join(row.text() for row in rows)
        file = files.pop(match, None)
        written = b"" if file is None else file.read_bytes()
        if not (stale or text.startswith(written)):
            raise JournalDamage(f"the match file {match_path(path, match).name}")
        if written != text:
            outdated.add(match)
    if stale:
        newest = last_seq(db)
        if any(row.seq > newest for text in match_texts(path).values() for row in text.rows):
            raise JournalDamage("the newest entries are missing")
    elif any(map(_has_content, files.values())):
        raise JournalDamage("the entries of a match are missing")
    return outdated | files.keys()
