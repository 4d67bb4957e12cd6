"""Place mats on a table, in millimetres of the table.

The table's origin is the top left corner around all mats, with x right and y down. A single mat is
the whole table, so its own millimetres are the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.geometry import Box, Floats, Matrix, apply, bounding_box, box_corners
from vision.mat import Mat


@dataclass(frozen=True)
class PlacedMat:
    """A mat on the table: the position of its middle, and its turn clockwise."""

    mat: Mat
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0

    @cached_property
    def to_table(self) -> Matrix:
        """Return the homography (3 x 3) from millimetres on the mat to millimetres on the table."""
        turn = math.radians(self.turn_deg)
        right, down = round(math.cos(turn), 12), round(math.sin(turn), 12)
        width, height = self.mat.size_mm
        left = self.x_mm - right * width / 2 + down * height / 2
        top = self.y_mm - down * width / 2 - right * height / 2
        return np.array([[right, -down, left], [down, right, top], [0.0, 0.0, 1.0]])

    @cached_property
    def _to_mat(self) -> list[list[float]]:
        rows: list[list[float]] = np.linalg.inv(self.to_table).tolist()
        return rows

    def on_table(self, points_mm: Floats) -> Floats:
        """Convert points of the mat (n x 2, mm) to points of the table (n x 2, mm)."""
        return apply(self.to_table, points_mm)

    def on_mat(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Convert a point of the table to a point of the mat, both in mm."""
        (a, b, left), (c, d, top), _ = self._to_mat
        return a * x_mm + b * y_mm + left, c * x_mm + d * y_mm + top

    def box_mm(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return the bounding box on the table of a rectangle on the mat."""
        return bounding_box(self.on_table(box_corners(left, top, right, bottom)))


@dataclass(frozen=True)
class Spread:
    """The mats on a table of `size_mm`, from bottom to top."""

    placed: tuple[PlacedMat, ...]
    size_mm: tuple[float, float]

    @classmethod
    def from_placed(cls, laid: Sequence[PlacedMat]) -> Spread:
        """Return placed mats on a table just large enough for them."""
        corners = np.concatenate([placed.on_table(placed.mat.corners_mm) for placed in laid])
        (left, top), (right, bottom) = corners.min(0).tolist(), corners.max(0).tolist()
        moved = (PlacedMat(a.mat, a.x_mm - left, a.y_mm - top, a.turn_deg) for a in laid)
        return cls(tuple(moved), (right - left, bottom - top))

    @classmethod
    def single(cls, mat: Mat) -> Spread:
        """Return a single mat as the whole table."""
        width, height = mat.size_mm
        return cls((PlacedMat(mat, width / 2, height / 2),), mat.size_mm)

    @classmethod
    def side_by_side(cls, mats: Sequence[Mat]) -> Spread:
        """Return mats in the places on the table that their files name."""
        if len(mats) == 1:
            return cls.single(mats[0])
        return cls.from_placed([PlacedMat(mat, *mat.middle_mm, mat.turn_deg) for mat in mats])

    @cached_property
    def zones(self) -> dict[str, Box]:
        """Return the bounding boxes of all zones on the table, by name."""
        return {
            zone: laid.box_mm(*rect)
            for laid in self.placed
            for zone, rect in laid.mat.zones.items()
        }

    def zone_of(self, x_mm: float, y_mm: float) -> str | None:
        """Return the zone of a point on the table; see `Mat.zone_of`."""
        placed = self.mat_at(x_mm, y_mm)
        return None if placed is None else placed.mat.zone_of(*placed.on_mat(x_mm, y_mm))

    def on_table_mm(self, mat: str, x_mm: float, y_mm: float) -> tuple[float, float] | None:
        """Convert a point of the named mat to a point of the table, or None without that mat."""
        for laid in self.placed:
            if laid.mat.name == mat:
                x, y = laid.on_table(np.array([[x_mm, y_mm]], np.float32))[0].tolist()
                return x, y
        return None

    def cell_mm(self, zone: str, row: int, column: int) -> tuple[float, float, float]:
        """Return the middle of a grid's cell on the table in mm, and its turn.

        Raise `LookupError` if there is no such grid.
        """
        for laid in self.placed:
            if zone in laid.mat.grids:
                middle = np.array([laid.mat.grids[zone].middle_mm(row, column)], np.float32)
                x, y = laid.on_table(middle)[0].tolist()
                return x, y, laid.turn_deg
        raise LookupError(zone)

    def cell_at(self, x_mm: float, y_mm: float) -> tuple[str, int, int] | None:
        """Return the grid, row and column at a point of the table, or None if no cell is near.

        Grids that span several zones are ignored.
        """
        one = self.mat_at(x_mm, y_mm)
        if one is None:
            return None
        x, y = one.on_mat(x_mm, y_mm)
        for name, grid in one.mat.grids.items():
            cell = grid.cell(x, y) if grid.zone == name else None
            if cell is not None:
                return name, *cell
        return None

    def mat_at(self, x_mm: float, y_mm: float) -> PlacedMat | None:
        """Return the topmost mat at a point of the table."""
        over = (
            laid for laid in reversed(self.placed) if laid.mat.contains(*laid.on_mat(x_mm, y_mm))
        )
        return next(over, None)
