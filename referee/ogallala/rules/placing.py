"""The legal cells for one more card in a territory (OG-10 … 15, OG-50).

For each rule, a bit mask marks the cells of a row in which it forbids a card. `objection` cites the
first rule that forbids one cell, and `Board` finds all legal cells at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.contract import Cell
from referee.ogallala.state.cards import BOW_CARDS, CARDS, MAD_AXE, STERN_CARDS, colour
from referee.ogallala.state.moves import Objection
from referee.ogallala.state.rows import BIT, PAD, Row, masks_of
from referee.ogallala.state.territory import COLUMNS, EMPTY, ROWS, Territory, column_span, figures

Cells = tuple[tuple[int, int], ...]  # Cells as pairs of row and column.

# The first card may lie in any row. Columns count from it.
FIRST_CELLS: Cells = ((0, 0), (1, 0), (2, 0))

_AXE: Objection = ("OG-4", "ogallala.refused.axe_never_lies")
_NO_ROW: Objection = ("OG-10", "ogallala.refused.no_such_row")
_NOT_FIRST: Objection = ("OG-10", "ogallala.refused.first_column")
_TAKEN: Objection = ("OG-15", "ogallala.refused.taken")
_TOO_WIDE: Objection = ("OG-10", "ogallala.refused.too_wide")
_ALONE: Objection = ("OG-11", "ogallala.refused.touches_none")
_END: Objection = ("OG-13", "ogallala.refused.end_amiss")
_BEYOND: Objection = ("OG-13", "ogallala.refused.beyond_an_end")
_ALIKE: Objection = ("OG-12", "ogallala.refused.alike")
_JOINS: Objection = ("OG-15", "ogallala.refused.joins_alike")
_MIXES: Objection = ("OG-50", "ogallala.refused.two_tribes")


class Kind(NamedTuple):
    """The properties of a card that decide its legal cells.

    `end` is ``bow``, ``stern`` or empty. `bit` is the bit of its figure. It is 0 for a bow or a
    stern, because no other card of a canoe can equal it. `tribe` is None without the tribes option,
    and empty for a card of neither tribe.
    """

    end: str
    bit: int
    tribe: str | None


def _kinds_of(card: str, tribes: bool) -> tuple[Kind, Kind]:
    """Return the kind of a card that may be laid, and the same kind without a figure."""
    end = "bow" if card in BOW_CARDS else "stern" if card in STERN_CARDS else ""
    kind = Kind(end, 0 if end else BIT[card], colour(card) if tribes else None)
    return kind, kind._replace(bit=0)


_LAID = [card for card in CARDS if card != MAD_AXE]
_KINDS = {tribes: {card: _kinds_of(card, tribes) for card in _LAID} for tribes in (False, True)}


def objection(territory: Territory, cell: Cell, tribes: bool = False) -> Objection | None:
    """Return the rule that forbids a card in a cell, with its message key, or None."""
    card, number, column = cell.card, cell.row, cell.column
    if card == MAD_AXE:
        return _AXE
    if not 0 <= number < ROWS:
        return _NO_ROW
    if territory == EMPTY:
        return _NOT_FIRST if column else None
    left, right = column_span(territory)
    if not right - COLUMNS < column < left + COLUMNS:
        return _TOO_WIDE
    row = territory.rows[number]
    if row.card_at(column):
        return _TAKEN
    if not _touches(territory, number, column):
        return _ALONE
    kind, at = _KINDS[tribes][card][0], column - row.left + PAD
    return next((why for why, mask in _forbidden(row, kind) if at >= 0 and mask >> at & 1), None)


def _touches(territory: Territory, number: int, column: int) -> bool:
    """Whether a free cell touches a card in its row, or above or below it, even at a corner."""
    for row in territory.rows[max(0, number - 1) : number + 2]:
        at = column - row.left
        if any(row.cards[max(0, at - 1) : max(0, at + 2)]):
            return True
    return False


def _forbidden(row: Row, kind: Kind) -> Iterator[tuple[Objection, int]]:
    """Yield each objection to a kind of card in a row, with a mask of the cells that it forbids.

    ``mask >> 1`` are the cells on the left of those of a mask, ``mask << 1`` on the right.
    """
    masks = masks_of(row)
    if kind.end == "bow":
        yield _END, (masks.taken & ~masks.sterns) << 1 | masks.bows >> 1
    elif kind.end == "stern":
        yield _END, masks.sterns << 1 | (masks.taken & ~masks.bows) >> 1
    else:
        yield _BEYOND, masks.sterns << 1 | masks.bows >> 1
        yield _ALIKE, masks.with_figure(kind.bit)
        yield _JOINS, masks.joins
    if kind.tribe is not None:
        yield _MIXES, masks.mixing_tribes(kind.end, kind.tribe)


# -- all cells at once ---------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _forbidden_mask(row: Row, kind: Kind) -> int:
    result = 0
    for _, mask in _forbidden(row, kind):
        result |= mask
    return result


class Board:
    """The legal cells of a territory for each kind of card.

    The masks in `_rows` have the free cells of each row that touch a card and are not too far apart
    (OG-10, OG-11, OG-15). Their lowest bit is the column `_first`.
    """

    __slots__ = ("_cells", "_figures", "_first", "_rows")

    def __init__(self, territory: Territory) -> None:
        left, right = column_span(territory)
        self._figures = figures(territory)
        self._first = first = right - COLUMNS + 1 - PAD
        rows = [(row, masks_of(row), row.left - PAD - first) for row in territory.rows]
        taken = [masks.taken << max(0, at) for _, masks, at in rows]
        a, b, c = (mask >> 1 | mask | mask << 1 for mask in taken)
        window = (1 << left + COLUMNS - first) - (1 << PAD)
        touching = zip((a | b, a | b | c, b | c), taken, strict=True)
        free = [near & ~own & window for near, own in touching]
        self._rows = [(number, *rows[number], free[number]) for number in range(ROWS)]
        self._cells: dict[Kind, Cells] = {}

    def cells_for(self, kind: Kind, plain: Kind) -> Cells:
        """Return the legal cells for a kind of card, row by row. `plain` is it without a figure."""
        if not kind.bit & self._figures:
            kind = plain
        cells = self._cells.get(kind)
        if cells is None:
            cells = ()
            for number, row, masks, at, free in self._rows:
                if row.cards:
                    here = kind if kind.bit & masks.figures else plain
                    free &= ~(_forbidden_mask(row, here) << at)
                cells += _cells(number, self._first, free)
            self._cells[kind] = cells
        return cells


@lru_cache(maxsize=256)
def board(territory: Territory) -> Board:
    """Return the cached `Board` of a non-empty territory."""
    return Board(territory)


def legal_cells(territory: Territory, card: str, tribes: bool = False) -> Cells:
    """Return the legal cells for a card, row by row (OG-10 … 15, OG-50)."""
    return legal_cells_by_card(territory, (card,), tribes).get(card, ())


def legal_cells_by_card(
    territory: Territory, cards: Iterable[str], tribes: bool
) -> dict[str, Cells]:
    """Return the legal cells of each card, without the cards that fit nowhere."""
    if territory == EMPTY:
        return {card: FIRST_CELLS for card in cards if card != MAD_AXE}
    there, kinds = board(territory), _KINDS[tribes]
    legal = {card: there.cells_for(*kinds[card]) for card in cards if card in kinds}
    return {card: cells for card, cells in legal.items() if cells}


@lru_cache(maxsize=1024)
def _cells(row: int, first: int, mask: int) -> Cells:
    return tuple([(row, first + at) for at in range(mask.bit_length()) if mask >> at & 1])
