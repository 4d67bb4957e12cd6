"""The twin witness: does each small place of the card look like the template by itself?

A card that nobody taught fits its twin everywhere but in a few small places: the sign under the
index, a pip. Of all tiles those are less than the worst tenth, and where no card of the deck shows
the strange sign, the rival witness knows no side to take. So the worst place speaks alone here. A
card that is alike both ways up shows each sign twice, and dirt lies on one of them: there the
better of the two speaks, as a twin's differ both.

Where the deck itself holds cards that differ in small places only, those places are known from its
pictures, whatever its cards are called. There more is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, quantile
from vision.match.tiles import TileVerifier

# Measured on 108 photographed cards of two decks, each as taken, half as large, blurred, and dark
# and stuffed, and on 260 worn pictures of a third, beside every other card's template: 703 right
# and 11 of a twin with a trust of 0.63 or more. Of trust and the worst place together the right
# have 1.56 at least, the twins 1.53 at most; on a card 240 high that is 1.55 and 1.50, and takes
# 2.4 times as long.
PLACE_PX = 7  # pixels of a card 120 high
RIM_PX = 4  # left out along the card's edges
COLOUR_WEIGHT = 0.5  # of colour beside light and dark
FLOOR_GREY = 8.0  # grey levels of contrast that no place is blamed for
STRONG_GREY = 35.0  # of contrast, from which a place speaks
#   20, on a card 240 high: 10 of the right have less together than the likeliest of the twins
MAX_CONTRAST_RATIO = 4.0  # between a place and the template's: more counts as unlike
WORST_TENTH = 0.1  # of the places with print, that what is usual on a card leaves out
SAME = 0.8  # agreement from which two places show the same
TURNED_OFF_PX = 1  # that a card's print may lie off where it is turned
LIKE_COARSELY = 0.6  # correlation of two templates, below which they are no twins
TWIN = 0.85  # of the places with print that twins share
TWINS_DIFFER = 0.5  # of a deck's twins that differ where all may
ALIKE_BLUR = 1.0  # sigma in pixels, at which templates are compared with each other

Places = NDArray[np.bool_]  # height x width


class Agreement(NamedTuple):
    """How far the worst of all places agrees, nine tenths do at least, and the worst of those do
    where twins differ."""

    anywhere: float
    nearly_everywhere: float
    between_pairs: float


class PairVerifier:
    """Compares pictures with templates of a deck place by place.

    `coarse` (n x n) is how well the first n templates correlate with each other, one a card.
    """

    def __init__(self, witnesses: Sequence[TileVerifier], coarse: Floats) -> None:
        self._verifiers = witnesses
        self._coarse = coarse
        self._turnable: dict[int, Places] = {}

    def agreement(self, index: int, seen: Floats, blur: float) -> Agreement:
        """Return how far a picture agrees with a template, by its number, where it does least.

        `seen` is the registered picture (height x width x 3, float, paper at 200), `blur` its
        sigma in pixels against the template.
        """
        alike, strong = _compare(_features(seen), _features(self._soft(index, max(blur, 0.0))))
        other = np.where(self._symmetric(index), alike[::-1, ::-1], np.float32(-1.0))
        alike = np.maximum(np.where(strong, alike, np.float32(1.0)), other)
        if not strong.any():
            return Agreement(1.0, 1.0, 1.0)  # there is nothing to tell twins apart by
        between = alike[self._pairs_differ]
        return Agreement(
            anywhere=float(alike.min()),
            nearly_everywhere=quantile(alike[strong], WORST_TENTH),
            between_pairs=float(between.min(initial=1.0)),
        )

    def _soft(self, index: int, blur: float) -> Floats:
        return self._verifiers[index].blurred(blur)

    def _symmetric(self, index: int) -> Places:
        """Return where a template looks alike when it is turned by 180 degrees."""
        if index not in self._turnable:
            card = _features(self._soft(index, ALIKE_BLUR))
            turned = card[::-1, ::-1]
            found = np.zeros(card.shape[:2], bool)
            for by in np.ndindex(3, 3):
                off = tuple(TURNED_OFF_PX * (np.array(by) - 1))
                found |= _compare(np.roll(turned, off, (0, 1)), card)[0] >= SAME
            self._turnable[index] = found & found[::-1, ::-1]
        return self._turnable[index]

    @cached_property
    def _pairs_differ(self) -> Places:
        """Return where the deck's twins differ, as cards that nobody taught may."""
        differ = []
        for one, other in combinations(range(len(self._coarse)), 2):
            if self._coarse[one, other] < LIKE_COARSELY:
                continue
            cards = [_features(self._soft(n, ALIKE_BLUR)) for n in (one, other)]
            alike, strong = _compare(*cards)
            unlike = strong & (alike < SAME)
            if 0 < unlike.sum() <= (1 - TWIN) * strong.sum():
                differ.append(unlike | unlike[::-1, ::-1])
        if not differ:
            return np.zeros(_features(self._soft(0, ALIKE_BLUR)).shape[:2], bool)
        return cast(Places, np.mean(differ, 0) >= TWINS_DIFFER)


def _features(image: Floats) -> Floats:
    """Return light and colour as they weigh (120 high x width x 4, float) of a BGR picture."""
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return cast(Floats, np.dstack([grey, np.float32(COLOUR_WEIGHT) * small]))


def _compare(seen: Floats, own: Floats) -> tuple[Floats, Places]:
    """Return how far two pictures agree around each pixel, and where either shows strong print."""
    mean, other = _around(seen), _around(own)
    power = np.maximum(_summed(_around(seen * seen) - mean * mean), 0)
    strength = np.maximum(_summed(_around(own * own) - other * other), 0)
    shared = _summed(_around(seen * own) - mean * other)
    stronger = np.maximum(power, strength)
    values = np.float32(1 + 3 * COLOUR_WEIGHT**2)
    faint = FLOOR_GREY**2 * values
    scale = np.maximum(np.sqrt(power * strength), stronger / MAX_CONTRAST_RATIO)
    strong = stronger >= STRONG_GREY**2 * values
    rim = RIM_PX + PLACE_PX // 2
    inner = np.zeros_like(strong)
    inner[rim:-rim, rim:-rim] = True
    return cast(Floats, (shared + faint) / (scale + faint)), strong & inner


def _around(image: Floats) -> Floats:
    return cast(Floats, cv2.blur(image, (PLACE_PX, PLACE_PX)))


def _summed(image: Floats) -> Floats:
    return cast(Floats, cv2.transform(image, np.ones((1, 4), np.float32)))
