"""The open files of a journal: its database, and the match file of the last match written to.

An entry is written to both. If a write fails, both stay as they were, and the next one tries again.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.contract import Message
from referee.match.journal.errors import JournalError, journal_error
from referee.match.journal.matchfiles import (
    LOG,
    MatchFile,
    follow_database,
    journal_file,
    match_path,
)
from referee.match.journal.opening import open_files
from referee.match.journal.tables import STALE, delete_note, last_seq, put_note

_log = logging.getLogger(__name__)

_PROBE = "journal.probe"  # Writing this note tests whether the disk is writable.


class JournalFiles:
    """The open files of a journal, which no other program may open.

    A damaged journal is renamed, never overwritten, and its intact part becomes the new journal.
    `notices` then names the damaged file and the loss. Raise `JournalError` if the file is
    unusable.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._trouble: Message | None = None
        self._file: MatchFile | None = None
        self._outdated = set[int]()  # The matches whose files do not follow the database yet.
        try:
            self._db, self.notices = open_files(path)
            self._last = last_seq(self._db)
            self._identities = dict(_file_ids(path))
        except (OSError, sqlite3.Error) as error:
            raise journal_error(path, error) from error

    def close(self) -> None:
        """Close the files. Everything that was written is already safe."""
        with self._lock:
            self._db.close()
            self._close_file()

    # -- trouble ----------------------------------------------------------------------------

    def trouble(self) -> Message | None:
        """Return why nothing can be written now, or None. Also check that the files exist."""
        missing = self._missing_files()
        if missing is not None:  # Perhaps a match file has just been replaced.
            with self._lock:
                missing = self._missing_files()
        return missing or self._trouble

    def retry(self) -> None:
        """Try to write after a failure. A success ends the `trouble`."""
        if self._missing_files() is not None or self._trouble is None:
            return
        try:
            with self._writing():
                pass
        except JournalError as error:
            _log.info("The journal cannot be written yet: %s", error)

    def _missing_files(self) -> Message | None:
        """Return a message if the paths lead to other files than the open ones, or None."""
        try:
            there, file = dict(_file_ids(self.path)) == self._identities, self._file
            if there and (file is None or file.is_in_place):
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
            if self._file is not None:
                self._file.truncate()
        finally:
            with self._transaction() as db:
                put_note(db, _PROBE, time.time())
                db.execute("DELETE FROM entry WHERE seq > ?", (self._last,))
        self._follow_database()

    def _fail(self, error: BaseException) -> JournalError:
        refusal = error if isinstance(error, JournalError) else journal_error(self.path, error)
        if self._trouble != refusal.message:
            _log.error("The journal cannot be written: %s", error)
        self._trouble = refusal.message
        return refusal

    # -- match files ------------------------------------------------------------------------

    def _file_of(self, match: int) -> MatchFile:
        """Return the open file of a match, which agrees with the database."""
        if self._file is None or self._file.match != match:
            self._close_file()
            follow_database(self._db, self.path, match)
            self._file = MatchFile(match_path(self.path, match), match)
        return self._file

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _follow_database(self, matches: Iterable[int] = ()) -> None:
        """Write or remove the files of matches that were changed or deleted in the database.

        Until all of that has worked, the database says that match files are `STALE`.
        """
        self._outdated |= {*matches}
        if self._outdated:
            self._close_file()
            for match in self._outdated:
                follow_database(self._db, self.path, match)
            delete_note(self._db, STALE)
            self._outdated.clear()

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


def _file_ids(path: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the endings of the database and its log, each with its device and inode number."""
    for ending in ("", LOG):
        status = journal_file(path, ending).stat()
        yield ending, (status.st_dev, status.st_ino)
