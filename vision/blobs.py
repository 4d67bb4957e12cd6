"""Find the contours of bright blobs at many thresholds, because light differs across a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, quantile
from vision.reading import Image

THRESHOLDS = 7  # The number of global thresholds between the darkest and brightest relevant level.


def thresholds(grey: Image) -> list[float]:
    """Return global thresholds in grey levels, spread over the range of a grey picture."""
    sample = grey[::4, ::4]
    low, high = quantile(sample, 0.02), quantile(sample, 0.995)
    return [float(v) for v in np.linspace(low, high, THRESHOLDS + 2)[1:-1]]


def contours(grey: Image, smallest: float, largest: float, block: int) -> Iterator[Floats]:
    """Yield the contours ((n, 2) float, pixels) of blobs and holes at all thresholds.

    `grey` is height x width, uint8. Contours smaller than `smallest` or larger than `largest`
    square pixels are left out. `block` is the neighbourhood in pixels of the adaptive thresholds,
    which handle uneven light; it should be larger than a card. One more threshold uses a fifth of
    it, for a card's edge next to a lamp's reflection.
    """
    for level in thresholds(grey):
        _, mask = cv2.threshold(grey, level, 255, cv2.THRESH_BINARY)
        yield from _mask_contours(np.asarray(mask, np.uint8), smallest, largest)
    for share, factor, lift in ((1.0, 1.0, 4), (1.0, 1.15, 4), (0.2, 1.0, 12)):
        side = round(share * block) | 1
        mean = cv2.blur(grey, (side, side))
        limit = cv2.convertScaleAbs(mean, alpha=factor, beta=lift)
        mask = cv2.compare(grey, limit, cv2.CMP_GT)
        yield from _mask_contours(np.asarray(mask, np.uint8), smallest, largest)


def _mask_contours(mask: Image, smallest: float, largest: float) -> Iterator[Floats]:
    results, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in results:
        if len(contour) >= 4 and smallest <= cv2.contourArea(contour) <= largest:
            yield cast(Floats, contour.reshape(-1, 2).astype(np.float32))


def straight_sides(contour: NDArray[Any], bend: float, shortest: float) -> Floats:
    """Return the straight parts of a contour in order, n x 2 points x 2.

    `bend` is the largest deviation from a straight line, and `shortest` the length of the shortest
    part, both in pixels.
    """
    points = cv2.approxPolyDP(contour, bend, True).reshape(-1, 2).astype(np.float64)
    sides = np.stack([points, np.roll(points, -1, 0)], 1)
    run = sides[:, 1] - sides[:, 0]
    return cast(Floats, sides[np.hypot(run[:, 0], run[:, 1]) >= shortest])
