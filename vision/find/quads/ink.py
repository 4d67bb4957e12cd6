"""Propose cards by their print, if their paper is as bright as the surface below.

Nothing shows the outline of a white card on white paper. Its print reaches nearly into two opposite
corners, and the deck's aspect ratio gives the other two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from typing import cast

import cv2
import numpy as np

from vision.find.quads.pick import MIN_LIKENESS, Likeness
from vision.geometry import Floats, all_upright, rescaled, stacked
from vision.pixels import whiteness
from vision.reading import Corners, Image

# Gaps in a card's print that are filled, as shares of the picture's long side.
GAPS = (0.015, 0.025, 0.04, 0.07, 0.11)
MIN_INK = 30  # Print is darker than the paper around it by this many grey levels.
MARGIN = 0.045  # Distance of the print from a card's sides, in card heights.
CLEAR = 0.8  # Minimum similarity of a card that is clear.
MIN_LONG = 0.05  # Shorter print, as a share of the picture's long side, is no card's.


def find_printed(
    coarse: Image, scale: float, known: Floats, aspect: float, like: Likeness
) -> Floats:
    """Return the quads (n, 4, 2) of cards with this aspect ratio that print in a picture suggests.

    They are similar to the deck's cards. The picture, height x width x 3, BGR, is `scale` times as
    large as its `coarse` version, in which print is searched for. `aspect` is height over width.
    The print of cards that are `known`, or clear here, joins no other.
    """
    paper = np.asarray(cv2.GaussianBlur(whiteness(coarse), (3, 3), 0), np.uint8)
    long = max(paper.shape)
    clear = [quad for quad in known if like(quad) >= CLEAR]
    may: list[Corners] = []
    for gap in GAPS:
        near = np.ones((round(gap * long) | 1,) * 2, np.uint8)
        darker = cv2.morphologyEx(paper, cv2.MORPH_BLACKHAT, near)
        ink = cv2.threshold(darker, MIN_INK, 255, cv2.THRESH_BINARY)[1]
        for quad in rescaled(stacked(clear), 1 / scale):
            cv2.fillConvexPoly(ink, quad.round().astype(np.int32), 0)
        rims, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        points = np.concatenate([np.zeros((0, 1, 2), np.int32), *rims])[:, 0]
        joined = cv2.connectedComponents(cv2.dilate(ink, near))[1]
        numbers = joined[points[:, 1], points[:, 0]]
        points = points[np.argsort(numbers)].astype(np.float32)
        groups = np.split(points, np.cumsum(np.bincount(numbers)))
        pairs = (_around(group, aspect, MIN_LONG * long) for group in groups if len(group))
        quads = all_upright(rescaled(stacked(chain.from_iterable(pairs)), scale))
        may += [quad for quad in quads if like(quad) >= MIN_LIKENESS]
        clear += [quad for quad in quads if like(quad) >= CLEAR]
    return stacked(may)


def _around(points: Floats, aspect: float, shortest: float) -> Iterator[Corners]:
    """Yield the two rectangles of which the farthest points (n x 2) are opposite corners."""
    hull = cv2.convexHull(points)[:, 0]
    away = np.linalg.norm(hull[:, None] - hull, axis=2)
    first, last = np.unravel_index(away.argmax(), away.shape)
    if away.max() < shortest:
        return
    middle, (x, y) = (hull[first] + hull[last]) / 2, hull[last] - hull[first]
    height = float(away.max()) / math.hypot(1, 1 / aspect) / (1 - 2 * MARGIN)
    turn, tilt = math.degrees(math.atan2(y, x)) - 90, math.degrees(math.atan(1 / aspect))
    for aside in (tilt, -tilt):
        box = cv2.boxPoints((middle.tolist(), (height / aspect, height), turn + aside))
        yield cast(Corners, box)
