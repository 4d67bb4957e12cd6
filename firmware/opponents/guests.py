"""The table's own players at a match: when each acts, and how. One thread, under the supervisor."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

from firmware.opponents.asked import Asked, Does, Failed, Unfit, Waits
from firmware.opponents.mind import Mind
from firmware.opponents.serving import Hands
from firmware.service.supervisor import Worker
from referee import library
from referee.actor import Actor, guest
from referee.contract import RefereeError
from referee.match.commands import Command, Move
from referee.match.desk import Snapshot, StaleMove
from referee.match.journal.bodies import REDO, UNDO

_log = logging.getLogger(__name__)

# A person who presses within a second goes first; halved, who reads what was said comes too late;
# doubled, three who pass keep one waiting for ten seconds.
BREATH_S = (1.2, 2.0)
# Cards are moved one after the other, as hands do: halved, nobody sees from where one came.
CHORE_S = 0.7
LOOK_S = 3.0  # for how long what is to be taken away lies there, to be looked at
# Who takes back goes on taking back, or makes another move: until then nobody answers.
UNDONE_S = 8.0
IDLE_S = 0.5


class Guests:
    """Lets the table's own players act; `run` is its thread.

    `snapshot` returns the match, `do` makes a move as a seat's page would; without `hands` people
    move all cards.
    """

    def __init__(
        self,
        snapshot: Callable[[], Snapshot | None],
        do: Callable[[Command, Actor], Any],
        hands: Hands,
        data: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._snapshot, self._do, self._hands = snapshot, do, hands
        self._clock = clock
        self._mind = Mind(data)
        self._wake = threading.Event()
        self._seq = -1  # of the match as it was last looked at
        self._since_s = 0.0  # since when it is so
        self._acted_s = 0.0  # when a hand last moved a card
        self._answers: dict[int, Does | Waits | Unfit | Failed] = {}

    def wake(self) -> None:
        """Look at the match again: it has changed."""
        self._wake.set()

    def run(self, worker: Worker) -> None:
        """Let the guests act until stopped."""
        try:
            while not worker.stop.is_set():
                worker.beat()
                self._wake.clear()
                self._wake.wait(self.step())
        finally:
            self._mind.close()

    def step(self) -> float:
        """Do what is due, if anything is; return in how many seconds to look again."""
        match, now_s = self._snapshot(), self._clock()
        if match is None or match.outcome is not None or match.paused or not match.players.levels:
            self._mind.close()  # it takes memory, and nothing is asked
            return IDLE_S
        if match.seq != self._seq:
            self._seq, self._since_s, self._answers = match.seq, now_s, {}
        waits_s = self._since_s + self._breath_s(match) - now_s
        chore = self._hands.chore(match, match.players.levels)
        if chore is not None:
            return self._chore(chore, now_s)
        for seat, level in match.players.levels.items():
            did = self._act(match, seat, level, waits_s)
            if did is not None:
                return did
        return IDLE_S

    def _breath_s(self, match: Snapshot) -> float:
        """Return how long the guests wait before they act on what the match is now."""
        if match.log and match.log[-1].kind in (UNDO, REDO):
            return UNDONE_S
        return Random(f"{match.match} {match.seq}").uniform(*BREATH_S)

    def _chore(self, act: Any, now_s: float) -> float:
        due_s = max(self._acted_s + CHORE_S, self._since_s + LOOK_S)
        if now_s < due_s:
            return min(due_s - now_s, IDLE_S)
        self._moved(act)
        return 0.0

    def _moved(self, act: Any) -> bool:
        """Let a hand do something; tell whether it could."""
        self._acted_s = self._clock()
        self._answers = {}
        try:
            self._hands.do(act)
        except (RefereeError, LookupError) as error:
            _log.info("A hand of the table's could not do %s: %s", act, error)
            return False
        return True

    def _act(self, match: Snapshot, seat: int, level: str, waits_s: float) -> float | None:
        """Let a seat act, if it has anything to decide; return in how many seconds to look again.

        None where nothing is to be done by it.
        """
        if any(self._hands.own(match, seat).values()) and (
            draw := self._hands.draw(seat)
        ):  # TEMPORARY
            return self._chore(draw, self._clock())
        answer = self._answers.get(seat) or self._mind.answer(self._asked(match, seat, level))
        self._answers[seat] = answer
        match answer:
            case Does(move, kept):
                if waits_s > 0:
                    return min(waits_s, IDLE_S)
                return self._does(match, seat, move, kept)
            case Unfit() if (draw := self._hands.draw(seat)) is not None:
                return self._chore(draw, self._clock())
            case Failed(reason):
                _log.warning("The table's player at seat %s found nothing: %s", seat, reason)
        return None

    def _asked(self, match: Snapshot, seat: int, level: str) -> Asked:
        state = library.to_plain(match.state)
        own, seed = self._hands.own(match, seat), f"{match.match} {match.seq} {seat}"
        return Asked(match.game.name, state, seat, own, level, seed)

    def _does(
        self, match: Snapshot, seat: int, move: dict[str, Any] | None, kept: tuple[str, ...]
    ) -> float:
        if move is None:
            draw = self._hands.draw(seat)
            if draw is None or not self._moved(draw):
                return IDLE_S
            return CHORE_S
        for act in self._hands.puts_back(seat, kept) if kept else ():
            self._moved(act)
        try:
            self._do(Move(move, match.seq), guest(seat))
        except StaleMove:
            return 0.0
        except RefereeError as error:
            _log.info("A move of the table's player at seat %s was refused: %s", seat, error)
            return IDLE_S
        return 0.0
