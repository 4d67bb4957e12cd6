"""A match of Ogallala, written from the rule file alone: nothing of `referee` is imported here.

A turn is a generator that reads as the rules do; it yields a `Moment` wherever somebody decides
and is sent one of its moves. A move is a tuple, its first member what is done:

    ("draw", pile, card)       from a draw pile by number, or from the "discards"
    ("place", cell, by, after) which way others move, if at all, and all cells that result
    ("discard",)               the card drawn, unplaced (OG-3, 24)
    ("take", seat, cell)       the lasso's card (OG-20)
    ("shoot", seat, cell)      the archer's Indian (OG-21)
    ("axe", cells)             a complete canoe of one's own (OG-22)
    ("attack", seat, cells)    an opponent's canoe (OG-30); ("decline",) none
    ("spoil", card)            the prize to be placed next (OG-31)
    ("top", card)              which of several discards ends on top (OG-31)
    ("end",), ("play on",)     (OG-40)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.referee.models.ogallala import (
    ARCHER,
    LASSO,
    MAD_AXE,
    PRIZES,
    Canoe,
    Cell,
    Territory,
    canoe_at,
    canoes,
    complete,
    deck,
    figure,
    indian,
    placements,
    without,
)
from tests.referee.models.ogallala_score import ranking

Move = tuple[Any, ...]
MAY_END, MUST_END = 3, 5  # OG-40
DISCARDS = "discards"


class Refused(ValueError):
    """A move that the rules do not allow."""


class Moment(NamedTuple):
    """Where a match waits: for what, for whom, and every legal move."""

    what: str
    seat: int
    moves: list[Move]


Flow = Generator[Moment, Move, Any]


@dataclass(frozen=True)
class End:
    """Why a match is over: `chosen`, `fifth` canoe or `piles` empty (OG-40)."""

    why: str
    ranking: list[list[int]]


class Match:
    """All that lies face up; which card a face-down pile gives is sent with the draw.

    `discards` are heaps, the first the lowest: of what is discarded together only the top is
    decided (OG-31), so the order within a heap is not known. With `refills` nothing is drawn from
    the discards; when the piles are empty for the first time they are shuffled into one, and the
    match goes on. (That this is done once is the table's ruling: else a match need not end.)
    """

    def __init__(
        self,
        seats: int,
        piles: Sequence[int],
        first: int = 0,
        two_tribes: bool = False,
        refills: bool = False,
    ) -> None:
        self.seats, self.first, self.two_tribes, self.refills = seats, first, two_tribes, refills
        self.refillable = refills  # until it was done
        self.piles = list(piles)  # how many cards are left in each
        self.territories: list[dict[Cell, str]] = [{} for _ in range(seats)]
        self.discards: list[Counter[str]] = []
        self.unseen = deck()
        self.completed = 0  # canoes completed in this turn
        self.attacker: Canoe | None = None  # the last that was asked whom it attacks
        self.end: End | None = None
        self.moment: Moment | None = None
        self.flow = self.whole()
        self.moment = next(self.flow)

    def amid(
        self, territories: Sequence[Territory], piles: Sequence[int], unseen: Counter[str]
    ) -> None:
        """Begin amid a match: some cards lie already, the rest of those seen is discarded."""
        self.territories = [dict(territory) for territory in territories]
        self.piles, self.unseen = list(piles), Counter(unseen)
        lying = Counter(card for territory in territories for card in territory.values())
        self.discards = [Counter([card]) for card in (deck() - lying - unseen).elements()]
        assert self.moment is not None
        self.moment = self.moment._replace(moves=self.draws())

    @property
    def legal(self) -> list[Move]:
        """Return every legal move, none when the match is over."""
        return [] if self.moment is None else self.moment.moves

    def play(self, move: Move) -> None:
        """Do a move, or raise Refused."""
        if move not in self.legal:
            raise Refused(f"{move} at {self.moment}")
        try:
            self.moment = self.flow.send(move)
        except StopIteration:
            self.moment = None

    # The rules, as a table plays them.

    def whole(self) -> Flow:
        """Take turns clockwise until the match is over (OG-5, 40)."""
        seat = self.first
        while True:
            why = yield from self.turn(seat)
            if not why and not self.refill():
                why = "piles"
            if why:
                self.end = End(why, ranking(self.territories))
                return
            seat = (seat + 1) % self.seats

    def turn(self, seat: int) -> Flow:
        """Draw and place until the turn ends (OG-2, 3); return why the match ends, or nothing."""
        over = False
        self.completed = 0
        while not over and (draws := self.draws()):
            _, pile, card = yield Moment("draw", seat, draws)
            if pile == DISCARDS:
                self.take_discard(card)
            else:
                self.piles[pile] -= 1
                self.unseen[card] -= 1
            over = yield from self.card(seat, card)
        if not self.completed:
            return ""
        count = len(complete(self.territories[seat]))
        if count >= MUST_END:
            return "fifth"
        if count < MAY_END or not (self.refillable or any(self.piles)):
            return ""
        choice = yield Moment("end", seat, [("end",), ("play on",)])
        return "chosen" if choice == ("end",) else ""

    def refill(self) -> bool:
        """Shuffle the discards into a pile if need be and allowed; tell whether one has cards."""
        if self.refillable and self.discards and not any(self.piles):
            self.refillable = False
            self.unseen = sum(self.discards, Counter())
            self.piles[0] = self.unseen.total()
            self.discards = []
        return any(self.piles)

    def draws(self) -> list[Move]:
        """Return what may be drawn: any unseen card from a pile, the discards' top (OG-1)."""
        self.refill()
        hidden = sorted(card for card, count in self.unseen.items() if count)
        draws: list[Move] = [
            ("draw", pile, card) for pile, left in enumerate(self.piles) if left for card in hidden
        ]
        tops = [] if self.refills else self.tops()
        return draws + [("draw", DISCARDS, card) for card in tops]

    def tops(self) -> list[str]:
        """Return what may lie on top of the discards: one card, where its order is known."""
        return sorted(self.discards[-1]) if self.discards else []

    def surface(self, card: str) -> None:
        """See which card lies on top, where its order was not known."""
        self.take_discard(card)
        self.discards.append(Counter([card]))
        if self.moment is not None and self.moment.what == "draw":
            self.moment = self.moment._replace(moves=self.draws())

    def take_discard(self, card: str) -> None:
        self.discards[-1] -= Counter([card])
        if not self.discards[-1]:
            self.discards.pop()

    def card(self, seat: int, card: str) -> Flow:
        """Place or discard the card drawn, carry it out; tell whether it ends the turn (OG-3)."""
        if card == MAD_AXE:
            yield from self.axe(seat)
            return True
        own = self.territories[seat]
        known = figure(card) in {figure(other) for other in own.values()}
        cell = yield from self.place(seat, card, refusable=True)
        if cell is None:
            self.discards.append(Counter([card]))
            return True
        due = self.completed_at(seat, cell)
        if figure(card) == LASSO:
            due += yield from self.lasso(seat)
        if figure(card) == ARCHER:
            yield from self.archer(seat)
        self.completed += len(due)
        yield from self.attacks(seat, due)
        return known or figure(card) in (LASSO, ARCHER) or self.completed > 0

    def place(self, seat: int, card: str, refusable: bool = False) -> Flow:
        """Place a card and return its cell; None if it is discarded instead (OG-2, 24)."""
        moves: list[Move] = [
            ("place", one.cell, one.by, frozenset(one.after.items()))
            for one in placements(self.territories[seat], card, self.two_tribes)
        ]
        move = yield Moment("place", seat, moves + [("discard",)] * refusable)
        if move == ("discard",):
            return None
        self.territories[seat] = dict(move[3])
        return move[1]

    def completed_at(self, seat: int, cell: Cell) -> list[Canoe]:
        """Return the canoe that a card just placed has completed, if it has (OG-17)."""
        canoe = canoe_at(self.territories[seat], cell)
        return [canoe] if canoe.complete else []

    def others(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other != seat]

    def fits(self, seat: int, card: str) -> bool:
        return bool(placements(self.territories[seat], card, self.two_tribes))

    def lasso(self, seat: int) -> Flow:
        """OG-20: take a card that can be placed, and place it; return what it completes."""
        moves = [
            ("take", *one) for one in self.cards_of_others(seat) if not self.untaken(seat, *one)
        ]
        if not moves:
            return []
        _, other, cell = yield Moment("take", seat, list(moves))
        card = self.territories[other][cell]
        self.territories[other] = without(self.territories[other], [cell])
        placed = yield from self.place(seat, card)
        return self.completed_at(seat, placed)

    def archer(self, seat: int) -> Flow:
        """OG-21: an Indian of an opponent's incomplete canoe without a totem is discarded."""
        moves = [("shoot", *one) for one in self.cards_of_others(seat) if not self.unshot(*one)]
        if not moves:
            return
        _, other, cell = yield Moment("shoot", seat, list(moves))
        self.discards.append(Counter([self.territories[other][cell]]))
        self.territories[other] = without(self.territories[other], [cell])

    def cards_of_others(self, seat: int) -> list[tuple[int, Cell]]:
        return [(other, cell) for other in self.others(seat) for cell in self.territories[other]]

    def untaken(self, seat: int, other: int, cell: Cell) -> set[str]:
        """Return why the lasso does not take a card of an opponent; a totem is no reason."""
        fits = self.fits(seat, self.territories[other][cell])
        return {"OG-20"} if canoe_at(self.territories[other], cell).complete or not fits else set()

    def unshot(self, other: int, cell: Cell) -> set[str]:
        """Return why the archer does not shoot a card of an opponent."""
        canoe = canoe_at(self.territories[other], cell)
        against = {"OG-23"} if canoe.safe else set()
        if canoe.complete or not indian(self.territories[other][cell]):
            against.add("OG-21")
        return against

    def axe(self, seat: int) -> Flow:
        """OG-22: one own complete canoe and the Axe go to the discards, or the Axe alone."""
        own = self.territories[seat]
        moves: list[Move] = [("axe", canoe.cells) for canoe in complete(own)]
        gone: list[str] = []
        if moves:
            _, cells = yield Moment("axe", seat, moves)
            gone = [own[cell] for cell in cells]
            self.territories[seat] = without(own, cells)
        yield from self.throw(seat, [*gone, MAD_AXE])

    def attacks(self, seat: int, due: list[Canoe]) -> Flow:
        """OG-30, 32: each completed canoe attacks once, in the order of completion."""
        waiting = list(due)
        while waiting:
            attacker = waiting.pop(0)
            targets = self.targets(seat, attacker)
            if not targets:
                continue
            self.attacker = attacker
            move = yield Moment("attack", seat, [*targets, ("decline",)])
            if move != ("decline",):
                won = yield from self.capture(seat, *move[1:])
                self.completed += len(won)
                waiting += won

    def targets(self, seat: int, attacker: Canoe) -> list[Move]:
        """Return the canoes that one may attack."""
        return [
            ("attack", other, canoe.cells)
            for other in self.others(seat)
            for canoe in canoes(self.territories[other])
            if not self.spared(attacker, canoe)
        ]

    def spared(self, attacker: Canoe, canoe: Canoe) -> set[str]:
        """Return why a canoe may not attack another, complete or not."""
        against = {"OG-23"} if canoe.safe else set()
        if canoe.strength >= attacker.strength:
            against.add("OG-30")
        if self.two_tribes and canoe.colours & attacker.colours:
            against.add("OG-51")  # and OG-52: one without Indians has no colour
        return against

    def capture(self, seat: int, other: int, cells: tuple[Cell, ...]) -> Flow:
        """OG-31: place the prizes that fit, in the attacker's order; return what they complete."""
        cards = [self.territories[other][cell] for cell in cells]
        self.territories[other] = without(self.territories[other], cells)
        left = [card for card in cards if card in PRIZES]
        rest = [card for card in cards if card not in PRIZES]
        won: list[Canoe] = []
        while moves := [("spoil", card) for card in left if self.fits(seat, card)]:
            _, card = yield Moment("spoil", seat, list(moves))
            left.remove(card)
            cell = yield from self.place(seat, card)
            won += self.completed_at(seat, cell)
        yield from self.throw(seat, rest + left)
        return won

    def throw(self, seat: int, cards: list[str]) -> Flow:
        """Discard several cards; who discards them chooses what ends on top (OG-31)."""
        if not cards:
            return
        top = cards[0]
        if len(cards) > 1:
            _, top = yield Moment("top", seat, [("top", card) for card in sorted(cards)])
        heap = Counter(cards) - Counter([top])
        self.discards += [*([heap] if heap else []), Counter([top])]
