"""Cut one card out of a picture and rectify it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry import homography, rectangle
from vision.reading import Corners, Image


def cut(
    picture: Image,
    corners: Corners,
    height_px: int,
    card_mm: tuple[float, float],
    interpolation: int = cv2.INTER_CUBIC,
) -> Image:
    """Return an upright card without any border, `height_px` high.

    The result has the aspect ratio of `card_mm`, width and height. `picture` is height x width x 3,
    BGR; `corners` are 4 x 2 pixels, TL, TR, BR, BL; `interpolation` is one of OpenCV's modes.
    """
    size = (round(height_px * card_mm[0] / card_mm[1]), height_px)
    to_card = homography(corners, rectangle(*size))
    return np.asarray(cv2.warpPerspective(picture, to_card, size, flags=interpolation), np.uint8)
