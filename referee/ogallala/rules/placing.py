"""The legal cells for one more card in a territory (OG-10 … 15, OG-50).

For each row and each rule, a bit mask marks the columns in which the rule forbids the card. The
legal cells are those that no rule forbids. A refusal cites the first rule that forbids a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.contract import Cell
from referee.ogallala.state.cards import BOW_CARDS, CARDS, MAD_AXE, STERN_CARDS, colour
from referee.ogallala.state.moves import Objection
from referee.ogallala.state.rows import BIT, PAD, Row, forbidden_cells, left_of, right_of
from referee.ogallala.state.territory import COLUMNS, EMPTY, ROWS, Territory, column_span, figures

Cells = tuple[tuple[int, int], ...]  # Cells as pairs of row and column.
Masks = tuple[int, int, int]  # One mask of columns for each row.

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


class Kind:
    """The properties of a card that decide its legal cells.

    `end` is ``bow``, ``stern`` or empty. `bit` is the bit of its figure. It is 0 for a bow or a
    stern, because no other card of a canoe can equal it. `tribe` is None without the tribes option,
    and empty for a card of neither tribe. `without_figure` is the same kind with bit 0. Equal kinds
    are the same object.
    """

    __slots__ = ("bit", "end", "tribe", "without_figure")

    def __init__(self, end: str, bit: int, tribe: str | None, other: Kind | None = None) -> None:
        self.end, self.bit, self.tribe = end, bit, tribe
        self.without_figure = self if other is None else other


def _kinds_of_cards(tribes: bool) -> dict[str, Kind]:
    """Return the kind of each card that may be laid."""
    found: dict[str, Kind] = {}
    others: dict[tuple[str, str | None], Kind] = {}
    alike: dict[tuple[int, str | None], Kind] = {}
    for card in CARDS:
        end = "bow" if card in BOW_CARDS else "stern" if card in STERN_CARDS else ""
        tribe = colour(card) if tribes else None
        other = others.setdefault((end, tribe), Kind(end, 0, tribe))
        if card != MAD_AXE:
            bit = BIT[card]
            of = alike.setdefault((bit, tribe), Kind(end, bit, tribe, other))
            found[card] = other if end else of
    return found


_KINDS = {tribes: _kinds_of_cards(tribes) for tribes in (False, True)}


def objection(territory: Territory, cell: Cell, tribes: bool = False) -> Objection | None:
    """Return the rule that forbids a card in a cell, with its message key, or None."""
    if cell.card == MAD_AXE:
        return _AXE
    if not 0 <= cell.row < ROWS:
        return _NO_ROW
    if territory == EMPTY:
        return _NOT_FIRST if cell.column else None
    left, right = column_span(territory)
    if not right - COLUMNS < cell.column < left + COLUMNS:
        return _TOO_WIDE
    for rule, mask in _forbidden_columns(
        territory, cell.row, _KINDS[tribes][cell.card], cell.column - 1
    ):
        if mask & _SECOND:
            return rule
    return None


def column_window(territory: Territory) -> range:
    """Return the columns in which a card may lie in a non-empty territory (OG-10)."""
    left, right = column_span(territory)
    return range(right - COLUMNS + 1, left + COLUMNS)


_SECOND = 0b10  # The bit of the cell itself: its mask starts one column to the left.


def _forbidden_columns(
    territory: Territory, number: int, kind: Kind, first: int
) -> Iterator[tuple[Objection, int]]:
    """Yield each rule with a mask of the columns that it forbids; bit 0 is the column `first`."""
    row = territory.rows[number]
    seen = forbidden_cells(row)
    yield _TAKEN, _shift_mask(first, row, seen.taken)
    near = 0
    for one in territory.rows[max(0, number - 1) : number + 2]:
        near |= _shift_mask(first, one, forbidden_cells(one).taken)
    yield _ALONE, ~(near | left_of(near) | right_of(near))
    if kind.end:
        yield _END, _shift_mask(first, row, seen.bow if kind.end == "bow" else seen.stern)
    else:
        yield _BEYOND, _shift_mask(first, row, seen.plain)
        yield _ALIKE, _shift_mask(first, row, seen.with_figure(kind.bit))
        yield _JOINS, _shift_mask(first, row, seen.joins)
    if kind.tribe is not None:
        yield _MIXES, _shift_mask(first, row, seen.mixing_tribes(kind.end, kind.tribe))


def _shift_mask(first: int, row: Row, mask: int) -> int:
    """Return a row's mask after a shift that makes its lowest bit the column `first`."""
    by = row.left - PAD - first
    return mask << by if by >= 0 else mask >> -by


# -- all cells at once ---------------------------------------------------------------------------


class Board:
    """The legal cells for each kind of card, as masks of the columns in `window`."""

    __slots__ = ("_cells", "_figures", "_masks", "territory", "window")

    def __init__(self, territory: Territory) -> None:
        self.territory = territory
        self.window = column_window(territory)
        self._figures = figures(territory)
        self._masks: dict[Kind, Masks] = {}
        self._cells: dict[Kind, Cells] = {}

    def cells_for(self, kind: Kind) -> Cells:
        """Return the legal cells for a kind of card, row by row."""
        if not kind.bit & self._figures:
            kind = kind.without_figure
        found = self._cells.get(kind)
        if found is None:
            first = self.window[0]
            a, b, c = self._masks_of(kind)
            found = _cells(0, first, a) + _cells(1, first, b) + _cells(2, first, c)
            self._cells[kind] = found
        return found

    def _masks_of(self, kind: Kind) -> Masks:
        found = self._masks.get(kind)
        if found is None:
            other = kind.without_figure
            if other is kind:
                found = (
                    self._legal_columns(0, kind),
                    self._legal_columns(1, kind),
                    self._legal_columns(2, kind),
                )
            else:  # The cells for a new figure, without the canoes that have an equal card.
                a, b, c = self._masks_of(other)
                x, y, z = (
                    _shift_mask(self.window[0], row, forbidden_cells(row).with_figure(kind.bit))
                    for row in self.territory.rows
                )
                found = a & ~x, b & ~y, c & ~z
            self._masks[kind] = found
        return found

    def _legal_columns(self, number: int, kind: Kind) -> int:
        free = (1 << len(self.window)) - 1
        for _, forbidden in _forbidden_columns(self.territory, number, kind, self.window[0]):
            free &= ~forbidden
        return free


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
    found, kinds = board(territory).cells_for, _KINDS[tribes]
    return {card: cells for card in cards if card in kinds and (cells := found(kinds[card]))}


@lru_cache(maxsize=1024)
def _cells(row: int, first: int, mask: int) -> Cells:
    return tuple((row, first + at) for at in set_bits(mask))


@lru_cache(maxsize=1024)
def set_bits(mask: int) -> tuple[int, ...]:
    """Return the positions of the set bits, lowest first.

    >>> set_bits(0b1011)
    (0, 1, 3)
    """
    return tuple(at for at in range(mask.bit_length()) if mask >> at & 1)
