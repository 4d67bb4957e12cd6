"""A row of a territory: its canoes, and the cells that rules forbid (OG-12 … 15, OG-17).

Sets of columns are bit masks, so all cells for a card are found at once. A lower bit is a column
further left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from referee.contract import Frozen
from referee.ogallala.state.cards import (
    BOW_CARDS,
    CARDS,
    STERN_CARDS,
    TOTEM,
    colour,
    figure,
    strength,
)

PAD = 2  # An outer canoe still includes this many columns on its open side.
_PADDING = (1 << PAD) - 1  # The mask of these columns.


class Row(Frozen, cache_hash=True):
    """The cards of a row, starting at the column `left`. A hole has an empty name."""

    left: int = 0
    cards: tuple[str, ...] = ()

    @property
    def right(self) -> int:
        """The column of the last card."""
        return self.left + len(self.cards) - 1

    def card_at(self, column: int) -> str:
        """Return the card in a column, or an empty string if there is none."""
        return self.cards[column - self.left] if self.left <= column <= self.right else ""

    def cells(self) -> Iterator[tuple[int, str]]:
        """Yield each card with its column."""
        return ((self.left + n, card) for n, card in enumerate(self.cards) if card)

    def plus(self, column: int, card: str) -> Row:
        """Return the row with one more card in a free column."""
        if not self.cards:
            return Row(column, (card,))
        if column < self.left:
            return Row(column, (card, *("",) * (self.left - column - 1), *self.cards))
        if column > self.right:
            return Row(self.left, (*self.cards, *("",) * (column - self.right - 1), card))
        n = column - self.left
        return Row(self.left, (*self.cards[:n], card, *self.cards[n + 1 :]))

    def minus(self, *columns: int) -> Row:
        """Return the row without the cards in the columns."""
        return row_of({at: card for at, card in self.cells() if at not in columns})


def row_of(cards: dict[int, str]) -> Row:
    """Return the row with the given cards. The keys are their columns."""
    if not cards:
        return Row()
    left = min(cards)
    return Row(left, tuple(cards.get(at, "") for at in range(left, max(cards) + 1)))


class Crew(Frozen, cache_hash=True):
    """The cards of a canoe, in any place. A hole has an empty name.

    Bit `PAD` of the masks is the cell of the first card. `taken` are the cells with a card. The
    free cells are those `to_left`, those `to_right`, and the holes; `free` has all of them.
    """

    cards: tuple[str, ...]
    bow: bool
    stern: bool
    taken: int
    to_left: int
    to_right: int
    free: int
    strength: int
    totem: bool
    figures: int  # One bit for each figure.
    complete: bool  # It has a bow, a stern, and no hole between them (OG-17).

    @property
    def colours(self) -> frozenset[str]:
        """The colours of the canoe's Indians."""
        return _colours(self.cards)


class Canoe(Frozen, cache_hash=True):
    """A canoe: its `crew`, starting at the column `left`."""

    left: int
    crew: Crew

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards from left to right. A hole has an empty name."""
        return self.crew.cards

    @property
    def complete(self) -> bool:
        """Whether the canoe is complete (OG-17)."""
        return self.crew.complete

    @property
    def right(self) -> int:
        """The column of the last card."""
        return self.left + len(self.crew.cards) - 1

    def cells(self) -> Iterator[tuple[int, str]]:
        """Yield each card with its column."""
        return ((self.left + n, card) for n, card in enumerate(self.crew.cards) if card)


def is_complete_at(row: Row, column: int) -> bool:
    """Whether the card in a column belongs to a complete canoe (OG-17)."""
    at, card = column - row.left, ""
    for card in row.cards[at::-1]:
        if not card or card in BOW_CARDS:
            break
    if card not in BOW_CARDS:
        return False
    for card in row.cards[at:]:
        if not card or card in STERN_CARDS:
            break
    return card in STERN_CARDS


FIGURE_BIT = {name: 1 << n for n, name in enumerate(sorted({figure(card) for card in CARDS}))}
BIT = {card: FIGURE_BIT[figure(card)] for card in CARDS}
_PROPERTIES = {card: (BIT[card], strength(card)) for card in CARDS}


class RowMasks:
    """The cells of a row as masks. Bit 0 is the column `PAD` left of its first card.

    `taken` are the cells with a card, `bows` those with a bow, and `sterns` those with a stern.
    `joins` are the cells that would join canoes with equal cards (OG-15). `figures` has a bit for
    each figure of the row.

    >>> row = masks_of(Row(0, ("bow_red", "fur", "", "tent")))
    >>> for mask in (row.taken, row.bows, row.with_figure(BIT["fur"])):
    ...     print("".join(".x"[mask >> column & 1] for column in range(8)))
    ..xx.x..
    ..x.....
    ....x.xx
    """

    __slots__ = ("_canoes", "bows", "figures", "joins", "sterns", "taken")

    def __init__(self, row: Row) -> None:
        taken = bows = sterns = joins = figures = 0
        before = to_right = 0  # Of the canoe on the left: its figures, and the cells on its right.
        spans: list[tuple[Crew, int]] = []
        for canoe in canoes(row):
            crew, at = canoe.crew, canoe.left - row.left
            spans.append((crew, at))
            taken |= crew.taken << at
            bows |= crew.bow << at + PAD
            sterns |= crew.stern << at + PAD + len(crew.cards) - 1
            if before & crew.figures:
                joins |= to_right & crew.to_left << at
            before, to_right = crew.figures, crew.to_right << at
            figures |= before
        self.taken, self.bows, self.sterns = taken, bows, sterns
        self.joins, self.figures, self._canoes = joins, figures, spans

    def with_figure(self, bit: int) -> int:
        """Return the free cells of all canoes that have the figure with this bit (OG-12)."""
        mask = 0
        for crew, at in self._canoes:
            if crew.figures & bit:
                mask |= crew.free << at
        return mask

    def mixing_tribes(self, end: str, tribe: str) -> int:
        """Return the cells that would give a canoe Indians of both colours (OG-50).

        `end` is ``bow``, ``stern`` or empty; `tribe` is the colour of the card, or empty.
        """
        mask, to_right, before = 0, 0, frozenset[str]()
        for crew, at in self._canoes:
            if tribe and crew.colours - {tribe}:
                mask |= {"bow": crew.to_left, "stern": crew.to_right, "": crew.free}[end] << at
            if not end and len(before | crew.colours) > 1:
                mask |= to_right & crew.to_left << at
            to_right, before = crew.to_right << at, crew.colours
        return mask


@lru_cache(maxsize=1024)
def masks_of(row: Row) -> RowMasks:
    """Return the cached `RowMasks` of a row."""
    return RowMasks(row)


@lru_cache(maxsize=1024)
def canoes(row: Row) -> tuple[Canoe, ...]:
    """Return the canoes of a row from left to right (OG-14).

    A bow begins a canoe and a stern ends one. Between other cards, a hole of one column does not
    separate canoes.
    """
    results: list[Canoe] = []
    cards, begin, last = row.cards, 0, -1
    for n, card in enumerate(cards):
        if not card:
            continue
        if last >= 0 and (n - last > 2 or card in BOW_CARDS or cards[last] in STERN_CARDS):
            results.append(Canoe(row.left + begin, _crew(cards[begin : last + 1])))
            begin = n
        last = n
    if last >= 0:
        results.append(Canoe(row.left + begin, _crew(cards[begin : last + 1])))
    return tuple(results)


@lru_cache(maxsize=1024)
def _crew(cards: tuple[str, ...]) -> Crew:
    figures = taken = sum_ = 0
    for n, card in enumerate(cards, PAD):
        if card:
            taken |= 1 << n
            bit, number = _PROPERTIES[card]
            figures |= bit
            sum_ += number
    bow, stern = cards[0] in BOW_CARDS, cards[-1] in STERN_CARDS
    left, right = 0 if bow else _PADDING, 0 if stern else _PADDING << PAD + len(cards)
    holes = ((1 << len(cards)) - 1 << PAD) & ~taken
    free, complete = left | right | holes, bow and stern and not holes
    masks = (taken, left, right, free)
    return Crew(cards, bow, stern, *masks, sum_, TOTEM in cards, figures, complete)


@lru_cache
def _colours(cards: tuple[str, ...]) -> frozenset[str]:
    return frozenset({colour(card) for card in cards if card} - {""})


def broken_rule(row: Row, tribes: bool) -> str | None:
    """Return the rule that a row breaks, or None: OG-13 (ends), OG-12 (equal cards) or OG-50."""
    for card, follows in pairwise(row.cards):
        if card and follows and (card in STERN_CARDS) != (follows in BOW_CARDS):
            return "OG-13"
    for canoe in canoes(row):
        crew = canoe.crew
        if crew.figures.bit_count() < crew.taken.bit_count():
            return "OG-12"
        if tribes and len(crew.colours) > 1:
            return "OG-50"
    return None
