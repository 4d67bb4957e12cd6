"""Compute the light at each pixel of a frame: its slope, shadows and glare."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.scene import Light, Window

Floats = NDArray[np.float32]


class LightMap(NamedTuple):
    """The light at each pixel.

    The picture is multiplied by `bright` (h x w) and `cast` (BGR), and `glare` (h x w x 1) is
    added.
    """

    bright: Floats
    cast: Floats
    glare: Floats

    def gain(self, here: Window) -> Floats:
        """Return the light's factors at some pixels, h x w x 3; not cached: the whole has 25 MB."""
        return np.asarray(self.bright[here][..., None] * self.cast, np.float32)


def light_map(
    light: Light, ground: Floats, size_mm: tuple[float, float], size_px: tuple[int, int]
) -> LightMap:
    """Return the light at each pixel of a frame of `size_px`, over mats of `size_mm`.

    `ground` (h x w x 2, mm) are the table points of some evenly spaced pixels.
    """
    width, height = size_mm
    x, y = ground[..., 0] - width / 2, ground[..., 1] - height / 2
    turn = math.radians(light.gradient_deg)
    across = (x * math.cos(turn) + y * math.sin(turn)) / (width / 2)
    gain = np.clip(1 - light.gradient * (0.5 + 0.5 * across), 0.05, 2)
    for shadow in light.shadows:
        edge = math.radians(shadow.turn_deg)
        beyond = (ground[..., 0] - shadow.x_mm) * math.sin(edge) - (
            ground[..., 1] - shadow.y_mm
        ) * math.cos(edge)
        inside = 1 / (1 + np.exp(-np.clip(beyond / (shadow.soft_mm / 4), -30, 30)))
        gain = gain * (1 - shadow.depth * inside)
    glare = np.zeros_like(gain)
    for spot in light.glares:
        away = np.hypot(ground[..., 0] - spot.x_mm, ground[..., 1] - spot.y_mm)
        glare = glare + 255 * spot.strength * np.exp(-((away / spot.radius_mm) ** 2))
    cast = np.array(light.cast, np.float32) * np.float32(light.exposure)
    bright = _enlarged(gain, size_px)
    dark: Floats = np.broadcast_to(np.float32(0), (*bright.shape, 1))
    return LightMap(bright, cast, _enlarged(glare, size_px)[..., None] if light.glares else dark)


def _enlarged(small: NDArray[np.floating[Any]], size_px: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(small.astype(np.float32), size_px), np.float32)
