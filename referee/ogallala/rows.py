"""A row of a territory: its canoes, and the cells where a card cannot lie (OG-12 … 15, OG-17).

Sets of columns are bit masks, so that all cells of a card are found at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from referee.contract import Frozen
from referee.ogallala.cards import (
    BOW_CARDS,
    CARDS,
    COLOURS,
    STERN_CARDS,
    TOTEM,
    colour,
    figure,
    strength,
)

PAD = 2  # columns beside a row in which a card may still belong to its outer canoes


class Row(Frozen, cache_hash=True):
    """Cards from the column `left` on; a hole is an empty name, and none is at either end."""

    left: int = 0
    cards: tuple[str, ...] = ()

    @property
    def right(self) -> int:
        """The column of the last card."""
        return self.left + len(self.cards) - 1

    def at(self, column: int) -> str:
        """Return the card in a column; an empty name where there is none."""
        return self.cards[column - self.left] if self.left <= column <= self.right else ""

    def cells(self) -> Iterator[tuple[int, str]]:
        """Yield each card with its column."""
        return ((self.left + n, card) for n, card in enumerate(self.cards) if card)

    def plus(self, column: int, card: str) -> Row:
        """Return the row with a card in a free column."""
        if not self.cards:
            return Row(column, (card,))
        if column < self.left:
            return Row(column, (card, *("",) * (self.left - column - 1), *self.cards))
        if column > self.right:
            return Row(self.left, (*self.cards, *("",) * (column - self.right - 1), card))
        n = column - self.left
        return Row(self.left, (*self.cards[:n], card, *self.cards[n + 1 :]))

    def minus(self, *columns: int) -> Row:
        """Return the row without the cards of some columns."""
        return row_of({at: card for at, card in self.cells() if at not in columns})


def row_of(cards: dict[int, str]) -> Row:
    """Return the row of some cards by their columns."""
    if not cards:
        return Row()
    left = min(cards)
    return Row(left, tuple(cards.get(at, "") for at in range(left, max(cards) + 1)))


@dataclass(frozen=True)
class Canoe:
    """A canoe: its `cards` from the column `left` on, a hole of one column an empty name."""

    left: int
    cards: tuple[str, ...]
    complete: bool
    strength: int
    totem: bool
    figures: int  # a bit for each figure
    colours: frozenset[str]  # of its Indians

    @property
    def right(self) -> int:
        """The column of its last card."""
        return self.left + len(self.cards) - 1

    def cells(self) -> Iterator[tuple[int, str]]:
        """Yield each card with its column."""
        return ((self.left + n, card) for n, card in enumerate(self.cards) if card)

    @property
    def ends(self) -> tuple[bool, bool]:
        """Whether it has its bow, and its stern."""
        return self.cards[0] in BOW_CARDS, self.cards[-1] in STERN_CARDS


FIGURE_BIT = {name: 1 << n for n, name in enumerate(sorted({figure(card) for card in CARDS}))}
BIT = {card: FIGURE_BIT[figure(card)] for card in CARDS}


class Reach:
    """What a row forbids: masks whose lowest bit is the column `PAD` left of the row's first.

    `taken` are cells with a card, `plain`, `bow` and `stern` those that OG-13 forbids to a card of
    the kind, `alike` by figure those of a canoe that has it (OG-12), `joins` those that would
    join canoes with an equal card (OG-15). The rest is of two tribes: `tribe` by a number's
    colour, `bow_tribe` and `stern_tribe` the same of manned ends, `mixes` would join both (OG-50).
    """

    __slots__ = (
        "alike",
        "bow",
        "bow_tribe",
        "joins",
        "mixes",
        "plain",
        "stern",
        "stern_tribe",
        "taken",
        "tribe",
    )

    def __init__(self, row: Row) -> None:
        self.taken = self.plain = self.bow = self.stern = self.joins = self.mixes = 0
        self.alike: dict[int, int] = {}
        self.tribe = dict.fromkeys(COLOURS, 0)
        self.bow_tribe = dict.fromkeys(COLOURS, 0)
        self.stern_tribe = dict.fromkeys(COLOURS, 0)
        for n, card in enumerate(row.cards, PAD):
            if not card:
                continue
            self.taken |= 1 << n
            left, right = 1 << n >> 1, 1 << n << 1
            if card in STERN_CARDS:
                self.plain |= right
                self.stern |= right
            else:
                self.bow |= right
            if card in BOW_CARDS:
                self.plain |= left
                self.bow |= left
            else:
                self.stern |= left
        before: tuple[Canoe, int] | None = None
        for canoe in canoes(row):
            at = canoe.left - row.left + PAD
            bow, stern = canoe.ends
            to_left = 0 if bow else 3 << at >> 2
            to_right = 0 if stern else 3 << at + len(canoe.cards)
            holes = sum(1 << n for n, card in enumerate(canoe.cards, at) if not card)
            within = to_left | holes | to_right
            rest, bits = canoe.figures, self.alike
            while rest:
                bit = rest & -rest
                bits[bit] = bits.get(bit, 0) | within
                rest ^= bit
            for one in COLOURS:
                if canoe.colours - {one}:
                    self.tribe[one] |= within
                    self.bow_tribe[one] |= to_left
                    self.stern_tribe[one] |= to_right
            if before is not None and (both := before[1] & to_left):
                if before[0].figures & canoe.figures:
                    self.joins |= both
                if len(before[0].colours | canoe.colours) > 1:
                    self.mixes |= both
            before = (canoe, to_right)

    def forbidden(self, card: str, tribes: bool) -> int:
        """Return the columns where a card cannot lie; whether it touches another is left out."""
        if card in BOW_CARDS:
            mask = self.taken | self.bow
            return mask | self.bow_tribe[colour(card)] if tribes and colour(card) else mask
        if card in STERN_CARDS:
            mask = self.taken | self.stern
            return mask | self.stern_tribe[colour(card)] if tribes and colour(card) else mask
        mask = self.taken | self.plain | self.joins | self.alike.get(BIT[card], 0)
        if tribes:
            mask |= self.mixes
            if colour(card):
                mask |= self.tribe[colour(card)]
        return mask


@lru_cache(maxsize=8192)
def reach(row: Row) -> Reach:
    """Return what a row forbids."""
    return Reach(row)


@lru_cache(maxsize=8192)
def canoes(row: Row) -> tuple[Canoe, ...]:
    """Return a row's canoes from left to right (OG-14).

    A bow begins one and a stern ends one; a hole of one column parts no other cards.
    """
    found: list[Canoe] = []
    begin, last = row.left, None
    for column, card in row.cells():
        if last is not None and (
            column - last > 2 or card in BOW_CARDS or row.at(last) in STERN_CARDS
        ):
            found.append(_canoe(begin, row.cards[begin - row.left : last + 1 - row.left]))
            begin = column
        last = column
    if last is not None:
        found.append(_canoe(begin, row.cards[begin - row.left : last + 1 - row.left]))
    return tuple(found)


@lru_cache(maxsize=8192)
def _canoe(left: int, cards: tuple[str, ...]) -> Canoe:
    figures = 0
    for card in cards:
        figures |= BIT.get(card, 0)
    complete = cards[0] in BOW_CARDS and cards[-1] in STERN_CARDS and "" not in cards
    named = [card for card in cards if card]
    return Canoe(
        left,
        cards,
        complete,
        sum(map(strength, named)),
        TOTEM in cards,
        figures,
        frozenset(map(colour, named)) - {""},
    )


def fault(row: Row, tribes: bool) -> str | None:
    """Return the rule that a row breaks, or None: ends (OG-13), equal cards (OG-12), OG-50."""
    for column, card in row.cells():
        follows = row.at(column + 1)
        if follows and (card in STERN_CARDS) != (follows in BOW_CARDS):
            return "OG-13"
    for canoe in canoes(row):
        if canoe.figures.bit_count() < sum(1 for card in canoe.cards if card):
            return "OG-12"
        if tribes and len(canoe.colours) > 1:
            return "OG-50"
    return None
