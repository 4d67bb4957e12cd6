"""The part of the desk that sets cards right: what it would come to, and the entry of it."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod

from referee.actor import TABLE, Actor
from referee.match.correcting import Corrector
from referee.match.entries import CORRECT
from referee.match.journal import Journal
from referee.match.listeners import Listeners
from referee.match.running import Entry, Running, Snapshot, for_seat


class Corrections(ABC):
    """What a desk does about cards that were read as others; every method from any thread."""

    journal: Journal
    _write: threading.RLock
    _running: Running | None
    _listeners: Listeners

    @abstractmethod
    def _going_on(self, seen: int | None) -> Running:
        """Return the match, which is not paused; raises `IllegalMove`."""

    @abstractmethod
    def _current(self, seen: int | None) -> Running:
        """Return the match; raises `IllegalMove` where there is none, or `seen` is not its seq."""

    @abstractmethod
    def _changed(self) -> Snapshot:
        """Return the match as it is now, to be delivered."""

    def correct(
        self,
        of: int,
        at: int,
        card: str,
        seen: int | None = None,
        by: Actor = TABLE,
        back: bool = False,
    ) -> Snapshot:
        """Name the card at a place of entry `of` anew, and rule again from there.

        What followed is made again, move by move. Where a move can no longer be, `Unfit` is
        raised and nothing changed; with `back` the match goes back to before that move. Raises
        `IllegalMove` for a card that cannot be. An undo restores all as it was.
        """
        with self._write:
            running = self._going_on(seen)
            correction = running.corrector(by).correct(of, at, card, back)
            running.try_showing(correction.made.state)
            body = {
                "of": correction.of.seq,
                "field": correction.field,
                "value": list(correction.cards),
                "kept": len(correction.kept),
                "shown": of,
            }
            running.add(self.journal.append(CORRECT, body, by, running.match), correction)
            snapshot = self._changed()
        self._listeners.deliver()
        return snapshot

    def corrector(self, by: Actor = TABLE) -> Corrector:
        """Return what a card set right would come to, in the match as it is now."""
        with self._write:
            return self._current(None).corrector(by)

    def log(self, seat: int | None) -> tuple[Entry, ...]:
        """Return every entry of the match that a seat, or (None) a stranger, may see."""
        with self._write:
            return () if self._running is None else for_seat(self._running.log, seat)
