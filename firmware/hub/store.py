"""The hub's log in SQLite or, given a URL, in PostgreSQL.

Both take the same statements, except for the placeholder.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from firmware.errors import BadData
from firmware.hub.disk import lock_file, make_private, storage_faults
from firmware.misfits import import_fault
from referee.contract import Message
from referee.hub.log import Said, Store

FILE = "hub.sqlite"
WAIT_S = 5.0  # Seconds to wait while another program makes a backup.
# An @ or / in a password would make a part of it a host, and a quote would show it in an error.
_URL = re.compile(r"""postgres(ql)?://([^@/"']*@)?[^@/"']*(/[^@"']*)?""")
_QUOTED = re.compile(r"""(["']).*?\1""")
LOCK = 0x0C0707E  # Key of this program among a database's advisory locks.
LEFT_MS = 3000  # Milliseconds for which the lock of a connection that has ended may remain.
LOCKED = "55P03"  # PostgreSQL's code: the lock was not free in time.
FULL = 2  # SQLite's synchronous mode: an acknowledged line is on the disk.

_MAKE = """
CREATE TABLE IF NOT EXISTS said (
  n {counted},
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  at {real} NOT NULL,
  UNIQUE (kind, key)
)"""
_ADD = "INSERT INTO said (kind, key, body, at) VALUES ({0}, {0}, {0}, {0}) ON CONFLICT DO NOTHING"
_READ = "SELECT n, kind, key, body, at FROM said WHERE n > {0} ORDER BY n"

_CHANGE = "UPDATE said SET body = {0} WHERE n = {0}"
_RENEW = "ALTER TABLE said ALTER body TYPE TEXT USING body || ''"  # Writes a new file.

T = TypeVar("T")


def open_store(folder: Path, url: str = "") -> Store:
    """Open the log in a folder, or in the PostgreSQL database at a URL. Create it if necessary.

    Raise `BadData` if it is unusable, or if another hub has it open.
    """
    if not url:
        return SqliteStore(folder / FILE)
    if not (_URL.fullmatch(url) and url.isprintable()):
        raise BadData("hub.store.no_url")
    return PostgresStore(url)


class _SqlStore(ABC):
    """The common part of both stores. `_mark` is the placeholder in their statements."""

    _mark = "?"

    def put(self, kind: str, key: str, body: str) -> bool:
        """Add a line; see `Store`."""
        values = (kind, key, body, time.time())
        added = self._done(lambda db: db.execute(_ADD.format(self._mark), values))
        return bool(added.rowcount == 1)

    def entries_after(self, n: int = 0) -> Iterator[Said]:
        """Yield lines; see `Store`."""
        rows = self._done(lambda db: db.execute(_READ.format(self._mark), (n,)).fetchall())
        return (Said(*row) for row in rows)

    def rewrite(self, change: Callable[[Said], str]) -> None:
        """Change lines; see `Store`."""
        bodies = ((change(entry), entry) for entry in self.entries_after())
        changed = [(body, entry.n) for body, entry in bodies if body != entry.body]
        self._done(lambda db: self._rewrite(db, changed))

    @abstractmethod
    def _done(self, work: Callable[[Any], T]) -> T:
        """Return what `work` returns for the connection."""

    @abstractmethod
    def _rewrite(self, db: Any, changed: list[tuple[str, int]]) -> None:
        """Write the changed contents of lines in one transaction. Leave nothing old on the disk."""


class SqliteStore(_SqlStore):
    """The log in a file. Only one hub at a time may open it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._held: int | None = lock_file(path)
        try:
            with storage_faults(path):
                self._db = self._opened()
        except BadData:
            os.close(self._held)
            raise

    def close(self) -> None:
        """Close the file. May be called twice."""
        with self._lock:
            self._db.close()
            if self._held is not None:
                os.close(self._held)
                self._held = None

    def _done(self, work: Callable[[Any], T]) -> T:
        with self._lock, storage_faults(self.path):
            return work(self._db)

    def _rewrite(self, db: Any, changed: list[tuple[str, int]]) -> None:
        with db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(_CHANGE.format(self._mark), changed)
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _opened(self) -> sqlite3.Connection:
        make_private(self.path)  # The file contains the tables' keys.
        db = sqlite3.connect(self.path, WAIT_S, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(f"PRAGMA synchronous = {FULL}")
            db.execute(_MAKE.format(counted="INTEGER PRIMARY KEY AUTOINCREMENT", real="REAL"))
            db.execute("PRAGMA secure_delete = ON")  # No forgotten name stays in the file,
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # nor in its log after a power cut.
        except sqlite3.Error:
            db.close()
            raise
        return db


class PostgresStore(_SqlStore):
    """The log in a PostgreSQL database. Only one hub at a time may write to it.

    A broken connection is opened again at the next use.
    """

    _mark = "%s"

    def __init__(self, url: str) -> None:
        try:
            import psycopg  # A club that uses SQLite does not need it.
        except Exception as error:  # A broken library raises more than an `ImportError`.
            fault = import_fault(error, "psycopg") or Message("hub.store.no_library")
            raise BadData(fault.key, **fault.params) from error
        self._url, self._connect = url, psycopg.connect
        self._lock = threading.Lock()
        self._db: Any = None
        self._done(lambda db: db.execute("SELECT 1"))

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._db is not None:
                self._db.close()

    def _done(self, work: Callable[[Any], T]) -> T:
        """See `_SqlStore`. After a lost connection, work again.

        The first work may be done, although its answer was lost.
        """
        with self._lock, _failing():
            for last in (False, True):
                if self._db is None or self._db.closed:
                    self._db = self._opened()
                try:
                    return work(self._db)
                except Exception:
                    self._db.close()
                    if last:
                        raise
            raise AssertionError

    def _rewrite(self, db: Any, changed: list[tuple[str, int]]) -> None:
        with db.transaction():
            db.cursor().executemany(_CHANGE.format(self._mark), changed)
            db.execute(_RENEW)

    def _opened(self) -> Any:
        db = self._connect(self._url, autocommit=True, connect_timeout=int(WAIT_S))
        counted = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
        try:
            # The server may notice a moment late that this hub's last connection has ended.
            db.execute(f"SET lock_timeout = {LEFT_MS}")
            db.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
            db.execute("RESET lock_timeout")
            db.execute(_MAKE.format(counted=counted, real="DOUBLE PRECISION"))
        except Exception as error:
            db.close()  # Otherwise it might keep the lock.
            if getattr(error, "sqlstate", None) == LOCKED:
                raise BadData("hub.store.in_use", place="PostgreSQL") from error
            raise
        return db


@contextmanager
def _failing() -> Iterator[None]:
    """Turn the errors of PostgreSQL into a `BadData`, without what they quote of the address."""
    try:
        yield
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "psycopg":
            raise
        reason = _QUOTED.sub("…", str(error).strip().partition("\n")[0])
        raise BadData("hub.store.failed", place="PostgreSQL", reason=reason) from None
