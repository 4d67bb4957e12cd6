"""Limits on how much a picture may contain, since telling things apart takes work.

A picture with far more objects than any table is not analysed in detail. One place then stands for
all of it, and nothing is read there, as under a hand. Each limit is a count, so the same picture
always has the same result.
"""

from __future__ import annotations

import numpy as np

from vision.reading import CROWD, Found, Image

# After each number: the maximum in 44 photographs of clutter, and in a picture of 90 cards in rows.
MAX_OUTLINES = 10_000  # quads from contours, fitted at once; 432, 2,460, a chequered cloth 6,126
MAX_QUADS = 400  # fitted quads that may be cards, each compared with all others; 60 and 93
MAX_CARDS = 120  # whole cards without a mat; 10 and 88
MAX_HIDDEN = 6_000  # proposals for cards under other cards; 1,689 and 716
MAX_ON_MAT = 1_500  # boxes, and corners that stick out of clusters; 250 on a full mat
MAX_SQUARES = 1_500  # possible markers; 527 and 176, a chequered cloth 505


class Crowded(Exception):
    """The picture contains more than is analysed in detail."""


def check_limit(count: int, most: int) -> None:
    """Raise `Crowded` if `count` is more than `most`."""
    if count > most:
        raise Crowded


def whole_picture(picture: Image) -> Found:
    """Return a place that covers the whole picture (height x width x 3, BGR)."""
    height, width = picture.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return Found(corners, 0.0, CROWD, alone=False)
