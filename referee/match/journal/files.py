"""The two files of an open journal: its database and its mirror.

Both are written together. If a write fails, both stay as they were, and the next one tries again.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.contract import Message
from referee.match.journal.entries import JournalError, journal_error
from referee.match.journal.mirror import Mirror
from referee.match.journal.opening import Opened, open_files
from referee.match.journal.repair import aside_path, file_ids, journal_file, keep_aside
from referee.match.journal.rewriting import WAITING, change_over
from referee.match.journal.tables import put_note

_log = logging.getLogger(__name__)

_PROBE = "journal.probe"  # Writing this note tests whether the disk is writable.


class JournalFiles:
    """The open files of a journal, which no other program may open.

    A damaged journal is renamed, never overwritten, and its intact part becomes the new journal.
    `notices` then says where the damaged one is and what was lost. Raise `JournalError` if the file
    is unusable.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._trouble: Message | None = None
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
