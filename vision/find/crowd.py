"""How much may lie in a picture before it is no table: what is found costs work to tell apart.

Far more than any table holds is not looked at one by one: one place stands for all of it, where
nothing can be told, as under a hand. Each limit is a number of things, so that the same picture
always ends alike.
"""

from __future__ import annotations

import numpy as np

from vision.reading import CROWD, Found, Image

# Beside each: the most that 44 photographs of clutter had, and a picture of 90 cards side by side.
MAX_OUTLINES = 10_000  # quads from contours, fitted at once; 432, 2,460, a chequered cloth 6,126
MAX_QUADS = 400  # fitted ones that may be cards, each compared with all others; 60 and 93
MAX_CARDS = 120  # whole ones without a mat; 10 and 88
MAX_HIDDEN = 6_000  # proposals of cards below others; 1,689 and 716
MAX_ON_MAT = 1_500  # boxes, and corners that stick out of heaps; 250 on a full mat
MAX_SQUARES = 1_500  # that may be markers; 527 and 176, a chequered cloth 505


class Crowded(Exception):
    """More was found than is looked at one by one."""


def check_limit(count: int, most: int) -> None:
    """Raise `Crowded` where there is more of something than is looked at."""
    if count > most:
        raise Crowded


def whole_picture(picture: Image) -> Found:
    """Return the place that stands for all that lies in a picture (height x width x 3, BGR)."""
    height, width = picture.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return Found(corners, 0.0, CROWD, alone=False)
