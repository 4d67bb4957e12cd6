"""Caches values of past matches as notes in the journal. The notes may get lost."""

from __future__ import annotations

import logging
from typing import Any, Generic, TypeVar

import msgspec

from referee.match.journal.journal import Journal, JournalError

_log = logging.getLogger(__name__)

T = TypeVar("T", bound=msgspec.Struct)


class _Note(msgspec.Struct, frozen=True):
    """A cached value. `seq` was the last entry of the match when it was computed."""

    version: int
    seq: int
    value: Any


class MatchCache(Generic[T]):
    """Cached values of one `kind`, one for each match. `key` is the pattern of the note keys.

    A value is outdated if the match has got new entries since then, or if somebody raised the
    `version`.
    """

    def __init__(self, journal: Journal, key: str, kind: type[T], version: int) -> None:
        self._journal, self._key, self._kind, self._version = journal, key, kind, version
        # The number of each match's last entry. The oldest match comes first.
        self.last_entries = journal.last_entries()
        self._new: dict[str, Any] = {}

    def get(self, match: int) -> tuple[T | None] | None:
        """Return the cached value of a match in a tuple of one, because the value may be None.

        Return None if nothing is cached.
        """
        note = self._note(match)
        return None if note is None or note[0] != self.last_entries.get(match) else note[1:]

    def outdated(self, match: int) -> T | None:
        """Return the value that was cached before the match got new entries, or None."""
        note = self._note(match)
        return None if note is None else note[1]

    def _note(self, match: int) -> tuple[int, T | None] | None:
        try:
            note = msgspec.convert(self._journal.get(self._key.format(match)), _Note)
            if note.version != self._version:
                return None
            value = None if note.value is None else msgspec.convert(note.value, self._kind)
            return note.seq, value
        except msgspec.ValidationError:
            return None

    def put(self, match: int, value: T | None) -> None:
        """Cache a value with the next `write`."""
        if match in self.last_entries:
            note = _Note(self._version, self.last_entries[match], msgspec.to_builtins(value))
            self._new[self._key.format(match)] = msgspec.to_builtins(note)

    def write(self) -> None:
        """Write all new values in one go."""
        if not self._new:
            return
        try:
            self._journal.put_all(self._new)
        except JournalError as error:
            _log.warning("What matches came to is not kept: %s", error)
