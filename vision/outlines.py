"""The corners of cards that stick out of a heap, from its outline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats

LONG = 0.055  # of an outline's length: a shorter edge is a rounded corner or a dent
STRAIGHT = 0.008  # of an outline's length that it may swerve from its edges
GAP = 0.35  # of an edge's length between where it ends and the corner with the next
SQUARE = (0.42, 2.72)  # radians that two neighbouring sides may turn by, in perspective


def corners_of(outline: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield each outward corner of an outline and the unit directions of its two sides."""
    sides = _sides(outline)
    for i, side in enumerate(sides):
        corner = _corner(sides[i - 1], side)
        if corner is not None:
            yield corner, _direction(sides[i - 1][1], sides[i - 1][0]), _direction(*side)


def _sides(outline: Floats) -> list[tuple[Floats, Floats]]:
    """Return the long straight edges of an outline, in order."""
    length = cv2.arcLength(outline, closed=True)
    corners = cv2.approxPolyDP(outline, STRAIGHT * length, closed=True).reshape(-1, 2)
    points: Floats = corners.astype(np.float32)
    following = np.roll(points, -1, 0)
    lengths = np.linalg.norm(following - points, axis=1)
    long = [int(i) for i in np.flatnonzero(lengths > LONG * length)]
    return [(points[i], following[i]) for i in long]


def _corner(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats | None:
    """Return where two consecutive edges meet in an outward corner of a card, or None."""
    first, second = one[1] - one[0], other[1] - other[0]
    cross = float(first[0] * second[1] - first[1] * second[0])
    turn = float(np.arctan2(cross, float(first @ second)))
    if not SQUARE[0] <= -turn <= SQUARE[1]:  # OpenCV's outlines run against the clock
        return None
    along = float((other[0] - one[0])[0] * second[1] - (other[0] - one[0])[1] * second[0]) / cross
    point = one[0] + along * first
    reach = GAP * min(float(np.linalg.norm(first)), float(np.linalg.norm(second)))
    if max(np.linalg.norm(point - one[1]), np.linalg.norm(point - other[0])) > reach:
        return None
    return cast(Floats, point)


def _direction(start: Floats, end: Floats) -> Floats:
    way = end - start
    return cast(Floats, way / max(float(np.linalg.norm(way)), 1e-6))
