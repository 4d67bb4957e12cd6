"""Cards that are dealt into the cells of a mat."""

from __future__ import annotations

import numpy as np

from vision.mat import WHOLE, Mat


def in_a_cell(
    mat: Mat, chance: np.random.Generator, lean_deg: float
) -> tuple[float, float, float] | None:
    """Return the middle (mm) of one of a mat's cells and how a card is turned in it (degrees).

    It leans by `lean_deg`, a standard deviation. None where the mat has no cells of its own.
    """
    grids = [grid for grid in mat.grids.values() if grid.zone != WHOLE]
    if not grids:
        return None
    grid = grids[int(chance.integers(len(grids)))]
    row, column = (int(chance.integers(many)) for many in (grid.rows, grid.columns))
    upright = grid.cell_mm[0] < grid.cell_mm[1]
    turn_deg = (0.0 if upright else 90.0) + float(chance.normal(0, lean_deg))
    return *grid.middle_mm(row, column), turn_deg
