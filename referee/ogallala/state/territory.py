"""A territory: three rows of cards, and the canoes in them.

Rows are 0 to 2, top to bottom. Columns count from the first card laid and may be negative.
"""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Cell, Frozen
from referee.kit import replaced
from referee.ogallala.state.cards import EQUALS
from referee.ogallala.state.rows import Canoe, Row, canoes, masks_of, row_of

ROWS, COLUMNS = 3, 14


class Territory(Frozen, cache_hash=True):
    """The cards in front of a player. Equal territories have the same cards in the same cells."""

    rows: tuple[Row, ...] = (Row(),) * 3

    def card_at(self, row: int, column: int) -> str:
        """Return the card in a cell, or an empty string if the cell is free."""
        return self.rows[row].card_at(column) if 0 <= row < ROWS else ""

    def plus(self, cell: Cell) -> Territory:
        """Return the territory with one more card in a free cell."""
        row = self.rows[cell.row].plus(cell.column, cell.card)
        return self._with_row(cell.row, row)

    def minus(self, row: int, *columns: int) -> Territory:
        """Return the territory without the cards in some columns of a row."""
        return self._with_row(row, self.rows[row].minus(*columns))

    def _with_row(self, number: int, row: Row) -> Territory:
        return Territory(replaced(self.rows, number, row))

    def has_figure_of(self, card: str) -> bool:
        """Whether a card of the same figure lies anywhere in the territory (OG-3)."""
        a, b, c = self.rows
        cards = a.cards + b.cards + c.cards
        return any(name in cards for name in EQUALS[card])


EMPTY = Territory()


def figures(territory: Territory) -> int:
    """Return all figures of a territory as a bit mask."""
    a, b, c = territory.rows
    return masks_of(a).figures | masks_of(b).figures | masks_of(c).figures


@lru_cache(maxsize=256)
def cells(territory: Territory) -> tuple[Cell, ...]:
    """Return all cards of a territory with their cells, row by row."""
    a, b, c = territory.rows
    return (*cells_of_row(0, a), *cells_of_row(1, b), *cells_of_row(2, c))


@lru_cache(maxsize=256)
def cells_of_row(number: int, row: Row) -> tuple[Cell, ...]:
    """Return the cards of row `number` with their cells."""
    return tuple([Cell(card, number, column) for column, card in row.cells()])


def territory_of(laid: tuple[Cell, ...]) -> Territory:
    """Return the territory with the given cards, in rows 0 to 2."""
    rows = ({cell.column: cell.card for cell in laid if cell.row == n} for n in range(ROWS))
    return Territory(tuple(map(row_of, rows)))


@lru_cache(maxsize=1024)
def column_span(territory: Territory) -> tuple[int, int]:
    """Return the leftmost and the rightmost column in use; raise `ValueError` if none is."""
    used = [row for row in territory.rows if row.cards]
    return min([row.left for row in used]), max([row.right for row in used])


def left_aligned(territory: Territory) -> tuple[Territory, int]:
    """Return the territory with its leftmost card in column 0, and that card's old column."""
    left = column_span(territory)[0] if territory != EMPTY else 0
    rows = tuple(Row(row.left - left, row.cards) if row.cards else row for row in territory.rows)
    return Territory(rows), left


def each_canoe(territory: Territory) -> list[tuple[int, Canoe]]:
    """Return each canoe with its row."""
    return [(number, canoe) for number, row in enumerate(territory.rows) for canoe in canoes(row)]


def canoe_at(territory: Territory, row: int, column: int) -> Canoe | None:
    """Return the canoe of the card in a cell, or None if there is no card."""
    for canoe in canoes(territory.rows[row]) if 0 <= row < ROWS else ():
        if 0 <= column - canoe.left < len(canoe.cards):
            return canoe if canoe.cards[column - canoe.left] else None
    return None


@lru_cache(maxsize=1024)
def complete_canoes(territory: Territory) -> tuple[tuple[int, Canoe], ...]:
    """Return the complete canoes, each with its row (OG-17)."""
    return tuple([(row, canoe) for row, canoe in each_canoe(territory) if canoe.complete])
