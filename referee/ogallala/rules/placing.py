"""The legal cells for one more card in a territory (OG-10 … 15, OG-50).

For each rule, a bit mask marks the cells of the territory in which the rule forbids the card. The
legal cells are those that no rule forbids. A refusal cites the first rule that forbids a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.contract import Cell
from referee.ogallala.state.cards import BOW_CARDS, CARDS, MAD_AXE, STERN_CARDS, colour
from referee.ogallala.state.moves import Objection
from referee.ogallala.state.rows import BIT, PAD, RowMasks, masks_of
from referee.ogallala.state.territory import COLUMNS, EMPTY, ROWS, Territory, column_span

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
    here, kind = board(territory), _KINDS[tribes][cell.card]
    if cell.column not in here.window:
        return _TOO_WIDE
    bit = 1 << cell.row * _LANE + cell.column - here.first
    for rule, mask in here.forbidden(kind):
        if mask & bit:
            return rule
    return None


# -- all cells at once ---------------------------------------------------------------------------

_LANE = 32  # Bits of a row. It needs at most 31: the 27 columns for a card, and `PAD` at both ends.
_ROW = (1 << _LANE) - 1
_EACH_ROW = 1 | 1 << _LANE | 1 << 2 * _LANE


class Board:
    """The cells of a territory as masks, and the legal cells for each kind of card.

    A mask has `_LANE` bits for each row, the top row first. The lowest of them is the column
    `first`. A card may lie in the columns of `window` (OG-10).
    """

    __slots__ = (
        "_bows",
        "_cells",
        "_figures",
        "_joins",
        "_legal",
        "_rows",
        "_sterns",
        "_taken",
        "first",
        "window",
    )

    def __init__(self, territory: Territory) -> None:
        left, right = column_span(territory)
        self.window = range(right - COLUMNS + 1, left + COLUMNS)
        self.first = first = right - COLUMNS + 1 - PAD
        rows: list[tuple[int, RowMasks]] = []
        taken = bows = sterns = joins = figures = 0
        for number, row in enumerate(territory.rows):
            if row.cards:
                one, at = masks_of(row), number * _LANE + row.left - PAD - first
                rows.append((at, one))
                taken |= one.taken << at
                bows |= one.bows << at
                sterns |= one.sterns << at
                joins |= one.joins << at
                figures |= one.figures
        self._taken, self._bows, self._sterns = taken, bows, sterns
        self._joins, self._figures, self._rows = joins, figures, rows
        self._legal: dict[Kind, int] = {}
        self._cells: dict[Kind, Cells] = {}

    def forbidden(self, kind: Kind) -> Iterator[tuple[Objection, int]]:
        """Yield each rule with a mask of the cells that it forbids.

        ``mask >> 1`` are the cells on the left of those of a mask, ``mask << 1`` on the right.
        """
        taken, bows, sterns = self._taken, self._bows, self._sterns
        yield _TAKEN, taken
        beside = taken >> 1 | taken | taken << 1
        yield _ALONE, ~(beside << _LANE | beside | beside >> _LANE)
        if kind.end == "bow":
            yield _END, (taken & ~sterns) << 1 | bows >> 1
        elif kind.end == "stern":
            yield _END, sterns << 1 | (taken & ~bows) >> 1
        else:
            yield _BEYOND, sterns << 1 | bows >> 1
            yield _ALIKE, self._with_figure(kind.bit)
            yield _JOINS, self._joins
        if kind.tribe is not None:
            yield _MIXES, self._mixing_tribes(kind.end, kind.tribe)

    def _with_figure(self, bit: int) -> int:
        mask = 0
        for at, row in self._rows:
            if row.figures & bit:
                mask |= row.with_figure(bit) << at
        return mask

    def _mixing_tribes(self, end: str, tribe: str) -> int:
        mask = 0
        for at, row in self._rows:
            mask |= row.mixing_tribes(end, tribe) << at
        return mask

    def legal_mask(self, kind: Kind) -> int:
        """Return the legal cells for a kind of card as a mask."""
        found = self._legal.get(kind)
        if found is None:
            if kind.bit:  # The cells for a new figure, without the canoes that have an equal card.
                found = self.legal_mask(kind.without_figure) & ~self._with_figure(kind.bit)
            else:
                found = ((1 << len(self.window)) - 1 << PAD) * _EACH_ROW
                for _, mask in self.forbidden(kind):
                    found &= ~mask
            self._legal[kind] = found
        return found

    def cells_for(self, kind: Kind) -> Cells:
        """Return the legal cells for a kind of card, row by row."""
        if not kind.bit & self._figures:
            kind = kind.without_figure
        found = self._cells.get(kind)
        if found is None:
            mask, first = self.legal_mask(kind), self.first
            found = (
                _cells(0, first, mask & _ROW)
                + _cells(1, first, mask >> _LANE & _ROW)
                + _cells(2, first, mask >> 2 * _LANE)
            )
            self._cells[kind] = found
        return found


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
    return tuple([(row, first + at) for at in set_bits(mask)])


@lru_cache(maxsize=1024)
def set_bits(mask: int) -> tuple[int, ...]:
    """Return the positions of the set bits, lowest first.

    >>> set_bits(0b1011)
    (0, 1, 3)
    """
    return tuple([at for at in range(mask.bit_length()) if mask >> at & 1])
