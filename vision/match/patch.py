"""Cut a card out of a picture, and normalise its light for comparisons.

Card coordinates have their origin in the middle of the card; half the card's height is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, Matrix, apply, area, homography, quantile, rectangle
from vision.pixels import shrunk, to_grey
from vision.reading import Corners, Image

# Cutting a card out

CARD_HEIGHT = 240  # The height of a rectified card in pixels.
MARGIN = 0.12  # Margin in which a rectified card can move, in card heights.

# Normalising a card: less contrast, as a share of the paper's brightness, is noise and not print.
CONTRAST_FLOOR = 0.15


def card_size(aspect: float) -> tuple[int, int]:
    """Return width and height in pixels of a rectified card; `aspect` is height over width."""
    return round(CARD_HEIGHT / aspect), CARD_HEIGHT


def to_card(width: int, height: int) -> Matrix:
    """Return the 3 x 3 map from pixels of an upright card's picture to card coordinates."""
    half = height / 2
    across = [1 / half, 0, (0.5 - width / 2) / half]
    return np.array([across, [0, 1 / half, (0.5 - height / 2) / half], [0, 0, 1]])


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


def agreement(
    shared: Floats, power: Floats, other: Floats, faint: float, max_ratio: float
) -> Floats:
    """Return the correlations of contents, from the products of their values and from their powers.

    Contents up to the power `faint` agree with anything. If the powers of two contents have a ratio
    of more than `max_ratio` squared, the correlation is lower.
    """
    scale = np.maximum(np.sqrt(power * other), np.maximum(power, other) / max_ratio)
    return cast(Floats, (shared + faint) / (scale + faint))


def shrunk_to(grey: Image, width: int, height: int) -> Floats:
    """Return a grey picture at a smaller size, slightly smoothed."""
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return cast(Floats, cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8))


def _downscaled(picture: Image, quad: Corners, factor: int) -> tuple[Image, Matrix]:
    """Return the picture around a quad, reduced by a whole factor, and the map back.

    Averaging uses every pixel of a large picture, not just one in four.
    """
    low = np.floor(quad.min(0)).astype(int) - factor
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = (int(v) for v in np.ceil(quad.max(0)) + factor)
    part = picture[top:bottom, left:right]
    if factor == 1 or min(part.shape[:2]) < factor:
        return picture, np.eye(3)
    first = (factor - 1) / 2
    into = np.array([[factor, 0, first + left], [0, factor, first + top], [0, 0, 1.0]])
    return shrunk(part, factor), into


@dataclass(eq=False)
class Patch:
    """A rectified card cut out of a picture, with a margin all around.

    `image` is BGR, with the card itself, `size` (width, height) pixels, in its middle. `to_image`
    maps pixels of the patch to those of the picture.
    """

    image: Image
    size: tuple[int, int]
    to_image: Matrix
    _levels: dict[int, tuple[Floats, Matrix]] = field(default_factory=dict)

    @classmethod
    def cut(cls, picture: Image, quad: Corners, size: tuple[int, int]) -> Patch:
        """Cut a card with these corners (4 x 2 pixels: TL, TR, BR, BL) out of a BGR picture.

        `size` is the rectified card's width and height in pixels, without the margin.
        """
        width, height = size
        rim = round(MARGIN * height)
        shrink = round(max(1.0, (area(quad) / (width * height)) ** 0.5))
        inner = rectangle(width, height) + np.float32(rim)
        matrix = homography(quad, inner)
        to_image = cast(Matrix, np.linalg.inv(matrix))
        whole = (width + 2 * rim, height + 2 * rim)
        source, into = _downscaled(picture, apply(to_image, rectangle(*whole)), shrink)
        image = cv2.warpPerspective(
            source,
            matrix @ into,
            whole,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return cls(np.asarray(image, np.uint8), size, to_image)

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
        return Patch(image, self.size, self.to_image @ turn)

    def way(self, number: int) -> Patch:
        """Return the patch at one of its possible turns: upright (0) or upside down (1)."""
        return self.turned if number else self

    def level(self, height: int) -> tuple[Floats, Matrix]:
        """Return the patch with the card `height` pixels high, normalised locally, and its map.

        The map (3 x 3) goes from card coordinates to its pixels.
        """
        if height not in self._levels:
            grey = to_grey(self.image)
            scale = height / self.size[1]
            rows, columns = grey.shape
            light = even_light(shrunk_to(grey, round(columns * scale), round(rows * scale)))
            shrink = light.shape[1] / columns, light.shape[0] / rows
            self._levels[height] = light, self._from_card(*shrink)
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
        to_corners = full if in_patch else self.to_image @ full
        return cast(Corners, apply(to_corners, rectangle(width, height)))

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

    def _from_card(self, kx: float = 1.0, ky: float = 1.0) -> Matrix:
        """Return the map from card coordinates to the patch's pixels, reduced by two factors."""
        rows, columns = self.image.shape[:2]
        half = self.size[1] / 2
        across = [kx * half, 0, kx * columns / 2 - 0.5]
        return np.array([across, [0, ky * half, ky * rows / 2 - 0.5], [0, 0, 1]])
