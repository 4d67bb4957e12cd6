"""A virtual table with bots, without threads, processes or pictures: a clock set by hand.

What lies there is seen at once and for certain; so a whole match takes seconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from firmware.bots import bots
from firmware.bots.bot_process import Answer, MoveRequest
from firmware.bots.bot_worker import answer
from firmware.bots.hands import VirtualHands
from referee.actor import CAMERA, Actor
from referee.match.commands import Begin, Move
from referee.table import Card, CardStatus, Laid, Layout, Taken, Zone, diff_layouts
from tests.live import StillVirtualTable

STEP_S = 0.5


class Thought:
    """A mind in this process, whose answers a test may set by seat."""

    def __init__(self) -> None:
        self.asked: list[MoveRequest] = []
        self.says: dict[int, Answer] = {}

    def answer(self, asked: MoveRequest) -> Answer:
        self.asked.append(asked)
        return self.says.get(asked.seat) or answer(asked)


class Seated(StillVirtualTable):
    """A table at which a match is on, some of its seats the table's own."""

    def __init__(self, folder: Path, seed: int = 5) -> None:
        super().__init__(folder, seed)
        self.table.bots._serve = None  # no thread of its own
        self.now_s = 0.0
        self._booked: set[tuple[str, str]] = set()  # cards that moves were made of, where they lie
        self.mind = Thought()
        self.bots = bots.Bots(
            self.desk.snapshot,
            self._do,
            VirtualHands(self.virtual),
            clock=lambda: self.now_s,
            think=self.mind.answer,
        )

    def _do(self, command: Any, by: Actor) -> None:
        self.desk.do(command, by)

    def begin(self, game: str, *levels: Any, **options: Any) -> None:
        self.desk.do(Begin(game, options, len(levels), levels=levels))

    def wait(self, seconds: float) -> None:
        """Let time pass: the bots look at the table again and again."""
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            self.bots.step()
            self.now_s += STEP_S

    def play(self, moves: int) -> None:
        """Let bots play so many moves, or to the end; what lies is seen at once."""
        last, still = self.match.seq, 0
        while self.match.outcome is None and len(self.match.log) and self.match.seq - last < moves:
            before = self.match.seq
            self.bots.step()
            self.now_s += 10.0
            if self.match.seq == before:
                self.see()
            else:
                self._book()
            still = 0 if self.match.seq > before else still + 1
            assert still < 60, (self.match.state, self.match.pending, self.bots.trouble)

    def see(self) -> None:
        """Make the moves that the table's cards come to."""
        match = self.match
        changes = [
            layout for layout in diff_layouts(match.layout, self.lies()) if _is_change(layout)
        ]
        for made in match.game.table.judge(match.state, changes).moves:
            self.desk.do(Move(made.move, self.match.seq), CAMERA)
            self._book()

    def lies(self) -> Layout:
        """Return what lies face up, in the cells as the match counts them."""
        expected, cards = self.match.layout, []
        grids, spread = self.virtual._now().grids, self.virtual.spread
        cells = {id_: card for card in expected.cards if (id_ := grids.card_at(card)) is not None}
        loose = [item for item in expected.cards if item.at is None]
        for placed in self.virtual.snapshot()[0].placed:
            zone = Zone.parse(spread.zone_of(placed.x_mm, placed.y_mm) or "mat")
            known = [it for it in loose if it.name == placed.card and it.zone.covers(zone)]
            if placed.id in cells:
                cards.append(cells[placed.id])
            elif placed.face_up and known:
                cards.append(known[0])
                loose.remove(known[0])
            elif placed.face_up and (placed.id, str(zone)) not in self._booked:
                if expected.pile(zone) is not None:  # of a heap the top is seen
                    cards = [card for card in cards if card.zone != zone]
                cards.append(Card(placed.card, zone))
        return Layout(tuple(cards), expected.piles)

    def _book(self) -> None:
        """Take what lies there for known: a move was made of it."""
        spread, placed = self.virtual.spread, self.virtual.snapshot()[0].placed
        self._booked = {(item.id, spread.zone_of(item.x_mm, item.y_mm) or "mat") for item in placed}


def _is_change(change: object) -> bool:
    """Whether a difference is one: what may go and is gone is none by itself."""
    return isinstance(change, Laid) or (
        isinstance(change, Taken) and change.was.status is not CardStatus.USED
    )
