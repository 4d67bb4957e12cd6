"""The confusable verifier checks where two cards differ: does the picture lean towards the other?

The card is divided into small overlapping places, such as the corner index of a playing card, a pip
or a piece of art. For each place the deck's different contents are known. The difference between
picture and template is projected onto the difference between another card's content and the
template: 0 is the template, 1 the other card. This detects small glyphs anywhere on the card that
hardly change a correlation. It also exposes a card without a template, by the glyphs it shares with
other cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from vision.geometry import Floats
from vision.match.cache import Part, TemplateCache
from vision.match.verifiers.contents import (
    Contents,
    Excluded,
    Ints,
    cut_places,
    least_difference,
    places_of,
    power_of,
)
from vision.match.verifiers.tiles import TileVerifier
from vision.pixels import halved

# A smaller difference between two contents proves nothing. It is a share of the power of the
# template's print.
MIN_DIFFERENCE = 0.1
MIN_DIFFERENCE_GREY = 12.0  # The same limit in grey levels.
CONFUSABLES_PER_PLACE = 10
# The templates are blurred by these sigmas, in pixels. The one nearest to the picture's blur is
# used.
CONFUSABLE_BLURS = (0.0, 1.4, 2.8)

ROUNDING = 1e-3  # Allowance for rounding errors in each bound, both absolute and relative.


class ConfusableVerifier:
    """Tells a template from similar contents of other cards, which are chosen at first use.

    `stands_for` gives the number of each template's card. Only templates that were taught, which
    stand for themselves, are confusable contents.
    """

    def __init__(
        self, verifiers: Sequence[TileVerifier], cache: TemplateCache, stands_for: Ints
    ) -> None:
        self._verifiers = verifiers
        self._stands_for = stands_for
        self._cache = cache
        self._small: dict[float, Floats] = {}
        self._confusables: dict[int, _Confusables] = {}

    def lean(
        self, index: int, seen: Floats, blur: float, free: float, excluded: Excluded = frozenset()
    ) -> float:
        """Return how far a picture leans towards a confusable card, away from template `index`.

        0 is the template, 1 the other card. Values up to `free` are all returned as `free`. `seen`
        is the registered picture (height x width x 3, float, paper at 200), `blur` its sigma in
        pixels relative to the template. Templates in `excluded` are ignored; the choice without
        them is not cached.
        """
        nearest = min(CONFUSABLE_BLURS, key=lambda b: abs(b - max(blur, 0.0)))
        result = self._choose(index, excluded) if excluded else self._confusables_of(index)
        small = self._blurred(nearest)
        mine = cut_places(small, index, result.ys, result.xs)
        tiles = cut_places(halved(seen)[None], 0, result.ys, result.xs)
        power = np.einsum("kp,kp->k", tiles, tiles)
        gain = np.clip(np.einsum("kp,kp->k", tiles, mine) / (power + 1e-3), 0.4, 2.5)
        error = (tiles * gain[:, None] - mine).astype(np.float32)
        return result.second_lean(small, nearest, mine, error, free)

    def precompute(self, index: int) -> None:
        """Choose and keep the confusable contents for a template."""
        self._confusables_of(index)

    def shared_parts(self) -> dict[str, Part]:
        """Return the data computed from all templates together, for the cache."""
        return {_small_name(blur): (self._blurred(blur),) for blur in CONFUSABLE_BLURS}

    def template_part(self, index: int) -> Part:
        """Return the data computed from one template, for the cache."""
        confusables = self._confusables_of(index)
        return confusables.to_part({blur: self._blurred(blur) for blur in CONFUSABLE_BLURS}, index)

    def _confusables_of(self, index: int) -> _Confusables:
        if index not in self._confusables:
            known = self._cache.part(confusables_part_name(index))
            self._confusables[index] = (
                self._choose(index) if known is None else _Confusables.from_part(known)
            )
        return self._confusables[index]

    def _blurred(self, blur: float) -> Floats:
        """Return all templates at half size (n x height x width x 3)."""
        if blur not in self._small:
            known = self._cache.part(_small_name(blur))
            self._small[blur] = (
                np.stack([halved(w.blurred(blur)) for w in self._verifiers])
                if known is None
                else known[0]
            )
        return self._small[blur]

    @cached_property
    def _deck(self) -> Contents:
        return Contents(self._blurred(0.0), int(self._stands_for.max()) + 1)

    def _choose(self, index: int, excluded: Excluded = frozenset()) -> _Confusables:
        """Choose for each place the most similar contents that still differ from the template's."""
        deck = self._deck
        least = np.maximum(MIN_DIFFERENCE * deck.power[index], MIN_DIFFERENCE_GREY**2 * deck.values)
        apart = np.where(deck.representatives(excluded), deck.difference(index), -1.0)
        apart[self._stands_for[index]] = -1.0
        apart[apart < least] = np.inf
        owner = apart.argsort(0)[:CONFUSABLES_PER_PLACE].T  # places x contents
        small = self._blurred(0.0)
        mine = cut_places(small, index, deck.ys, deck.xs)
        difference, shift = least_difference(small, deck.powers, owner, mine, deck.ys, deck.xs)
        tells = np.isfinite(np.take_along_axis(apart.T, owner, 1)) & (difference >= least[:, None])
        owner, shift = np.where(tells, owner, -1), np.where(tells[..., None], shift, 0)
        places = tells.any(1)
        return _Confusables(deck.ys[places], deck.xs[places], owner[places], shift[places])


class _Confusables:
    """The places of one template, with the confusable contents at each."""

    def __init__(self, ys: Ints, xs: Ints, owner: Ints, shift: Ints) -> None:
        self.ys, self.xs, self.owner = ys, xs, owner
        y, x = ys[:, None] + shift[..., 0], xs[:, None] + shift[..., 1]
        self._where = owner.ravel(), y.ravel(), x.ravel()
        self._shift = shift
        self._powers: dict[float, Floats] = {}

    @classmethod
    def from_part(cls, arrays: Part) -> _Confusables:
        """Return an instance made from cached arrays."""
        ys, xs, owner, shift, powers = arrays
        found = cls(ys, xs, owner, shift)
        found._powers = dict(zip(CONFUSABLE_BLURS, powers, strict=True))
        return found

    def to_part(self, small: Mapping[float, Floats], index: int) -> Part:
        """Return the arrays for the cache; `small` are all templates at half size, by blur."""
        powers = []
        for blur in CONFUSABLE_BLURS:
            mine = cut_places(small[blur], index, self.ys, self.xs)
            powers.append(self._power(small[blur], blur, mine))
        return self.ys, self.xs, self.owner, self._shift, np.stack(powers)

    def _power(self, small: Floats, blur: float, mine: Floats) -> Floats:
        """Return how much each confusable content differs from the template (places x contents)."""
        if blur not in self._powers:
            shape = (*self.owner.shape, mine.shape[1])
            toward = places_of(small, *self._where).reshape(shape) - mine[:, None]
            self._powers[blur] = power_of(toward)
        return self._powers[blur]

    def second_lean(
        self, small: Floats, blur: float, mine: Floats, error: Floats, free: float
    ) -> float:
        """Return the second strongest lean of a picture's error towards confusable contents.

        The strongest is ignored, since it may be dirt. `small` are all templates at half size with
        this `blur`. `mine` are the template's tiles, and `error` is the picture's difference from
        them (both places x values). Leans below `free` need not be computed exactly, because few
        places can exceed it.
        """
        power = self._power(small, blur, mine)
        # By the Cauchy-Schwarz inequality, the length of the error limits the lean.
        length = np.sqrt(np.einsum("kp,kp->k", error, error))[:, None]
        bounds = length * np.sqrt(power) / (power + 1.0) * (1 + ROUNDING) + ROUNDING
        near = np.flatnonzero(((bounds > free) & (self.owner >= 0)).any(1))
        if len(near) < 2:
            return free
        owner, mine, error = self.owner[near], mine[near], error[near]
        # The contents' means need not be subtracted, because the error has none. That saves a large
        # array.
        where = (of.reshape(self.owner.shape)[near].ravel() for of in self._where)
        others = places_of(small, *where).reshape(*owner.shape, mine.shape[1])
        along = np.matmul(others, error[:, :, None])[:, :, 0]
        along -= np.einsum("kp,kp->k", mine, error)[:, None]
        sides = np.where(owner >= 0, along / (power[near] + 1.0), -np.inf).max(1)
        return max(free, float(np.partition(sides, -2)[-2]))


def confusables_part_name(index: int) -> str:
    """Return the cache name of a template's confusable contents."""
    return f"confusables {index}"


def _small_name(blur: float) -> str:
    return f"small {blur}"
