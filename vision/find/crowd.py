"""Limit how much a picture may contain, because telling things apart takes time.

A picture with far more objects than any table is not analysed in detail. One place then stands for
the whole picture, and nothing is read there, as under a hand. Each limit is a count, so the same
picture always has the same result.

Squares are counted before OpenCV compares each of them with all others. Noise, print and cloth show
a million specks. In Python each contour is a separate array, so all contours of such a picture took
1 GB. They are therefore taken from one tile after the other.
"""

from __future__ import annotations

from typing import Any

import cv2

from vision.geometry import box_corners
from vision.pixels import TILE_PX, tiles
from vision.reading import CROWD, Found, Image

# The limits. README.md says how many of each there are in clutter and in a full picture.

MAX_OUTLINES = 10_000  # Quads from contours, which are fitted all at once.
MAX_QUADS = 400  # Fitted quads that may be cards, each compared with all others.
MAX_CARDS = 120  # Whole cards without a mat.
MAX_HIDDEN = 6_000  # Hidden cards proposed.
MAX_ON_MAT = 1_500  # Boxes, and corners that stick out of clusters.
MAX_SQUARES = 1_500  # Possible markers.
# The largest number of pixels at the border of specks. OpenCV's detectors hold all of them at once.
MAX_BORDER = 5_000_000

# Counting squares

BEND = 0.03  # Maximum bend of a square's sides, as a share of its perimeter.


class Crowded(Exception):
    """The picture contains too much to be analysed in detail."""


def check_limit(count: int, most: int) -> None:
    """Raise `Crowded` if `count` is larger than the limit `most`."""
    if count > most:
        raise Crowded


def whole_picture(picture: Image) -> Found:
    """Return a place that covers the whole picture (height x width x 3, BGR)."""
    height, width = picture.shape[:2]
    return Found(box_corners(0, 0, width, height), 0.0, CROWD, alone=False)


def has_too_many_squares(mask: Image, smallest: float, most: int) -> bool:
    """Whether a mask (height x width, 0 or 255) has more than `most` squares, or mainly specks.

    Only squares whose perimeter has at least `smallest` pixels count.
    """
    squares, border = 0, _border(mask)
    if border > MAX_BORDER:
        return True
    for tile in tiles(mask):
        if squares + border / smallest <= most:  # The rest cannot exceed the limit.
            return False
        squares += _count_squares(tile, smallest)
        border -= _border(tile[:TILE_PX, :TILE_PX])
    return squares > most


def _border(mask: Image) -> int:
    """Return the number of neighbouring pixels that differ in a mask."""
    down, across = cv2.absdiff(mask[1:], mask[:-1]), cv2.absdiff(mask[:, 1:], mask[:, :-1])
    return cv2.countNonZero(down) + cv2.countNonZero(across)


def _count_squares(tile: Image, smallest: float) -> int:
    """Return the number of squares that begin in a tile, but not in the next ones."""
    results, _ = cv2.findContours(tile, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    large = (contour for contour in results if len(contour) >= smallest)
    return sum(begins_here(contour) and _is_square(contour) for contour in large)


def begins_here(contour: Any) -> bool:
    """Whether a contour of a tile begins in it, and not in another tile."""
    left, top, _, _ = cv2.boundingRect(contour)
    return 0 < left <= TILE_PX and 0 < top <= TILE_PX


def _is_square(contour: Any) -> bool:
    near = cv2.approxPolyDP(contour, BEND * len(contour), closed=True)
    return len(near) == 4 and cv2.isContourConvex(near)
