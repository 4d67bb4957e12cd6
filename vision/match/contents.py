"""What a deck's cards show at small places, for the confusable verifier.

Cards are at half size: n x height x width x 3, float, paper at 200.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.match.patch import agreement

PLACE_PX = 8  # The side of a square place, in pixels of a card 120 high.
PLACE_STEP_PX = 5  # The distance between neighbouring places, in the same pixels.
RIM_PX = 4  # The border left out along the card's edges, in the same pixels.
SLACK_PX = 2  # How far the same glyph may be shifted on another card, in the same pixels.
# Two contents count as the same if their correlation is higher.
SAME_CONTENT = 0.93
CONTRAST_FLOOR_GREY = 6.0  # A contrast of this many grey levels counts as nothing.
MAX_CONTRAST_RATIO = 3.0  # If two contents' contrasts have a larger ratio, they differ.
# The number of pairs of a place and a confusable content to process at once. More do not fit into a
# processor's cache.
PAIRS_AT_ONCE = 512

Ints = NDArray[np.int64]
Excluded = frozenset[int]  # The numbers of the excluded templates.


class Contents:
    """The contents of each place on each card; one card represents those with equal contents.

    Only the first `taught` cards can represent others.
    """

    def __init__(self, small: Floats, taught: int) -> None:
        self.taught = taught
        count, height, width = small.shape[:3]
        self.count, (self.ys, self.xs) = count, _grid(height, width)
        by_place = np.stack([cut_places(small, i, self.ys, self.xs) for i in range(count)], 1)
        self.values = by_place.shape[2]
        self.powers = _powers(small)  # Powers at any position; `power` is for the places above.
        self._gram = np.matmul(by_place, by_place.transpose(0, 2, 1))
        self.power = np.einsum("kii->ik", self._gram)
        self._whole = self._representatives(np.arange(taught))

    def representatives(self, excluded: Excluded = frozenset()) -> NDArray[np.bool_]:
        """Return which cards represent the content of a place (cards x places).

        Cards in `excluded` represent none.
        """
        if not excluded:
            return self._whole
        return self._representatives(np.array([i for i in range(self.taught) if i not in excluded]))

    def _representatives(self, cards: Ints) -> NDArray[np.bool_]:
        gram, power = self._gram[:, cards[:, None], cards], self.power[cards].T
        faint = CONTRAST_FLOOR_GREY**2 * self.values
        one, other = power[:, :, None], power[:, None, :]
        alike = agreement(gram, one, other, faint, MAX_CONTRAST_RATIO) >= SAME_CONTENT
        leads = np.zeros((self.count, len(self.ys)), bool)
        order = alike.sum(2).argsort(1)[:, ::-1]
        for k, same in enumerate(alike):
            left = np.ones(len(cards), bool)
            for i in order[k]:
                if left[i]:
                    leads[cards[i], k] = True
                    left &= ~same[i]
        return leads

    def difference(self, index: int) -> Floats:
        """Return the squared difference between each card and card `index`, at each place."""
        shared = self._gram[:, index, :].T
        return cast(Floats, self.power + self.power[index] - 2 * shared)


def least_difference(
    small: Floats, powers: Floats, which: Ints, mine: Floats, ys: Ints, xs: Ints
) -> tuple[Floats, Ints]:
    """Return the smallest difference of other cards from `mine` within the slack, and its offset.

    `powers` are those of all places on all cards, by their top left corner.
    """
    steps = 2 * SLACK_PX + 1
    windows = _windows(small, PLACE_PX + 2 * SLACK_PX)
    difference = np.empty((steps * steps, len(ys)), np.float32)
    for start in range(0, len(ys), PAIRS_AT_ONCE):
        part = slice(start, start + PAIRS_AT_ONCE)
        around = windows[which[part], ys[part] - SLACK_PX, xs[part] - SLACK_PX]
        # The pairs go last, because that is the longest axis.
        around = np.ascontiguousarray(around.transpose(1, 2, 0))
        tile = np.ascontiguousarray(mine[part].T).reshape(PLACE_PX, 3 * PLACE_PX, -1)
        for n, (dy, dx) in enumerate(np.ndindex(steps, steps)):
            there = around[dy : dy + PLACE_PX, 3 * dx : 3 * (dx + PLACE_PX)]
            np.einsum("yxk,yxk->k", there, tile, out=difference[n, part])
    dy, dx = np.divmod(np.arange(steps * steps), steps) - np.array(SLACK_PX)
    power = powers[which, ys + dy[:, None], xs + dx[:, None]]
    # The tiles have zero mean, so the other cards' mean drops out of the product.
    difference = power + np.einsum("kp,kp->k", mine, mine) - 2 * difference
    best = difference.argmin(0)
    by = np.stack([dy[best], dx[best]], 1)
    return np.take_along_axis(difference, best[None], 0)[0], by


def cut_places(small: Floats, which: Ints | int, ys: Ints, xs: Ints) -> Floats:
    """Cut places out of small pictures (n x values) and subtract each channel's mean."""
    tiles = places_of(small, which, ys, xs)
    tiles -= (tiles @ _MEAN) @ _SPREAD
    return tiles


def places_of(small: Floats, which: Ints | int, ys: Ints, xs: Ints) -> Floats:
    """Cut places out of small pictures (n x values)."""
    tiles = _windows(small, PLACE_PX)[which, ys, xs]
    return cast(Floats, tiles.reshape(len(ys), 3 * PLACE_PX**2))


_MEAN = np.tile(np.eye(3, dtype=np.float32) / PLACE_PX**2, (PLACE_PX**2, 1))
_SPREAD = np.tile(np.eye(3, dtype=np.float32), PLACE_PX**2)


def _windows(small: Floats, side: int) -> Floats:
    """Return all square windows of small pictures, as n x height x width x side x 3 side."""
    count, height, width, channels = small.shape
    row = np.ascontiguousarray(small).reshape(count, height, width * channels)
    windows = np.lib.stride_tricks.sliding_window_view(row, (side, side * channels), (1, 2))
    return windows[:, :, ::channels]


def _grid(height: int, width: int) -> tuple[Ints, Ints]:
    ys = np.arange(RIM_PX, height - PLACE_PX - RIM_PX + 1, PLACE_STEP_PX)
    xs = np.arange(RIM_PX, width - PLACE_PX - RIM_PX + 1, PLACE_STEP_PX)
    grid_y, grid_x = np.meshgrid(ys, xs, indexing="ij")
    return grid_y.ravel(), grid_x.ravel()


def _powers(small: Floats) -> Floats:
    """Return the power of all places without each channel's mean: n x height x width."""
    corner, side = (0, 0), (PLACE_PX, PLACE_PX)
    found = []
    for picture in small:
        squares = cv2.sqrBoxFilter(picture, cv2.CV_32F, side, anchor=corner, normalize=True)
        means = cv2.blur(picture, side, anchor=corner)
        found.append((squares - means * means).sum(2) * PLACE_PX**2)
    return cast(Floats, np.stack(found))
