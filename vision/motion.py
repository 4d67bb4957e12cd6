"""Seeing what changed between frames, cheaply, on a much smaller picture."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats
from vision.reading import Corners, Image

# What decides, measured between rendered frames of five cards at 1920 x 1080. In the tracker's 57
# frames no half and no double of these four changes a thing.
WIDTH = 320  # pixels: the shrunk picture. A card is 30 x 40 of them
CHANGED = 14.0  # grey levels. Noise of the lens 3, at its fourfold 11 at most: half would see that
GRAINS = 6  # changed pixels. Noise 0; a card moved by 1 mm 158, its face swapped 446, a hand 2,952
DRIFT = 0.05  # of the difference that a still picture's reference follows a frame. Light 5 % down
# changes no pixel, 10 % down 3,488: what falls more slowly than that is followed


class Motion:
    """Compares each frame with the one before it, and with how the table was last read."""

    def __init__(self) -> None:
        self._before: Floats | None = None
        self._read: Floats | None = None
        self._scale = 1.0
        self.moving: Image = np.zeros((1, 1), np.uint8)
        self.changed: Image = np.zeros((1, 1), np.uint8)

    def see(self, picture: Image) -> None:
        """Take the next frame (height x width x 3, BGR).

        `moving` and `changed` are then masks of the picture shrunk to about `WIDTH` pixels: 255
        where it differs from the frame before, or from the table as it was last read, else 0.
        """
        step = max(1, picture.shape[1] // WIDTH)
        small = np.ascontiguousarray(picture[step // 2 :: step, step // 2 :: step])
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        now = cast(Floats, cv2.blur(grey, (3, 3)))
        if self._before is None or self._before.shape != now.shape:
            self._before = self._read = None
        self._scale = 1.0 / step
        self.moving = _mask(now, now if self._before is None else self._before)
        self.changed = _mask(now, self._read)
        self._before = now
        if self._read is not None and not self.is_moving and not self.is_changed:
            self._read += DRIFT * (now - self._read)

    def was_read(self) -> None:
        """Remember the table as it is now: from here on, changes are changes from this."""
        if self._before is None:
            return
        still = self.moving == 0
        if self._read is None:
            self._read = self._before.copy()
        else:
            self._read[still] = self._before[still]

    @property
    def is_moving(self) -> bool:
        """Tell whether anything moved since the frame before."""
        return cv2.countNonZero(self.moving) >= GRAINS

    @property
    def is_changed(self) -> bool:
        """Tell whether anything differs from the table as it was last read."""
        return cv2.countNonZero(self.changed) >= GRAINS

    def touches(self, mask: Image, quad: Corners, grown: float = 1.15) -> bool:
        """Tell whether a mask (`moving` or `changed`) reaches into a place and its surroundings.

        `quad` (4 x 2) is in pixels of the frame and is `grown` about its middle.
        """
        middle = quad.mean(0)
        points = ((middle + (quad - middle) * grown) * self._scale).round().astype(np.int32)
        x, y, width, height = cv2.boundingRect(points)
        x0, y0 = max(0, x), max(0, y)
        part = mask[y0 : y + height, x0 : x + width]
        if part.size == 0:
            return False
        inside = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(inside, points - np.array([x0, y0], np.int32), 255)
        return cv2.countNonZero(cv2.bitwise_and(part, inside)) >= 2


def _mask(now: Floats, then: Floats | None) -> Image:
    if then is None:
        return np.full(now.shape, 255, np.uint8)
    mask = (cv2.absdiff(now, then) > CHANGED).astype(np.uint8) * 255
    return np.asarray(mask, np.uint8)
