"""Repairs a damaged journal: renames its files and writes the intact entries to a new one."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from referee.actor import TABLE
from referee.contract import Message
from referee.match.journal.bodies import Damaged
from referee.match.journal.entries import FILES, Row, new_row
from referee.match.journal.mirror import Mirror, MirrorContents
from referee.match.journal.salvage import Salvage, salvage
from referee.match.journal.tables import (
    ADD_ENTRY,
    ADD_NOTE,
    ADD_PROOF,
    NEXT_MIRROR,
    chained,
    is_chained,
    make_tables,
    notes,
    seal,
)

_log = logging.getLogger(__name__)


def journal_file(path: Path, ending: str) -> Path:
    """Return the file with this `ending` that belongs to the journal at `path`."""
    return path.with_name(path.name + ending)


def file_ids(path: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yield each file in use of the journal at `path`, with its device and inode number."""
    for ending in FILES:
        file = journal_file(path, ending)
        found = file.stat()
        yield file, (found.st_dev, found.st_ino)


def repair(path: Path, db: sqlite3.Connection | None) -> tuple[Message, ...]:
    """Rename a damaged journal and put a repaired one in its place. Close its database, `db`.

    Return messages about the damage. If moves of the last match are lost, its last entry says so.
    If something interrupts the repair, the files are still damaged, and the next opening repairs
    them. Raise `OSError` and `sqlite3.Error`.
    """
    aside, new = aside_path(path), journal_file(path, ".new")
    chained = True
    if db is not None:
        try:
            if db.in_transaction:
                db.execute("ROLLBACK")
            chained = is_chained(db)
        except sqlite3.Error as error:
            _log.info("Of the database nothing can be read: %s", error)
    try:
        found = salvage(db, MirrorContents(journal_file(path, "-mirror")), chained)
        rows, said = _repaired_rows(found, aside)
        _build(new, rows, db, chained)
    except BaseException:
        if db is not None:
            close_untouched(db, path)
        raise
    keep_aside(path, aside)
    new.replace(path)
    journal_file(new, "-mirror").replace(journal_file(path, "-mirror"))
    if db is not None:
        db.close()
    return said


def aside_path(path: Path, what: str = "damaged") -> Path:
    """Return an unused name for files to put aside. `what` is a part of it that says why."""
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    aside = journal_file(path, f".{what}-{stamp}")
    number = 1
    while any(journal_file(aside, ending).exists() for ending in FILES):
        number += 1
        aside = journal_file(path, f".{what}-{stamp}-{number}")
    return aside


def keep_aside(path: Path, aside: Path) -> None:
    """Save all files of a journal under another name.

    Files that will be replaced next also stay at their old place. The database must be closed
    afterwards: SQLite then cannot write the log into it, because the log was moved.
    """
    for ending in ("", "-mirror"):
        file = journal_file(path, ending)
        if not file.exists():
            continue
        try:
            os.link(file, journal_file(aside, ending))
        except OSError:  # The file system does not support links.
            if ending:
                shutil.copyfile(file, journal_file(aside, ending))
            else:
                file.rename(aside)
    for ending in ("-wal", "-shm", "-journal"):
        file = journal_file(path, ending)
        if file.exists():
            file.rename(journal_file(aside, ending))


def close_untouched(db: sqlite3.Connection, path: Path) -> None:
    """Close a database without changing its files."""
    hidden = journal_file(path, ".closing")
    path.rename(hidden)
    try:
        db.close()
    finally:
        hidden.rename(path)


def _repaired_rows(found: Salvage, aside: Path) -> tuple[list[Row], tuple[Message, ...]]:
    """Return the entries of the new journal, and messages about everything that was lost."""
    path = str(aside)
    rows = list(chained(found.rows))
    if not rows:
        return [], (Message("desk.journal_kept_aside", {"path": path}),)
    if not found.lost:
        return rows, (Message("desk.journal_mended", {"path": path}),)
    last = rows[-1]
    numbers = [seq for seq in found.lost if seq is not None and seq < last.seq + 1_000_000]
    body = Damaged(last.seq, path)
    next_seq = max([last.seq, *numbers]) + 1
    newest = max(row.match for row in rows)  # The last entry may have set an older match right.
    return [*rows, new_row(next_seq, newest, body, TABLE, last.digest)], ()


def _build(new: Path, rows: list[Row], old: sqlite3.Connection | None, chained: bool) -> None:
    """Create a journal from entries. Copy all intact notes and pictures of the old journal."""
    for ending in FILES:
        journal_file(new, ending).unlink(missing_ok=True)
    db = sqlite3.connect(new, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN IMMEDIATE")
        make_tables(db)
        db.executemany(ADD_ENTRY, rows)
        if old is not None:
            for key, value in _kept_notes(old, chained):
                db.execute(ADD_NOTE, (key, value, seal(key, value.encode())))
            for values in _kept_proofs(old, chained):
                db.execute(ADD_PROOF, values)
        db.execute("COMMIT")
    finally:
        db.close()
    mirror = Mirror(journal_file(new, "-mirror"))
    try:
        mirror.append(rows)
        mirror.flush()
    finally:
        mirror.close()


def _kept_notes(db: sqlite3.Connection, chained: bool) -> Iterator[tuple[str, str]]:
    try:
        for note in notes(db, chained):
            if note is not None and note[0] != NEXT_MIRROR:  # The new journal gets another mirror.
                yield note
    except (sqlite3.Error, MemoryError) as error:
        _log.warning("Notes were lost with the journal: %s", error)


def _kept_proofs(db: sqlite3.Connection, chained: bool) -> Iterator[tuple[str, int, bytes, str]]:
    digest = "digest" if chained else "NULL"
    try:
        for name, match, png, said in db.execute(f"SELECT id, match, png, {digest} FROM proof"):
            if not (isinstance(name, str) and isinstance(match, int) and isinstance(png, bytes)):
                continue
            if said is None or said == seal(name, png):
                yield name, match, png, seal(name, png)
    except (sqlite3.Error, MemoryError, ValueError) as error:
        _log.warning("Pictures were lost with the journal: %s", error)
