"""Shared functions for a picture's pixels: colours, sizes, cut-outs and samples."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, homography, rectangle
from vision.reading import Corners, Image

TILE_PX = 384  # Side of the tiles in which a large picture is searched.
# Tiles overlap, so that each square up to this size is whole in one of them. Few larger squares fit
# into a picture.
OVERLAP_PX = 128
DARKER_GREY = 7  # A square is darker than its surroundings by this many grey levels.


def to_grey(picture: Image) -> Image:
    """Return the brightness of a BGR picture (height x width); a grey picture is unchanged."""
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def whiteness(picture: Image) -> Image:
    """Return how white each pixel is: its weakest channel (height x width, uint8).

    `picture` is height x width x 3, BGR, or a grey picture, which is returned unchanged. Paper is
    bright in all three channels; wood, felt and skin are dark in at least one.
    """
    if picture.ndim == 2:
        return picture
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def strongest(picture: NDArray[Any]) -> Image:
    """Return the strongest of the three channels at each pixel (height x width)."""
    one, two, three = cv2.split(picture)
    return cast(Image, cv2.max(cv2.max(one, two), three))


def halved(image: Floats) -> Floats:
    """Return a picture at half its width and height, of any type and number of channels."""
    return cast(Floats, cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def resized_like(small: Floats, like: Floats) -> Floats:
    """Return a smooth map (height x width) at the size of the picture `like`."""
    return cast(Floats, cv2.resize(small, (like.shape[1], like.shape[0])))


def shrunk(image: Image, times: int) -> Image:
    """Return the picture reduced by a whole factor.

    Incomplete blocks at the right and bottom are left out.
    """
    if times == 1:
        return image
    height, width = (v // times for v in image.shape[:2])
    whole = image[: height * times, : width * times]  # A whole factor is much faster.
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def cut_out(
    picture: Image,
    quad: Corners,
    size: tuple[int, int],
    interpolation: int = cv2.INTER_LINEAR,
) -> Image:
    """Return a quad (4 x 2 pixels: TL, TR, BR, BL) as an upright picture of `size`.

    `size` is width and height. There is no border around the quad.
    """
    matrix = homography(quad, rectangle(*size))
    return np.asarray(cv2.warpPerspective(picture, matrix, size, flags=interpolation), np.uint8)


def sampled(picture: NDArray[Any], x: Floats, y: Floats) -> NDArray[Any]:
    """Return the picture at points between its pixels, in the shape of `x` and `y`.

    Outside the picture the nearest pixel is used.
    """
    x, y = (np.ascontiguousarray(part, np.float32) for part in (x, y))
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen)


def sample_across(picture: Image, places: Floats, step: Floats, offsets: Floats) -> Image:
    """Return the picture across lines: ... x places x offsets (x colours), uint8.

    `places` (... x places x 2) are points of each line, in pixels. `step` (... x 2) leads across
    the line, and `offsets` says how many steps each sample is away.
    """
    shape = (*places.shape[:-1], len(offsets))
    x, y = (places[..., None, axis] + step[..., None, None, axis] * offsets for axis in (0, 1))
    line = (-1, shape[-2] * shape[-1])
    return sampled(picture, x.reshape(line), y.reshape(line)).reshape(*shape, *picture.shape[2:])


def peak_shift(before: Floats, here: Floats, after: Floats) -> Floats:
    """Return how far a peak is from its highest sample, in samples from -0.5 to 0.5.

    A parabola is put through three neighbouring samples. If they show no peak, the shift is 0.
    """
    curve = before - 2 * here + after
    peak = curve < -1e-4
    shift = (before - after) / (2 * np.where(peak, curve, 1))
    return cast(Floats, np.where(peak, np.clip(shift, -0.5, 0.5), 0).astype(np.float32))


def shrunk_to_side(picture: Image, long: int) -> tuple[Image, float]:
    """Return a picture whose long side has at most `long` pixels, and the scale factor."""
    scale = max(picture.shape[:2]) / long
    if scale <= 1:
        return picture, 1.0
    size = (round(picture.shape[1] / scale), round(picture.shape[0] / scale))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def darker_parts(grey: Image, around_px: int) -> Image:
    """Return a mask (0 or 255) of the pixels that are darker than those around them.

    This is the first step of OpenCV's detectors of markers and codes.
    """
    mask = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, around_px, DARKER_GREY
    )
    return np.asarray(mask, np.uint8)


def tiles(mask: Image) -> Iterator[Image]:
    """Yield the overlapping tiles of a mask (height x width)."""
    height, width = mask.shape
    side = TILE_PX + OVERLAP_PX
    for top, left in product(range(0, height, TILE_PX), range(0, width, TILE_PX)):
        yield mask[top : top + side, left : left + side]
