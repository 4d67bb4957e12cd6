"""The journal. Every entry of every match is on disk before anybody sees it.

The journal is an SQLite file in write-ahead mode with ``synchronous=FULL``, and a mirror file. Once
a call has returned, neither a power cut nor damage to one of the two files loses anything. Entries
are only ever added. Only one program at a time may open a journal.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from referee.actor import Actor
from referee.contract import Message
from referee.match.journal.bodies import LESSON, Body
from referee.match.journal.disk_use import DiskUse, disk_use
from referee.match.journal.entries import JournalError, LastEntry, Line, Row, journal_error, new_row
from referee.match.journal.mirror import Mirror
from referee.match.journal.opening import Opened, open_files
from referee.match.journal.repair import aside_path, file_ids, journal_file, keep_aside
from referee.match.journal.rewriting import WAITING, change_over, rewrite
from referee.match.journal.tables import (
    ADD_ENTRY,
    UNCLEARED,
    clear_unused,
    keep_evidence,
    next_seq,
    put_note,
    seal,
    shrink,
)

__all__ = ["DiskUse", "Journal", "JournalError", "Line"]

_log = logging.getLogger(__name__)

_PROBE = "journal.probe"  # Writing this note tests whether the disk is writable.


class Journal:
    """A journal file that only this program may open.

    A damaged journal is renamed, never overwritten, and its intact part becomes the new journal.
    `notices` then says where the damaged one is and what was lost. Raise `JournalError` if the file
    is unusable.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._trouble: Message | None = None
        self.rewrites = 0  # Entries have changed so many times, though their numbers stay.
        try:
            self._use(open_files(path))
        except (OSError, sqlite3.Error) as error:
            raise journal_error(path, error) from error

    def _use(self, opened: Opened) -> None:
        self._db, self._mirror, self._last = opened.db, opened.mirror, opened.last
        self.notices = opened.notices
        self._identities = dict(file_ids(self.path))
        self._waits = False  # Whether a new mirror exists that has not yet replaced the old one.

    def close(self) -> None:
        """Close the files. Everything that was written is already safe."""
        with self._lock:
            self._db.close()
            self._mirror.close()

    # -- entries ----------------------------------------------------------------------------

    def append(
        self,
        body: Body,
        by: Actor,
        match: int | None = None,
        evidence: Mapping[str, bytes] | None = None,
    ) -> Line:
        """Write an entry together with the pictures that it cites.

        Without `match`, the entry begins a new match, and its `seq` becomes the match id. If
        `JournalError` is raised, the entry is not in the journal and never will be.
        """
        with self._writing():
            with self._transaction() as db:
                seq = next_seq(db)
                of = seq if match is None else match
                row = new_row(seq, of, body, by, self._last.digest)
                db.execute(ADD_ENTRY, row)
                keep_evidence(db, of, evidence or {})
            self._mirror.append([row])
            self._check_files()
            self._last = LastEntry(row.seq, row.digest, self._mirror.size)
        return row.line()

    def last_match(self) -> int | None:
        """Return the id of the newest match, or None."""
        with self._reading() as db:
            row = db.execute("SELECT max(match) FROM entry").fetchone()
        return None if row[0] is None else int(row[0])

    def matches(self, many: int, before: int | None = None) -> tuple[int, ...]:
        """Return the newest matches without teach-ins, newest first.

        With `before`, return only older ones.
        """
        lessons = "SELECT match FROM entry WHERE kind = ?"
        query = (
            f"SELECT DISTINCT match FROM entry WHERE match < ? AND match NOT IN ({lessons})"
            " ORDER BY match DESC LIMIT ?"
        )
        with self._reading() as db:
            before = 2**53 if before is None else before
            rows = db.execute(query, (before, LESSON, many)).fetchall()
        return tuple(int(row[0]) for row in rows)

    def last_entries(self) -> dict[int, int]:
        """Return the number of each match's last entry, by match id, oldest match first."""
        with self._reading() as db:
            found = db.execute("SELECT match, max(seq) FROM entry GROUP BY match ORDER BY match")
            return dict(found.fetchall())

    def has_entry(self, *kinds: str) -> bool:
        """Whether the journal has an entry of one of these kinds."""
        query = f"SELECT 1 FROM entry WHERE kind IN ({', '.join('?' * len(kinds))}) LIMIT 1"
        with self._reading() as db:
            return db.execute(query, kinds).fetchone() is not None

    def lines(self, match: int) -> tuple[Line, ...]:
        """Return all entries of a match, in order."""
        query = "SELECT seq, match, kind, body, by, at, digest FROM entry WHERE match = ?"
        with self._reading() as db:
            rows = db.execute(f"{query} ORDER BY seq", (match,)).fetchall()
        return tuple(Row(*values).line() for values in rows)

    def bodies(self, *kinds: str) -> tuple[tuple[str, str, int], ...]:
        """Return the kind, the contents and the number of all entries of these kinds, in order."""
        query = f"SELECT kind, body, seq FROM entry WHERE kind IN ({', '.join('?' * len(kinds))})"
        with self._reading() as db:
            return tuple(db.execute(f"{query} ORDER BY seq", kinds).fetchall())

    def copy(self, to: Path) -> None:
        """Copy the database to a file, in its current state. Nothing can be written meanwhile.

        Raise `sqlite3.Error`.
        """
        with self._reading() as db, closing(sqlite3.connect(to)) as copy:
            db.backup(copy)

    def text(self) -> bytes:
        """Return all entries as text, one on each line."""
        with self._lock:
            return self._mirror.text()

    # -- pictures and notes -----------------------------------------------------------------

    def keep_evidence(self, match: int, evidence: Mapping[str, bytes]) -> None:
        """Store pictures (PNG by id) before the move that will cite them."""
        with self._writing(), self._transaction() as db:
            keep_evidence(db, match, evidence)

    def evidence(self, id: str) -> bytes | None:  # noqa: A002
        """Return a picture, or None if it is missing or damaged."""
        with self._reading() as db:
            row = db.execute("SELECT png, digest FROM proof WHERE id = ?", (id,)).fetchone()
        if row is None or (row[1] is not None and row[1] != seal(id, bytes(row[0]))):
            return None
        return bytes(row[0])

    def picture_ids(self, match: int) -> frozenset[str]:
        """Return the ids of a match's stored pictures."""
        with self._reading() as db:
            rows = db.execute("SELECT id FROM proof WHERE match = ?", (match,)).fetchall()
        return frozenset(row[0] for row in rows)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the small value stored under `key`. Without one, return `default`."""
        with self._reading() as db:
            row = db.execute("SELECT value FROM note WHERE key = ?", (key,)).fetchone()
        return default if row is None else json.loads(row[0])

    def put(self, key: str, value: Any) -> None:
        """Store a small JSON-serialisable value under `key`."""
        self.put_all({key: value})

    def put_all(self, values: Mapping[str, Any]) -> None:
        """Store several small values by key, all at once."""
        with self._writing(), self._transaction() as db:
            for key, value in values.items():
                put_note(db, key, value)

    # -- deleting --------------------------------------------------------------------------

    def forget(
        self,
        matches: Collection[int] = (),
        pictures: Collection[int] = (),
        notes: Mapping[str, Any] | None = None,
    ) -> None:
        """Delete some matches, delete the pictures of some others, and write `notes`.

        After a power cut or a disk error, either all of this has happened or nothing.
        """
        with self._writing():
            with self._transaction() as db:
                last = rewrite(db, self.path, matches) if matches else self._last
                for match in pictures:
                    db.execute("DELETE FROM proof WHERE match = ?", (match,))
                for key, value in (notes or {}).items():
                    put_note(db, key, value)
            self._last, self._waits = last, bool(matches)
            self._change_over()

    def rewrite(
        self, change: Callable[[Row], Row], notes: Mapping[str, Any], no_notes: Collection[str]
    ) -> None:
        """Change entries, write `notes` and delete others.

        `no_notes` are patterns of SQLite (GLOB). After a power cut or a disk error, either all of
        this has happened or nothing. Old data stay in unused parts of the files until somebody
        calls `clear_unused`, or until the next opening.
        """
        with self._writing():
            with self._transaction() as db:
                last = rewrite(db, self.path, change=change)
                for key in no_notes:
                    db.execute("DELETE FROM note WHERE key GLOB ?", (key,))
                for key, value in {**notes, UNCLEARED: True}.items():
                    put_note(db, key, value)
            self._last, self._waits = last, True
            self.rewrites += 1
            self._change_over()

    def clear_unused(self) -> bool:
        """Remove old data from unused parts of the files after a `rewrite`. Return if that worked.

        This takes about as long as copying the file, and moves wait meanwhile.
        """
        with self._reading() as db:
            return clear_unused(db)

    def _change_over(self) -> None:
        """Replace the mirror with the new one, if there is one."""
        if not self._waits:
            return
        mirror = Mirror(journal_file(self.path, WAITING))
        try:
            change_over(self._db, self.path)
        except BaseException:
            mirror.close()
            raise
        mirror.path = self._mirror.path
        self._mirror.close()
        self._mirror, self._waits = mirror, False
        self._identities = dict(file_ids(self.path))

    def disk_use(self) -> DiskUse:
        """Return the disk use of the journal."""
        with self._reading() as db:
            return disk_use(db, self._mirror.size)

    def shrink(self) -> None:
        """Free unused space in the files. This takes some time."""
        with self._writing():
            shrink(self._db)

    # -- trouble ----------------------------------------------------------------------------

    def trouble(self) -> Message | None:
        """Return why nothing can be written now, or None. Also check that the files exist."""
        failure = self._mirror.failure
        flush_failure = None if failure is None else journal_error(self.path, failure).message
        missing = self._missing_files()
        if missing is not None:  # Perhaps a new mirror has just replaced the old one.
            with self._lock:
                missing = self._missing_files()
        return missing or self._trouble or flush_failure

    def retry(self) -> None:
        """Try to write after a failure. A success ends the `trouble`."""
        if self._missing_files() is not None or self.trouble() is None:
            return
        try:
            with self._writing():
                self._mirror.flush()
        except JournalError as error:
            _log.info("The journal cannot be written yet: %s", error)

    def recreate(self) -> None:
        """If the files are missing, write the whole journal again. Raise `JournalError`."""
        with self._lock:
            if self._missing_files() is None:
                return
            new = journal_file(self.path, ".new")
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                new.unlink(missing_ok=True)
                target = sqlite3.connect(new)
                try:
                    self._db.backup(target)
                finally:
                    target.close()
                text = self._mirror.text()
                keep_aside(self.path, aside_path(self.path))
                new.replace(self.path)
                journal_file(new, "-mirror").write_bytes(text)
                journal_file(new, "-mirror").replace(journal_file(self.path, "-mirror"))
                opened = open_files(self.path)
            except (OSError, sqlite3.Error) as error:
                raise self._fail(error) from error
            self._db.close()
            self._mirror.close()
            self._use(opened)
            self._trouble = None
        _log.warning("The journal's files were missing. They have been written again.")

    def _missing_files(self) -> Message | None:
        """Return a message if the paths lead to other files than the open ones, or None."""
        try:
            if dict(file_ids(self.path)) == self._identities:
                return None
        except OSError:
            pass
        return Message("desk.journal_gone", {"path": str(self.path)})

    def _check_files(self) -> None:
        missing = self._missing_files()
        if missing is not None:
            raise JournalError("journal", missing)

    def _clear_failed_write(self) -> None:
        """Remove a refused entry from both files. Raise if that fails, too.

        A transaction that failed to flush is still in the log and would reappear after a crash.
        This method overwrites it with another transaction.
        """
        try:
            if not self._waits:
                self._mirror.truncate(self._last.mirrored)
        finally:
            with self._transaction() as db:
                put_note(db, _PROBE, time.time())
                db.execute("DELETE FROM entry WHERE seq > ?", (self._last.seq,))
        self._change_over()

    def _fail(self, error: BaseException) -> JournalError:
        refusal = error if isinstance(error, JournalError) else journal_error(self.path, error)
        if self._trouble != refusal.message:
            _log.error("The journal cannot be written: %s", error)
        self._trouble = refusal.message
        return refusal

    # -- transactions -----------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as error:
                raise journal_error(self.path, error) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Lock the journal for writing. If the block fails, both files stay as they were."""
        with self._lock:
            try:
                self._check_files()
                if self._trouble is not None:
                    self._clear_failed_write()
                yield
            except Exception as error:
                refusal = self._fail(error)
                with suppress(OSError, sqlite3.Error, ValueError):  # A closed file raises this.
                    self._clear_failed_write()
                raise refusal from error
            if self._trouble is not None:
                _log.warning("The journal can be written again.")
            self._trouble = None

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run a transaction. Either all of it is on disk at the end, or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
