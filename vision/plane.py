"""Describe a mat's place in a picture, as a plane seen through a lens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, Matrix, apply
from vision.lens import Lens, Map, smooth_map
from vision.reading import Image

MASK_STEP_PX = 4  # Step between the points at which a mask of visible pixels is computed.
BORDER_PX = 2.0  # Things this close to a picture's edge may continue outside.


@dataclass(frozen=True)
class Plane:
    """The mat's position in a picture of `width` x `height` pixels.

    `to_image` is the homography (3 x 3) from millimetres on the mat to *undistorted* pixels, in
    which the distortion of the `lens` is corrected. Without a lens they are the picture's pixels.
    """

    to_image: Matrix
    width: int
    height: int
    lens: Lens | None = None

    @cached_property
    def to_mm(self) -> Matrix:
        """Return the homography (3 x 3) from undistorted pixels to millimetres on the mat."""
        return cast(Matrix, np.linalg.inv(self.to_image))

    @cached_property
    def _masks(self) -> dict[tuple[bytes, tuple[int, int]], Image]:
        return {}

    def visible_mask(self, to_straight: Matrix, size: tuple[int, int]) -> Image:
        """Return the cached mask (width, height): 255 for pixels that the picture shows, else 0.

        `to_straight` is the homography (3 x 3) from the mask's pixels to undistorted ones.
        """
        key = (to_straight.tobytes(), size)
        if key not in self._masks:
            xs, ys = (
                np.arange(MASK_STEP_PX / 2, side + MASK_STEP_PX, MASK_STEP_PX, dtype=np.float64)
                for side in size
            )
            grid = np.stack(np.meshgrid(xs, ys), -1)
            inside = self._inside(self.distort(apply(to_straight, grid.reshape(-1, 2))), 1.0)
            coarse = inside.reshape(len(ys), len(xs)).astype(np.uint8) * 255
            whole = (coarse.shape[1] * MASK_STEP_PX, coarse.shape[0] * MASK_STEP_PX)
            fine = cv2.resize(coarse, whole, interpolation=cv2.INTER_NEAREST)
            self._masks[key] = np.asarray(fine[: size[1], : size[0]], np.uint8)
        return self._masks[key]

    @cached_property
    def _maps(self) -> dict[tuple[bytes, tuple[int, int]], Map]:
        return {}

    def sampling_map(self, to_straight: Matrix, size: tuple[int, int]) -> Map:
        """Return the cached map that samples a view of `size` (width, height) from the picture.

        `to_straight` is the homography (3 x 3) from the view's pixels to undistorted ones.
        """
        key = (to_straight.tobytes(), size)
        if key not in self._maps:
            into = smooth_map(lambda xy: self.distort(apply(to_straight, xy)), size)
            self._maps[key] = into
        return self._maps[key]

    def undistort(self, points: Floats) -> Floats:
        """Return the undistorted places of points in the picture (n x 2)."""
        return points if self.lens is None else self.lens.undistort(points)

    def distort(self, points: Floats) -> Floats:
        """Return the places in the picture of undistorted points (n x 2)."""
        return points if self.lens is None else self.lens.distort(points)

    def to_pixels(self, points_mm: Floats) -> Floats:
        """Return the pixels (n x 2) that show points of the mat (n x 2, mm)."""
        return self.distort(apply(self.to_image, points_mm))

    def in_picture(self, points_mm: Floats, rim_px: float = 0.0) -> NDArray[np.bool_]:
        """Return which points (n x 2, mm) the picture shows, at least `rim_px` from its edge."""
        return self._inside(self.to_pixels(points_mm), rim_px)

    def _inside(self, xy: Floats, rim_px: float) -> NDArray[np.bool_]:
        inside = (xy >= rim_px) & (xy <= (self.width - 1 - rim_px, self.height - 1 - rim_px))
        return cast(NDArray[np.bool_], inside.all(1))

    def to_mat_mm(self, points: Floats) -> Floats:
        """Return the places on the mat (n x 2, mm) of pixels in the picture (n x 2)."""
        return apply(self.to_mm, self.undistort(points))


Planes = Mapping[str, Plane]  # the mats in a picture, by name
