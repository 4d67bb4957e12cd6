"""Measure a camera's lens distortion on the empty mat.

The corners of the markers give a rough estimate. The printed outlines of the zones, straight lines
all over the mat, refine it and show how accurate it is between the markers. Lens and plane are
fitted together by the Levenberg-Marquardt method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, Matrix, apply, box_corners, homography, spread_points
from vision.lens import Lens
from vision.mat import Mat
from vision.plane import Plane
from vision.reading import Image

# The first estimate, from the markers
STARTS = np.linspace(-0.5, 0.4, 19)  # Values of k1 to try; real lenses have k2 near k1²/2.

# The outlines
EVERY_MM = 8.0  # Distance between the points along an outline.
REACH_MM = 2.7  # Search range to both sides of a line; the next outline is 6 mm away.
STEP_MM = 0.15
ALONG_MM = np.linspace(-1.5, 1.5, 7)  # Places along the line to average, against noise.
CONTRAST = 8.0  # Minimum contrast of a line with its surroundings, in grey levels.
MIN_LINES = 40  # With fewer points on the outlines, only the markers are used.
MAX_WIDTH_MM = 0.6  # Maximum standard deviation of a line's profile.
MIN_MARKERS = 3
ROUNDS = 3  # Each round searches for the lines where the last fit predicts them.
ITERATIONS = 30
MIN_GAIN = 1e-5  # Stop if the squared residuals shrink by a smaller share.
ALWAYS_KEPT_MM = 0.2  # Points with a smaller residual are always kept.
# A point farther away than this many times the median residual belongs to something else, such as a
# card's edge.
OUTLIER = 4.0

# Steps for the numeric derivatives with respect to the ten parameters of a plane and its lens.
STEPS = np.diag([1e-3, 1e-3, *[0.5] * 8])  # k1 and k2 (no unit), then pixels
SQUARE_MM = box_corners(0, 0, 400, 400)


@dataclass(frozen=True)
class Fit:
    """A measured lens and its accuracy.

    `residual_mm` is the 90th percentile of the distances between the points seen and their printed
    places; `points` is their number. `plane` is the plane of the `mat`, corrected for the lens.
    """

    mat: Mat
    plane: Plane
    lens: Lens
    residual_mm: float
    points: int

    def max_difference_mm(self, other: Lens | None) -> float:
        """Return the largest distance in mm by which another lens would move a visible place."""
        mat = self.mat
        places, printed = (
            points[self.plane.in_picture(points)]
            for points in (
                spread_points(mat.box_mm, 9, 7),
                np.concatenate([mat.marker_corners_mm(n) for n in mat.markers]),
            )
        )
        lens = other or Lens(self.lens.width, self.lens.height, 0.0, 0.0)
        markers = _Points(self.plane.to_pixels(printed), printed, printed)
        there = _fit_plane(lens, markers).to_mat_mm(self.plane.to_pixels(places))
        return float(np.linalg.norm(there - places, axis=1).max())


@dataclass(frozen=True)
class _Points:
    """Points in the picture (n x 2) and their printed places (n x 2, mm).

    Each point is known in one direction on the mat: `across` (n x 2, unit vectors).
    """

    seen: Floats
    printed: Floats
    across: Floats

    def select(self, chosen: NDArray[np.bool_]) -> _Points:
        return _Points(self.seen[chosen], self.printed[chosen], self.across[chosen])

    def joined(self, more: _Points) -> _Points:
        return _Points(
            np.concatenate([self.seen, more.seen]),
            np.concatenate([self.printed, more.printed]),
            np.concatenate([self.across, more.across]),
        )


def fit_lens(grey: Image, mat: Mat, markers: Mapping[int, Floats]) -> Fit | None:
    """Measure the lens in a grey picture (height x width) with at least three visible markers.

    `markers` maps ids to corners (4 x 2, pixels). Return None with fewer markers or if no lens
    fits.
    """
    if len(markers) < MIN_MARKERS:
        return None
    try:
        fit = _fit(grey, mat, markers)
    except np.linalg.LinAlgError:  # The points are not the four corners of a mat.
        return None
    return fit if np.isfinite(fit.residual_mm) else None


def _fit(grey: Image, mat: Mat, markers: Mapping[int, Floats]) -> Fit:
    height, width = grey.shape[:2]
    numbers = sorted(markers)
    printed = np.concatenate([mat.marker_corners_mm(n) for n in numbers])
    seen = np.concatenate([markers[n] for n in numbers])
    corners = _Points(  # Each counts twice, since it is known in both directions.
        np.repeat(seen, 2, 0), np.repeat(printed, 2, 0), np.tile(np.eye(2), (len(seen), 1))
    )
    plane = min(
        (_fit_plane(Lens(width, height, float(k1), float(k1) ** 2 / 2), corners) for k1 in STARTS),
        key=lambda tried: float(np.square(_errors_mm(tried, corners)).sum()),
    )
    plane = _refine(plane, corners)
    points = corners
    for _ in range(ROUNDS):
        lines = _find_lines(grey, mat, plane)
        if len(lines.seen) < MIN_LINES:
            break
        points = corners.joined(lines)
        plane = _refine(plane, points)
        off = np.abs(_errors_mm(plane, points))
        near = off <= max(ALWAYS_KEPT_MM, OUTLIER * float(np.median(off)))
        plane = _refine(plane, points.select(near))
    off = np.abs(_errors_mm(plane, points))
    lens = plane.lens or Lens(width, height, 0.0, 0.0)
    return Fit(mat, plane, lens, float(np.quantile(off, 0.9)), len(points.seen))


def _fit_plane(lens: Lens, points: _Points) -> Plane:
    """Return the plane that fits best with the given lens."""
    matrix: Any = cv2.findHomography(points.printed, lens.undistort(points.seen), 0)[0]
    result = np.eye(3) if matrix is None else matrix
    return Plane(cast(Matrix, result.astype(np.float64)), lens.width, lens.height, lens)


def _errors_mm(plane: Plane, points: _Points) -> Floats:
    """Return how far each point is from its printed place, in mm."""
    return _off_mm(plane.to_mat_mm(points.seen), points)


def _off_mm(places_mm: Floats, points: _Points) -> Floats:
    away = (places_mm - points.printed) * points.across
    return cast(Floats, away.sum(1).astype(np.float64))


def _refine(plane: Plane, points: _Points) -> Plane:
    """Return the plane and lens with the smallest errors, by the Levenberg-Marquardt method."""

    @cache
    def straight(lens: Lens | None) -> Floats:  # Most steps leave the lens as it is.
        return points.seen if lens is None else lens.undistort(points.seen)

    def errors_mm(tried: Plane) -> Floats:
        return _off_mm(apply(tried.to_mm, straight(tried.lens)), points)

    off, damping = errors_mm(plane), 1e-3
    for _ in range(ITERATIONS):
        slopes = np.stack([errors_mm(_perturbed(plane, s)) - off for s in STEPS], 1)
        normal = slopes.T @ slopes
        damped = normal + damping * np.diag(np.diag(normal) + 1e-9)
        tried = _perturbed(plane, STEPS.T @ np.linalg.solve(damped, -slopes.T @ off))
        there = errors_mm(tried)
        gain = 1 - float(there @ there) / max(1e-12, float(off @ off))
        if gain > 0:
            plane, off, damping = tried, there, damping / 10
        else:
            damping *= 10
        if 0 <= gain < MIN_GAIN or damping > 1e6:
            break
    return plane


def _perturbed(plane: Plane, by: Floats) -> Plane:
    """Return the plane with a step added to k1, to k2, and to x and y of four of its points."""
    lens = plane.lens
    if lens is None:
        return plane
    square = apply(plane.to_image, SQUARE_MM)
    moved = replace(lens, k1=lens.k1 + float(by[0]), k2=lens.k2 + float(by[1]))
    to_image = homography(SQUARE_MM, square + by[2:].reshape(4, 2))
    return replace(plane, to_image=to_image, lens=moved)


def _find_lines(grey: Image, mat: Mat, plane: Plane) -> _Points:
    """Return the points found on the outlines of the zones."""
    printed, along = [], []
    for start, end in mat.outlines_mm():
        length = float(np.linalg.norm(end - start))
        shares = np.linspace(0, 1, max(2, round(length / EVERY_MM)))[:, None]
        printed.append(start + shares * (end - start))
        along.append(np.repeat((end - start)[None] / length, len(shares), 0))
    points, ways = np.concatenate(printed), np.concatenate(along)
    across = ways[:, ::-1] * (-1, 1)
    out = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
    places = (
        points[:, None, None]
        + out[None, :, None, None] * across[:, None, None]
        + ALONG_MM[None, None, :, None] * ways[:, None, None]
    )
    xy = plane.to_pixels(places.reshape(-1, 2)).reshape(len(points), -1, 2)
    levels = cv2.remap(grey, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderValue=0)
    profile = levels.reshape(len(points), len(out), -1).astype(np.float64).mean(2)
    rise = profile - np.median(profile, 1, keepdims=True)
    top = rise.max(1, keepdims=True)
    weight = np.clip(rise - top / 2, 0, None)
    middle = (weight * out).sum(1) / np.maximum(weight.sum(1), 1e-9)
    spread = (weight * (out - middle[:, None]) ** 2).sum(1) / np.maximum(weight.sum(1), 1e-9)
    inside = ((xy > 1) & (xy < (plane.width - 2, plane.height - 2))).all((1, 2))
    line = (top[:, 0] >= CONTRAST) & (spread < MAX_WIDTH_MM**2) & inside
    seen = plane.to_pixels(points + middle[:, None] * across)
    return _Points(seen, points, across).select(line)
