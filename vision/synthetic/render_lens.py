"""Add a camera's effects: blur and noise."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image
from vision.synthetic.scene import Lens

Floats = NDArray[np.float32]

NoiseMaps = tuple[Image, Image]

NOISE_ROOM_PX = 64  # The noise is larger than a frame, so that each frame has another part of it.


def through_lens(image: Image, lens: Lens, noise: NoiseMaps, seed: int) -> Image:
    """Return a picture with the camera's effects: blur and noise.

    `noise` belongs to the lens, and `seed` chooses its part for this frame.
    """
    if lens.blur_px > 0.2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), lens.blur_px), np.uint8)
    brighter, darker = noise
    chance = np.random.default_rng([seed, 11])
    x, y = (int(v) for v in chance.integers(0, NOISE_ROOM_PX, 2))
    here = np.s_[y : y + image.shape[0], x : x + image.shape[1]]
    return np.asarray(cv2.subtract(cv2.add(image, brighter[here]), darker[here]), np.uint8)


def noise_maps(noise: float, width: int, height: int) -> NoiseMaps:
    """Return noise for frames of a size: what makes each pixel brighter, and what darker."""
    grain = _grain(height + NOISE_ROOM_PX, width + NOISE_ROOM_PX)
    brighter, darker = (  # The noise is rounded and clipped in one pass.
        cv2.addWeighted(grain, by, grain, 0.0, 0.0, dtype=cv2.CV_8U) for by in (noise, -noise)
    )
    return np.asarray(brighter, np.uint8), np.asarray(darker, np.uint8)


def forget_grain() -> None:
    """Free the grain of the last size of frames."""
    _grain.cache_clear()


@lru_cache(maxsize=1)
def _grain(height: int, width: int) -> Floats:
    return np.random.default_rng(5).standard_normal((height, width, 3), np.float32)
