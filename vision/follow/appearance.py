"""Compare how a place looks with how it looked before.

A comparison is cheaper than a reading and works in any light.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats
from vision.pixels import cut_out
from vision.quality import measure_light
from vision.reading import Corners, Found, Image

WIDE, HIGH = 48, 68  # Size of an appearance in pixels.
# Each place is first cut out at this multiple of the size and then averaged, against noise and
# small shifts.
FINER = 2
AROUND = 23  # The light is evened out over windows of this width in pixels.
FAINT = 8.0  # Parts with a lower brightness, in grey levels, are mostly noise.
ONLY_LIGHT = 0.97  # Minimum similarity if only the light changed; a flicker of 20 % gives .99.
STILL_THERE = 0.75  # Minimum similarity of a card that was not found but is still there.


def appearance(picture: Image, corners: Corners) -> Floats:
    """Return the appearance of a place (corners 4 x 2 in pixels), independent of its light.

    `picture` is height x width x 3, BGR. `similarity` compares two appearances.
    """
    fine = cut_out(picture, corners, (WIDE * FINER, HIGH * FINER))
    small = cv2.resize(fine, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
    level = cv2.blur(small, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT).astype(np.float32)
    look = (small - level) / (level + FAINT)
    return cast(Floats, look / max(float(np.linalg.norm(look)), 1e-3))


def similarity(one: Floats, other: Floats) -> float:
    """Return the correlation of two appearances, in all three colours: 1 if they are equal."""
    return float(np.vdot(one, other))


def only_light_changed(before: Image | None, picture: Image, corners: Corners) -> bool:
    """Whether a place (4 x 2 pixels) looks the same as in the frame `before`, apart from its light.

    This is False for bare background, which has no features to compare.
    """
    if before is None or before.shape != picture.shape:
        return False
    return similarity(appearance(before, corners), appearance(picture, corners)) >= ONLY_LIGHT


def sharpness(picture: Image, corners: Corners) -> float:
    """Return the sharpness of a place (4 x 2 pixels), or 0 if it cannot be measured."""
    (place,) = measure_light(picture, [Found(corners, 1.0)])
    return 0.0 if place.light is None else place.light[1]
