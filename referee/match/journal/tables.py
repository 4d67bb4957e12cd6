"""The tables of a journal's database, their size, and the digests that protect their contents."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from referee.match.journal.entries import Row, chained, read_row

_log = logging.getLogger(__name__)

VERSION = 3  # Version 1 had no digests. In version 2, one chain of them went through all matches.
LATEST = 99  # No release will reach this version. A higher number means damage.

_COLUMNS = "seq, match, kind, body, by, at"  # The columns of a `Row` except its digest.
ENTRIES = f"SELECT {_COLUMNS}, digest FROM entry ORDER BY seq"
ENTRIES_BY_MATCH = f"SELECT {_COLUMNS}, digest FROM entry ORDER BY match, seq"
ENTRIES_OF_MATCH = f"SELECT {_COLUMNS}, digest FROM entry WHERE match = ? ORDER BY seq"
ADD_ENTRY = f"INSERT INTO entry ({_COLUMNS}, digest) VALUES (?,?,?,?,?,?,?)"
ADD_PROOF = "INSERT OR IGNORE INTO proof (id, match, png, digest) VALUES (?, ?, ?, ?)"
ADD_NOTE = "INSERT OR REPLACE INTO note (key, value, digest) VALUES (?, ?, ?)"

RECORD_KEY = "match.{}.record"  # A match's notes have these keys: the record,
SUMMARY_KEY = "match.{}.brief"  # the summary,
ANALYSIS_KEY = "match.{}.hindsight"  # the post-match analysis,
RESULT_KEY = "match.{}.result"  # the result for the club,
STATED_KEY = "match.{}.stated"  # and the places as the players stated them.
MATCH_KEYS = (RECORD_KEY, SUMMARY_KEY, ANALYSIS_KEY, RESULT_KEY, STATED_KEY)  # deleted too
STALE = "journal.stale"  # There is such a note while match files may differ from the database.

_TABLES = """
CREATE TABLE entry (seq INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL,
  kind TEXT NOT NULL, body TEXT NOT NULL, by TEXT NOT NULL, at REAL NOT NULL, digest TEXT);
CREATE INDEX entry_match ON entry (match, seq);
CREATE TABLE proof (id TEXT PRIMARY KEY, match INTEGER NOT NULL, png BLOB NOT NULL, digest TEXT);
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL, digest TEXT);
"""


UNCLEARED = "journal.uncleared"  # There is such a note while unused parts hold deleted names.


class JournalDamage(Exception):
    """The files are not a usable journal. `db` is the database, if it could be opened."""

    def __init__(self, reason: str, db: sqlite3.Connection | None = None) -> None:
        super().__init__(reason)
        self.db = db


def make_tables(db: sqlite3.Connection) -> None:
    """Create the tables of a new journal."""
    for statement in _TABLES.split(";"):
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {VERSION}")


def seal(name: str, value: bytes) -> str:
    """Return the digest of a picture or note."""
    return hashlib.sha256(name.encode("utf-8", "surrogatepass") + b"\0" + value).hexdigest()


def put_note(db: sqlite3.Connection, key: str, value: Any) -> None:
    """Write a JSON-serialisable note."""
    text = json.dumps(value)
    db.execute(ADD_NOTE, (key, text, seal(key, text.encode())))


def next_seq(db: sqlite3.Connection) -> int:
    """Return the number of the next entry. No number is ever used twice."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'entry'").fetchone()
    return 1 if row is None else int(row[0]) + 1


def keep_evidence(db: sqlite3.Connection, match: int, evidence: Mapping[str, bytes]) -> None:
    """Add pictures (PNG by id) of a match."""
    rows = [(id_, match, png, seal(id_, png)) for id_, png in evidence.items()]
    db.executemany(ADD_PROOF, rows)


def clear_unused(db: sqlite3.Connection) -> bool:
    """Remove all deleted data from the unused parts of the files, if a name was deleted.

    Return False if the disk has no room for that. The next opening tries again.
    """
    if not has_note(db, UNCLEARED):
        return True
    try:
        shrink(db)
        delete_note(db, UNCLEARED)
    except sqlite3.Error as error:
        _log.warning("Unused parts of the journal may still have a deleted name: %s", error)
        return False
    return True


def shrink(db: sqlite3.Connection) -> None:
    """Write the whole database again, without its unused parts, and empty its log."""
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def notes(db: sqlite3.Connection) -> Iterator[tuple[str, str] | None]:
    """Yield the key and value of every note, or None for a damaged one."""
    for key, value, digest in db.execute("SELECT key, value, digest FROM note"):
        yield (key, value) if _is_note(key, value, digest) else None


def _is_note(key: object, value: object, digest: object) -> bool:
    if not isinstance(key, str) or not isinstance(value, str):
        return False
    try:
        json.loads(value)
        return digest == seal(key, value.encode())
    except (ValueError, RecursionError):
        return False


def has_note(db: sqlite3.Connection, key: str) -> bool:
    """Whether there is a note under `key`."""
    return db.execute("SELECT 1 FROM note WHERE key = ?", (key,)).fetchone() is not None


def delete_note(db: sqlite3.Connection, key: str) -> None:
    """Delete a note, if there is one."""
    db.execute("DELETE FROM note WHERE key = ?", (key,))


def take_over(db: sqlite3.Connection, version: int) -> None:
    """Make a database of an earlier `version` one of this version.

    Raise `JournalDamage` if an entry is not as it was written.
    """
    if version == 1:
        for table in ("entry", "proof", "note"):
            db.execute(f"ALTER TABLE {table} ADD COLUMN digest TEXT")
        for key, value in db.execute("SELECT key, value FROM note").fetchall():
            db.execute(ADD_NOTE, (key, value, seal(str(key), str(value).encode())))
    rows, digest = list[Row](), ""
    for values in db.execute(ENTRIES):
        row = _checked(values, digest) if version > 1 else _checked((*values[:-1], ""), None)
        rows.append(row)
        digest = row.digest
    put_rows(db, chained(rows))
    put_note(db, STALE, True)
    db.execute(f"PRAGMA user_version = {VERSION}")


def last_seq(db: sqlite3.Connection) -> int:
    """Return the number of the newest entry, or 0."""
    return int(db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0])


def last_digest(db: sqlite3.Connection, match: int) -> str:
    """Return the digest of the last entry of a match, or an empty text before its first."""
    query = "SELECT digest FROM entry WHERE match = ? ORDER BY seq DESC LIMIT 1"
    row = db.execute(query, (match,)).fetchone()
    return "" if row is None else str(row[0])


def rows_by_match(db: sqlite3.Connection) -> Iterator[tuple[int, list[Row]]]:
    """Yield the entries of each match. Raise `JournalDamage` if one is not as it was written."""
    for match, stored in groupby(db.execute(ENTRIES_BY_MATCH), key=itemgetter(1)):
        rows, digest = list[Row](), ""
        for values in stored:
            rows.append(_checked(values, digest))
            digest = rows[-1].digest
        yield match, rows


def _checked(values: Sequence[Any], digest: str | None) -> Row:
    """Return an entry that follows the one with a digest, if any. Raise `JournalDamage`."""
    row = read_row(values)
    if row is None or not (digest is None or row.is_chained_to(digest)):
        raise JournalDamage(f"entry {values[0]}")
    return row


def delete_matches(db: sqlite3.Connection, matches: Iterable[int]) -> None:
    """Delete the entries, the pictures and the notes of some matches."""
    for match in matches:
        db.execute("DELETE FROM entry WHERE match = ?", (match,))
        db.execute("DELETE FROM proof WHERE match = ?", (match,))
        for note in MATCH_KEYS:
            delete_note(db, note.format(match))


def change_rows(db: sqlite3.Connection, change: Callable[[Row], Row]) -> list[int]:
    """Replace each entry with the result of `change`, and return the changed matches.

    Raise `JournalDamage` if an entry fails its checksum, because a new chain would hide the damage.
    """
    changed = []
    for match, rows in [*rows_by_match(db)]:
        new = list(chained(map(change, rows)))
        if new != rows:
            changed.append(match)
            put_rows(db, new)
    return changed


def put_rows(db: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Write the contents and the digests of entries that exist."""
    values = [(row.body, row.digest, row.seq) for row in rows]
    db.executemany("UPDATE entry SET body = ?, digest = ? WHERE seq = ?", values)


class DiskUse(NamedTuple):
    """How many bytes of disk a journal uses, including its match files.

    `files` is the size of the files, and `used` is the size of the part in use. `pictures` and
    `entries` have the size for each match, oldest match first.
    """

    files: int
    used: int
    pictures: dict[int, int]
    entries: dict[int, int]


def disk_use(db: sqlite3.Connection, in_files: int) -> DiskUse:
    """Return the disk use of a journal whose match files have `in_files` bytes."""
    shares = "SELECT match, sum({}) FROM {} GROUP BY match ORDER BY match"
    names = ("page_size", "page_count", "freelist_count")
    page, pages, free = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in names)
    pictures = dict(db.execute(shares.format("length(png)", "proof")).fetchall())
    # An entry is stored in the table and in its match file, each time with a digest.
    entries = dict(db.execute(shares.format("2 * length(body) + 250", "entry")).fetchall())
    return DiskUse(page * pages + in_files, page * (pages - free) + in_files, pictures, entries)
