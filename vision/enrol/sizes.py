"""Measure a card on the mat, whose markers show how large a millimetre is."""

from __future__ import annotations

import numpy as np

from vision.find.on_mat import CLEAR_SUPPORT, find_on_mat
from vision.geometry import side_lengths
from vision.mat import Mat
from vision.plane import Plane
from vision.reading import Found, Image

Size = tuple[float, float]  # Width and height, in mm.

# The common sizes, the largest first, because a card may have a printed frame of a common size.
COMMON = ((70.0, 120.0), (63.0, 88.0), (59.0, 91.0), (57.0, 87.0), (44.0, 68.0), (44.0, 63.0))
SNAP_MM = 1.0  # A measured card whose sides differ by at most this much has a common size.
# A card of a size that is not expected is found as a box around it, which is slightly too large.
BOX_RIM_MM = 0.8
NO_CARD = COMMON[0]  # The first guess. Smaller cards are measured as boxes.


def measure(picture: Image, mat: Mat, plane: Plane) -> Size | None:
    """Return the size of the one card on a mat (BGR), or None if it is not clear."""
    founds = find_on_mat(picture, mat, plane, NO_CARD)
    if len(founds) != 1:
        return None
    if _is_clear(founds[0]):
        return _size(founds[0], plane)
    width, height = _size(founds[0], plane)
    # The box around a card in a sleeve is larger than the card.
    for guess in ((width - BOX_RIM_MM, height - BOX_RIM_MM), *COMMON):
        founds = find_on_mat(picture, mat, plane, guess)
        if len(founds) == 1 and _is_clear(founds[0]):
            size = _size(founds[0], plane)
            if usual([size]) == guess or guess not in COMMON:
                return size
    return None


def usual(sizes: list[Size]) -> Size:
    """Return the common size that the measured sizes mean, or else their middle."""
    width, height = (float(side) for side in np.median(np.array(sizes), 0))
    for size in COMMON:
        if abs(width - size[0]) <= SNAP_MM and abs(height - size[1]) <= SNAP_MM:
            return size
    return round(width * 2) / 2, round(height * 2) / 2


def _size(place: Found, plane: Plane) -> Size:
    sides = side_lengths(plane.to_mat_mm(place.corners))
    short, long = sorted((float(sides[[0, 2]].mean()), float(sides[[1, 3]].mean())))
    return short, long


def _is_clear(place: Found) -> bool:
    """Whether a card's sides were found, and not only a rectangle of the expected size."""
    return place.alone and not place.reason and place.support > CLEAR_SUPPORT
