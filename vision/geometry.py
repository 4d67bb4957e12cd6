"""Plane geometry of quads: their sizes and overlaps, lines, and homographies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Corners

Floats = NDArray[np.floating[Any]]
Matrix = NDArray[np.float64]  # 3 x 3 homography
Box = tuple[float, float, float, float]  # left, top, right, bottom

# Cards with a smaller foreshortening are seen too much from the side to be looked for.
MIN_FORESHORTENING = 0.43


def apply(matrix: Matrix, points: Floats) -> Floats:
    """Return points (n x 2) mapped by a homography (3 x 3), as n x 2."""
    mapped = cv2.perspectiveTransform(
        np.asarray(points, np.float32).reshape(1, -1, 2), matrix.astype(np.float64)
    )
    return cast(Floats, mapped[0].astype(np.float32))


def homography(source: Floats, target: Floats) -> Matrix:
    """Return the homography (3 x 3) that maps four points (4 x 2) onto four others."""
    return cast(
        Matrix,
        cv2.getPerspectiveTransform(
            np.asarray(source, np.float32), np.asarray(target, np.float32)
        ).astype(np.float64),
    )


def rectangle(width: float, height: float) -> Corners:
    """Return the corners TL, TR, BR, BL (4 x 2) of an upright rectangle in pixels.

    Pixel centres are whole numbers, so the outer edge is half a pixel outside.
    """
    return box_corners(-0.5, -0.5, width - 0.5, height - 0.5)


def box_corners(left: float, top: float, right: float, bottom: float) -> Corners:
    """Return the corners TL, TR, BR, BL (4 x 2) of a box."""
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)


def stacked(quads: Iterable[Floats]) -> Floats:
    """Return quads (4 x 2 each) as one array, n x 4 x 2."""
    return np.reshape(np.array([*quads], np.float32), (-1, 4, 2))


def spread_points(box: Box, columns: int, rows: int) -> Floats:
    """Return points spread evenly over a box, row by row and up to its edges (n x 2)."""
    left, top, right, bottom = box
    across, down = np.linspace(left, right, columns), np.linspace(top, bottom, rows)
    return np.stack(np.meshgrid(across, down), -1).reshape(-1, 2).astype(np.float32)


def side_vectors(quads: Floats) -> Floats:
    """Return the vectors along the sides of quads (... x 4 x 2), from each corner to the next."""
    return cast(Floats, np.concatenate([quads[..., 1:, :], quads[..., :1, :]], -2) - quads)


def side_lengths(quads: Floats) -> Floats:
    """Return the lengths of the top, right, bottom and left sides of quads (... x 4 x 2)."""
    return cast(Floats, np.linalg.norm(side_vectors(quads), axis=-1))


def quarter_turn(vectors: Floats) -> Floats:
    """Return vectors (... x 2) turned clockwise by 90 degrees, as seen in the picture.

    The sides of a clockwise quad turn to its inside.
    """
    return np.stack([-vectors[..., 1], vectors[..., 0]], -1)


def enlarged(quads: Floats, factor: float) -> Floats:
    """Return quads (... x 4 x 2), each enlarged about its middle."""
    middles = quads.mean(-2, keepdims=True)
    return cast(Floats, middles + (quads - middles) * factor)


def rescaled(points: Floats, factor: float) -> Floats:
    """Return points of a picture in the same picture enlarged by a factor.

    Pixel centres are whole numbers, so the picture begins half a pixel before zero.
    """
    return cast(Floats, ((points + 0.5) * factor - 0.5).astype(np.float32))


def area(quad: Floats) -> float:
    """Return the area of a polygon (n x 2); it is never negative."""
    return float(cv2.contourArea(np.asarray(quad, np.float32)))


def foreshortening(quads: Floats, aspect: float) -> Floats:
    """Return how much shorter cards look in one direction, (...): 1 means not at all.

    `quads` (... x 4 x 2) are upright and `aspect` is height over width. In the picture's middle,
    the result is the cosine of the angle between the view and the vertical.
    """
    across = quads[..., 1, :] - quads[..., 0, :] + quads[..., 2, :] - quads[..., 3, :]
    down = (quads[..., 3, :] - quads[..., 0, :] + quads[..., 2, :] - quads[..., 1, :]) / aspect
    power = (across**2 + down**2).sum(-1)
    size = 2 * np.abs(cross(across, down))
    return cast(Floats, (power - np.sqrt(np.maximum(power**2 - size**2, 0))) / (size + 1e-9))


def seen_foreshortening(quads: Floats, aspect: float) -> Floats:
    """Return the foreshortening of quads (n,), whichever sides are the short ones of the card."""
    one, other = foreshortening(quads, aspect), foreshortening(quads, 1 / aspect)
    return cast(Floats, np.maximum(one, other))


def turn_deg(quad: Corners) -> float:
    """Return how far a card (4 x 2, TL first) is turned clockwise, in (-180, 180] degrees."""
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    turn = -math.degrees(math.atan2(float(down[0]), float(down[1])))
    return 180.0 if turn <= -180 else turn


def points_up(quad: Corners) -> bool:
    """Whether a card's top (4 x 2, TL first) is above its bottom; y points down."""
    return bool(quad[:2, 1].sum() <= quad[2:, 1].sum())


def clockwise(quad: NDArray[Any]) -> Corners:
    """Return a quad's corners (4 x 2) in clockwise order as seen in the picture (y down)."""
    middle = quad.mean(0)
    angle = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    return cast(Corners, quad[np.argsort(angle)].astype(np.float32))


def upright(quad: NDArray[Any]) -> Corners:
    """Return a card's corners (4 x 2) clockwise, starting with a short side as the top.

    Either short side can be the top: 0 and 180 degrees look the same.
    """
    return cast(Corners, all_upright(quad[None])[0].astype(np.float32))


def all_upright(quads: Floats) -> Floats:
    """Return the corners of many quads (n x 4 x 2) in the order of `upright`."""
    away = quads - quads.mean(1, keepdims=True)
    order = np.argsort(np.arctan2(away[..., 1], away[..., 0]), axis=1)
    quads = np.take_along_axis(quads, order[..., None], 1)
    length = side_lengths(quads)
    turned = length[:, 0] + length[:, 2] > length[:, 1] + length[:, 3]
    return cast(Floats, np.where(turned[:, None, None], np.roll(quads, -1, 1), quads))


def cross(u: Floats, v: Floats) -> Floats:
    """Return the cross products (...) of plane vectors (... x 2)."""
    return cast(Floats, u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


def intersections(one: Floats, two: Floats) -> Floats:
    """Return the intersections (... x 2) of lines, each through two points (... x 2 x 2).

    They are NaN for lines within 17 degrees of parallel.
    """
    u, v = one[..., 1, :] - one[..., 0, :], two[..., 1, :] - two[..., 0, :]
    turn = cross(u, v)
    steep = np.abs(turn) > 0.3 * np.linalg.norm(u, axis=-1) * np.linalg.norm(v, axis=-1)
    along = cross(two[..., 0, :] - one[..., 0, :], v) / np.where(steep, turn, np.nan)
    return cast(Floats, one[..., 0, :] + u * along[..., None])


def quantile(values: NDArray[Any], share: float) -> float:
    """Return the value below which the given share (0 to 1) of all values lies.

    It is always one of the values, never interpolated.
    """
    flat = values.ravel()
    place = round(share * (flat.size - 1))
    return float(np.partition(flat, place)[place])


def boxes_meet(quads: Floats, others: Floats) -> NDArray[np.bool_]:
    """Return which quads (n x 4 x 2) have bounding boxes that meet those of others (k x 4 x 2).

    The result is (n, k) bool. Quads whose boxes do not meet cannot overlap.
    """
    low, high = others.min(1), others.max(1)
    before = (quads.min(1)[:, None] < high).all(2)
    return cast(NDArray[np.bool_], before & (low < quads.max(1)[:, None]).all(2))


def overlap(a: Floats, b: Floats) -> float:
    """Return the shared area of two convex quads (4 x 2), as a share of the smaller one, 0 to 1."""
    if boxes_apart(bounding_box(a), bounding_box(b)):
        return 0.0
    shared, _ = cv2.intersectConvexConvex(
        np.asarray(a, np.float32), np.asarray(b, np.float32), handleNested=True
    )
    return float(shared) / max(min(area(a), area(b)), 1e-6)


def without_overlaps(
    quads: Sequence[Corners], standing: Sequence[Corners], most: float
) -> Iterator[int]:
    """Yield the indices of the quads (4 x 2 each, the best first) that can lie side by side.

    A quad is left out if it overlaps one of the `standing` quads, or one before it that was not
    left out, by the share `most` or more: greedy non-maximum suppression.
    """
    corners = stacked([*standing, *quads])
    meets = boxes_meet(corners, corners)
    kept = list(range(len(standing)))
    for number in range(len(standing), len(corners)):
        near = (corners[other] for other in kept if meets[number, other])
        if all(overlap(corners[number], other) < most for other in near):
            kept.append(number)
            yield number - len(standing)


def bounding_box(quad: Floats) -> Box:
    """Return a quad's (4 x 2) bounding box.

    For four points plain Python is faster than NumPy.
    """
    x, y = quad.T.tolist()
    return min(x), min(y), max(x), max(y)


def boxes_apart(one: Box, other: Box) -> bool:
    """Whether two boxes share no area."""
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
