"""Count the squares in a picture before OpenCV compares each of them with all others.

Noise, print and cloth show a million specks. In Python each contour is an array of its own, so all
contours of such a picture took 1 GB. They are therefore taken from one tile after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import cv2
import numpy as np

from vision.reading import Image

# With half this size, counting takes 1.5 times as long. With double, it takes 20 MB more.
TILE_PX = 384
# Tiles overlap, so that each square up to this size is whole in one of them. Few larger squares fit
# into a picture.
OVERLAP_PX = 128
DARKER_GREY = 7  # A square is darker than its surroundings by this many grey levels.
BEND = 0.03  # Maximum bend of a square's sides, as a share of its perimeter.
# The largest number of pixels at the border of specks. OpenCV's detectors hold all of them at once.
# The most in 44 photographs of clutter, up to 9 megapixels, is 1.3 million; noise of 12 megapixels
# has 12 million. With double this limit, OpenCV takes 160 MB for a halftone of 6 pixels.
MAX_BORDER = 5_000_000


def darker_parts(grey: Image, around_px: int) -> Image:
    """Return a mask (0 or 255) of the pixels that are darker than those around them.

    This is the first step of OpenCV's detectors of markers and codes.
    """
    mask = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, around_px, DARKER_GREY
    )
    return np.asarray(mask, np.uint8)


def has_too_many_squares(mask: Image, smallest: float, most: int) -> bool:
    """Whether a mask (height x width, 0 or 255) has more than `most` squares, or mainly specks.

    Only squares whose perimeter has at least `smallest` pixels count.
    """
    squares = border = 0
    for tile in tiles(mask):
        core = tile[:TILE_PX, :TILE_PX]
        border += cv2.countNonZero(cv2.absdiff(core[1:], core[:-1]))
        border += cv2.countNonZero(cv2.absdiff(core[:, 1:], core[:, :-1]))
        squares += _count_squares(tile, smallest)
        if squares > most or border > MAX_BORDER:
            return True
    return False


def tiles(mask: Image) -> Iterator[Image]:
    """Yield the overlapping tiles of a mask (height x width)."""
    height, width = mask.shape
    side = TILE_PX + OVERLAP_PX
    for top, left in product(range(0, height, TILE_PX), range(0, width, TILE_PX)):
        yield mask[top : top + side, left : left + side]


def _count_squares(tile: Image, smallest: float) -> int:
    """Return the number of squares that begin in a tile, but not in the next ones."""
    found, _ = cv2.findContours(tile, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    large = (contour for contour in found if len(contour) >= smallest)
    return sum(begins_here(contour) and _is_square(contour) for contour in large)


def begins_here(contour: Any) -> bool:
    """Whether a contour of a tile begins in it, and not in another tile."""
    left, top, _, _ = cv2.boundingRect(contour)
    return 0 < left <= TILE_PX and 0 < top <= TILE_PX


def _is_square(contour: Any) -> bool:
    near = cv2.approxPolyDP(contour, BEND * len(contour), closed=True)
    return len(near) == 4 and cv2.isContourConvex(near)
