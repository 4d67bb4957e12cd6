"""The cards of a grid in a picture by cell, and the cards whose cell is not certain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.contract import Cell
from vision.mat import Grid, covers
from vision.reading import CardReading, Verdict


class Doubt(StrEnum):
    """The reason why a card has no cell."""

    CARD = "card"  # The card's name is not certain.
    BETWEEN = "between"  # The card lies between two cells, or outside the grid.
    SHARED = "shared"  # Several cards are in its cell.


@dataclass(frozen=True)
class Doubtful:
    """A card that people must be asked about, with its cell (row, column) if that is certain."""

    reading: CardReading
    doubt: Doubt
    cell: tuple[int, int] | None = None


@dataclass(frozen=True)
class GridCells:
    """The cards of a grid by row and column, and the cards that people must be asked about."""

    cells: tuple[Cell, ...] = ()
    doubtful: tuple[Doubtful, ...] = ()


def cells_of(readings: Iterable[CardReading], grid: Grid) -> GridCells:
    """Return the cards of a grid, each in the cell nearest to it. Columns count as on the mat.

    All `readings` come from one picture; cards outside the grid's zone or on other mats are left
    out. Only certain cards get a cell. A card is `doubtful` if its reading is doubtful, if it lies
    between two cells, or if another card is in its cell.
    """
    there = [
        (reading, grid.cell(*reading.place_mm))
        for reading in readings
        if reading.place_mm is not None and covers(grid.zone, reading.zone)
    ]
    often = Counter(cell for _, cell in there)
    cells, doubtful = [], []
    for reading, cell in there:
        sure = reading.verdict is Verdict.CERTAIN and not reading.face_down
        if cell is None:
            doubtful.append(Doubtful(reading, Doubt.BETWEEN))
        elif often[cell] > 1:
            doubtful.append(Doubtful(reading, Doubt.SHARED, cell))
        elif not sure or reading.card is None:
            doubtful.append(Doubtful(reading, Doubt.CARD, cell))
        else:
            cells.append(Cell(reading.card, *cell))
    return GridCells(_in_order(cells), tuple(doubtful))


def from_origin(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return cells with columns counted from the leftmost card, so that shifted grids are equal."""
    origin = min((cell.column for cell in cells), default=0)
    return _in_order([Cell(cell.card, cell.row, cell.column - origin) for cell in cells])


def _in_order(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column, cell.card)))
