"""Propose quads that may be cards, whole or half-hidden, from the contours of blobs.

All functions take and return many quads at once: (n, 4, 2) float, pixels, clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import straight_sides, thresholds
from vision.geometry import (
    MIN_FORESHORTENING,
    Floats,
    cross,
    intersections,
    seen_foreshortening,
    side_lengths,
    side_vectors,
)
from vision.pixels import whiteness
from vision.reading import Image

# Resolution without a mat: the long sides, in pixels, of the pictures that are used.

SEARCH_SIDE = 640  # Contours are searched for in this picture.
FIT_SIDE = 1000  # Sides and ellipses are fitted to edges in this picture.

# Foreground masks

# The neighbourhoods of the adaptive thresholds, as shares of the picture's long side.
ADAPTIVE_BLOCKS = (0.06, 0.2, 0.5)
ADAPTIVE_LIFT = 6  # These thresholds exceed the neighbourhood's mean by this many grey levels.
CANNY_LOW = (12, 40)  # Lower thresholds; the upper ones are 2.5 times as high.

# Contours and their polygons

MIN_HEIGHT = 0.05  # The smallest height of a card, as a share of the picture's long side.
MIN_HEIGHT_PX = 24.0  # Smaller cards, in pixels, cannot be read.
MIN_SOLIDITY = 0.8  # A blob that fills less of its convex hull is not a single card.
POLYGON_TOLERANCE = 0.03  # Smaller bends, as a share of a blob's size, are not corners.
# Shorter parts of a contour, as a share of a blob's size, are rounded corners and dents.
MIN_SIDE = 0.12
MAX_SIDES = 40  # A contour with more sides is foliage, not a card.

# A card's possible shape in perspective

MAX_TAPER = 1.45  # The largest ratio of opposite sides.


Contour = NDArray[np.int32]
Mask = NDArray[np.bool_]


def masks(picture: Image) -> Iterator[Image]:
    """Yield foreground masks (height x width, 0 or 255) of a BGR picture, by several methods.

    The methods are global and adaptive thresholds and Canny edges. Each card should stand out in
    one of the masks.
    """
    paper = np.asarray(cv2.GaussianBlur(whiteness(picture), (3, 3), 0), np.uint8)
    for level in thresholds(paper):
        yield np.asarray(cv2.threshold(paper, level, 255, cv2.THRESH_BINARY)[1], np.uint8)
    for share in ADAPTIVE_BLOCKS:
        block = round(share * max(paper.shape)) | 1
        mean = cv2.add(cv2.blur(paper, (block, block)), ADAPTIVE_LIFT)  # type: ignore[call-overload]
        yield np.asarray(cv2.compare(paper, mean, cv2.CMP_GT), np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    for low in CANNY_LOW:
        edges = cv2.Canny(soft, low, 2.5 * low, L2gradient=True)
        yield np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)


def large_contours(picture: Image) -> list[Contour]:
    """Return the contours of all blobs and holes that are large enough to be a card."""
    smallest = 0.3 * max(MIN_HEIGHT_PX, MIN_HEIGHT * max(picture.shape[:2])) ** 2
    large: list[Contour] = []
    for mask in masks(picture):
        results, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        large += [
            cast(Contour, contour)
            for contour in results
            if len(contour) >= 4 and cv2.contourArea(contour) >= smallest
        ]
    return large


def whole_quads(found: list[Contour]) -> Floats:
    """Return a quad for every contour that may be one whole card."""
    fours: list[Floats] = []
    boxes: list[Floats] = []
    for contour in found:
        hull = cast(Contour, cv2.convexHull(contour))
        size = cv2.contourArea(hull)
        if cv2.contourArea(contour) < MIN_SOLIDITY * size:
            continue
        sides = _sides(hull, size**0.5)
        if len(sides) >= 4:
            length = np.hypot(*(sides[:, 1] - sides[:, 0]).T)
            fours.append(sides[np.sort(np.argsort(-length)[:4])])
        box = cv2.minAreaRect(hull)
        if size > MIN_SOLIDITY * box[1][0] * box[1][1]:
            boxes.append(cast(Floats, cv2.boxPoints(box)))
    quads = np.zeros((0, 4, 2), np.float32)
    if fours:
        four = np.array(fours)
        quads = intersections(np.roll(four, 1, 1), four)
        quads = quads[np.isfinite(quads).all((1, 2))]
    return np.concatenate([quads, np.reshape(boxes, (-1, 4, 2))]).astype(np.float32)


def partial_quads(found: list[Contour], aspect: float) -> Floats:
    """Return quads that share one side, and the beginning of two more, with a contour.

    The last side (from the third corner to the fourth) follows from the `aspect`, height over
    width.
    """
    triples: list[Floats] = []
    for contour in found:
        size = cv2.contourArea(contour) ** 0.5
        sides = _sides(contour, size)
        if 3 <= len(sides) <= MAX_SIDES:
            if cv2.contourArea(contour, oriented=True) < 0:
                sides = sides[::-1, ::-1]
            triples.append(np.stack([np.roll(sides, 1, 0), sides, np.roll(sides, -1, 0)], 1))
    if not triples:
        return np.zeros((0, 4, 2), np.float32)
    three = np.concatenate(triples)
    run = three[:, :, 1] - three[:, :, 0]
    long = np.linalg.norm(run, axis=2)
    way = run / long[..., None]
    p = intersections(three[:, 0], three[:, 1])
    q = intersections(three[:, 1], three[:, 2])
    length = np.linalg.norm(q - p, axis=1)
    turned = np.minimum(cross(way[:, 0], way[:, 1]), cross(way[:, 1], way[:, 2]))
    fits = np.isfinite(length) & (turned > 0.7) & ((way[:, 0] * way[:, 2]).sum(1) < -0.8)
    fits &= (length < 1.6 * long[:, 1]) & (length > 0.7 * long[:, 1])
    quads = []
    for other in (length * aspect, length / aspect):
        shorter, longer = np.minimum(long[:, 0], long[:, 2]), np.maximum(long[:, 0], long[:, 2])
        ok = fits & (shorter < 1.3 * other) & (longer > 0.3 * other)
        far = other[ok, None]
        quads.append(
            np.stack([p[ok], q[ok], q[ok] + way[ok, 2] * far, p[ok] - way[ok, 0] * far], 1)
        )
    return cast(Floats, np.concatenate(quads).astype(np.float32))


def square_corners(found: list[Contour]) -> Floats:
    """Return the square corners of contours, outward and inward: (n, 3, 2).

    Each entry is the corner and the far ends of the two sides that meet there, clockwise.
    """
    rows: list[Floats] = []
    for contour in found:
        sides = _sides(contour, cv2.contourArea(contour) ** 0.5)
        if 2 <= len(sides) <= MAX_SIDES:
            rows.append(np.stack([np.roll(sides, 1, 0), sides], 1))
    if not rows:
        return np.zeros((0, 3, 2), np.float32)
    two = np.concatenate(rows)
    run = two[:, :, 1] - two[:, :, 0]
    turn = cross(run[:, 0], run[:, 1]) / np.linalg.norm(run, axis=2).prod(1)
    point = intersections(two[:, 0], two[:, 1])
    gap = np.linalg.norm(two[:, :, ::-1] - point[:, None, None], axis=3)  # sides x far and near end
    near = np.maximum(gap[:, 0, 0], gap[:, 1, 1]) < 0.35 * np.linalg.norm(run, axis=2).min(1)
    square = (np.abs(turn) > 0.75) & near & np.isfinite(point).all(1)
    ends = np.stack([two[:, 0, 0], two[:, 1, 1]], 1)  # the outer ends of the two sides
    ends = np.where((turn > 0)[:, None, None], ends[:, ::-1], ends)
    return cast(Floats, np.concatenate([point[:, None], ends], 1)[square].astype(np.float32))


def _sides(contour: Contour, size: float) -> Floats:
    """Return the straight parts of a contour in order, n x 2 points x 2."""
    return straight_sides(contour, POLYGON_TOLERANCE * size, MIN_SIDE * size)


def heights(quads: Floats) -> Floats:
    """Return the longest side of each quad in pixels, (n,)."""
    return cast(Floats, side_lengths(quads).max(1))


def areas(quads: Floats) -> Floats:
    """Return the area of each quad in square pixels, (n,), at least 1e-6."""
    turn = cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])
    return cast(Floats, np.maximum(np.abs(turn) / 2, 1e-6))


def plausible(quads: Floats, aspect: float, slack: float = 1.0) -> Mask:
    """Return which quads can be a card of this `aspect` in perspective, (n,) bool.

    Either pair of sides may be the short one: from the side, a card's height can look shorter than
    its width. A `slack` of more than 1 widens the limits by that factor.
    """
    run = side_vectors(quads)
    length = np.linalg.norm(run, axis=2) + 1e-6
    convex = (cross(run, np.roll(run, -1, 1)) > 0).all(1)
    seen = seen_foreshortening(quads, aspect)
    taper = np.abs(np.log(length[:, :2] / length[:, 2:])).max(1) < np.log(MAX_TAPER * slack)
    return cast(Mask, convex & (seen > MIN_FORESHORTENING / slack) & taper)


def distinct(quads: Floats, near: float) -> Mask:
    """Return which quads are the first at their place, (n,) bool: greedy non-maximum suppression.

    The quads must be sorted by score. Two quads are at the same place if all their corners are
    within `near` times their height.
    """
    corners = np.ascontiguousarray(quads.reshape(-1, 8))
    limit = near * heights(quads)
    first = np.zeros(len(quads), bool)
    kept = np.empty_like(corners)
    count = 0
    for i, quad in enumerate(corners):
        if not count or np.abs(kept[:count] - quad).max(1).min() >= limit[i]:
            kept[count] = quad
            count += 1
            first[i] = True
    return first
