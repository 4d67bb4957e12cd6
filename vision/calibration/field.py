"""Compute from a camera's field of view how high it must hang, and how high it can hang."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat import Mat
from vision.plane import Plane

# Free space around an area, a hand's width, in case the camera is bumped or a card hangs over the
# edge.
MARGIN_MM = 80.0


@dataclass(frozen=True)
class Field:
    """The angles that a camera sees across and down, in degrees.

    >>> tuple(map(round, Field(66, 41).view_mm(700)))
    (909, 523)
    """

    across_deg: float
    down_deg: float

    @property
    def _per_mm(self) -> tuple[float, float]:
        """Return the width and height of the view for each millimetre of height."""
        across, down = (2 * math.tan(math.radians(a / 2)) for a in (self.across_deg, self.down_deg))
        return across, down

    def view_mm(self, height_mm: float) -> tuple[float, float]:
        """Return the width and height of the view from straight above."""
        across, down = self._per_mm
        return across * height_mm, down * height_mm

    def min_height_mm(self, size_mm: tuple[float, float]) -> float:
        """Return the lowest height at which an area fits the view with a margin.

        The long side of the area is along the long side of the view.
        """
        across, down = self._per_mm
        long, short = max(size_mm) + 2 * MARGIN_MM, min(size_mm) + 2 * MARGIN_MM
        return max(long / max(across, down), short / min(across, down))

    def max_height_mm(self, width_px: int, px_per_mm: float) -> float:
        """Return the greatest height that still gives `px_per_mm` at this picture width."""
        return width_px / px_per_mm / self._per_mm[0]

    def height_mm(self, seen_across_mm: float) -> float:
        """Return the height at which the picture is `seen_across_mm` wide."""
        return seen_across_mm / self._per_mm[0]


def seen_area_mm(plane: Plane) -> tuple[float, float]:
    """Return the width and height of the mat's plane through the middle of the picture, in mm."""
    right, low = plane.width - 1, plane.height - 1
    rim = [(0, low / 2), (right, low / 2), (right / 2, 0), (right / 2, low)]
    left, far_right, top, bottom = plane.to_mat_mm(np.array(rim, np.float32))
    return float(np.linalg.norm(far_right - left)), float(np.linalg.norm(bottom - top))


def margin_mm(mat: Mat, plane: Plane) -> float:
    """Return the smallest distance from a corner of the mat to the picture's edge, in mm."""
    right, low = plane.width - 1, plane.height - 1
    shares = np.linspace(0, 1, 12, endpoint=False)  # The lens may bend the edge.
    rim = [(right * a, 0) for a in shares] + [(right, low * a) for a in shares]
    rim += [(right * (1 - a), low) for a in shares] + [(0, low * (1 - a)) for a in shares]
    outline = plane.to_mat_mm(np.array(rim, np.float32)).astype(np.float32)
    return min(cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in mat.corners_mm)
