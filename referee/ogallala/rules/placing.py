"""The legal cells for one more card in a territory (OG-10 … 15, OG-50).

For each rule, a bit mask marks the cells of a row in which it forbids a card. `objection` cites the
first rule that forbids one cell, and `legal_cells_by_card` finds all legal cells at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.contract import Cell
from referee.ogallala.state.cards import BOW_CARDS, CARDS, EQUALS, MAD_AXE, STERN_CARDS, colour
from referee.ogallala.state.moves import Objection
from referee.ogallala.state.rows import BIT, PAD, Row, masks_of
from referee.ogallala.state.territory import COLUMNS, EMPTY, ROWS, Territory, column_span, figures

NEXT_ROWS = ((1,), (0, 2), (1,))
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


_ENDS = {card: "bow" if card in BOW_CARDS else "stern" * (card in STERN_CARDS) for card in CARDS}
# The bit of each card's figure. No other card of a canoe can equal a bow or a stern.
_BITS = {card: 0 if end else BIT[card] for card, end in _ENDS.items() if card != MAD_AXE}


def objection(territory: Territory, cell: Cell, tribes: bool = False) -> Objection | None:
    """Return the rule that forbids a card in a cell, with its message key, or None."""
    card, number, column = cell.card, cell.row, cell.column
    if card == MAD_AXE:
        return _AXE
    if not 0 <= number < ROWS:
        return _NO_ROW
    if territory == EMPTY:
        return _NOT_FIRST if column else None
    for row in territory.rows:
        if row.cards and not row.left + len(row.cards) - COLUMNS <= column < row.left + COLUMNS:
            return _TOO_WIDE
    row = territory.rows[number]
    if row.card_at(column):
        return _TAKEN
    left, right = row.card_at(column - 1), row.card_at(column + 1)
    if not (left or right or _touches_other_row(territory, number, column)):
        return _ALONE
    at, tribe = column - row.left + PAD, colour(card) if tribes else None
    if at < 0 or (tribe is None and _is_surely_legal(row.cards, at - PAD, left, right, card)):
        return None
    forbidden = _forbidden(row, _ENDS[card], _BITS[card], tribe)
    return next((why for why, mask in forbidden if mask >> at & 1), None)


def _is_surely_legal(cards: tuple[str, ...], at: int, left: str, right: str, card: str) -> bool:
    """Whether a card surely breaks no rule at index `at` of a row, between `left` and `right`.

    This is the usual case, and needs no masks: no end is in the way, and no equal card could join.
    """
    if left in STERN_CARDS or right in BOW_CARDS:
        return False
    if end := _ENDS[card]:
        return not (left if end == "bow" else right)
    if any(name in cards for name in EQUALS[card]):
        return False
    before = at > 0 and any(cards[max(0, at - PAD) : at])
    return not before or not any(cards[at + 1 : at + 1 + PAD])


def _touches_other_row(territory: Territory, number: int, column: int) -> bool:
    """Whether a cell touches a card above or below it, even at a corner."""
    rows = [territory.rows[other] for other in NEXT_ROWS[number]]
    near = [(row.cards, column - row.left) for row in rows]
    return any(any(cards[max(0, at - 1) : max(0, at + 2)]) for cards, at in near)


def _forbidden(row: Row, end: str, bit: int, tribe: str | None) -> Iterator[tuple[Objection, int]]:
    """Yield each objection to a kind of card in a row, with a mask of the cells that it forbids.

    `end` is ``bow``, ``stern`` or empty, and `bit` that of its figure. `tribe` is None without the
    tribes option, and empty for a card of neither tribe.
    ``mask >> 1`` are the cells on the left of those of a mask, ``mask << 1`` on the right.
    """
    masks = masks_of(row)
    if end == "bow":
        yield _END, (masks.taken & ~masks.sterns) << 1 | masks.bows >> 1
    elif end == "stern":
        yield _END, masks.sterns << 1 | (masks.taken & ~masks.bows) >> 1
    else:
        yield _BEYOND, masks.sterns << 1 | masks.bows >> 1
        yield _ALIKE, masks.with_figure(bit)
        yield _JOINS, masks.joins
    if tribe is not None:
        yield _MIXES, masks.mixing_tribes(end, tribe)


# -- all cells at once ---------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _forbidden_mask(row: Row, end: str, bit: int, tribe: str | None) -> int:
    result = 0
    for _, mask in _forbidden(row, end, bit, tribe):
        result |= mask
    return result


@lru_cache(maxsize=256)
def _free_cells(territory: Territory) -> tuple[int, list[tuple[int, int]]]:
    """Return the free cells that touch a card and are not too far apart (OG-10, OG-11, OG-15).

    For each row, there is a mask of them, and the bit of the row's masks in it. The lowest bit is
    the column that is returned first.
    """
    left, right = column_span(territory)
    first = right - COLUMNS + 1 - PAD
    shifts = [max(0, row.left - PAD - first) for row in territory.rows]
    rows = zip(territory.rows, shifts, strict=True)
    taken = [masks_of(row).taken << shift for row, shift in rows]
    a, b, c = (mask >> 1 | mask | mask << 1 for mask in taken)
    window = (1 << left + COLUMNS - first) - (1 << PAD)
    touching = zip((a | b, a | b | c, b | c), taken, shifts, strict=True)
    return first, [(near & ~own & window, shift) for near, own, shift in touching]


@lru_cache(maxsize=1024)
def _cells_for(territory: Territory, end: str, bit: int, tribe: str | None) -> Cells:
    """Return the legal cells for a kind of card in a non-empty territory, row by row."""
    first, rows = _free_cells(territory)
    cells: Cells = ()
    for number, (free, shift) in enumerate(rows):
        if (row := territory.rows[number]).cards:
            here = masks_of(row).figures & bit
            free &= ~(_forbidden_mask(row, end, here, tribe) << shift)
        cells += _cells(number, first, free)
    return cells


def legal_cells(territory: Territory, card: str, tribes: bool = False) -> Cells:
    """Return the legal cells for a card, row by row (OG-10 … 15, OG-50)."""
    return legal_cells_by_card(territory, (card,), tribes).get(card, ())


def legal_cells_by_card(
    territory: Territory, cards: Iterable[str], tribes: bool
) -> dict[str, Cells]:
    """Return the legal cells of each card, without the cards that fit nowhere."""
    if territory == EMPTY:
        return {card: FIRST_CELLS for card in cards if card != MAD_AXE}
    known, legal = figures(territory), dict[str, Cells]()
    for card in cards:
        if card in _BITS:
            tribe, bit = colour(card) if tribes else None, _BITS[card] & known
            if cells := _cells_for(territory, _ENDS[card], bit, tribe):
                legal[card] = cells
    return legal


@lru_cache(maxsize=1024)
def _cells(row: int, first: int, mask: int) -> Cells:
    return tuple([(row, first + at) for at in range(mask.bit_length()) if mask >> at & 1])
