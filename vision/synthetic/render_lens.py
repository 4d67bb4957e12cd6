"""Add a camera's effects: blur and noise."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Image
from vision.synthetic.render_table import strips
from vision.synthetic.scene import Lens

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
    size = (height + NOISE_ROOM_PX, width + NOISE_ROOM_PX, 3)
    chance, brighter, darker = (
        np.random.default_rng(5),
        np.empty(size, np.uint8),
        np.empty(size, np.uint8),
    )
    for rows in strips(size[0]):
        grain = chance.standard_normal(brighter[rows].shape, np.float32)
        for noise_map, by in ((brighter, noise), (darker, -noise)):  # Rounded and clipped at once.
            noise_map[rows] = cv2.addWeighted(grain, by, grain, 0.0, 0.0, dtype=cv2.CV_8U)
    return brighter, darker
