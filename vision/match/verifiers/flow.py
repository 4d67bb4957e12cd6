"""Correct bent paper: move a picture of a card onto its template by a smooth flow.

The method is that of Lucas and Kanade (1981). Because the flow is smooth, it cannot turn one pip
into another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats
from vision.pixels import halved, resized_like, sampled

FLOW_SIGMA = 7.0  # The smoothness of the flow, as a sigma in pixels of a card 120 high.
MAX_FLOW_PX = 1.3  # The largest flow, in the same pixels.
# The flow hardly follows weaker print than this, in squared grey levels per pixel.
FLOW_STIFFNESS = 30.0


class Flow:
    """The system of equations for moving pictures onto a `template` (grey, float, 120 high)."""

    def __init__(self, template: Floats) -> None:
        self.template = template
        self._gx = cv2.Sobel(template, cv2.CV_32F, 1, 0, ksize=3) / 8
        self._gy = cv2.Sobel(template, cv2.CV_32F, 0, 1, ksize=3) / 8
        xx = _smooth(self._gx * self._gx) + FLOW_STIFFNESS
        xy = _smooth(self._gx * self._gy)
        yy = _smooth(self._gy * self._gy) + FLOW_STIFFNESS
        determinant = xx * yy - xy * xy
        self._inverse = xx / determinant, xy / determinant, yy / determinant

    def unbend(self, seen: Floats, grey: Floats) -> Floats:
        """Return a picture moved onto the template.

        `seen` is height x width x 3, float, 240 high; `grey` is the same picture at half the size.
        """
        a, b, c = self._inverse
        level = self.template - _slow(self.template)
        x, y = _grid(*grey.shape)
        dx = dy = np.zeros_like(a)
        moved = grey
        for again in (True, False):
            error = level - moved + _slow(moved)
            ex, ey = _smooth(self._gx * error), _smooth(self._gy * error)
            dx = np.clip(dx + c * ex - b * ey, -MAX_FLOW_PX, MAX_FLOW_PX)
            dy = np.clip(dy + a * ey - b * ex, -MAX_FLOW_PX, MAX_FLOW_PX)
            if again:
                moved = sampled(grey, x + resized_like(dx, grey), y + resized_like(dy, grey))
        x, y = _grid(*seen.shape[:2])
        return sampled(seen, x + 2 * resized_like(dx, seen), y + 2 * resized_like(dy, seen))


def _smooth(image: Floats) -> Floats:
    """Smooth a picture of a card 120 high for the flow, at half size, which is accurate enough."""
    return cast(Floats, cv2.GaussianBlur(halved(image), (0, 0), FLOW_SIGMA / 2))


def _slow(image: Floats) -> Floats:
    return resized_like(_smooth(image), image)


@lru_cache(maxsize=8)
def _grid(height: int, width: int) -> tuple[Floats, Floats]:
    y, x = np.mgrid[:height, :width].astype(np.float32)
    return x, y
