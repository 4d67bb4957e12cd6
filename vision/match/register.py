"""Align a picture of a card exactly with a template (fine registration).

The method is inverse-compositional Gauss-Newton on a homography (Baker and Matthews, "Lucas-Kanade
20 years on", 2004). Everything that depends only on the template is computed once, so each
iteration costs one small warp. Both pictures are normalised locally, so light, shadow and contrast
drop out. A nearly blank card cannot determine eight parameters, so a prior keeps the corners near
their detected places.

Card coordinates have their origin in the middle of the card; half the card's height is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, Matrix, apply, area, homography, quantile, rectangle
from vision.match.cache import Part
from vision.pixels import to_grey
from vision.reading import Corners, Image

# The comment above a constant says what changed in the test of README.md when the constant was
# halved or doubled. If it does not mention one of the two, nothing changed.

# Cutting a card out

# The height of a rectified card in pixels. With half this height, 1 more card was certain, the
# highest trust of a wrong name was 0.54, and the test took 0.3 times as long. With double, the
# lowest trust of a correct name fell to -0.20, the highest trust of a wrong name was 0.00, and the
# test took 4.7 times as long.
CARD_HEIGHT = 240
MARGIN = 0.12  # Margin in which a rectified card can move, in card heights.

# Normalising a card: less contrast, as a share of the paper's brightness, is noise and not print.
CONTRAST_FLOOR = 0.15

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


def card_size(aspect: float) -> tuple[int, int]:
    """Return width and height in pixels of a rectified card; `aspect` is height over width."""
    return round(CARD_HEIGHT / aspect), CARD_HEIGHT


def to_card(width: int, height: int) -> Matrix:
    """Return the 3 x 3 map from pixels of an upright card's picture to card coordinates."""
    half = height / 2
    return np.array(
        [
            [1 / half, 0, (0.5 - width / 2) / half],
            [0, 1 / half, (0.5 - height / 2) / half],
            [0, 0, 1],
        ]
    )


def even_light(grey: Floats) -> Floats:
    """Normalise a grey picture (height x width, float) locally to zero mean and unit contrast."""
    mean = _local_mean(grey)
    rest = grey - mean
    spread = np.sqrt(_local_mean(rest * rest))
    return cast(Floats, rest / (spread + CONTRAST_FLOOR * quantile(mean[::4, ::4], 0.9) + 1e-3))


def _local_mean(grey: Floats) -> Floats:
    """Return the mean around each pixel: two box filters are as good as a Gaussian, and faster."""
    side = round(0.2 * grey.shape[0]) | 1
    return cast(Floats, cv2.blur(cv2.blur(grey, (side, side)), (side, side)))


def _shrunk(grey: Image, width: int, height: int) -> Floats:
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return cast(Floats, cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8))


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
        light = even_light(_shrunk(grey, self.width, height))
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


def _downscaled(picture: Image, quad: Corners, factor: int) -> tuple[Image, Matrix]:
    """Return the picture around a quad, reduced by a whole factor, and the map back.

    Averaging uses every pixel of a large picture, not just one in four.
    """
    low = np.floor(quad.min(0)).astype(int) - factor
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = (int(v) for v in np.ceil(quad.max(0)) + factor)
    part = picture[top:bottom, left:right]
    height, width = part.shape[0] // factor, part.shape[1] // factor
    if factor == 1 or not height or not width:
        return picture, np.eye(3)
    part = part[: height * factor, : width * factor]  # A whole factor is also faster.
    small = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
    first = (factor - 1) / 2
    into = np.array([[factor, 0, first + left], [0, factor, first + top], [0, 0, 1.0]])
    return np.asarray(small, np.uint8), into


@dataclass(eq=False)
class Patch:
    """A rectified card cut out of a picture, with a margin all around.

    `image` is BGR, with the card itself, `size` (width, height) pixels, in its middle. `to_image`
    maps pixels of the patch to those of the picture.
    """

    image: Image
    size: tuple[int, int]
    to_image: Matrix
    pixels_high: float  # Height of the card in the original picture.
    _levels: dict[int, tuple[Floats, Matrix]] = field(default_factory=dict)

    @classmethod
    def cut(cls, picture: Image, quad: Corners, size: tuple[int, int]) -> Patch:
        """Cut a card with these corners (4 x 2 pixels: TL, TR, BR, BL) out of a BGR picture.

        `size` is the rectified card's width and height in pixels, without the margin.
        """
        width, height = size
        rim = round(MARGIN * height)
        shrink = max(1.0, (area(quad) / (width * height)) ** 0.5)
        inner = rectangle(width, height) + np.float32(rim)
        matrix = homography(quad, inner)
        to_image = cast(Matrix, np.linalg.inv(matrix))
        whole = (width + 2 * rim, height + 2 * rim)
        source, into = _downscaled(picture, apply(to_image, rectangle(*whole)), round(shrink))
        image = cv2.warpPerspective(
            source,
            matrix @ into,
            whole,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return cls(np.asarray(image, np.uint8), size, to_image, height * shrink)

    @property
    def rim(self) -> int:
        """Return the width of the margin in pixels."""
        return int(self.image.shape[0] - self.size[1]) // 2

    @property
    def card(self) -> Image:
        """Return the card without its margin, as it was cut."""
        rim = self.rim
        return self.image[rim:-rim, rim:-rim]

    @cached_property
    def turned(self) -> Patch:
        """Return the patch turned by 180 degrees."""
        height, width = self.image.shape[:2]
        turn = np.array([[-1.0, 0, width - 1], [0, -1.0, height - 1], [0, 0, 1]])
        image = np.ascontiguousarray(self.image[::-1, ::-1])
        return Patch(image, self.size, self.to_image @ turn, self.pixels_high)

    def level(self, height: int) -> tuple[Floats, Matrix]:
        """Return the patch with the card `height` pixels high, normalised locally, and its map.

        The map (3 x 3) goes from card coordinates to its pixels.
        """
        if height not in self._levels:
            grey = to_grey(self.image)
            scale = height / self.size[1]
            rows, columns = grey.shape
            light = even_light(_shrunk(grey, round(columns * scale), round(rows * scale)))
            kx, ky = light.shape[1] / columns, light.shape[0] / rows
            half = self.size[1] / 2
            self._levels[height] = (
                light,
                np.array(
                    [
                        [kx * half, 0, kx * columns / 2 - 0.5],
                        [0, ky * half, ky * rows / 2 - 0.5],
                        [0, 0, 1],
                    ]
                ),
            )
        return self._levels[height]

    def is_near(self, matrix: Matrix, reach: float) -> bool:
        """Whether a registration moves no corner farther than `reach` times the height."""
        was = self.corners(np.eye(3), in_patch=True)
        now = self.corners(matrix, in_patch=True)
        return bool(np.linalg.norm(now - was, axis=1).max() <= reach * self.size[1])

    def corners(self, matrix: Matrix, *, in_patch: bool = False) -> Corners:
        """Return the registered corners (4 x 2), in pixels of the picture or of the patch."""
        width, height = self.size
        full = self._from_card() @ matrix @ to_card(width, height)
        corners = cv2.perspectiveTransform(
            rectangle(width, height)[None], full if in_patch else self.to_image @ full
        )
        return cast(Corners, corners[0].astype(np.float32))

    def warp_card(self, matrix: Matrix) -> Image:
        """Return the registered card's picture, `size` pixels."""
        image = cv2.warpPerspective(
            self.image,
            self._from_card() @ matrix @ to_card(*self.size),
            self.size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(image, np.uint8)

    def _from_card(self) -> Matrix:
        rows, columns = self.image.shape[:2]
        half = self.size[1] / 2
        return np.array([[half, 0, columns / 2 - 0.5], [0, half, rows / 2 - 0.5], [0, 0, 1]])
