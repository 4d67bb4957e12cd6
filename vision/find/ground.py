"""Estimate the mat's background: the colour of its bare parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.find.straight import (
    AROUND_MM,
    PX_PER_MM,
    Mask,
    bare_mask,
    paint_markers,
    straighten,
)
from vision.geometry import Matrix, apply, enlarged
from vision.mat import Mat
from vision.pixels import shrunk
from vision.plane import Plane
from vision.reading import Corners, Image

# The background colour

# The penalty for curved light if the mat is visible on only two sides of the grids, because the
# sides say nothing about the middle.
BEND_COST = 0.001
BLOCK = 16  # Side of the blocks to average if any part of the mat may be bare, in pixels.
BLOCK_BESIDE_GRIDS = 8  # The same if the bare part is known, which may be strips 11 mm wide.

# Deciding whether a place is bare

REDUCTION = 2  # The rectified mat is reduced by this factor in each direction.
LIGHT = (0.33, 1.9)  # Brightness range of the background, from shadow to lamp light.
# A bare pixel may differ from the background's colour by this many grey levels, plus the following
# share of its brightness.
COLOUR_TOLERANCE_GREY = 6.0
COLOUR_TOLERANCE = 0.12
BARE_SHARE = 0.9  # Minimum bare share of a bare place; the rest is print, such as a zone's outline.
INNER_SHARE = 0.92  # This share of a place's width and height is examined, without its rim.


def fit_ground(flat: Image, around: int, bare: Mask | None = None) -> Image:
    """Return the bare mat's colour in the present light, as a picture like `flat`.

    `flat` is the rectified mat with `around` pixels of table (height x width x 3, BGR). The result
    is a quadratic function of x and y. It is fitted to the known `bare` part of the mat (without
    the table), or else to the most frequent colour.
    """
    block = BLOCK if bare is None else BLOCK_BESIDE_GRIDS
    small = shrunk(flat[around:-around, around:-around], block)
    # Most of the picture is mat, and its light may change across it, so a surface is fitted.
    height, width = small.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1).reshape(-1, 6)
    levels = small.reshape(-1, 3).astype(np.float64)
    sure = np.ones(len(levels), np.bool_) if bare is None else _whole_blocks(bare, block).ravel()
    keep = sure & (np.abs(levels - np.median(levels[sure], 0)).max(1) < 40)
    costs = [0.0] * 3 + [0.0 if bare is None else BEND_COST] * 3
    for limit in (24, 14):
        kept = terms[keep]
        system = kept.T @ kept + len(kept) * np.diag(costs)
        solution = np.linalg.pinv(system) @ (kept.T @ levels[keep])
        keep = np.abs(levels - terms @ solution).max(1) < limit
        if np.count_nonzero(keep) < 12:
            break
    mats_own = np.clip(terms @ solution, 0, 255).reshape(height, width, 3).astype(np.uint8)
    grown = cv2.resize(mats_own, (block * width, block * height), interpolation=cv2.INTER_LINEAR)
    below, right = (flat.shape[i] - around - grown.shape[i] for i in (0, 1))
    grown = cv2.copyMakeBorder(grown, around, below, around, right, cv2.BORDER_REPLICATE)
    return np.asarray(grown, np.uint8)


@dataclass(frozen=True)
class SeenGround:
    """A rectified mat from one picture, with its bare background in the same light."""

    plane: Plane
    flat: Image  # height x width x 3, BGR, like `ground`
    ground: Image
    from_picture: Matrix  # Maps undistorted pixels of the picture to pixels of `flat`.

    @classmethod
    def fit(cls, picture: Image, mat: Mat, plane: Plane) -> SeenGround:
        """Rectify a mat in a picture (height x width x 3, BGR) and fit its background."""
        whole, to_image = straighten(picture, mat, plane, AROUND_MM)
        paint_markers(whole, mat)
        flat = shrunk(whole, REDUCTION)
        around = round(AROUND_MM * PX_PER_MM / REDUCTION)
        ground = fit_ground(flat, around, bare_mask(mat, PX_PER_MM / REDUCTION))
        to_flat = np.diag((1 / REDUCTION, 1 / REDUCTION, 1)) @ np.linalg.inv(to_image)
        return cls(plane, flat, ground, to_flat)

    def is_bare(self, place: Corners, others: Sequence[Corners] = ()) -> bool:
        """Whether a place shows only the mat's background, in any light.

        `place` and the `others`, cards that may cover it, are 4 x 2 pixels of the picture. A change
        of light affects all three colours alike.
        """
        mask = np.zeros(self.flat.shape[:2], np.uint8)
        for quad, value, grown in (
            (place, 255, INNER_SHARE),
            *((other, 0, 1.04) for other in others),
        ):
            at = apply(self.from_picture, self.plane.undistort(quad))
            cv2.fillConvexPoly(mask, enlarged(at, grown).round().astype(np.int32), value)
        here = mask > 0
        if not here.any():
            return True  # Other cards cover all of the place.
        return float((~unlike_ground(self.flat[here], self.ground[here])).mean()) >= BARE_SHARE


def unlike_ground(colours: Image, ground: Image) -> Mask:
    """Return which pixels (... x 3, BGR) differ from the background by more than light."""
    # Whole planes of one colour are four times as fast as a reduction over three values.
    planes = (np.moveaxis(part, -1, 0).astype(np.float32, "C") for part in (colours, ground))
    now, was = (plane + 1 for plane in planes)
    ratio = now / was
    light = ratio.sum(0) - ratio.min(0) - ratio.max(0)  # the median
    unlike = np.abs(now - was * light).max(0) > (
        COLOUR_TOLERANCE_GREY + COLOUR_TOLERANCE * now.max(0)
    )
    return cast(Mask, unlike | (light < LIGHT[0]) | (light > LIGHT[1]))


def _whole_blocks(mask: Mask, side: int) -> Mask:
    """Return the blocks of pixels that are completely inside a mask, as a mask of blocks."""
    height, width = (v // side for v in mask.shape)
    blocks = mask[: height * side, : width * side].reshape(height, side, width, side)
    return cast(Mask, blocks.all((1, 3)))
