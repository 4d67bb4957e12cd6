"""Measure what the checks judge: light and sharpness at a marker, scales, and glare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.find.on_mat import find_on_mat
from vision.find.straight import PX_PER_MM, marker_slices, straighten
from vision.geometry import Floats, Matrix, apply, enlarged, homography, side_lengths, spread_points
from vision.mat import Mat
from vision.pixels import sampled
from vision.plane import Plane
from vision.reading import Corners, Image

MIN_STEP = 12.0  # A smaller step from black to white, in grey levels, is not an edge.
MARKER_RIM_MM = 2.0  # Glare this close to a marker is not told from its white rim.


@dataclass(frozen=True, eq=False)
class SeenMarker:
    """A marker of a mat in a grey picture (height x width).

    Each marker has its own homography `to_image`, from the mat's millimetres to pixels, so it can
    be judged even if the mat is not complete.
    """

    grey: Image
    mat: Mat
    number: int
    to_image: Matrix

    @classmethod
    def at(cls, grey: Image, mat: Mat, number: int, corners: Corners) -> SeenMarker:
        """Return the marker with these corners (4 x 2, pixels)."""
        return cls(grey, mat, number, homography(mat.marker_corners_mm(number), corners))

    @property
    def px_per_mm(self) -> float:
        """Return the smallest scale along the marker's sides."""
        corners = apply(self.to_image, self.mat.marker_corners_mm(self.number))
        return float(side_lengths(corners).min()) / self.mat.marker_mm

    def white(self) -> float:
        """Return the brightness of the white rim around the marker."""
        rim = (self.mat.marker_mm + self.mat.quiet_mm) / 2
        along = np.linspace(-rim, rim, 25)
        sides = [(x, y) for v in along for x, y in ((v, -rim), (v, rim), (-rim, v), (rim, v))]
        return float(np.median(self._levels(np.array(sides, np.float32))))

    def edge_mm(self) -> float:
        """Return the width of the marker's edge in mm, between 10 % and 90 % of its step."""
        reach = min(self.mat.quiet_mm, self.mat.marker_mm / 8) * 0.95
        across = np.linspace(-reach, reach, 96).astype(np.float32)
        widths: list[float] = []
        for turn in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            for part in np.linspace(-0.7, 0.7, 8):
                lines = [
                    self._edge_line(turn, float(part) + aside, across)
                    for aside in (-0.04, 0.0, 0.04)
                ]
                # Average neighbouring lines, so that noise does not look like bad focus.
                rise = np.mean([self._levels(line) for line in lines], axis=0)
                black, white = float(rise[:12].mean()), float(rise[-12:].mean())
                if white - black < MIN_STEP:
                    widths.append(2 * reach)
                    continue
                step = (rise - black) / (white - black)
                ends = across[np.argmax(step > 0.1)], across[np.argmax(step > 0.9)]
                widths.append(max(0.0, float(ends[1] - ends[0])))
        return float(np.median(widths))

    def _edge_line(self, turn: tuple[int, int], part: float, across: Floats) -> Floats:
        """Return points across a side, from inside to outside, at `part` of its length."""
        half = self.mat.marker_mm / 2
        out = np.array(turn, np.float32)
        along = np.array((-turn[1], turn[0]), np.float32) * half * part
        return cast(Floats, (along + np.outer(half + across, out)).astype(np.float32))

    def _levels(self, points_mm: Floats) -> Floats:
        """Return the grey levels at points (n x 2, mm from the marker's middle)."""
        middle = np.array(self.mat.markers[self.number], np.float32)
        x, y = apply(self.to_image, middle + points_mm).T[:, :, None]
        return sampled(self.grey, x, y).ravel().astype(np.float32)


def scales(mat: Mat, plane: Plane, pixels: Callable[[Floats], Floats]) -> Floats:
    """Return the pixels per millimetre at visible places of the mat.

    The direction with the smallest scale counts at each place. `pixels` maps places on the mat (n x
    2, mm) to pixels.
    """
    grid = spread_points(mat.box_mm, 9, 9)
    shown = plane.in_picture(grid)
    places = grid[shown] if shown.any() else grid
    here = pixels(places)
    steps = [
        np.linalg.norm(pixels(places + np.array(step, np.float32)) - here, axis=1)
        for step in ((1, 0), (0, 1), (0.7071, 0.7071), (0.7071, -0.7071))
    ]
    return cast(Floats, np.min(steps, axis=0))


def glare_cm2(
    picture: Image, mat: Mat, plane: Plane, card_mm: tuple[float, float], level: float
) -> float:
    """Return the area of the mat that is brighter than a grey level, without markers and cards."""
    flat, to_image = straighten(picture, mat, plane)
    bright = (flat.min(2) > level).astype(np.uint8)
    for part in marker_slices(mat, around_mm=0.0, rim_mm=MARKER_RIM_MM):
        bright[part] = 0
    bright &= plane.visible_mask(to_image, (flat.shape[1], flat.shape[0]))
    to_flat = cast(Matrix, np.linalg.inv(to_image))
    for place in find_on_mat(picture, mat, plane, card_mm):
        if not place.reason:
            quad = apply(to_flat, plane.undistort(place.corners))
            cv2.fillConvexPoly(bright, enlarged(quad, 1.05).round().astype(np.int32), 0)
    bright = np.asarray(cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)))
    return float(cv2.countNonZero(bright)) / PX_PER_MM**2 / 100
