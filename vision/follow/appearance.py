"""Whether a place still looks as it did: cheaper than reading it, and in any light."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, homography, rectangle
from vision.reading import Corners, Image

WIDE, HIGH = 48, 68  # pixels of a look
FINER = 2  # times as many are cut out, and averaged: noise and small shifts count less
AROUND = 23  # pixels of a look over which its light is evened out
FAINT = 8.0  # grey levels: darker ones are mostly noise
ONLY_LIGHT = (
    0.97  # likeness of a place over which nothing but light moves. In a flicker of 20 %: .99
)
STILL_THERE = 0.75  # likeness of a card that was not found and yet is there


def appearance(picture: Image, corners: Corners) -> Floats:
    """Return what a place (corners 4 x 2 in pixels) looks like, whatever its light.

    `picture` is height x width x 3, BGR. Looks are compared by `likeness`.
    """
    wide, high = WIDE * FINER, HIGH * FINER
    cut = cv2.warpPerspective(
        picture, homography(corners, rectangle(wide, high)), (wide, high), flags=cv2.INTER_LINEAR
    )
    small = cv2.resize(cut, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
    level = cv2.blur(small, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT).astype(np.float32)
    look = (small - level) / (level + FAINT)
    return cast(Floats, look / max(float(np.linalg.norm(look)), 1e-3))


def similarity(one: Floats, other: Floats) -> float:
    """Return the correlation of two looks, in all three colours: 1 where they are the same."""
    return float(np.vdot(one, other))


def only_light_changed(before: Image | None, picture: Image, corners: Corners) -> bool:
    """Tell whether a place (4 x 2 pixels) looks as in the frame `before`, whatever its light.

    Bare ground has no look, and never does.
    """
    if before is None or before.shape != picture.shape:
        return False
    return similarity(appearance(before, corners), appearance(picture, corners)) >= ONLY_LIGHT
