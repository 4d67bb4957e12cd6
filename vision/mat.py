"""Describe a mat: its size, its ArUco markers and its zones for cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Box, Floats, box_corners, spread_points

BETWEEN_CELLS = 0.38  # A card farther from a cell's middle, in cells, is between two cells.
WHOLE = "mat"  # The zone for the whole mat.
SEATS = "seats"  # The zone for all seats; each seat's zone begins with ``seat:``.
INSET_MM = 20.0  # Width of a zone's edge that may be out of view; it contains no card's middle.
POINTS_PER_SIDE = 5  # Number of points to check along each side of a zone.
PLACE_MM = 92.0  # Width and height of a place in a zone for small cards.
OUTLINE_INSET_MM = 3.0  # Distance from a zone's edge to its printed outline.
OUTLINE_ROUND_MM = 6.0  # Radius of the outline's corners.


def covers(zone: str, other: str | None) -> bool:
    """Whether a zone is the other zone or includes it, as ``mat`` and ``seats`` do.

    >>> covers("seats", "seat:2"), covers("middle", "seat:2"), covers("mat", None)
    (True, False, True)
    """
    of_seat = zone == SEATS and other is not None and other.startswith("seat:")
    return of_seat or zone in (WHOLE, other)


def zone_grid_mm(zone: Box) -> Floats:
    """Return the points of a zone (n x 2, mm) that a picture must show to show the zone."""
    left, top, right, bottom = zone
    inner = (left + INSET_MM, top + INSET_MM, right - INSET_MM, bottom - INSET_MM)
    return spread_points(inner, POINTS_PER_SIDE, POINTS_PER_SIDE)


def places_mm(zone: Box) -> list[tuple[float, float]]:
    """Return the middles of the places for small cards in a zone, row by row, at least one.

    >>> places_mm((0.0, 0.0, 188.0, 98.0))
    [(47.0, 49.0), (141.0, 49.0)]
    """
    left, top, right, bottom = zone
    columns, rows = (max(1, int(side / PLACE_MM)) for side in (right - left, bottom - top))
    wide, high = (right - left) / columns, (bottom - top) / rows
    return [
        (left + (column + 0.5) * wide, top + (row + 0.5) * high)
        for row in range(rows)
        for column in range(columns)
    ]


@dataclass(frozen=True)
class Grid:
    """Cells of `cell_mm` (width, height) in rows and columns, starting at `left_top_mm` on a mat.

    `zone` is the zone with the grid's name, or else the whole mat. The rows of a `lettered` grid
    are marked A, B, C … at both ends.
    """

    left_top_mm: tuple[float, float]
    cell_mm: tuple[float, float]
    rows: int
    columns: int
    zone: str = WHOLE
    lettered: bool = False

    def cell(self, x_mm: float, y_mm: float) -> tuple[int, int] | None:
        """Return the row and column of the cell nearest to a point, or None if none is near."""
        results: list[int] = []
        at = (y_mm - self.left_top_mm[1], x_mm - self.left_top_mm[0])
        sides, counts = self.cell_mm[::-1], (self.rows, self.columns)
        for far, side, count in zip(at, sides, counts, strict=True):
            number = min(max(int(far // side), 0), count - 1)
            off = far / side - number - 0.5  # offset from the middle, in cells
            neighbour = number + (1 if off > 0 else -1)
            if abs(off) > (BETWEEN_CELLS if 0 <= neighbour < count else 1.0):
                return None
            results.append(number)
        return results[0], results[1]

    @property
    def box_mm(self) -> Box:
        """Return the left, top, right and bottom edge of the grid."""
        left, top = self.left_top_mm
        width, height = self.cell_mm
        return left, top, left + self.columns * width, top + self.rows * height

    @property
    def area_mm2(self) -> float:
        """Return the area of the grid."""
        return self.rows * self.columns * self.cell_mm[0] * self.cell_mm[1]

    def middle_mm(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a cell, in mm on the mat."""
        (left, top), (width, height) = self.left_top_mm, self.cell_mm
        return left + (column + 0.5) * width, top + (row + 0.5) * height


@dataclass(frozen=True)
class Sheet:
    """The signs and words of a printed mat, which only people need.

    The folder `signs` has a drawing for each kind of zone with marked places, named after the zone
    without its number. `words` maps each kind to its label, `second_words` to the label of a second
    sign, in all languages at once.
    """

    signs: Path | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    second_words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Mat:
    """A mat seen from above, in millimetres from its top left corner, x right and y down.

    `dictionary` is an ArUco dictionary such as ``4X4_50``. `markers` maps a marker's id to its
    centre; each marker is upright and `marker_mm` wide, with a white rim of `quiet_mm`. A grid can
    span several zones. `name` is the name of the file, with the number of the `seat` if each seat
    has a mat; `title` is for people. `players` is the smallest and largest number of players, or
    None for any number. `middle_mm` and `turn_deg` place the mat on the virtual table.
    """

    size_mm: tuple[float, float]
    dictionary: str
    marker_mm: float
    quiet_mm: float
    markers: Mapping[int, tuple[float, float]]
    zones: Mapping[str, Box]
    grids: Mapping[str, Grid] = field(default_factory=dict)
    name: str = ""
    title: str = ""
    seat: int | None = None
    middle_mm: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    players: tuple[int, int] | None = None
    sheet: Sheet = field(default_factory=Sheet)

    def faults(self) -> Iterator[str]:
        """Yield each size or place that is impossible, in a few words. nan is impossible too."""
        boxes = {f"marker {marker}": self._marker_box_mm(marker) for marker in self.markers}
        zones = {f"zone {name}": zone for name, zone in self.zones.items()}
        grids = {f"grid {name}": grid.box_mm for name, grid in self.grids.items()}
        for (one, a), (other, b) in combinations((boxes | zones).items(), 2):
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                yield f"{one} lies on {other}"
        for name, (left, top, right, bottom) in (boxes | zones | grids).items():
            across = 0 <= left < right <= self.size_mm[0]
            if not (across and 0 <= top < bottom <= self.size_mm[1]):
                yield f"{name} must lie on the mat, with left before right and top before bottom"

    def _marker_box_mm(self, number: int) -> Box:
        (x, y), half = self.markers[number], self.marker_mm / 2
        return x - half, y - half, x + half, y + half

    def serves(self, players: int) -> bool:
        """Whether the mat is used with this number of players."""
        suits = self.players is None or self.players[0] <= players <= self.players[1]
        return suits and (self.seat is None or self.seat < players)

    @property
    def box_mm(self) -> Box:
        """Return the left, top, right and bottom edge of the mat."""
        return 0.0, 0.0, *self.size_mm

    @cached_property
    def corners_mm(self) -> NDArray[np.float32]:
        """Return the mat's corners TL, TR, BR, BL (4 x 2) in mm."""
        return box_corners(*self.box_mm)

    def contains(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point of the mat's plane is on the mat."""
        return 0 <= x_mm <= self.size_mm[0] and 0 <= y_mm <= self.size_mm[1]

    def zone_of(self, x_mm: float, y_mm: float) -> str | None:
        """Return the zone of a point: a named zone, else ``mat``, or None off the mat."""
        if not self.contains(x_mm, y_mm):
            return None
        for name, (left, top, right, bottom) in self.zones.items():
            if left <= x_mm < right and top <= y_mm < bottom:
                return name
        return WHOLE

    def marker_corners_mm(self, number: int) -> NDArray[np.float32]:
        """Return a marker's corners TL, TR, BR, BL (4 x 2) in mm, in ArUco's order."""
        return box_corners(*self._marker_box_mm(number))

    def outlines_mm(self) -> NDArray[np.float32]:
        """Return the straight parts of the zones' printed outlines (n x 2 x 2), in mm."""
        far = OUTLINE_INSET_MM + OUTLINE_ROUND_MM
        parts: list[tuple[tuple[float, float], tuple[float, float]]] = []
        for left, top, right, bottom in self.zones.values():
            for y in (top + OUTLINE_INSET_MM, bottom - OUTLINE_INSET_MM):
                parts.append(((left + far, y), (right - far, y)))
            for x in (left + OUTLINE_INSET_MM, right - OUTLINE_INSET_MM):
                parts.append(((x, top + far), (x, bottom - far)))
        return np.array(parts, np.float32).reshape(-1, 2, 2)

    @cached_property
    def aruco_dictionary(self) -> cv2.aruco.Dictionary:
        """Return OpenCV's dictionary for the mat's markers."""
        return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{self.dictionary}"))

    def marker_bits(self, number: int) -> NDArray[np.bool_]:
        """Return a marker's cells (n x n), including the black border; True is black."""
        cells = int(self.aruco_dictionary.markerSize) + 2
        picture = cv2.aruco.generateImageMarker(self.aruco_dictionary, number, cells, borderBits=1)
        return np.asarray(picture) < 128
