"""Repairs a journal without running its match. This is for a table that does not start."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from referee.actor import HOST
from referee.contract import Message
from referee.match.journal.bodies import Cut, Moved
from referee.match.journal.entries import Line, without_cut
from referee.match.journal.errors import JournalError, JournalInUse, LaterJournal, journal_error
from referee.match.journal.journal import Journal
from referee.match.journal.matchfiles import match_texts, remove_match_files
from referee.match.journal.opening import find_damage
from referee.match.journal.salvage import aside_path, keep_aside


def check_journal(path: Path) -> str | None:
    """Return a description of the damage to a journal, or None. This writes and locks nothing.

    Raise `JournalError` if the journal is unreadable, in use, or from a later release.
    """
    try:
        return find_damage(path)
    except (OSError, sqlite3.Error) as error:
        raise journal_error(path, error) from error


class JournalRescue:
    """A journal that people can repair by hand. If it cannot be opened, `trouble` says why."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal: Journal | None = None
        self._notes: dict[str, Any] = {}  # The notes, if there is no journal.
        self._error: JournalError | None = None
        try:
            self._journal = Journal(path)
        except JournalError as error:
            self._error = error

    def close(self) -> None:
        """Close the journal."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    @property
    def trouble(self) -> Message | None:
        """Why the journal cannot be opened, or None."""
        return None if self._error is None else self._error.message

    @property
    def is_newer(self) -> bool:
        """Whether a later release wrote the journal. It is intact then, but unreadable here."""
        return isinstance(self._error, LaterJournal)

    def reason(self, key: str) -> Message:
        """Return the message `key` with the details of why the journal cannot be opened."""
        return Message(key, {} if self.trouble is None else self.trouble.params)

    @property
    def moves(self) -> int:
        """The number of moves in the newest match that still count."""
        return sum(isinstance(line.body, Moved) for line in self._counting_lines())

    def undo(self) -> None:
        """Cut off the newest entry that still counts."""
        lines = self._counting_lines()
        if len(lines) > 1:
            self._cut(lines[-2].seq)

    def start_over(self) -> None:
        """Make the table start without a match. A journal that cannot be opened is renamed.

        Raise `JournalError` if another program uses the journal, or if the disk cannot be written.
        """
        if self._journal is not None:
            if self._counting_lines():
                self._cut(0)
            return
        if isinstance(self._error, JournalInUse):
            raise self._error
        try:
            keep_aside(self._path, aside_path(self._path, "later" if self.is_newer else "damaged"))
            self._path.unlink(missing_ok=True)
            remove_match_files(self._path)
        except OSError as error:
            raise journal_error(self._path, error) from error

    def text(self) -> bytes:
        """Return the readable part of the journal as lines of text."""
        if self._journal is not None:
            return self._journal.text()
        rows = (row for text in match_texts(self._path).values() for row in text.rows)
        return b"".join(row.text() for row in rows)

    def get(self, key: str) -> Any:
        """Return the value of a note."""
        return self._notes.get(key) if self._journal is None else self._journal.get(key)

    def put(self, key: str, value: Any) -> None:
        """Store a note. Without a journal, it is kept only until the program ends."""
        if self._journal is None:
            self._notes[key] = value
        else:
            self._journal.put(key, value)

    def _counting_lines(self) -> list[Line]:
        match = None if self._journal is None else self._journal.last_match()
        if self._journal is None or match is None:
            return []
        return without_cut(self._journal.lines(match))

    def _cut(self, to: int) -> None:
        assert self._journal is not None
        match = self._journal.last_match()
        self._journal.append(Cut(to), HOST, match)
