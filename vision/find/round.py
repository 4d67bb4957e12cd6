"""Find round cards, on any table: contours propose ellipses, which are fitted to the edges.

An ellipse shows the plane of a round card up to its turn. The card's middle and the perspective
within the card are left to registration.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.find.crowd import Crowded, check_limit, whole_picture
from vision.find.quads.shapes import FIT_SIDE, SEARCH_SIDE, Contour, large_contours
from vision.geometry import Floats, rescaled
from vision.pixels import sample_across, shrunk_to_side
from vision.reading import Corners, Found, Image

MIN_POINTS = 12  # A contour with fewer points shows no ellipse.
MIN_AXES = 0.55  # The smallest ratio of an ellipse's axes.
MAX_OFF = 0.05  # Maximum distance of a contour's points from the ellipse, in radii.
TRIMS = 6  # Maximum number of fits to a contour's points, the farthest of which are left out.
SECTORS, MIN_SECTORS = 12, 7  # This many of the sectors must show a contour's ellipse.
ROUGH = 0.08  # Two rough ellipses whose squares are closer, in radii, are the same.
REACH = (0.06, 0.03)  # Maximum distance to the edge in the first and second fit, in radii.
PLACES = 72  # Number of places along an ellipse.
STEPS = 8  # Number of steps to either side of an ellipse.
MIN_RISE = 3.0  # Weaker edges, in grey levels per step, do not count.
MIN_SHARE = 0.35  # A place counts if it has this share of the usual edge.
NEAR = 0.012  # A place counts if it is this near to the fitted ellipse, in radii.
MIN_SUPPORT = 0.75  # Minimum share of the places that show the edge.
MAX_CARDS = 90  # Maximum number of ellipses in a picture.
SIZE = 0.3  # A smaller area, as a share of the largest card's area, is not a card.

Ellipse = tuple[tuple[float, float], tuple[float, float], float]


def find_round(picture: Image) -> tuple[Found, ...]:
    """Find round cards in a picture (height x width x 3, BGR).

    A place's corners are those of the square around the card, at any turn. If the picture contains
    far too much, the only place is the whole picture, with the reason ``crowd``.
    """
    try:
        return _find(picture)
    except Crowded:
        return (whole_picture(picture),)


def _find(picture: Image) -> tuple[Found, ...]:
    fine, scale = shrunk_to_side(picture, FIT_SIDE)
    coarse, ratio = shrunk_to_side(fine, SEARCH_SIDE)
    rough: list[Corners] = []
    for contour in large_contours(coarse):
        square = _rough(contour)
        if square is not None:
            square = rescaled(square, ratio)
            if not any(_same(square, other) for other in rough):
                rough.append(square)
    check_limit(len(rough), 4 * MAX_CARDS)
    soft = np.asarray(cv2.GaussianBlur(fine, (3, 3), 0), np.uint8)
    fitted = []
    for square in rough:
        first, _ = _fit(soft, square, REACH[0])
        square, support = _fit(soft, first, REACH[1])
        if support >= MIN_SUPPORT:
            fitted.append((square, support))
    fitted.sort(key=lambda pair: -_radius(pair[0]) * pair[1])
    kept: list[tuple[Corners, float]] = []
    for square, support in fitted:
        if all(_apart(square, other) for other, _ in kept):
            kept.append((square, support))
    check_limit(len(kept), MAX_CARDS)
    largest = max((_radius(square) for square, _ in kept), default=0.0)
    return tuple(
        Found(rescaled(square, scale), support)
        for square, support in kept
        if _radius(square) ** 2 > SIZE * largest**2
    )


def _rough(contour: Contour) -> Corners | None:
    """Return the square around the ellipse that a contour shows, or None.

    Points off the ellipse are left out, because a card may touch other things.
    """
    points = cv2.convexHull(contour).reshape(-1, 2).astype(np.float32)
    kept = points
    for _ in range(TRIMS):
        if len(kept) < MIN_POINTS:
            return None
        square = _square(cast(Ellipse, cv2.fitEllipse(kept)))
        if square is None:
            return None
        circle = _to_circle(square, points)
        off = np.abs(np.linalg.norm(circle, axis=1) - 1)
        if (off < MAX_OFF).all():
            return square
        limit = max(MAX_OFF, float(np.quantile(off, 0.7)))
        kept = points[off < limit]
    sectors = np.floor(np.arctan2(*circle[off < MAX_OFF].T) / (2 * np.pi) * SECTORS)
    return square if len(np.unique(sectors)) >= MIN_SECTORS else None


def _square(ellipse: Ellipse) -> Corners | None:
    """Return the square in perspective (4 x 2) around an ellipse; None if it is too narrow."""
    middle, axes, turn = np.array(ellipse[0]), np.array(ellipse[1]) / 2, np.radians(ellipse[2])
    if not np.isfinite(axes).all() or min(axes) < MIN_AXES * max(axes) or min(axes) < 4:
        return None
    u = axes[0] * np.array([np.cos(turn), np.sin(turn)])
    v = axes[1] * np.array([-np.sin(turn), np.cos(turn)])
    corners = [middle - u - v, middle + u - v, middle + u + v, middle - u + v]
    return np.array(corners, np.float32)


def _to_circle(square: Corners, points: Floats) -> Floats:
    """Return points (n x 2) in coordinates in which the ellipse is the unit circle."""
    middle = square.mean(0)
    axes = np.stack([square[1] - square[0], square[3] - square[0]], 1) / 2
    return cast(Floats, (points - middle) @ np.linalg.inv(axes).T)


def _fit(picture: Image, square: Corners, reach: float) -> tuple[Corners, float]:
    """Return the square around an ellipse fitted to the edges, and the share of its edge seen."""
    angle = np.linspace(0, 2 * np.pi, PLACES, endpoint=False)
    circle = np.stack([np.cos(angle), np.sin(angle)], 1)
    axes = np.stack([square[1] - square[0], square[3] - square[0]]) / 2
    middle = square.mean(0)
    offsets = np.linspace(reach, -reach, 2 * STEPS + 1)
    away = (circle @ axes).astype(np.float32)
    places = (middle + away).astype(np.float32)
    seen = sample_across(picture, places[:, None], away, offsets.astype(np.float32))
    levels = seen[:, 0].astype(np.float32)  # places x steps x colours, from outside to inside
    rise = np.clip(levels[:, 2:] - levels[:, :-2], -60, 60)
    mean = rise.mean(0)
    way = mean[np.linalg.norm(mean, axis=1).argmax()]
    way = way / (np.linalg.norm(way) + 1e-6)
    along = rise @ way
    best = along.argmax(1)
    height = along[np.arange(PLACES), best]
    strong = height > max(MIN_RISE, MIN_SHARE * float(np.median(height)))
    if strong.sum() < PLACES // 3:
        return square, 0.0
    points = middle + away * (1 + offsets[1:-1][best])[:, None]
    fitted = square
    for _ in range(2):
        again = _square(cast(Ellipse, cv2.fitEllipse(points[strong].astype(np.float32))))
        if again is None:
            return square, 0.0
        fitted = again
        off = np.abs(np.linalg.norm(_to_circle(fitted, points), axis=1) - 1)
        near = strong & (off < max(NEAR, 0.8 / _radius(fitted)))
        if near.sum() < PLACES // 3:
            return square, 0.0
        strong = near
    return fitted, float(strong.mean())


def untwisted(square: Corners) -> Corners:
    """Return the square around the same ellipse whose top is towards the top of the picture."""
    middle = square.mean(0)
    axes = np.stack([square[1] - square[0], square[3] - square[0]], 1) / 2
    first, size, _ = np.linalg.svd(axes)
    axes = first @ np.diag(size) @ first.T  # The ellipse's stretch, without the turn.
    circle = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    return cast(Corners, (middle + circle @ axes.T).astype(np.float32))


def _radius(square: Corners) -> float:
    return float(np.linalg.norm(square[1] - square[0]) + np.linalg.norm(square[3] - square[0])) / 4


def _same(one: Corners, other: Corners) -> bool:
    near = np.linalg.norm(one.mean(0) - other.mean(0)) < ROUGH * _radius(one)
    return bool(near and abs(_radius(one) / _radius(other) - 1) < ROUGH)


def _apart(one: Corners, other: Corners) -> bool:
    """Whether two ellipses do not overlap, apart from the error of the fits."""
    gap = np.linalg.norm(_to_circle(other, one.mean(0)[None])[0])
    return bool(gap > 0.9 + 0.9 * _radius(one) / _radius(other))
