"""The legal cells for one more card in a territory (OG-10 … 15, OG-50).

`objection` judges one cell by its neighbours, and cites the first rule that forbids it. `Board`
finds all legal cells at once: for each rule, a bit mask marks the cells in which it forbids the
card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from referee.contract import Cell
from referee.ogallala.state.cards import BOW_CARDS, CARDS, MAD_AXE, STERN_CARDS, colour
from referee.ogallala.state.moves import Objection
from referee.ogallala.state.rows import BIT, PAD, Row, RowMasks, masks_of
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
    results: dict[str, Kind] = {}
    others: dict[tuple[str, str | None], Kind] = {}
    alike: dict[tuple[int, str | None], Kind] = {}
    for card in CARDS:
        end = "bow" if card in BOW_CARDS else "stern" if card in STERN_CARDS else ""
        tribe = colour(card) if tribes else None
        other = others.setdefault((end, tribe), Kind(end, 0, tribe))
        if card != MAD_AXE:
            bit = BIT[card]
            of = alike.setdefault((bit, tribe), Kind(end, bit, tribe, other))
            results[card] = other if end else of
    return results


_KINDS = {tribes: _kinds_of_cards(tribes) for tribes in (False, True)}


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
    before, after = row.card_at(column - 1), row.card_at(column + 1)
    if not (before or after or _touches(territory, number, column)):
        return _ALONE
    kind = _KINDS[tribes][card]
    return _at_wrong_end(kind.end, before, after) or _in_wrong_canoe(kind, row, column)


def _touches(territory: Territory, number: int, column: int) -> bool:
    """Whether a cell touches a card in the row above or below, straight or across a corner."""
    for row in (*territory.rows[max(0, number - 1) : number], *territory.rows[number + 1 :][:1]):
        at = column - row.left
        if any(row.cards[max(0, at - 1) : max(0, at + 2)]):
            return True
    return False


def _at_wrong_end(end: str, before: str, after: str) -> Objection | None:
    """Return the objection to a bow or stern between these cards, or to a card beyond one."""
    beyond = before in STERN_CARDS, after in BOW_CARDS
    if end == "bow":
        return _END if beyond[1] or (before and not beyond[0]) else None
    if end == "stern":
        return _END if beyond[0] or (after and not beyond[1]) else None
    return _BEYOND if any(beyond) else None


def _in_wrong_canoe(kind: Kind, row: Row, column: int) -> Objection | None:
    """Return the objection to a card whose canoes have an equal card or another tribe."""
    masks, at = masks_of(row), column - row.left + PAD
    if at < 0:
        return None
    if not kind.end:
        if masks.with_figure(kind.bit) >> at & 1:
            return _ALIKE
        if masks.joins >> at & 1:
            return _JOINS
    mixes = kind.tribe is not None and masks.mixing_tribes(kind.end, kind.tribe) >> at & 1
    return _MIXES if mixes else None


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
                row_masks, at = masks_of(row), number * _LANE + row.left - PAD - first
                rows.append((at, row_masks))
                taken |= row_masks.taken << at
                bows |= row_masks.bows << at
                sterns |= row_masks.sterns << at
                joins |= row_masks.joins << at
                figures |= row_masks.figures
        self._taken, self._bows, self._sterns = taken, bows, sterns
        self._joins, self._figures, self._rows = joins, figures, rows
        self._legal: dict[Kind, int] = {}
        self._cells: dict[Kind, Cells] = {}

    def _forbidden(self, kind: Kind) -> Iterator[int]:
        """Yield a mask of the cells that each rule forbids, as `objection` judges one cell.

        ``mask >> 1`` are the cells on the left of those of a mask, ``mask << 1`` on the right.
        """
        taken, bows, sterns = self._taken, self._bows, self._sterns
        yield taken
        beside = taken >> 1 | taken | taken << 1
        yield ~(beside << _LANE | beside | beside >> _LANE)
        if kind.end == "bow":
            yield (taken & ~sterns) << 1 | bows >> 1
        elif kind.end == "stern":
            yield sterns << 1 | (taken & ~bows) >> 1
        else:
            yield sterns << 1 | bows >> 1
            yield self._with_figure(kind.bit)
            yield self._joins
        if kind.tribe is not None:
            yield self._mixing_tribes(kind.end, kind.tribe)

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
        legal = self._legal.get(kind)
        if legal is None:
            if kind.bit:  # The cells for a new figure, without the canoes that have an equal card.
                legal = self.legal_mask(kind.without_figure) & ~self._with_figure(kind.bit)
            else:
                legal = ((1 << len(self.window)) - 1 << PAD) * _EACH_ROW
                for mask in self._forbidden(kind):
                    legal &= ~mask
            self._legal[kind] = legal
        return legal

    def cells_for(self, kind: Kind) -> Cells:
        """Return the legal cells for a kind of card, row by row."""
        if not kind.bit & self._figures:
            kind = kind.without_figure
        legal = self._cells.get(kind)
        if legal is None:
            mask, first = self.legal_mask(kind), self.first
            legal = (
                _cells(0, first, mask & _ROW)
                + _cells(1, first, mask >> _LANE & _ROW)
                + _cells(2, first, mask >> 2 * _LANE)
            )
            self._cells[kind] = legal
        return legal


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
    result, kinds = board(territory).cells_for, _KINDS[tribes]
    return {card: cells for card in cards if card in kinds and (cells := result(kinds[card]))}


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
