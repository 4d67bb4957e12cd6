"""The contents of a deck's cards at small places, for the confusable verifier.

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

Ints = NDArray[np.int64]
Excluded = frozenset[int]  # The numbers of the excluded templates.


class Contents:
    """The contents of each place on each card; one card represents those with equal contents.

    Only the first `taught` cards can represent others.
    """

    def __init__(self, small: Floats, taught: int) -> None:
        self.taught = taught
        self.count, height, width = small.shape[:3]
        ys = np.arange(RIM_PX, height - PLACE_PX - RIM_PX + 1, PLACE_STEP_PX)
        xs = np.arange(RIM_PX, width - PLACE_PX - RIM_PX + 1, PLACE_STEP_PX)
        self.ys, self.xs = (axis.ravel() for axis in np.meshgrid(ys, xs, indexing="ij"))
        by_place = np.stack([cut_places(small, i, self.ys, self.xs) for i in range(self.count)], 1)
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

    `which` are the other cards at each place (places x contents). `powers` are those of all places
    on all cards, by their top left corner.
    """
    steps, side = 2 * SLACK_PX + 1, PLACE_PX + 2 * SLACK_PX
    row, rows = 3 * side, 3 * side * PLACE_PX  # Numbers of values.
    y, x = (at[:, None] - SLACK_PX for at in (ys, xs))
    around = _windows(small, side)[which, y, x].reshape(*which.shape, side * row)
    # Each place of `mine` at every offset in a row, so that one product compares all of these.
    moved = np.zeros((len(ys), steps, PLACE_PX, side, 3), np.float32)
    for step in range(steps):
        moved[:, step, :, step : step + PLACE_PX] = mine.reshape(-1, PLACE_PX, PLACE_PX, 3)
    columns = moved.reshape(len(ys), steps, rows).transpose(0, 2, 1)
    starts = range(0, steps * row, row)
    shared = np.concatenate([around[..., at : at + rows] @ columns for at in starts], 2)
    dy, dx = np.divmod(np.arange(steps * steps), steps)
    power = powers[which[..., None], y[..., None] + dy, x[..., None] + dx]
    # The tiles have zero mean, so the other cards' mean drops out of the product.
    difference = power + power_of(mine)[:, None, None] - 2 * shared
    best = difference.argmin(2)
    by = np.stack([dy[best], dx[best]], 2) - SLACK_PX
    return difference.min(2), by


def cut_places(small: Floats, which: Ints | int, ys: Ints, xs: Ints) -> Floats:
    """Cut places out of small pictures (n x values) and subtract each channel's mean."""
    tiles = places_of(small, which, ys, xs)
    tiles -= (tiles @ _MEAN) @ _SPREAD
    return tiles


def places_of(small: Floats, which: Ints | int, ys: Ints, xs: Ints) -> Floats:
    """Cut places out of small pictures (n x values)."""
    tiles = _windows(small, PLACE_PX)[which, ys, xs]
    return cast(Floats, tiles.reshape(len(ys), 3 * PLACE_PX**2))


def power_of(tiles: Floats) -> Floats:
    """Return the power of places (... x values) without each channel's mean."""
    means = tiles @ _MEAN
    squares, of_means = (np.einsum("...p,...p->...", v, v) for v in (tiles, means))
    # Rounding can make it negative.
    return cast(Floats, np.maximum(squares - PLACE_PX**2 * of_means, 0))


_MEAN = np.tile(np.eye(3, dtype=np.float32) / PLACE_PX**2, (PLACE_PX**2, 1))
_SPREAD = np.tile(np.eye(3, dtype=np.float32), PLACE_PX**2)


def _windows(small: Floats, side: int) -> Floats:
    """Return all square windows of small pictures, as n x height x width x side x 3 side."""
    count, height, width, channels = small.shape
    row = np.ascontiguousarray(small).reshape(count, height, width * channels)
    windows = np.lib.stride_tricks.sliding_window_view(row, (side, side * channels), (1, 2))
    return windows[:, :, ::channels]


def _powers(small: Floats) -> Floats:
    """Return the power of all places without each channel's mean: n x height x width."""
    corner, side = (0, 0), (PLACE_PX, PLACE_PX)
    count, height, width, _ = small.shape
    below = np.ascontiguousarray(small).reshape(count * height, width, 3)  # one below the other
    squares = cv2.sqrBoxFilter(below, cv2.CV_32F, side, anchor=corner, normalize=True)
    means = cv2.blur(below, side, anchor=corner)
    powers = cv2.transform(squares - means * means, np.ones((1, 3), np.float32)) * PLACE_PX**2
    return cast(Floats, powers.reshape(count, height, width))
