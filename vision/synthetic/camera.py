"""Model a camera above the table: a pinhole with a pose and lens distortion."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.lens import smooth_points

Floats = NDArray[np.float64]
Map = NDArray[np.float32]  # Height x width x 2.

# A view's focal length is found in this many rounds, because distortion depends on it. With `k1` of
# -0.1 to 0.1, the last round changes it by less than 0.01 %.
FOCAL_ROUNDS = 6


@dataclass(frozen=True)
class PinholeCamera:
    """A camera of `width` x `height` pixels at `eye_mm` (x, y, height above the table).

    It looks at `target_mm`, and the right side of its picture is +x turned by `roll_deg`. `focal`
    is the focal length relative to the picture's width. `k1` and `k2` are radial distortion at half
    the picture's width. Strong barrel distortion needs `k2` of at least 0.45 `k1` squared, as in
    real lenses.
    """

    width: int = 1920
    height: int = 1080
    eye_mm: tuple[float, float, float] = (297.0, 210.0, 800.0)
    target_mm: tuple[float, float] = (297.0, 210.0)
    roll_deg: float = 0.0
    focal: float = 1.1
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def above(
        cls,
        size_mm: tuple[float, float],
        width: int = 1920,
        height: int = 1080,
        *,
        tilt_deg: float = 0.0,
        from_deg: float = 90.0,
        roll_deg: float = 0.0,
        room: float = 1.08,
        eye_height_mm: float = 800.0,
        k1: float = 0.0,
        k2: float = 0.0,
    ) -> PinholeCamera:
        """Return a camera that sees a whole area, tilted by `tilt_deg` from straight down.

        `from_deg` is the direction of the tilt (90: from the players below); `room` is the size of
        the view relative to the area.
        """
        x, y = size_mm[0] / 2, size_mm[1] / 2
        away = eye_height_mm * math.tan(math.radians(tilt_deg))
        eye = (
            x + away * math.cos(math.radians(from_deg)),
            y + away * math.sin(math.radians(from_deg)),
            eye_height_mm,
        )
        corners = np.array([(0, 0), (size_mm[0], 0), size_mm, (0, size_mm[1])], np.float64)
        camera = cls(width, height, eye, (x, y), roll_deg, 1.0)
        for _ in range(FOCAL_ROUNDS):
            edges = camera.project(corners)
            spread = np.abs(edges - (width / 2, height / 2)).max(axis=0) * 2 / (width, height)
            focal = camera.focal / (float(spread.max()) * room)
            camera = replace(camera, focal=focal, k1=k1, k2=k2)
        return camera

    @cached_property
    def rotation(self) -> Floats:
        """Return the 3 x 3 rotation: rows right, down, forward; z points into the table."""
        eye = np.array([self.eye_mm[0], self.eye_mm[1], -self.eye_mm[2]])
        forward = np.array([*self.target_mm, 0.0]) - eye
        forward /= np.linalg.norm(forward)
        right = np.cross((0.0, 1.0, 0.0), forward)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        roll = math.radians(self.roll_deg)
        cos, sin = math.cos(roll), math.sin(roll)
        return np.stack([cos * right + sin * down, cos * down - sin * right, forward])

    def project(self, points_mm: Floats, above_mm: float | Floats = 0.0) -> Floats:
        """Return the pixels (n, 2) of points (n, 2) on the table in mm, or `above_mm` over it."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        deep = np.broadcast_to(-np.asarray(above_mm, np.float64), (len(points),))
        eye = np.array([self.eye_mm[0], self.eye_mm[1], -self.eye_mm[2]])
        seen = (np.column_stack([points, deep]) - eye) @ self.rotation.T
        flat = seen[:, :2] / seen[:, 2:]
        return self._pixels(flat * self._bend((flat**2).sum(axis=1, keepdims=True)))

    def _bend(self, r2: Floats) -> Floats:
        # Distortion refers to half the picture's width, at any focal length.
        scaled = r2 * (2 * self.focal) ** 2
        return 1 + self.k1 * scaled + self.k2 * scaled**2

    def _unbend(self, bent: Floats) -> Floats:
        """Return the factors that undo the distortion of these radii (Newton's method)."""
        a, b = self.k1 * (2 * self.focal) ** 2, self.k2 * (2 * self.focal) ** 4
        radius = bent
        for _ in range(8):
            slope = 1 + 3 * a * radius**2 + 5 * b * radius**4
            over = radius * (1 + a * radius**2 + b * radius**4) - bent
            radius = radius - over / np.maximum(slope, 0.1)
        return np.asarray(np.where(bent > 1e-9, radius / np.maximum(bent, 1e-9), 1.0), np.float64)

    def _pixels(self, flat: Floats) -> Floats:
        centre = ((self.width - 1) / 2, (self.height - 1) / 2)
        return flat * (self.focal * self.width) + centre

    def ground(self, pixels: Floats) -> Floats:
        """Return the points on the table (n, 2) in mm that pixels (n, 2) show."""
        centre = ((self.width - 1) / 2, (self.height - 1) / 2)
        bent = (np.asarray(pixels, np.float64).reshape(-1, 2) - centre) / (self.focal * self.width)
        flat = bent * self._unbend(np.hypot(bent[:, 0], bent[:, 1]))[:, None]
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.rotation
        reach = self.eye_mm[2] / np.maximum(rays[:, 2:], 1e-6)
        return np.asarray(rays[:, :2] * reach + self.eye_mm[:2], np.float64)

    @property
    def px_per_mm(self) -> float:
        """Return the picture's scale at the point that the camera looks at."""
        reach = math.dist(self.eye_mm, (*self.target_mm, 0.0))
        return self.focal * self.width / reach

    def ground_of(self, left: int, top: int, right: int, bottom: int, finer: int) -> Map:
        """Return the points on the table, in mm, for each pixel of a window.

        Each pixel has `finer` points in each direction, so the result is `finer` (bottom - top) x
        `finer` (right - left) x 2.
        """
        return smooth_points(self.ground, (left, top, right, bottom), finer)
