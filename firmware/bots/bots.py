"""The table's own players at a match: when each acts, and how. One thread, under the supervisor."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec

from firmware.bots.bot_process import BotProcess
from firmware.bots.hands import Chore, Hands
from firmware.bots.messages import Answer, Decision, Failed, HandMismatch, MoveRequest
from firmware.service.supervisor import Worker
from referee import library
from referee.actor import Actor, bot
from referee.contract import Message, RefereeError
from referee.match.commands import Command, Move
from referee.match.desk import Snapshot, StaleMove
from referee.match.journal.bodies import REDO, UNDO
from referee.reports.hands import Deal

_log = logging.getLogger(__name__)

# A person who presses within a second goes first. Halved, who reads what was said comes too late;
# doubled, three who pass keep one waiting for ten seconds.
BREATH_S = (1.2, 2.0)
# Who takes back goes on taking back, or makes another move: until then nobody answers.
UNDONE_S = 8.0
# For as long somebody may still say what a bot cannot know, such as who holds the Coup card.
PATIENCE_S = 20.0
# Cards are moved one after the other, as hands do: halved, nobody sees from where one came.
CHORE_S = 0.7
# For how long what is to be taken away, or counted, lies there to be looked at; halved, a trick is
# gone before all have seen who took it.
LOOK_S = 3.0
# For how long a count stands before the next cards are dealt; halved, nobody has added it up.
READ_S = 7.0
# What a teach-in says at each step is read first; halved, the reveal comes in the midst of it.
TAUGHT_S = 5.0
IDLE_S = 0.5


class Bots:
    """Lets the table's own players act; `run` is its thread.

    `snapshot` returns the match, `do` makes a move as a seat's page does, `hands` move their cards.
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
        self._mind = BotProcess(data)
        self._wake = threading.Event()
        self._seq = -1  # of the match as it was last looked at
        self._since_s = 0.0  # since when it is so
        self._moved_s = 0.0  # when a hand last moved a card
        self._taught = False  # whether it is a teach-in
        self._thought: dict[
            tuple[int, tuple[tuple[int, Any], ...]], Answer
        ] = {}  # by seat and what it saw
        self.amiss: Message | None = None  # why one of them cannot go on

    def wake(self) -> None:
        """Look at the match again: it, or the table, has changed."""
        self._wake.set()

    def run(self, worker: Worker) -> None:
        """Let the bots act until stopped."""
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
        if match is None or match.outcome is not None or not match.players.levels:
            self._mind.close()  # it takes memory, and nothing is asked
            self.amiss = None
            return IDLE_S
        if match.seq != self._seq:
            self._seq, self._since_s, self._thought = match.seq, now_s, {}
            self._taught = match.lesson
        if match.paused:
            return IDLE_S
        bots, amiss = match.players.levels, None
        chore = self._hands.next_chore(match, bots)
        if chore is not None:
            return self._after(_looks_s(match, chore), partial(self._move, chore))
        due: list[tuple[float, Callable[[], None]]] = []
        for seat in bots:
            match self._answer(match, seat):
                case Decision(late=late) as does:
                    act = partial(self._does, match, seat, does)
                    due.append((PATIENCE_S if late else self._breath_s(match), act))
                case HandMismatch():
                    if (draw := self._hands.draw_chore(seat)) is not None:
                        due.append((CHORE_S, partial(self._move, draw)))
                        continue
                    if all(one.seat == seat for one in match.pending):  # else they are on their way
                        amiss = Message("table.bots.unfit", {"seat": seat})
                case Failed(reason):
                    amiss = Message("table.bots.failed", {"seat": seat, "reason": reason})
        self.amiss = amiss
        return self._after(*min(due, key=lambda one: one[0])) if due else IDLE_S

    def _after(self, wait_s: float, act: Callable[[], None]) -> float:
        """Do something once the match has stood so long, and hands have rested."""
        least_s = TAUGHT_S if self._taught else 0.0
        due_s = max(self._since_s + max(wait_s, least_s), self._moved_s + CHORE_S)
        left_s = due_s - self._clock()
        if left_s > 0:
            return min(left_s, IDLE_S)
        act()
        return 0.0

    def _breath_s(self, match: Snapshot) -> float:
        """Return how long a bot waits before it says something of what the match is now."""
        if match.log and match.log[-1].kind in (UNDO, REDO):
            return UNDONE_S
        return Random(f"{match.match} {match.seq}").uniform(*BREATH_S)

    def _answer(self, match: Snapshot, seat: int) -> Answer:
        """Return what a seat does by what it sees; it thinks once about the same."""
        key = self._seen(match, seat)
        if key not in self._thought:
            state, level = library.to_plain(match.state), match.players.levels[seat]
            seed = f"{match.match} {match.seq} {seat}"
            asked = MoveRequest(match.game.name, state, seat, dict(key[1]), level, seed)
            self._thought[key] = self._mind.answer(asked)
        return self._thought[key]

    def _seen(self, match: Snapshot, seat: int) -> tuple[int, Any]:
        """Return a seat, and the cards that it sees."""
        return seat, tuple(self._hands.visible_cards(match, seat).items())

    def _does(self, match: Snapshot, seat: int, does: Decision) -> None:
        if does.move is None:
            if (draw := self._hands.draw_chore(seat)) is not None:
                self._move(draw)
            return
        for act in self._hands.put_back_chores(seat, does.kept) if does.kept else ():
            self._move(act)
        if does.kept:  # where the move is refused, it is made once more with what is kept
            self._thought[self._seen(match, seat)] = msgspec.structs.replace(does, kept=())
        if self._hands.asks_people(match, seat, does.move):
            self._moved_s = self._clock()  # people are told
            return
        try:
            self._do(Move(does.move, match.seq), bot(seat))
        except StaleMove:
            pass  # somebody else was first
        except RefereeError as error:
            _log.info("A move of the table's player at seat %s was refused: %s", seat, error)
            self._moved_s = self._clock()  # it may be too early: once more in a while

    def _move(self, chore: Chore) -> None:
        """Let a hand do something, where it still can."""
        self._moved_s = self._clock()
        try:
            self._hands.do(chore)
        except (RefereeError, LookupError) as error:
            _log.info("A hand of the table's could not do %s: %s", chore.act, error)


def _looks_s(match: Snapshot, chore: Chore) -> float:
    """Return for how long people look at what lies there before a hand does something."""
    if isinstance(chore.act, Deal) and match.can_undo:
        return READ_S
    return LOOK_S if chore.is_seen else CHORE_S
