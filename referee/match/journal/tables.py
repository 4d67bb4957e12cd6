"""The tables of a journal's database, their size, and the digests that protect their contents."""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.match.journal.entries import Row, read_row

_log = logging.getLogger(__name__)

VERSION = 2
LATEST = 99  # No release will reach this version. A higher number means damage.

_COLUMNS = "seq, match, kind, body, by, at"  # The columns of a `Row`, but for its digest.
ENTRIES = f"SELECT {_COLUMNS}, digest FROM entry ORDER BY seq"
OLD_ENTRIES = f"SELECT {_COLUMNS}, '' FROM entry ORDER BY seq"
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
NEXT_MIRROR = "journal.mirror-next"  # The key of the note about this database's mirror.

_TABLES = """
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  match INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  by TEXT NOT NULL,
  at REAL NOT NULL,
  digest TEXT
);
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


def is_chained(db: sqlite3.Connection) -> bool:
    """Whether the entries have digests. Entries of the first version have none."""
    return any(row[1] == "digest" for row in db.execute("PRAGMA table_info(entry)"))


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
    if db.execute("SELECT 1 FROM note WHERE key = ?", (UNCLEARED,)).fetchone() is None:
        return True
    try:
        shrink(db)
        db.execute("DELETE FROM note WHERE key = ?", (UNCLEARED,))
    except sqlite3.Error as error:
        _log.warning("Unused parts of the journal may still have a deleted name: %s", error)
        return False
    return True


def shrink(db: sqlite3.Connection) -> None:
    """Write the whole database again, without its unused parts, and empty its log."""
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def notes(db: sqlite3.Connection, chained: bool) -> Iterator[tuple[str, str] | None]:
    """Yield the key and value of every note, or None for a damaged one."""
    digest = "digest" if chained else "NULL"
    for key, value, said in db.execute(f"SELECT key, value, {digest} FROM note"):
        yield (key, value) if _is_note(key, value, said, chained) else None


def _is_note(key: object, value: object, digest: object, chained: bool) -> bool:
    if not isinstance(key, str) or not isinstance(value, str):
        return False
    try:
        json.loads(value)
        return not chained or digest == seal(key, value.encode())
    except (ValueError, RecursionError):
        return False


def chain_old(db: sqlite3.Connection) -> None:
    """Add digests to the entries of a first-version journal, after the checks that are possible."""
    rows = []
    for values in db.execute(OLD_ENTRIES):
        row = read_row(values)
        if row is None:
            raise JournalDamage(f"entry {values[0]}")
        rows.append(row)
    for table in ("entry", "proof", "note"):
        db.execute(f"ALTER TABLE {table} ADD COLUMN digest TEXT")
    update = "UPDATE entry SET digest = ? WHERE seq = ?"
    db.executemany(update, [(row.digest, row.seq) for row in chained(rows)])
    for key, value in db.execute("SELECT key, value FROM note").fetchall():
        db.execute("UPDATE note SET digest = ? WHERE key = ?", (seal(key, value.encode()), key))
    db.execute(f"PRAGMA user_version = {VERSION}")


def chained(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the entries. A digest links each one to the entry before it."""
    digest = ""
    for row in rows:
        one = row.chained_to(digest)
        yield one
        digest = one.digest


class DiskUse(NamedTuple):
    """How many bytes of disk a journal uses, including its mirror.

    `files` is the size of the files, and `used` is the size of the part in use. `pictures` and
    `entries` have the size for each match, oldest match first.
    """

    files: int
    used: int
    pictures: dict[int, int]
    entries: dict[int, int]


def disk_use(db: sqlite3.Connection, mirrored: int) -> DiskUse:
    """Return the disk use of a journal whose mirror has `mirrored` bytes."""
    shares = "SELECT match, sum({}) FROM {} GROUP BY match ORDER BY match"
    page, pages, free = (
        db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_size", "page_count", "freelist_count")
    )
    pictures = dict(db.execute(shares.format("length(png)", "proof")).fetchall())
    # An entry is stored in the table and in the mirror, each time with a digest.
    entries = dict(db.execute(shares.format("2 * length(body) + 250", "entry")).fetchall())
    return DiskUse(page * pages + mirrored, page * (pages - free) + mirrored, pictures, entries)
