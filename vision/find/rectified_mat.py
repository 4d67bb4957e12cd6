"""Describe a rectified mat for the search: its colour, and how it differs from the bare mat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.ground import fit_ground, unlike_ground
from vision.find.straight import AROUND_MM, PX_PER_MM, bare_mask, marker_slices
from vision.geometry import Floats, quantile
from vision.mat import Mat
from vision.pixels import shrunk, strongest, whiteness
from vision.reading import Image

# Foreground differs from the bare mat by this share of the range from bare mat to paper.
FOREGROUND_SHARE = 0.4
MIN_FOREGROUND = 25  # Smallest difference of foreground from the bare mat, in grey levels.

Contour = NDArray[np.int32]


@dataclass(frozen=True)
class RectifiedMat:
    """The rectified mat, with `around` pixels of table on each side.

    `colour` and the bare mat's `ground` are height x width x 3, BGR. `paper` (see `whiteness`) and
    `difference` (from the bare mat) are height x width, in grey levels. `card` is a card's width
    and height in pixels.
    """

    colour: Image
    ground: Image
    paper: Image
    difference: Image
    around: int
    card: tuple[float, float]

    @cached_property
    def inner(self) -> Image:
        """Return the difference within the mat, without the table around it."""
        inner = np.zeros_like(self.difference)
        part = (slice(self.around, -self.around),) * 2
        inner[part] = self.difference[part]
        return inner

    @cached_property
    def bright(self) -> float:
        """Return the whiteness that a hundredth of the pixels exceeds, in grey levels."""
        return quantile(self.paper[::4, ::4], 0.99)

    @cached_property
    def foreground(self) -> float:
        """Return the difference in grey levels from which a pixel is foreground."""
        return max(
            MIN_FOREGROUND, FOREGROUND_SHARE * (self.bright - quantile(self.paper[::8, ::8], 0.5))
        )

    @cached_property
    def object_labels(self) -> NDArray[np.int32]:
        """Return each pixel's object number, or 0 for the mat's colour in any light.

        Rounded objects are darker at their edges, and these labels include the edges.
        """
        part = (slice(self.around, -self.around),) * 2
        mask = np.zeros(self.difference.shape, np.uint8)
        sampled = unlike_ground(self.colour[part][::2, ::2], self.ground[part][::2, ::2])
        # Every other pixel is enough and takes a quarter of the time.
        height, width = mask[part].shape
        mask[part] = sampled.repeat(2, 0).repeat(2, 1)[:height, :width]
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return np.asarray(cv2.connectedComponents(opened)[1], np.int32)

    def object_contour(self, cluster: Contour) -> Contour:
        """Return the contour of the object that fills most of a cluster.

        If there is none, return the cluster's own contour.
        """
        x, y, width, height = cv2.boundingRect(cluster)
        mask = np.zeros((height, width), np.uint8)
        cv2.drawContours(mask, [cluster - np.array([x, y], np.int32)], -1, 255, cv2.FILLED)
        numbers = np.bincount(self.object_labels[y : y + height, x : x + width][mask > 0])
        if len(numbers) < 2 or 2 * numbers[1:].max() < numbers.sum():
            return cluster
        asarray = np.asarray(self.object_labels == 1 + int(numbers[1:].argmax()), np.uint8)
        results, _ = cv2.findContours(asarray, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        return np.asarray(max(results, key=cv2.contourArea), np.int32)

    def depth(self, contour: Contour) -> Floats:
        """Return how many pixels inside the mat's edge each point of a contour is, (n,)."""
        height, width = self.difference.shape
        last = np.array([width - self.around - 1, height - self.around - 1])
        points = contour.reshape(-1, 2)
        return cast(Floats, np.minimum(points - self.around, last - points).min(1))


def rectify(flat: Image, mat: Mat, card: tuple[float, float], times: int) -> RectifiedMat:
    """Return a mat reduced by a factor in each direction, without its markers.

    `flat` is the rectified mat (see `straighten_for_search`), `card` a card's width and height in
    its pixels.
    """
    colour = np.asarray(cv2.GaussianBlur(shrunk(flat, times), (3, 3), 0), np.uint8)
    around = round(AROUND_MM * PX_PER_MM / times)
    ground = fit_ground(colour, around, bare_mask(mat, PX_PER_MM / times))
    difference = strongest(np.asarray(cv2.absdiff(colour, ground), np.uint8))
    for part in marker_slices(mat, PX_PER_MM / times):
        difference[part] = 0
        colour[part] = ground[part]
    size = (card[0] / times, card[1] / times)
    return RectifiedMat(colour, ground, whiteness(colour), difference, around, size)
