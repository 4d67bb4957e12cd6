"""Where one more card may lie in a territory (OG-10 … 15, OG-50).

`against` judges one cell and says which rule is against it. `places` finds all cells of a card at
once, by masks; both say the same, and a test holds them to it.
"""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Cell
from referee.ogallala.cards import BOW_CARDS, ENDS, MAD_AXE, STERN_CARDS, colour
from referee.ogallala.rows import BIT, PAD, canoes, reach
from referee.ogallala.territory import COLUMNS, EMPTY, ROWS, Territory, span

Places = tuple[tuple[int, int], ...]  # cells by row and column

FIRST: Places = ((0, 0), (1, 0), (2, 0))  # the first card goes anywhere: columns count from it


def against(territory: Territory, cell: Cell, tribes: bool = False) -> tuple[str, str] | None:
    """Return the rule against a card in a free cell, and what to say; None if it may lie there."""
    card, at, column = cell.card, cell.row, cell.column
    if card == MAD_AXE:
        return "OG-4", "ogallala.refused.axe_never_lies"
    if not 0 <= at < ROWS:
        return "OG-10", "ogallala.refused.no_such_row"
    if territory == EMPTY:
        return ("OG-10", "ogallala.refused.first_column") if column else None
    row = territory.rows[at]
    if row.at(column):
        return "OG-15", "ogallala.refused.taken"
    left, right = span(territory)
    if not right - COLUMNS < column < left + COLUMNS:
        return "OG-10", "ogallala.refused.too_wide"
    near = territory.rows[max(0, at - 1) : at + 2]
    if not any(one.at(column - 1) or one.at(column) or one.at(column + 1) for one in near):
        return "OG-11", "ogallala.refused.touches_none"
    before, after = row.at(column - 1), row.at(column + 1)
    bow, stern = card in BOW_CARDS, card in STERN_CARDS
    if (before and (before in STERN_CARDS) != bow) or (after and (after in BOW_CARDS) != stern):
        return (
            "OG-13",
            "ogallala.refused.end_amiss" if card in ENDS else "ogallala.refused.beyond_an_end",
        )
    joined = [
        one
        for one in canoes(row)
        if (one.left - 2 <= column < one.left and not stern and one.cards[0] not in BOW_CARDS)
        or (one.right < column <= one.right + 2 and not bow and one.cards[-1] not in STERN_CARDS)
        or one.left <= column <= one.right
    ]
    figures = 0
    for one in joined:
        if one.figures & BIT[card]:
            return "OG-12", "ogallala.refused.alike"
        if one.figures & figures:
            return "OG-15", "ogallala.refused.joins_alike"
        figures |= one.figures
    if tribes and len(frozenset({colour(card)} - {""}).union(*(one.colours for one in joined))) > 1:
        return "OG-50", "ogallala.refused.two_tribes"
    return None


class Board:
    """The cells of a territory as bit masks, the lowest bit its window's first column."""

    __slots__ = ("_cells", "first", "free", "shifts", "territory")

    def __init__(self, territory: Territory) -> None:
        left, right = span(territory)
        self.territory = territory
        self.first = right - COLUMNS + 1
        self.shifts = tuple(row.left - PAD - self.first for row in territory.rows)
        window = (1 << left + COLUMNS - self.first) - 1
        taken = [
            _shifted(reach(row).taken, by)
            for row, by in zip(territory.rows, self.shifts, strict=True)
        ]
        near = [mask | mask << 1 | mask >> 1 for mask in taken]
        a, b, c = near
        self.free = (
            (a | b) & window & ~taken[0],
            (a | b | c) & window & ~taken[1],
            (b | c) & window & ~taken[2],
        )
        self._cells: dict[tuple[int, int, int], Places] = {}

    def masks(self, card: str, tribes: bool) -> tuple[int, int, int]:
        """Return the columns where a card may lie in each row."""
        rows, shifts, free = self.territory.rows, self.shifts, self.free
        return (
            free[0] & ~_shifted(reach(rows[0]).forbidden(card, tribes), shifts[0]),
            free[1] & ~_shifted(reach(rows[1]).forbidden(card, tribes), shifts[1]),
            free[2] & ~_shifted(reach(rows[2]).forbidden(card, tribes), shifts[2]),
        )

    def places(self, card: str, tribes: bool) -> Places:
        """Return the cells where a card may lie, row by row."""
        masks = self.masks(card, tribes)
        found = self._cells.get(masks)
        if found is None:
            found = self._cells[masks] = tuple(
                (row, self.first + at) for row, mask in enumerate(masks) for at in bits(mask)
            )
        return found


def _shifted(mask: int, by: int) -> int:
    return mask << by if by >= 0 else mask >> -by


@lru_cache(maxsize=8192)
def bits(mask: int) -> tuple[int, ...]:
    """Return the places of the bits that are set, from the lowest on.

    >>> bits(0b1011)
    (0, 1, 3)
    """
    return tuple(at for at in range(mask.bit_length()) if mask >> at & 1)


@lru_cache(maxsize=2048)
def board(territory: Territory) -> Board:
    """Return the masks of a territory that is not empty."""
    return Board(territory)


def places(territory: Territory, card: str, tribes: bool = False) -> Places:
    """Return the cells where a card may be laid, row by row (OG-10 … 15, OG-50)."""
    return FIRST if territory == EMPTY else board(territory).places(card, tribes)
