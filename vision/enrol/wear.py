"""Make synthetic wear: show a card's own picture as a camera might see it another day.

A deck is tested on these pictures before anyone plays with it. The card lies on a table, its
corners are found with a small error, and it is blurred, noisy and lit from another side.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import homography, rectangle
from vision.reading import Corners, Image

MARGIN = 0.13  # Width of the table around a card, in card heights.


@dataclass(frozen=True, kw_only=True)
class Wear:
    """The wear of a card, and how the camera sees it.

    `height_px` is the height of the card in the picture, `blur_px` the sigma of the blur, and
    `noise` is in grey levels. `gradient` is the share of light lost at the darker side. `askew` is
    the error of the corners, as a share of the height of the card, and `ink` is the gamma of the
    picture.
    """

    height_px: int
    blur_px: float
    noise: float
    gradient: float
    askew: float
    ink: float


# The card is as high as in a 1080p picture, or slightly higher.
MILD = Wear(height_px=300, blur_px=0.8, noise=3.0, gradient=0.15, askew=0.008, ink=1.1)
HARD = Wear(height_px=300, blur_px=1.6, noise=6.0, gradient=0.35, askew=0.02, ink=0.85)
# The card is as small as the smallest that can be read.
FAR = Wear(height_px=80, blur_px=0.5, noise=3.0, gradient=0.15, askew=0.01, ink=1.1)


def worn(card: Image, wear: Wear, chance: np.random.Generator) -> tuple[Image, Corners]:
    """Return a picture of a worn card on a table (BGR), and its corners (4 x 2) as found.

    `card` is a rectified face (height x width x 3, BGR), at any resolution.
    """
    height = wear.height_px
    width = round(height * card.shape[1] / card.shape[0])
    margin = round(MARGIN * height)
    size = (width + 2 * margin, height + 2 * margin)
    true = rectangle(width, height) + np.float32(margin)
    true = (true + chance.normal(0, 0.01 * height, (4, 2))).astype(np.float32)
    table = chance.uniform(40, 120, 3)
    picture = np.empty((size[1], size[0], 3), np.float32)
    picture[:] = table
    shrunk = cv2.resize(card, (width, height), interpolation=cv2.INTER_AREA)
    to_picture = homography(rectangle(width, height), true)
    lying = cv2.warpPerspective(shrunk, to_picture, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.ones((height, width), np.float32), to_picture, size)[..., None]
    picture = picture * (1 - mask) + lying.astype(np.float32) * mask
    picture = 255 * (picture / 255) ** wear.ink
    turn = chance.uniform(0, 2 * np.pi)
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    light = 1 - wear.gradient * (1 + np.cos(turn) * x + np.sin(turn) * y) / 2
    picture = picture * light[..., None]
    picture = cv2.GaussianBlur(picture, (0, 0), wear.blur_px)
    picture = picture + chance.normal(0, wear.noise, picture.shape)
    seen = true + chance.normal(0, wear.askew * height, (4, 2))
    return np.asarray(np.clip(picture, 0, 255), np.uint8), seen.astype(np.float32)
