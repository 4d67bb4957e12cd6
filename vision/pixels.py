"""What many modules do with a picture's pixels: colours, sizes, cut-outs and samples."""

from __future__ import annotations

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, homography, rectangle
from vision.reading import Corners, Image


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


def sampled(picture: Image, x: Floats, y: Floats) -> Image:
    """Return the picture at points between its pixels, in the shape of `x` and `y`.

    Outside the picture the nearest pixel is used.
    """
    x, y = (np.ascontiguousarray(part, np.float32) for part in (x, y))
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast(Image, seen)
