"""Align a picture of a card exactly with a template (fine registration).

The method is inverse-compositional Gauss-Newton on a homography (Baker and Matthews, "Lucas-Kanade
20 years on", 2004). Everything that depends only on the template is computed once, so each
iteration costs one small warp. Both pictures are normalised locally, so light, shadow and contrast
drop out. A nearly blank card cannot determine eight parameters, so a prior keeps the corners near
their detected places.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, Matrix
from vision.match.cache import Part
from vision.match.patch import Patch, even_light, shrunk_to, to_card
from vision.pixels import to_grey
from vision.reading import Image

# Iterating
COARSE_TO_FINE = ((60, 14), (120, 10))  # height in pixels, maximum number of iterations
PRIOR = 0.2  # Weight per pixel of the prior that keeps the corners where they were found.
CONVERGED = 4e-4  # Stop if all parameters change less, as a share of half the card's height.
MAX_CORNER_SHIFT = 0.09  # Maximum shift of a corner, in card heights.

# Restarts, measured with moved corners; README.md in the folder above has the results.
START_OFFSET = 0.12  # A start moves a side in or out by this share of half the height.
STARTS_TRIED = 3  # Of the 81 starts, only the most likely ones are tried.
MIN_IMPROVEMENT = 0.05  # A new start must improve the correlation by this much.
MAX_CORNER_SHIFT_RESTART = 0.16  # Maximum shift of a corner in a restart, in card heights.


class _Level:
    """One resolution of a template (height x width x 3, BGR) with its Gauss-Newton system.

    `known` holds cached results.
    """

    def __init__(self, template: Image, height: int, known: Part | None) -> None:
        self.width, self.height = round(template.shape[1] * height / template.shape[0]), height
        self.to_card = to_card(self.width, height)
        self.prior = np.float32(PRIOR * self.width * height / 4)
        if known is None:
            self._compute(to_grey(template))
        else:
            self.pixels, self.light, self.descent, self.inverse = known
        self.length = np.sqrt(self.light @ self.light)

    @property
    def arrays(self) -> Part:
        """Return the computed arrays, for the cache."""
        return self.pixels, self.light, self.descent, self.inverse

    def _compute(self, grey: Image) -> None:
        height = self.height
        light = even_light(shrunk_to(grey, self.width, height))
        gx = cv2.Sobel(light, cv2.CV_32F, 1, 0, ksize=3) * (height / 16)
        gy = cv2.Sobel(light, cv2.CV_32F, 0, 1, ksize=3) * (height / 16)
        y, x = np.mgrid[: self.height, : self.width].astype(np.float32)
        x = (x + 0.5 - self.width / 2) / (height / 2)
        y = (y + 0.5 - height / 2) / (height / 2)
        along = -(gx * x + gy * y)
        descent = np.stack([gx * x, gy * x, gx * y, gy * y, gx, gy, along * x, along * y])
        strength = gx * gx + gy * gy
        inner = np.zeros_like(strength, bool)
        inner[2:-2, 2:-2] = True
        telling = inner & (strength >= np.median(strength[2:-2, 2:-2]))
        self.pixels = np.flatnonzero(telling)
        self.light = light.ravel()[self.pixels]
        self.descent = self._without_contrast(descent.reshape(8, -1)[:, self.pixels])
        system = self.descent @ self.descent.T + self.prior * np.eye(8)
        self.inverse = np.linalg.inv(system).astype(np.float32)

    def _without_contrast(self, descent: Floats) -> Floats:
        """Remove the effect of brightness and contrast from the descent images.

        Otherwise a picture with less contrast than the template looks like one at another scale.
        """
        ways, _ = np.linalg.qr(np.stack([np.ones_like(self.light), self.light], 1))
        return cast(Floats, np.ascontiguousarray(descent - (descent @ ways) @ ways.T))


class Registrar:
    """Registers patches to one template (height x width x 3, BGR)."""

    def __init__(self, template: Image, known: Part | None = None) -> None:
        parts = (None,) * len(COARSE_TO_FINE) if known is None else (known[:4], known[4:])
        self.levels = tuple(
            _Level(template, height, part)
            for (height, _), part in zip(COARSE_TO_FINE, parts, strict=True)
        )

    @property
    def arrays(self) -> Part:
        """Return the data computed from the template, for the cache."""
        return [array for level in self.levels for array in level.arrays]

    def register(self, patch: Patch) -> Matrix:
        """Return the homography from card coordinates to those of the cut patch.

        If the registration diverges, return the identity.
        """
        matrix = np.eye(3)
        for level, (_, iterations) in zip(self.levels, COARSE_TO_FINE, strict=True):
            matrix = self._gauss_newton(level, patch, matrix, iterations, np.eye(3))
        return matrix if patch.is_near(matrix, MAX_CORNER_SHIFT) else np.eye(3)

    def register_multistart(self, patch: Patch, first: Matrix) -> Matrix | None:
        """Register a badly detected card from the most likely of many starts.

        The starts move the card's sides in and out. This covers a white border that blends into the
        table, or a printed frame taken for the edge. Return None unless the result is clearly
        better than `first`.
        """
        coarse, (_, iterations) = self.levels[0], COARSE_TO_FINE[0]
        starts = _starts(coarse.width / coarse.height)
        scores = [self._correlation(coarse, patch, start) for start in starts]
        likeliest = [starts[int(i)] for i in np.argsort(scores)[: -STARTS_TRIED - 1 : -1]]
        ends = [self._gauss_newton(coarse, patch, start, iterations, start) for start in likeliest]
        alike = [self._correlation(coarse, patch, end) for end in ends]
        best = int(np.argmax(alike))
        if alike[best] < self._correlation(coarse, patch, first) + MIN_IMPROVEMENT:
            return None
        fine, (_, iterations) = self.levels[-1], COARSE_TO_FINE[-1]
        matrix = self._gauss_newton(fine, patch, ends[best], iterations, likeliest[best])
        return matrix if patch.is_near(matrix, MAX_CORNER_SHIFT_RESTART) else None

    def _gauss_newton(
        self, level: _Level, patch: Patch, matrix: Matrix, iterations: int, start: Matrix
    ) -> Matrix:
        """Return the registration that Gauss-Newton reaches from `matrix`, staying near `start`."""
        light, to_patch = patch.level(level.height)
        back = np.linalg.inv(start)
        seen = _sample(level, light, to_patch @ matrix)
        for _ in range(iterations):
            gain = float(seen @ level.light) / (float(seen @ seen) + 1e-6)
            error = seen * max(gain, 0.3) - level.light
            np.minimum(np.maximum(error, -1, out=error), 1, out=error)  # faster than `clip`
            moved = back @ matrix
            held = level.prior * _parameters(moved / moved[2, 2])
            step = level.inverse @ (level.descent @ error + held)
            matrix = matrix @ cv2.invert(_warp(step))[1]
            matrix /= matrix[2, 2]
            seen = _sample(level, light, to_patch @ matrix)
            if float(np.abs(step).max()) < CONVERGED:
                break
        return matrix

    @staticmethod
    def _correlation(level: _Level, patch: Patch, matrix: Matrix) -> float:
        """Return the correlation of a patch with the printed parts of the template."""
        light, to_patch = patch.level(level.height)
        seen = _sample(level, light, to_patch @ matrix)
        length = float(np.sqrt(seen @ seen) * level.length)
        return float(seen @ level.light) / (length + 1e-6)


@lru_cache(maxsize=8)
def _starts(aspect: float) -> tuple[Matrix, ...]:
    """Return starts for a card whose sides were detected too far in or out.

    `aspect` is the card's width as a share of its height.
    """
    starts = []
    for left, right, top, bottom in product((-START_OFFSET, 0.0, START_OFFSET), repeat=4):
        wide, high = 1 + (right - left) / (2 * aspect), 1 + (bottom - top) / 2
        across, down = (left + right) / 2, (top + bottom) / 2
        starts.append(np.array([[wide, 0, across], [0, high, down], [0, 0, 1.0]]))
    return tuple(starts)


def _sample(level: _Level, light: Floats, matrix: Matrix) -> Floats:
    warped = cv2.warpPerspective(
        light,
        matrix @ level.to_card,
        (level.width, level.height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return cast(Floats, warped.ravel()[level.pixels])


# positions of the parameters in a homography, row by row
_PLACES = np.array([0, 3, 1, 4, 2, 5, 6, 7])
_IDENTITY = np.eye(3, dtype=np.float32).ravel()[_PLACES]


def _warp(p: Floats) -> Matrix:
    matrix = np.ones(9)
    matrix[_PLACES] = p + _IDENTITY
    return cast(Matrix, matrix.reshape(3, 3))


def _parameters(m: Matrix) -> Floats:
    return cast(Floats, (m.ravel()[_PLACES] - _IDENTITY).astype(np.float32))
