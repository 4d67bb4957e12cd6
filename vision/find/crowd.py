"""Limit how much a picture may contain, because telling things apart takes time.

A picture with far more objects than any table is not analysed in detail. One place then stands for
the whole picture, and nothing is read there, as under a hand. Each limit is a count, so the same
picture always has the same result.
"""

from __future__ import annotations

from vision.geometry import box_corners
from vision.reading import CROWD, Found, Image

# For comparison, each comment gives the largest number in 44 photographs of clutter and the number
# in a picture of 90 cards in rows.

# Quads from contours, which are fitted all at once: 432 in the clutter and 2,460 in the rows. A
# chequered cloth has 6,126.
MAX_OUTLINES = 10_000
# Fitted quads that may be cards, each compared with all others: 60 in the clutter, 93 in the rows.
MAX_QUADS = 400
MAX_CARDS = 120  # Whole cards without a mat: 10 in the clutter, 88 in the rows.
MAX_HIDDEN = 6_000  # Hidden cards proposed: 1,689 in the clutter, 716 in the rows.
MAX_ON_MAT = 1_500  # Boxes, and corners that stick out of clusters: 250 on a full mat.
# Possible markers: 527 in the clutter and 176 in the rows. A chequered cloth has 505.
MAX_SQUARES = 1_500


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
