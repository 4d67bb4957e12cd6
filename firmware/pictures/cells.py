"""The cards of a grid as a layout: which lies in which cell, and what cannot be told.

A pure function of what was read, for live cameras and single pictures alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.contract import Cell
from vision.mat import Grid, covers
from vision.reading import CardReading, Verdict


class Doubt(StrEnum):
    """Why a card is not in a layout."""

    CARD = "card"  # it is not certain which it is
    BETWEEN = "between"  # it lies between cells, or beside the grid
    SHARED = "shared"  # several lie in its cell


@dataclass(frozen=True)
class Doubtful:
    """A card that is asked about, with the cell (row, column) that it lies in if that is sure."""

    reading: CardReading
    doubt: Doubt
    cell: tuple[int, int] | None = None


@dataclass(frozen=True)
class GridCells:
    """Which card lies in which cell, by row and column, and the cards that are asked about."""

    cells: tuple[Cell, ...] = ()
    doubtful: tuple[Doubtful, ...] = ()


def cells_of(readings: Iterable[CardReading], grid: Grid) -> GridCells:
    """Return the cards of a grid in their cells, each in the nearest; columns count on the mat.

    `readings` are of a whole picture: those beside the grid's zone, or on other mats, are left out.
    Only what is certain has a cell: a doubtful card, one between two cells, and all of several in
    one are `doubtful`.
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
    """Return cells counted from their leftmost column: what is moved along rows is alike."""
    origin = min((cell.column for cell in cells), default=0)
    return _in_order([Cell(cell.card, cell.row, cell.column - origin) for cell in cells])


def _in_order(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column, cell.card)))
