"""What hands do at the virtual table for the table's own players: the chores, and their cards.

It knows no game: what is due is read off the match's layout and what it waits for, as a touch is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from referee.match.desk import Snapshot
from referee.reports import hands
from referee.reports.hands import VirtualAct
from referee.reports.tabletop import Tabletop


class Hands(Protocol):
    """Where the cards of the table's own players are, and who moves them."""

    def own(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the cards that a seat may look at, by the hands that hold them."""

    def chore(self, match: Snapshot, guests: Collection[int]) -> VirtualAct | None:
        """Return what is to be done with cards before anybody goes on; None for nothing."""

    def draw(self, seat: int) -> VirtualAct | None:
        """Return how a seat draws what it may draw now; None where it may not."""

    def puts_back(self, seat: int, kept: tuple[str, ...]) -> Iterator[VirtualAct]:
        """Yield how a seat gives back all cards but those that it keeps."""

    def do(self, act: VirtualAct) -> None:
        """Do it; raises `IllegalMove` or `LookupError` where that cannot be done any more."""


class _Virtual(Protocol):
    def scene(self) -> Tabletop: ...
    def do(self, act: VirtualAct) -> None: ...


@dataclass(frozen=True)
class VirtualHands:
    """Hands at the virtual table, which knows every card; `dealt` tells whether a deal is due."""

    virtual: _Virtual
    dealt: Callable[[], bool]

    def own(self, match: Snapshot, seat: int) -> dict[int, tuple[str, ...]]:
        """Return the cards that a seat may look at, by the hands that hold them."""
        lies = self.virtual.scene()
        return {
            hand: tuple(lies.faces[card] for card in lies.hands[hand])
            for hand in match.game.sees(match.state, seat)
            if hand < len(lies.hands)
        }

    def chore(self, match: Snapshot, guests: Collection[int]) -> VirtualAct | None:
        """Return what is due with cards, of nobody or of one of the table's own."""
        if not self.dealt():
            return hands.Deal()
        lies = self.virtual.scene()
        if any(lies.hands) and any(str(one.zone) == "mat" for one in match.waits):
            return hands.Reveal()
        due = {one.seat for one in match.waits}
        if lies.goes and (None in due or not due.isdisjoint(guests)):
            return hands.Tap(lies.goes[0])
        for back in _to_turn_up(match, lies, guests):
            return hands.Tap(back)
        for pile, draw in lies.draws.items():
            if draw.seat is None or (draw.zone and draw.seat in guests):
                return hands.Tap(pile)
        if lies.first is not None and lies.first.params.get("seat") in guests:
            seat = int(str(lies.first.params["seat"]))
            return next((hands.Tap(card) for card in lies.hands[seat] if lies.taps.get(card)), None)
        return None

    def draw(self, seat: int) -> VirtualAct | None:
        """Return how a seat takes a card from a pile into its hand."""
        draws = self.virtual.scene().draws
        return next((hands.Tap(pile) for pile, draw in draws.items() if draw.seat == seat), None)

    def puts_back(self, seat: int, kept: tuple[str, ...]) -> Iterator[VirtualAct]:
        """Yield how a seat gives back all cards but those that it keeps."""
        lies, keeps = self.virtual.scene(), Counter(kept)
        for card in lies.hands[seat]:
            if keeps[lies.faces[card]]:
                keeps[lies.faces[card]] -= 1
            else:
                yield hands.PutBack(card)

    def do(self, act: VirtualAct) -> None:
        """Do it; raises `IllegalMove` or `LookupError` where that cannot be done any more."""
        self.virtual.do(act)


def _to_turn_up(match: Snapshot, lies: Tabletop, guests: Collection[int]) -> Iterator[str]:
    """Yield the backs that are to be turned up, by nobody or by one of the table's own."""
    for pile in match.layout.piles:
        box = lies.zones.get(str(pile.zone))
        if pile.into is None or box is None or (pile.seat is not None and pile.seat not in guests):
            continue
        left, top, right, bottom = box
        for one in lies.placed:
            if not one.face_up and left <= one.x_mm <= right and top <= one.y_mm <= bottom:
                yield one.id
