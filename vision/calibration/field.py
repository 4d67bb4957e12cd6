"""A camera's field of view: how high it must hang to see an area, and may to read."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat import Mat, Plane

MARGIN_MM = 80.0  # beside what is to be seen: a hand's breadth, for a bump and cards over the edge


@dataclass(frozen=True)
class Field:
    """The angles that a camera sees across and down its picture, in degrees.

    >>> tuple(map(round, Field(66, 41).sees_mm(700)))
    (909, 523)
    """

    across_deg: float
    down_deg: float

    @property
    def _per_mm(self) -> tuple[float, float]:
        """What is seen across and down for each millimetre of height."""
        across, down = (2 * math.tan(math.radians(a / 2)) for a in (self.across_deg, self.down_deg))
        return across, down

    def view_mm(self, height_mm: float) -> tuple[float, float]:
        """Return the width and height of what is seen from straight above."""
        across, down = self._per_mm
        return across * height_mm, down * height_mm

    def min_height_mm(self, size_mm: tuple[float, float], room_mm: float = MARGIN_MM) -> float:
        """Return from where an area and the room beside it are seen, long side along long side."""
        across, down = self._per_mm
        long, short = max(size_mm) + 2 * room_mm, min(size_mm) + 2 * room_mm
        return max(long / max(across, down), short / min(across, down))

    def max_height_mm(self, width_px: int, px_per_mm: float) -> float:
        """Return up to where a picture so wide has at least so many pixels a millimetre."""
        return width_px / px_per_mm / self._per_mm[0]

    def height_mm(self, seen_across_mm: float) -> float:
        """Return the height from which so much is seen across the picture."""
        return seen_across_mm / self._per_mm[0]


def seen_area_mm(plane: Plane) -> tuple[float, float]:
    """Return how much of a mat's plane is seen across the picture's middle and down it, in mm."""
    right, low = plane.width - 1, plane.height - 1
    rim = [(0, low / 2), (right, low / 2), (right / 2, 0), (right / 2, low)]
    left, far_right, top, bottom = plane.to_mat_mm(np.array(rim, np.float32))
    return float(np.linalg.norm(far_right - left)), float(np.linalg.norm(bottom - top))


def margin_mm(mat: Mat, plane: Plane) -> float:
    """Return how far a mat lies off the picture's rim at its nearest corner, in mm."""
    right, low = plane.width - 1, plane.height - 1
    shares = np.linspace(0, 1, 12, endpoint=False)  # a lens may bend the rim
    rim = [(right * a, 0) for a in shares] + [(right, low * a) for a in shares]
    rim += [(right * (1 - a), low) for a in shares] + [(0, low * (1 - a)) for a in shares]
    outline = plane.to_mat_mm(np.array(rim, np.float32)).astype(np.float32)
    return min(cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in mat.corners_mm)
