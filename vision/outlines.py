"""Quads from outlines: a lone card's four corners, and cards that stick out of a heap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, area, clockwise, is_convex, side_lengths
from vision.reading import Corners

FULL = 0.8  # of the quad's area that a lone card's outline fills
LONG = 0.055  # of an outline's length: a shorter edge is a rounded corner or a dent
STRAIGHT = 0.008  # of an outline's length that it may swerve from its edges
GAP = 0.35  # of an edge's length between where it ends and the corner with the next
SQUARE = (0.42, 2.72)  # radians that two neighbouring sides may turn by, in perspective
STRETCH = 1.45  # how much longer than flat perspective may make one side against the other
TAPER = 1.6  # how much longer a side may be than the one across


def lone_quad(outline: Floats) -> Corners | None:
    """Return the four corners of an outline that is one quad, clockwise, or None."""
    hull = cv2.convexHull(outline).reshape(-1, 2)
    length = cv2.arcLength(hull, closed=True)
    for share in (0.015, 0.02, 0.03, 0.04, 0.05, 0.07):
        corners = cv2.approxPolyDP(hull, share * length, closed=True).reshape(-1, 2)
        if len(corners) <= 4:
            break
    if len(corners) != 4:
        return None
    quad = clockwise(corners.astype(np.float32))
    enclosed = area(quad)
    if not FULL * enclosed <= cv2.contourArea(outline) <= 1.1 * enclosed or not is_convex(quad):
        return None
    return quad


def fits_aspect(quad: Corners, aspect: float) -> bool:
    """Tell whether an upright quad may be a card of this height / width, seen aslant."""
    top, right, bottom, left = side_lengths(quad)
    if min(top, right, bottom, left) < 8:
        return False
    ratio = float((right + left) / (top + bottom))
    taper = float(max(top / bottom, bottom / top, left / right, right / left))
    return aspect / STRETCH <= ratio <= aspect * STRETCH and taper <= TAPER


def corner_quads(outline: Floats, aspect: float) -> Iterator[Corners]:
    """Yield the cards that an outline's full sides may belong to.

    A side is full where it has a corner at both ends; how long the other sides are follows
    from where they end at a corner too, or else from the aspect.
    """
    sides = _sides(outline)
    count = len(sides)
    if count < 3:
        return
    corners = [_corner(sides[i - 1], sides[i]) for i in range(count)]  # at the start of side i
    for i in range(count):
        start, end = corners[i], corners[(i + 1) % count]
        if start is None or end is None:
            continue
        before, after = sides[i - 1], sides[(i + 1) % count]
        side = float(np.linalg.norm(end - start))
        up = _direction(before[1], before[0])  # from start, away along the side before
        down = _direction(after[0], after[1])
        for across in (side * aspect, side / aspect):
            near, far = start + up * across, end + down * across
            yield clockwise(np.array([start, end, far, near], np.float32))
        last = corners[(i + 2) % count]
        if last is not None:  # three corners: the fourth completes the parallelogram
            yield clockwise(np.array([start, end, last, start + last - end], np.float32))


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
