"""The journal: every match and every entry, on disk before anybody sees it.

SQLite in write-ahead mode with ``synchronous=FULL``: once a call has returned, pulling the
plug loses nothing. Entries are only ever added. One program at a time may hold a journal.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.actor import Actor, read_actor
from referee.contract import Message, RefereeError

KEPT_MATCHES = 20  # matches whose pictures are kept; their moves are kept for ever
_VERSION = 1
_WAIT_S = 1.0  # for a program that is just closing the journal

_TABLES = """
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  match INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  by TEXT NOT NULL,
  at REAL NOT NULL
);
CREATE INDEX entry_match ON entry (match, seq);
CREATE TABLE proof (id TEXT PRIMARY KEY, match INTEGER NOT NULL, png BLOB NOT NULL);
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


class JournalError(RefereeError, RuntimeError):
    """The journal cannot be read or written; nothing was changed."""


@dataclass(frozen=True)
class Line:
    """One entry as it was written: `seq` rises over all matches, `at_s` is Unix time."""

    seq: int
    match: int
    kind: str
    body: Any
    by: Actor
    at_s: float


class Journal:
    """A journal file, opened for this program alone.

    A file that is damaged or not a journal is kept aside under another name, never
    overwritten; `kept_aside` is then its new path. Raises `JournalError` where the file
    cannot be used at all.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept_aside: Path | None = None
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._db = _open(path)
            except _DamagedError:
                self.kept_aside = _keep_aside(path)
                self._db = _open(path)
        except (OSError, sqlite3.Error, _DamagedError) as error:
            raise _failed(path, error) from error

    def close(self) -> None:
        """Close the file; whatever was written is already safe."""
        with self._lock:
            self._db.close()

    def append(
        self,
        kind: str,
        body: Any,
        by: Actor,
        match: int | None = None,
        proofs: Mapping[str, bytes] | None = None,
    ) -> Line:
        """Write an entry, and the pictures that it cites, in one go.

        Without `match` the entry begins a new one, which takes the entry's `seq` as its id.
        """
        at_s = time.time()
        text = json.dumps(body)
        with self._writing() as db:
            values = (0 if match is None else match, kind, text, str(by), at_s)
            insert = "INSERT INTO entry (match, kind, body, by, at) VALUES (?, ?, ?, ?, ?)"
            seq = int(db.execute(insert, values).lastrowid or 0)
            if match is None:
                match = seq
                db.execute("UPDATE entry SET match = seq WHERE seq = ?", (seq,))
                self._drop_old_proofs(db)
            self._keep_proofs(db, match, proofs or {})
        return Line(seq, match, kind, json.loads(text), by, at_s)

    def last_match(self) -> int | None:
        """Return the id of the newest match, or None."""
        with self._reading() as db:
            row = db.execute("SELECT max(match) FROM entry").fetchone()
        return None if row[0] is None else int(row[0])

    def lines(self, match: int) -> tuple[Line, ...]:
        """Return all entries of a match in order."""
        query = "SELECT seq, match, kind, body, by, at FROM entry WHERE match = ? ORDER BY seq"
        with self._reading() as db:
            rows = db.execute(query, (match,)).fetchall()
        return tuple(
            Line(seq, match, kind, json.loads(body), read_actor(by), at_s)
            for seq, match, kind, body, by, at_s in rows
        )

    def keep_proofs(self, match: int, proofs: Mapping[str, bytes]) -> None:
        """Keep pictures (PNG by id) ahead of the move that will cite them."""
        with self._writing() as db:
            self._keep_proofs(db, match, proofs)

    def proof(self, id: str) -> bytes | None:  # noqa: A002
        """Return a picture, or None where it is not kept."""
        with self._reading() as db:
            row = db.execute("SELECT png FROM proof WHERE id = ?", (id,)).fetchone()
        return None if row is None else bytes(row[0])

    def get(self, key: str, default: Any = None) -> Any:
        """Return a small thing that was put under `key`."""
        with self._reading() as db:
            row = db.execute("SELECT value FROM note WHERE key = ?", (key,)).fetchone()
        return default if row is None else json.loads(row[0])

    def put(self, key: str, value: Any) -> None:
        """Keep a small thing, JSON-able, under `key`."""
        text = json.dumps(value)
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO note VALUES (?, ?)", (key, text))

    def _keep_proofs(self, db: sqlite3.Connection, match: int, proofs: Mapping[str, bytes]) -> None:
        rows = [(id_, match, png) for id_, png in proofs.items()]
        db.executemany("INSERT OR IGNORE INTO proof VALUES (?, ?, ?)", rows)

    def _drop_old_proofs(self, db: sqlite3.Connection) -> None:
        """Forget the pictures of long past matches, so that a card of 8 GB lasts for years."""
        kept = "SELECT DISTINCT match FROM entry ORDER BY match DESC LIMIT ?"
        db.execute(f"DELETE FROM proof WHERE match NOT IN ({kept})", (KEPT_MATCHES,))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as error:
                raise _failed(self.path, error) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Hold a transaction: all of it is on disk at the end, or none of it."""
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise _failed(self.path, error) from error


class _DamagedError(Exception):
    """The file is no journal that this program can go on with."""


def _open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN IMMEDIATE")  # takes the lock for as long as the file is open
        _check(db)
        db.execute("COMMIT")
    except BaseException as error:
        db.close()
        if isinstance(error, sqlite3.DatabaseError):
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT):
                raise _DamagedError(str(error)) from error
        raise
    return db


def _check(db: sqlite3.Connection) -> None:
    """Make the tables of a new file; raises `_DamagedError` for an old one that is not whole."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == 0 and not tables:
        for statement in _TABLES.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {_VERSION}")
        return
    if version != _VERSION or not {"entry", "proof", "note"} <= tables:
        raise _DamagedError(f"not a journal of version {_VERSION}")
    said = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if said != "ok":
        raise _DamagedError(str(said))
    for (body,) in db.execute("SELECT body FROM entry UNION ALL SELECT value FROM note"):
        try:
            json.loads(body)
        except (TypeError, ValueError) as error:
            raise _DamagedError(str(error)) from error


def _keep_aside(path: Path) -> Path:
    """Rename a damaged journal, and the files beside it, so that nothing is lost."""
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    aside = path.with_name(f"{path.name}.damaged-{stamp}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + ending))
    return aside


def _failed(path: Path, error: Exception) -> JournalError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    params: dict[str, Any] = {"path": str(path)}
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError("journal", Message("desk.journal_in_use", params))
    if code == sqlite3.SQLITE_FULL:
        return JournalError("journal", Message("desk.journal_full", params))
    params["reason"] = str(error)
    return JournalError("journal", Message("desk.journal_failed", params))
