"""Repairs a damaged journal: puts together the intact entries of its database and its files.

The damaged files are renamed. If something interrupts a repair, they are still damaged, and the
next opening repairs them.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path

from referee.actor import TABLE
from referee.contract import Message, Value
from referee.disk.storage import sync_folder
from referee.match.journal.bodies import Damaged
from referee.match.journal.entries import Row, new_row, read_row
from referee.match.journal.matchfiles import (
    LOG,
    MATCHES,
    MIRRORS,
    MatchText,
    journal_file,
    match_texts,
    remove_match_files,
)
from referee.match.journal.tables import (
    ADD_ENTRY,
    ADD_NOTE,
    ADD_PROOF,
    ENTRIES,
    STALE,
    make_tables,
    notes,
    put_note,
    seal,
)

_log = logging.getLogger(__name__)

MOST_LOST = 1_000_000  # A number that is further ahead is damaged.


def repair(path: Path, db: sqlite3.Connection | None) -> tuple[Message, ...]:
    """Put a repaired database in the place of a damaged one, `db`, and close that.

    Return messages about the damage. If a match has lost entries, its last entry says so. Raise
    `OSError` and `sqlite3.Error`.
    """
    aside, new = aside_path(path), journal_file(path, ".new")
    try:
        stored, readable = ([], False) if db is None else _readable(db)
        rows, messages = _salvaged(stored, readable, match_texts(path), str(aside))
        _build(new, rows, db)
    except BaseException:
        if db is not None:
            close_untouched(db, path)
        raise
    keep_aside(path, aside)
    new.replace(path)
    sync_folder(path.parent)
    remove_match_files(path)
    if db is not None:
        db.close()
    return messages


def _linked(rows: Iterable[Row]) -> list[Row]:
    """Return the entries of each match up to its first gap, in order, each of them once."""
    ends, intact = dict[int, str](), dict[int, Row]()
    for row in sorted(rows, key=lambda row: row.seq):
        if row.seq not in intact and row.is_chained_to(ends.get(row.match, "")):
            intact[row.seq] = row
            ends[row.match] = row.digest
    return [*intact.values()]


def _readable(db: sqlite3.Connection) -> tuple[list[Row], bool]:
    """Return the readable entries of a database, and whether all of it could be read."""
    rows, whole = list[Row](), True
    try:
        if db.in_transaction:
            db.execute("ROLLBACK")
        for values in db.execute(ENTRIES):
            row = read_row(values)
            whole = whole and row is not None
            rows += () if row is None else (row,)
    except (sqlite3.Error, MemoryError, ValueError) as error:
        _log.info("Not all of the database can be read: %s", error)
        whole = False
    return rows, whole


def _salvaged(
    stored: list[Row], readable: bool, texts: dict[int, MatchText], aside: str
) -> tuple[list[Row], tuple[Message, ...]]:
    """Return the entries of the new journal, and messages about lost entries."""
    every = [*stored, *(row for text in texts.values() for row in text.rows)]
    rows = _linked(every)
    params: dict[str, Value] = {"path": aside}
    if not rows:
        return [], (Message("desk.journal_kept_aside", params),)
    last = {row.match: row for row in rows}
    newest, seq = max(last), _last_seen(rows[-1].seq, every, texts)
    lost = {match if match in last else newest for match in _lost(rows, stored, readable, texts)}
    for match in sorted(lost):
        seq += 1
        body = Damaged(last[match].seq, aside)
        rows.append(new_row(seq, match, body, TABLE, last[match].digest))
    if newest in lost:  # The match waits, and says why.
        return rows, ()
    return rows, (Message("desk.journal_past_cut" if lost else "desk.journal_mended", params),)


def _last_seen(last: int, every: list[Row], texts: dict[int, MatchText]) -> int:
    """Return a number that no entry after the `last` intact one had. Pages have seen those."""
    seen = (row.seq for row in every if row.seq < last + MOST_LOST)
    return max(seen) + sum(text.unreadable for text in texts.values())


def _lost(
    intact: list[Row], stored: list[Row], readable: bool, texts: dict[int, MatchText]
) -> set[int]:
    """Return the matches that have, or may have, lost entries after the last intact one.

    A match file has every acknowledged entry, so nothing is lost if it is intact.
    """
    seqs, lost = {row.seq for row in intact}, set[int]()
    kept, held = _by_match(intact), _by_match(stored)
    for match in {*texts, *kept, *held}:
        rows, unreadable, size = texts.get(match, MatchText([]))
        own, in_database = kept.get(match, []), held.get(match, [])
        if rows == own and not unreadable:
            continue
        if readable and in_database == own:
            longer = size > sum(len(row.text()) for row in own)
        else:
            longer = bool(own or size) or any(row.seq not in seqs for row in in_database)
        lost |= {match} if longer else set()
    return lost


def _by_match(rows: Iterable[Row]) -> dict[int, list[Row]]:
    by_match: dict[int, list[Row]] = {}
    for row in rows:
        by_match.setdefault(row.match, []).append(row)
    return by_match


def _build(new: Path, rows: list[Row], old: sqlite3.Connection | None) -> None:
    """Create a database from entries. Copy all intact notes and pictures of the old one.

    The match files follow it at the next opening.
    """
    for ending in ("", LOG):
        journal_file(new, ending).unlink(missing_ok=True)
    db = sqlite3.connect(new, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN IMMEDIATE")
        make_tables(db)
        db.executemany(ADD_ENTRY, rows)
        for key, value in () if old is None else _kept_notes(old):
            db.execute(ADD_NOTE, (key, value, seal(key, value.encode())))
        for values in () if old is None else _kept_proofs(old):
            db.execute(ADD_PROOF, values)
        put_note(db, STALE, True)
        db.execute("COMMIT")
    finally:
        db.close()


def _kept_notes(db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    try:
        for note in notes(db):
            if note is not None:
                yield note
    except (sqlite3.Error, MemoryError) as error:
        _log.warning("Notes were lost with the journal: %s", error)


def _kept_proofs(db: sqlite3.Connection) -> Iterator[tuple[str, int, bytes, str]]:
    try:
        for name, match, png, digest in db.execute("SELECT id, match, png, digest FROM proof"):
            if not (isinstance(name, str) and isinstance(match, int) and isinstance(png, bytes)):
                continue
            if digest is None or digest == seal(name, png):
                yield name, match, png, seal(name, png)
    except (sqlite3.Error, MemoryError, ValueError) as error:
        _log.warning("Pictures were lost with the journal: %s", error)


# -- files that are put aside ---------------------------------------------------------------------


def aside_path(path: Path, what: str = "damaged") -> Path:
    """Return an unused name for files to put aside. `what` is a part of it that says why."""
    name = time.strftime(f".{what}-%Y%m%dT%H%M%SZ", time.gmtime())
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    paths = (journal_file(path, name) for name in names)
    used = ("", LOG, MATCHES, *MIRRORS)
    return next(to for to in paths if not any(journal_file(to, end).exists() for end in used))


def keep_aside(path: Path, aside: Path) -> None:
    """Save all files of a journal under another name.

    Files that will be replaced next also stay at their old place. The database must be closed
    afterwards: SQLite then cannot write the log into it, because the log was moved.
    """
    for ending in (LOG, "-shm", "-journal"):
        file = journal_file(path, ending)
        if file.exists():
            file.rename(journal_file(aside, ending))
    for ending in ("", MATCHES, *MIRRORS):
        file, to = journal_file(path, ending), journal_file(aside, ending)
        if file.is_dir():
            shutil.copytree(file, to, copy_function=_link)
        elif file.exists():
            _link(file, to)


def _link(file: str | Path, to: str | Path) -> None:
    """Let a file have a second name. Without links, copy it."""
    try:
        os.link(file, to)
    except OSError:
        shutil.copyfile(file, to)


def close_untouched(db: sqlite3.Connection, path: Path) -> None:
    """Close a database without changing its files."""
    hidden = journal_file(path, ".closing")
    path.rename(hidden)
    try:
        db.close()
    finally:
        hidden.rename(path)
