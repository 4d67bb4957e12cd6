"""The table's prompts: open questions and approvals, and the lamps and presses for them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Mapping

from firmware.bots.seating import Seating
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.pictures.photos import Photos
from firmware.presses.meanings import Meanings
from firmware.reading.watcher import Watcher
from firmware.running.moves import TimedMoves
from referee.match.desk import Desk
from referee.reports.questions import Question
from referee.reports.status import PendingApproval, dealing_cue, misplaced_cues
from webui.port import Phones


class AttachedPhones:
    """The phones at the seats. There are none until the pages attach them."""

    def __init__(self) -> None:
        self._phones: Phones | None = None

    def attach(self, phones: Phones) -> None:
        """Use these phones from now on."""
        self._phones = phones

    def get(self) -> Phones | None:
        """Return the phones, or None."""
        return self._phones

    def names(self) -> Mapping[int, str]:
        """Return the names that players chose, by seat."""
        return {} if self._phones is None else self._phones.names

    def waiting(self) -> tuple[PendingApproval, ...]:
        """Return the pending approvals, oldest first."""
        return () if self._phones is None else tuple(self._phones.waiting)


class Prompts:
    """Collects what all parts ask, and shows it with lamps."""

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        lights: LightShow,
        moves: TimedMoves,
        watcher: Watcher,
        photos: Photos,
        bots: Seating,
        phones: AttachedPhones,
        is_dealt: Callable[[], bool],
    ) -> None:
        """`is_dealt` returns whether no deal is pending, as far as the table can see."""
        self._desk, self.is_dealt = desk, is_dealt
        self._panel, self._lights, self._moves = panel, lights, moves
        self._watcher, self._photos, self._bots, self._phones = watcher, photos, bots, phones
        self._lock, self._numbers, self._lit = threading.Lock(), itertools.count(1), 0

    def questions(self) -> tuple[Question, ...]:
        """Return the open questions, the most urgent first."""
        asked = (*self._photos.questions, *self._watcher.questions())
        return self._bots.questions(self._watcher.sees, asked)

    def meanings(self) -> Meanings:
        """Return what presses mean now."""
        asked = next((question for question in self.questions() if question.choices), None)
        seats = self._panel.buttons, self._bots.seats
        return Meanings(self._moves.times, asked, self._phones.waiting(), *seats)

    def light(self) -> None:
        """Show the match's cues. If a card is misplaced, only the seats concerned are lit (SL).

        While a deal is pending, nobody can act. Call this after every change, from any thread.
        """
        number = next(self._numbers)  # The state that is read from here on has all earlier changes.
        match = self._desk.snapshot()
        questions = () if match is None or match.rests else self.questions()
        cues = () if match is None else match.offers.cues
        if not self.is_dealt():
            cues = tuple(map(dealing_cue, cues))
        asked = {approval.seat for approval in self._phones.waiting() if approval.seat is not None}
        with self._lock:
            if number > self._lit:  # Otherwise the lamps already show a newer state.
                self._lit = number
                self._lights.show(misplaced_cues(cues, questions), asked)
