"""Find cards in grid cells that the contour search missed.

Cards in a grid lie close together. If one touches a neighbour or the edge of the mat, their
outlines form one contour, and the search misses them. An empty cell shows only the mat's plain
background. Any other cell contains a card or becomes a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.edges import fit_rigid
from vision.find.rectified_mat import RectifiedMat
from vision.geometry import Floats, box_corners, stacked
from vision.mat import WHOLE, Grid, Mat
from vision.pixels import strongest
from vision.reading import Corners, Image

# A larger difference between neighbouring pixels in the middle of a cell, in grey levels, means
# that the cell shows print.
BARE_GREY = 8.0
EXAMINED = 0.75  # This share of a card's width and height is examined.
# A card this close to a cell's middle, as a share of its width and height, is in that cell.
SAME_CELL = 0.8
STEP = 0.08  # Distance between the starting places of a fit, in card heights.
REACH = 0.06  # Maximum shift of a fit, in card heights.


def unexplained_cells(
    flat: RectifiedMat,
    mat: Mat,
    cards: Sequence[Corners],
    looked_at: Callable[[Floats], NDArray[np.bool_]],
) -> Floats:
    """Return the cells that are not bare but contain none of the `cards`.

    Each is a rectangle of a card's size in the middle of a cell (n x 4 x 2, pixels of `flat`).
    `looked_at` says which points (n x 2) are examined.
    """
    cells = _cells(mat, flat)
    cells = cells[looked_at(cells.mean(1))]
    away = np.abs(cells.mean(1)[:, None] - stacked(cards).mean(1))
    near = (away <= SAME_CELL * np.ptp(cells, axis=1)[:, None]).all(2)
    cells = cast(Floats, cells[~near.any(1)])
    if not len(cells):
        return cells
    middles, size = cells.mean(1), np.ptp(cells, axis=1)
    lows = np.maximum(middles - size * (EXAMINED / 2), 0).astype(int).tolist()
    highs = np.ceil(middles + size * (EXAMINED / 2)).astype(int).tolist()
    around = cv2.morphologyEx(flat.colour, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    slopes = strongest(around)  # the difference between neighbouring pixels, in any colour
    shown = [
        float(slopes[top:bottom, left:right].mean())
        for (left, top), (right, bottom) in zip(lows, highs, strict=True)
    ]
    return cells[np.array(shown) > BARE_GREY]


def _cells(mat: Mat, flat: RectifiedMat) -> Floats:
    """Return the cells of grids with a zone; elsewhere cards may lie between cells, too."""
    px_per_mm = (flat.colour.shape[1] - 2 * flat.around) / mat.size_mm[0]
    grids = [grid for grid in mat.grids.values() if grid.zone != WHOLE]
    return stacked(quad for grid in grids for quad in _quads(grid, flat, px_per_mm))


def _quads(grid: Grid, flat: RectifiedMat, px_per_mm: float) -> Iterator[Floats]:
    across, down = sorted(flat.card, reverse=grid.cell_mm[0] > grid.cell_mm[1])
    corners = box_corners(-1, -1, 1, 1) * (across / 2, down / 2)
    for row in range(grid.rows):
        for column in range(grid.columns):
            middle = np.array(grid.middle_mm(row, column)) * px_per_mm
            yield corners + middle + (flat.around - 0.5)


def fit_cells(picture: Image, cells: Floats) -> Iterator[tuple[Corners, Floats]]:
    """Fit a card in each cell; yield its corners and the visible share of each of its four sides.

    `picture` is the rectified mat (height x width x 3, BGR), `cells` are n x 4 x 2 pixels of it.
    """
    calm = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)
    for cell in cells:
        high = float(np.ptp(cell, axis=0).max())
        steps = np.array([(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]) * (STEP * high)
        starts = (cell + steps[:, None]).astype(np.float32)
        quads, support = fit_rigid(calm, starts, round(REACH * high))
        best = int(np.argmax(support.min(1) + support.mean(1)))
        yield quads[best], support[best]
