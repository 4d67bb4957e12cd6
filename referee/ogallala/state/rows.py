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
    """The cards of a canoe, wherever it lies. A hole has an empty name."""

    cards: tuple[str, ...]
    bow: bool
    stern: bool
    holes: int  # One bit for each position; the leftmost position has the lowest bit.
    strength: int
    totem: bool
    figures: int  # One bit for each figure.
    colours: frozenset[str]  # The colours of the canoe's Indians.
    complete: bool  # It has a bow, a stern, and no hole between them (OG-17).


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


FIGURE_BIT = {name: 1 << n for n, name in enumerate(sorted({figure(card) for card in CARDS}))}
BIT = {card: FIGURE_BIT[figure(card)] for card in CARDS}
_PROPERTIES = {card: (BIT[card], strength(card), colour(card)) for card in CARDS}


def left_of(mask: int) -> int:
    """Return the columns to the left of those of a mask."""
    return mask >> 1


def right_of(mask: int) -> int:
    """Return the columns to the right of those of a mask."""
    return mask << 1


class FreeCells(Frozen):
    """The free cells of a canoe as masks: on its `left`, on its `right`, and `all` of them."""

    crew: Crew
    left: int
    right: int
    all: int


class ForbiddenCells:
    """The cells that a row forbids, as masks. Bit 0 is the column `PAD` left of its first card.

    `taken` are the cells with a card. `plain`, `bow` and `stern` are the cells that OG-13 forbids
    to that kind of card. `joins` are the cells that would join canoes with equal cards (OG-15).
    `figures` has a bit for each figure of the row.

    >>> row = forbidden_cells(Row(0, ("bow_red", "fur", "", "tent")))
    >>> for mask in (row.taken, row.plain, row.bow, row.stern):
    ...     print("".join(".x"[mask >> column & 1] for column in range(8)))
    ..xx.x..
    .x......
    .x.xx.x.
    ..x.x...
    """

    __slots__ = ("bow", "figures", "joins", "plain", "spans", "stern", "taken")

    def __init__(self, row: Row) -> None:
        taken = bows = sterns = self.joins = self.figures = 0
        spans: list[FreeCells] = []
        before = to_right = 0
        for canoe in canoes(row):
            crew, at = canoe.crew, canoe.left - row.left + PAD
            end = at + len(crew.cards)
            taken |= (1 << end) - (1 << at) & ~(crew.holes << at)
            left = right = 0
            if crew.bow:
                bows |= 1 << at
            else:
                left = _PADDING << at - PAD
            if crew.stern:
                sterns |= 1 << end - 1
            else:
                right = _PADDING << end
            spans.append(FreeCells(crew, left, right, left | right | crew.holes << at))
            self.figures |= crew.figures
            if before & crew.figures:
                self.joins |= to_right & left
            before, to_right = crew.figures, right
        self.taken, self.spans = taken, spans
        self.plain = right_of(sterns) | left_of(bows)
        self.bow = right_of(taken & ~sterns) | left_of(bows)
        self.stern = right_of(sterns) | left_of(taken & ~bows)

    def with_figure(self, bit: int) -> int:
        """Return the free cells of all canoes that have the figure with this bit (OG-12)."""
        mask = 0
        if bit & self.figures:
            for span in self.spans:
                if span.crew.figures & bit:
                    mask |= span.all
        return mask

    def mixing_tribes(self, end: str, tribe: str) -> int:
        """Return the cells that would give a canoe Indians of both colours (OG-50).

        `end` is ``bow``, ``stern`` or empty; `tribe` is the colour of the card, or empty.
        """
        mask, to_right, before = 0, 0, frozenset[str]()
        for span in self.spans:
            colours = span.crew.colours
            if tribe and colours - {tribe}:
                mask |= {"bow": span.left, "stern": span.right, "": span.all}[end]
            if not end and len(before | colours) > 1:
                mask |= to_right & span.left
            to_right, before = span.right, colours
        return mask


@lru_cache(maxsize=1024)
def forbidden_cells(row: Row) -> ForbiddenCells:
    """Return the cached `ForbiddenCells` of a row."""
    return ForbiddenCells(row)


@lru_cache(maxsize=1024)
def canoes(row: Row) -> tuple[Canoe, ...]:
    """Return the canoes of a row from left to right (OG-14).

    A bow begins a canoe and a stern ends one. Between other cards, a hole of one column does not
    separate canoes.
    """
    found: list[Canoe] = []
    cards, begin, last = row.cards, 0, -1
    for n, card in enumerate(cards):
        if not card:
            continue
        if last >= 0 and (n - last > 2 or card in BOW_CARDS or cards[last] in STERN_CARDS):
            found.append(Canoe(row.left + begin, _crew(cards[begin : last + 1])))
            begin = n
        last = n
    if last >= 0:
        found.append(Canoe(row.left + begin, _crew(cards[begin : last + 1])))
    return tuple(found)


@lru_cache(maxsize=1024)
def _crew(cards: tuple[str, ...]) -> Crew:
    figures = holes = sum_ = 0
    colours = set[str]()
    for n, card in enumerate(cards):
        if card:
            bit, number, tribe = _PROPERTIES[card]
            figures |= bit
            sum_ += number
            colours.add(tribe)
        else:
            holes |= 1 << n
    colours.discard("")
    bow, stern = cards[0] in BOW_CARDS, cards[-1] in STERN_CARDS
    complete = bow and stern and not holes
    totem = TOTEM in cards
    return Crew(cards, bow, stern, holes, sum_, totem, figures, frozenset(colours), complete)


def broken_rule(row: Row, tribes: bool) -> str | None:
    """Return the rule that a row breaks, or None: OG-13 (ends), OG-12 (equal cards) or OG-50."""
    for card, follows in pairwise(row.cards):
        if card and follows and (card in STERN_CARDS) != (follows in BOW_CARDS):
            return "OG-13"
    for canoe in canoes(row):
        crew = canoe.crew
        if crew.figures.bit_count() + crew.holes.bit_count() < len(crew.cards):
            return "OG-12"
        if tribes and len(crew.colours) > 1:
            return "OG-50"
    return None
