"""Correct pictures and points for a lens with radial distortion.

The model is that of D. C. Brown ("Decentering distortion of lenses", 1966), with two terms. A point
at radius r from the picture's middle is seen at radius r (1 + k1 r² + k2 r⁴).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, side_lengths
from vision.reading import Corners, Image

REACH = 3.0  # The model is used up to this radius, in half widths of the picture.
STEPS = 3000
MIN_SLOPE = 0.1  # Beyond the radius where the model is invertible, it goes on with this slope.
COARSE = 8  # The points of a map that are computed exactly are this many pixels apart.
# The margin that is rectified around a card, as a share of its height. Registration looks at 0.12
# on each side.
MARGIN = 0.18


@dataclass(frozen=True)
class Lens:
    """The lens of a camera whose pictures are `width` x `height` pixels.

    `k1` and `k2` refer to half the width.
    """

    width: int
    height: int
    k1: float
    k2: float

    @cached_property
    def _radii(self) -> tuple[Floats, Floats]:
        """Return radii without and with distortion; both increase."""
        radius = np.linspace(0, REACH, STEPS + 1)
        slope = 1 + 3 * self.k1 * radius**2 + 5 * self.k2 * radius**4
        bent = radius * (1 + self.k1 * radius**2 + self.k2 * radius**4)
        over = np.flatnonzero(slope < MIN_SLOPE)
        if len(over):
            end = over[0]
            bent[end:] = bent[end] + MIN_SLOPE * (radius[end:] - radius[end])
        return radius, bent

    def undistort(self, points: Floats) -> Floats:
        """Return the undistorted places of points (n x 2, pixels)."""
        radius, bent = self._radii
        return self._rescale(points, bent, radius)

    def distort(self, points: Floats) -> Floats:
        """Return where undistorted points (n x 2, pixels) are in the picture."""
        radius, bent = self._radii
        return self._rescale(points, radius, bent)

    def _rescale(self, points: Floats, before: Floats, after: Floats) -> Floats:
        middle = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        away = (np.asarray(points, np.float64).reshape(-1, 2) - middle) * (2 / self.width)
        radius = np.hypot(away[:, 0], away[:, 1])
        times = np.interp(radius, before, after) / np.maximum(radius, 1e-12)
        times = np.where(radius > 1e-9, times, 1.0) * (self.width / 2)
        return cast(Floats, (middle + away * times[:, None]).astype(np.float32))

    def max_bend(self, corners: Corners) -> float:
        """Return how far a card's sides bend away from straight lines, as a share of its height.

        `corners` are 4 x 2 pixels.
        """
        place = self.undistort(corners)
        middles = self.distort((place + np.roll(place, -1, 0)) / 2)
        off = np.abs(middles - (corners + np.roll(corners, -1, 0)) / 2).max()
        return float(off) / max(1.0, float(side_lengths(corners).max()))

    def undistort_card(
        self, picture: Image, corners: Corners
    ) -> tuple[Image, Corners, tuple[int, int]]:
        """Return the surroundings of a card as an undistorted picture, with the card's place in it.

        `corners` (4 x 2) are in pixels of `picture` (height x width x 3, BGR). The result is the
        part of the picture, the corners in it, and its origin (x, y) in undistorted pixels.
        """
        place = self.undistort(corners)
        rim = MARGIN * float(side_lengths(place).max())
        low = np.floor(place.min(0) - rim).astype(int)
        columns, rows = np.ceil(place.max(0) + rim).astype(int) - low
        part = remap(picture, smooth_map(lambda xy: self.distort(xy + low), (columns, rows)))
        return part, (place - low).astype(np.float32), (int(low[0]), int(low[1]))


Map = tuple[Image, Image]  # OpenCV's fixed-point maps, in whole pixels and 1/32 pixels


def smooth_map(into: Callable[[Floats], Floats], size: tuple[int, int]) -> Map:
    """Return the map from each pixel of a picture of `size` (width, height) to its source.

    `into` maps points (n x 2).
    """
    fine = smooth_points(into, (0, 0, *size))
    whole, parts = cv2.convertMaps(fine, np.empty(0, np.float32), cv2.CV_16SC2)
    return cast(Map, (whole, parts))


def smooth_points(
    into: Callable[[NDArray[np.float64]], Floats], window: tuple[int, int, int, int], finer: int = 1
) -> NDArray[np.float32]:
    """Return where `into` maps the pixels of a window (left, top, right, bottom): h x w x 2.

    `into` maps points (n x 2). It is called for every `COARSE`th pixel only, because it is smooth.
    Each pixel has `finer` points in each direction.
    """
    left, top, right, bottom = window
    xs, ys = (
        np.arange(start - COARSE, end + 2 * COARSE, COARSE, dtype=np.float64)
        for start, end in ((left, right), (top, bottom))
    )
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    coarse = into(grid.reshape(-1, 2)).reshape(grid.shape).astype(np.float32)
    # Fine point i shows pixel left - 0.5 + (i + 0.5) / finer, in steps from the grid's first point.
    step = 1 / (finer * COARSE)
    shift = (COARSE - 0.5 + 0.5 / finer) / COARSE
    to_coarse = np.array([[step, 0, shift], [0, step, shift]])
    size = ((right - left) * finer, (bottom - top) * finer)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(coarse, to_coarse, size, flags=flags), np.float32)


def remap(picture: Image, into: Map) -> Image:
    """Return the picture (height x width x 3, BGR) that a map samples from another picture."""
    flat = cv2.remap(picture, *into, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)
