"""Compute the light at each pixel of a frame: its slope, shadows, glare and sheen."""

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
    added. `veil` (h x w x 1) is the share of contrast lost to sheen, or None.
    """

    bright: Floats
    cast: Floats
    glare: Floats
    veil: Floats | None

    def gain(self, here: Window = np.s_[:, :]) -> Floats:
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
    veil = _enlarged(_veil(light, ground), size_px)[..., None] if light.sheens else None
    bright = _enlarged(gain, size_px)
    dark: Floats = np.broadcast_to(np.float32(0), (*bright.shape, 1))
    return LightMap(
        bright, cast, _enlarged(glare, size_px)[..., None] if light.glares else dark, veil
    )


def _enlarged(small: NDArray[np.floating[Any]], size_px: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(small.astype(np.float32), size_px), np.float32)


def _veil(light: Light, ground: Floats) -> Floats:
    """Return the share of contrast (h x w) lost to sheen at places on the table (h x w x 2)."""
    left = np.ones(ground.shape[:2], np.float32)
    for lobe in light.sheens:
        turn = math.radians(lobe.turn_deg)
        x, y = ground[..., 0] - lobe.x_mm, ground[..., 1] - lobe.y_mm
        along = (x * math.cos(turn) + y * math.sin(turn)) / lobe.length_mm
        across = (y * math.cos(turn) - x * math.sin(turn)) / lobe.width_mm
        left *= 1 - lobe.strength * np.exp(-(along**2) - across**2).astype(np.float32)
    return 1 - left
