"""The rival witness: where other cards of the deck differ, whose side is the picture on?

The card is laid out in small overlapping places: the corner index of a playing card, a pip,
a stretch of art. For each place the deck's different contents are known. The picture minus
the template is projected onto rival content minus template: 0 sides with the template, 1
with the rival. This sees small glyphs that hardly move a correlation, needs no one to say
where an index is, and unmasks a card that has no template by the glyphs that it shares with
other cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats
from vision.match.cache import Part, TemplateCache
from vision.match.tiles import TileVerifier

# Below each number: what halving and doubling it changed as the README has it measured; where
# nothing is said, they changed nothing.

# Places on a card (pixels of a card 120 high).
PLACE_PX = 8
#   halved: least trust 0.75, surest error 0.00; doubled: least trust 0.84, surest error 0.17, 2.9
#   times as long
PLACE_STEP_PX = 5
#   halved: least trust 0.66, surest error 0.00, 5.9 times as long; doubled: least trust 0.82
RIM_PX = 4  # left out along the card's edges
#   halved: least trust 0.73, surest error 0.00; doubled: least trust 0.71
SLACK_PX = 2  # that the same glyph may stand off on another card
#   halved: least trust 0.75, surest error 0.00; doubled: least trust 0.68, 1.8 times as long
# Which contents of a place are rivals.
SAME_CONTENT = 0.93  # correlation from which two contents are one
CONTRAST_FLOOR_GREY = 6.0  # grey levels of contrast that count as nothing
MIN_DIFFERENCE = 0.1  # of the power of the template's own print: less tells nothing
#   halved: surest error 0.01
MIN_DIFFERENCE_GREY = 12.0  # grey levels: the same
#   halved: least trust 0.72, surest error 0.01
CONFUSABLES_PER_PLACE = 10
CONFUSABLE_BLURS = (
    0.0,
    1.4,
    2.8,
)  # sigmas in pixels, of which the nearest to the picture's is taken
#   doubled: surest error 0.00
# What is kept.
PAIRS_AT_ONCE = 512  # of templates' places and rivals: more do not fit into a processor's cache
#   halved or doubled: no difference that could be measured
# What is compared.
ROUNDING = 1e-3  # of a side that a bound is raised by, and of the bound: what it bounds is rounded

Ints = NDArray[np.int64]
Excluded = frozenset[int]  # numbers of templates that are left out


class ConfusableVerifier:
    """Tells a template of a deck from its rivals, which are chosen when it is first asked about.

    Each stands for the card of the number in `stands_for`. Those of other cards that stand for
    themselves are its rivals: they are what was taught.
    """

    def __init__(
        self, witnesses: Sequence[TileVerifier], kept: TemplateCache, stands_for: Ints
    ) -> None:
        self._verifiers = witnesses
        self._stands_for = stands_for
        self._cache = kept
        self._small: dict[float, Floats] = {}
        self._confusables: dict[int, _Confusables] = {}

    def lean(
        self, index: int, seen: Floats, blur: float, free: float, gone: Excluded = frozenset()
    ) -> float:
        """Return how far a picture is on a rival's side, and not on a template's, by its number.

        0 is wholly the template's side, 1 a rival's; what is no further than `free` is not told
        apart from that. `seen` is the registered picture (height x width x 3, float, paper at 200),
        `blur` its sigma in pixels against the template. Templates whose numbers are `gone` are no
        rivals; what is chosen without them is not kept.
        """
        nearest = min(CONFUSABLE_BLURS, key=lambda b: abs(b - max(blur, 0.0)))
        rivals = self._choose(index, gone) if gone else self._confusables_of(index)
        small = self._blurred(nearest)
        mine = _cut(small, index, rivals.ys, rivals.xs)
        tiles = _cut(_half(seen)[None], 0, rivals.ys, rivals.xs)
        power = np.einsum("kp,kp->k", tiles, tiles)
        gain = np.clip(np.einsum("kp,kp->k", tiles, mine) / (power + 1e-3), 0.4, 2.5)
        error = (tiles * gain[:, None] - mine).astype(np.float32)
        return rivals.most(small, nearest, mine, error, free)

    def precompute(self, index: int) -> None:
        """Choose the rivals of a template."""
        self._confusables_of(index)

    def shared_parts(self) -> dict[str, Part]:
        """Return what is worked out of all templates together, to be kept."""
        return {_small_name(blur): (self._blurred(blur),) for blur in CONFUSABLE_BLURS}

    def template_part(self, index: int) -> Part:
        """Return what is worked out of a template and its rivals, to be kept."""
        rivals = self._confusables_of(index)
        return rivals.arrays({blur: self._blurred(blur) for blur in CONFUSABLE_BLURS}, index)

    def _confusables_of(self, index: int) -> _Confusables:
        if index not in self._confusables:
            known = self._cache.part(confusables_part_name(index))
            self._confusables[index] = (
                self._choose(index) if known is None else _Confusables.known(known)
            )
        return self._confusables[index]

    def _blurred(self, blur: float) -> Floats:
        """Return all templates at half size (n x height x width x 3)."""
        if blur not in self._small:
            known = self._cache.part(_small_name(blur))
            self._small[blur] = (
                np.stack([_half(w.blurred(blur)) for w in self._verifiers])
                if known is None
                else known[0]
            )
        return self._small[blur]

    @cached_property
    def _deck(self) -> _Contents:
        return _Contents(self._blurred(0.0), int(self._stands_for.max()) + 1)

    def _choose(self, index: int, gone: Excluded = frozenset()) -> _Confusables:
        """Choose, for each place, the nearest of the different contents as rivals."""
        deck = self._deck
        least = np.maximum(MIN_DIFFERENCE * deck.power[index], MIN_DIFFERENCE_GREY**2 * deck.values)
        apart = np.where(deck.leads(gone), deck.difference(index), -1.0)
        apart[self._stands_for[index]] = -1.0
        apart[apart < least] = np.inf
        nearest = apart.argsort(0)[:CONFUSABLES_PER_PLACE].T  # places x rivals
        k, j = np.nonzero(np.isfinite(np.take_along_axis(apart.T, nearest, 1)))
        owner = nearest[k, j]
        small = self._blurred(0.0)
        mine = _cut(small, index, deck.ys, deck.xs)[k]
        difference, by = _least_difference(small, deck.powers, owner, mine, deck.ys[k], deck.xs[k])
        tells = difference >= least[k]
        owners = np.full(nearest.shape, -1, np.int64)
        shifts = np.zeros((*nearest.shape, 2), np.int64)
        owners[k[tells], j[tells]] = owner[tells]
        shifts[k[tells], j[tells]] = by[tells]
        places = (owners >= 0).any(1)
        return _Confusables(deck.ys[places], deck.xs[places], owners[places], shifts[places])


class _Contents:
    """What stands at each place of each card, and which cards stand for all that show the same.

    Only the first `taught` do.
    """

    def __init__(self, small: Floats, taught: int) -> None:
        self.taught = taught
        count, height, width = small.shape[:3]
        self.count, (self.ys, self.xs) = count, _grid(height, width)
        by_place = np.stack([_cut(small, i, self.ys, self.xs) for i in range(count)], 1)
        self.values = by_place.shape[2]
        self.powers = _powers(small)  # of places anywhere, where `power` is of those above
        self._gram = np.matmul(by_place, by_place.transpose(0, 2, 1))
        self.power = np.einsum("kii->ik", self._gram)
        self._whole = self._leads(np.arange(taught))

    def leads(self, gone: Excluded = frozenset()) -> NDArray[np.bool_]:
        """Return which cards stand for what a place shows (cards x places), none that is gone."""
        if not gone:
            return self._whole
        return self._leads(np.array([i for i in range(self.taught) if i not in gone]))

    def _leads(self, cards: Ints) -> NDArray[np.bool_]:
        gram, power = self._gram[:, cards[:, None], cards], self.power[cards].T
        least = np.minimum(power[:, :, None], power[:, None, :])
        most = np.maximum(power[:, :, None], power[:, None, :])
        faint = CONTRAST_FLOOR_GREY**2 * self.values
        alike = (gram + faint) / (
            np.maximum(np.sqrt(least * most), most / 3) + faint
        ) >= SAME_CONTENT
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
        """Return the squared difference of each card from one of them, place by place."""
        shared = self._gram[:, index, :].T
        return cast(Floats, self.power + self.power[index] - 2 * shared)


class _Confusables:
    """The places of one template and the rivals at each."""

    def __init__(self, ys: Ints, xs: Ints, owner: Ints, shift: Ints) -> None:
        self.ys, self.xs, self.owner = ys, xs, owner
        y, x = ys[:, None] + shift[..., 0], xs[:, None] + shift[..., 1]
        self._where = owner.ravel(), y.ravel(), x.ravel()
        self._shift = shift
        self._powers: dict[float, Floats] = {}

    @classmethod
    def known(cls, arrays: Part) -> _Confusables:
        """Return rivals of the arrays that were kept of them."""
        ys, xs, owner, shift, powers = arrays
        rivals = cls(ys, xs, owner, shift)
        rivals._powers = dict(zip(CONFUSABLE_BLURS, powers, strict=True))
        return rivals

    def arrays(self, small: Mapping[float, Floats], index: int) -> Part:
        """Return what is to be kept; `small` are all templates at half size, by blur."""
        powers = []
        for blur in CONFUSABLE_BLURS:
            mine = _cut(small[blur], index, self.ys, self.xs)
            powers.append(self._power(small[blur], blur, mine))
        return self.ys, self.xs, self.owner, self._shift, np.stack(powers)

    def _power(self, small: Floats, blur: float, mine: Floats) -> Floats:
        """Return by how much each rival differs from the template (places x rivals)."""
        if blur not in self._powers:
            shape = (*self.owner.shape, mine.shape[1])
            toward = _cut(small, *self._where).reshape(shape) - mine[:, None]
            self._powers[blur] = np.einsum("kjp,kjp->kj", toward, toward)
        return self._powers[blur]

    def most(self, small: Floats, blur: float, mine: Floats, error: Floats, free: float) -> float:
        """Return on which side an error is of the rival that it leans to most, but for one place.

        That place may be dirt. `small` are all templates at half size, with this `blur`; `mine` are
        the template's tiles and `error` is what the picture's differ by (both places x values).
        What is less than `free` is not told apart from that: few places can reach it.
        """
        power = self._power(small, blur, mine)
        # By Cauchy and Schwarz an error is no further on a side than its length allows.
        length = np.sqrt(np.einsum("kp,kp->k", error, error))[:, None]
        bounds = length * np.sqrt(power) / (power + 1.0) * (1 + ROUNDING) + ROUNDING
        near = np.flatnonzero(((bounds > free) & (self.owner >= 0)).any(1))
        if len(near) < 2:
            return free
        owner, mine, error = self.owner[near], mine[near], error[near]
        # Their means need not be taken out: the error has none. So what is large is not kept.
        where = (of.reshape(self.owner.shape)[near].ravel() for of in self._where)
        others = _tiles(small, *where).reshape(*owner.shape, mine.shape[1])
        along = np.matmul(others, error[:, :, None])[:, :, 0]
        along -= np.einsum("kp,kp->k", mine, error)[:, None]
        sides = np.where(owner >= 0, along / (power[near] + 1.0), -np.inf).max(1)
        return max(free, float(np.partition(sides, -2)[-2]))


def confusables_part_name(index: int) -> str:
    """Return the name under which a template's rivals are kept, by its number."""
    return f"rivals {index}"


def _small_name(blur: float) -> str:
    return f"small {blur}"


def _grid(height: int, width: int) -> tuple[Ints, Ints]:
    ys = np.arange(RIM_PX, height - PLACE_PX - RIM_PX + 1, PLACE_STEP_PX)
    xs = np.arange(RIM_PX, width - PLACE_PX - RIM_PX + 1, PLACE_STEP_PX)
    grid_y, grid_x = np.meshgrid(ys, xs, indexing="ij")
    return grid_y.ravel(), grid_x.ravel()


def _half(image: Floats) -> Floats:
    return cast(Floats, cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _cut(small: Floats, which: Ints | int, ys: Ints, xs: Ints) -> Floats:
    """Cut places out of small pictures (n x values), each channel's mean taken out."""
    tiles = _tiles(small, which, ys, xs)
    tiles -= (tiles @ _MEAN) @ _SPREAD
    return tiles


def _tiles(small: Floats, which: Ints | int, ys: Ints, xs: Ints) -> Floats:
    """Cut places out of small pictures (n x values)."""
    tiles = _windows(small, PLACE_PX)[which, ys, xs]
    return cast(Floats, tiles.reshape(len(ys), 3 * PLACE_PX**2))


_MEAN = np.tile(np.eye(3, dtype=np.float32) / PLACE_PX**2, (PLACE_PX**2, 1))
_SPREAD = np.tile(np.eye(3, dtype=np.float32), PLACE_PX**2)


def _windows(small: Floats, side: int) -> Floats:
    """Return all square windows of small pictures: n x height x width x side x 3 side."""
    count, height, width, channels = small.shape
    row = np.ascontiguousarray(small).reshape(count, height, width * channels)
    windows = np.lib.stride_tricks.sliding_window_view(row, (side, side * channels), (1, 2))
    return windows[:, :, ::channels]


def _least_difference(
    small: Floats, powers: Floats, which: Ints, mine: Floats, ys: Ints, xs: Ints
) -> tuple[Floats, Ints]:
    """Return the least difference of other cards from `mine` within the slack, and where it is.

    `powers` are those of all places of all cards, by their top left corner.
    """
    steps = 2 * SLACK_PX + 1
    windows = _windows(small, PLACE_PX + 2 * SLACK_PX)
    difference = np.empty((steps * steps, len(ys)), np.float32)
    for start in range(0, len(ys), PAIRS_AT_ONCE):
        part = slice(start, start + PAIRS_AT_ONCE)
        around = windows[which[part], ys[part] - SLACK_PX, xs[part] - SLACK_PX]
        around = np.ascontiguousarray(around.transpose(1, 2, 0))  # pairs last: they are most
        tile = np.ascontiguousarray(mine[part].T).reshape(PLACE_PX, 3 * PLACE_PX, -1)
        for n, (dy, dx) in enumerate(np.ndindex(steps, steps)):
            there = around[dy : dy + PLACE_PX, 3 * dx : 3 * (dx + PLACE_PX)]
            np.einsum("yxk,yxk->k", there, tile, out=difference[n, part])
    dy, dx = np.divmod(np.arange(steps * steps), steps) - np.array(SLACK_PX)
    power = powers[which, ys + dy[:, None], xs + dx[:, None]]
    # The tiles have no mean, so that of the others drops out of the product.
    difference = power + np.einsum("kp,kp->k", mine, mine) - 2 * difference
    best = difference.argmin(0)
    by = np.stack([dy[best], dx[best]], 1)
    return np.take_along_axis(difference, best[None], 0)[0], by


def _powers(small: Floats) -> Floats:
    """Return the power of all places, each channel's mean taken out: n x height x width."""
    corner, side = (0, 0), (PLACE_PX, PLACE_PX)
    found = []
    for picture in small:
        squares = cv2.sqrBoxFilter(picture, cv2.CV_32F, side, anchor=corner, normalize=True)
        means = cv2.blur(picture, side, anchor=corner)
        found.append((squares - means * means).sum(2) * PLACE_PX**2)
    return cast(Floats, np.stack(found))
