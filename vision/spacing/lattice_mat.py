"""Make a mat under cards in rows and columns, with cells for them and around them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import cast

import numpy as np

from vision.geometry import Matrix
from vision.mat import Grid, Mat
from vision.plane import Plane
from vision.spacing.lattice import Cell, Lattice

CELLS = "cells"  # Name of the grid, its zone and the mat.
BEYOND = 1  # This many rows and columns of cells are added around those in use.
RIM_MM = 32.0  # Width of the bare table around all cells.
STEP_MM = 8.0  # The mat's sides are multiples of this, because blocks of pixels are compared.


def lattice_mat(
    found: Lattice, taken: Iterable[Cell], size: tuple[int, int]
) -> tuple[Mat, Plane, Cell]:
    """Return a mat with a cell for each place in a lattice, its plane and its first cell.

    `taken` are the cells with cards; `size` is the picture's width and height in pixels.
    """
    rows, columns = zip(*taken, strict=True)
    first = (min(rows) - BEYOND, min(columns) - BEYOND)
    deep = max(rows) - first[0] + 1 + BEYOND
    broad = max(columns) - first[1] + 1 + BEYOND
    wide, high = found.cell_mm
    grid = Grid((RIM_MM, RIM_MM), (wide, high), deep, broad, CELLS)
    sides = (_stepped(broad * wide + 2 * RIM_MM), _stepped(deep * high + 2 * RIM_MM))
    mat = Mat(
        size_mm=sides,
        dictionary="4X4_50",
        marker_mm=1.0,
        quiet_mm=0.0,
        markers={},
        zones={CELLS: grid.box_mm},
        grids={CELLS: grid},
        name=CELLS,
    )
    across, down = first[1] - 0.5 - RIM_MM / wide, first[0] - 0.5 - RIM_MM / high
    to_cells = np.array([[1 / wide, 0, across], [0, 1 / high, down], [0, 0, 1]])
    return mat, Plane(cast(Matrix, found.to_image @ to_cells), *size), first


def _stepped(side_mm: float) -> float:
    return math.ceil(side_mm / STEP_MM) * STEP_MM
