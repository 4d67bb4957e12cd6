"""The pair verifier checks each small place of a card by itself against the template.

A card that was never taught can match its confusable partner everywhere except in a few small
places: the sign under the index, or a pip. These places are less than the worst tenth of the tiles.
If no card of the deck shows the unknown sign, the confusable verifier has nothing to compare it
with. So the worst place decides alone here. A card that is the same both ways up shows each sign
twice. Dirt covers only one of the two signs, so the better one counts; a confusable card differs in
both.

If the deck itself has cards that differ only in small places, its pictures show those places; the
cards' names do not matter. In those places the limit is stricter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, quantile
from vision.match.decide import Agreement
from vision.match.patch import agreement
from vision.match.verifiers.tiles import COLOUR_WEIGHT, MAX_CONTRAST_RATIO, TileVerifier
from vision.pixels import halved

PLACE_PX = 7  # Side of a place, in pixels of a card 120 high.
RIM_PX = 4  # Border to leave out along the card's edges, in the same pixels.
FLOOR_GREY = 8.0  # A contrast up to this many grey levels counts against no place.
STRONG_GREY = 35.0  # A place counts if it has this contrast in grey levels.
WORST_TENTH = 0.1  # Share of the places with print that is bad on any card.
SAME_PLACE = 0.8  # Two places with a higher agreement show the same print.
TURN_OFFSET_PX = 1  # Maximum shift of a card's print when the card is turned.
MIN_COARSE_CORRELATION = 0.6  # Two templates with a lower correlation are not confusable.
COMMON_SHARE = 0.85  # A confusable pair has at least this share of the printed places in common.
DIFFERING_SHARE = 0.5  # Pairs differ at a place if at least this share of them does.
COMPARISON_BLUR = 1.0  # Sigma in pixels of the blur for comparing two templates.

Places = NDArray[np.bool_]  # height x width


class PairVerifier:
    """Compares pictures with the templates of a deck, place by place.

    `coarse` (n x n) contains the correlations between the first n templates, one for each card.
    """

    def __init__(self, verifiers: Sequence[TileVerifier], coarse: Floats) -> None:
        self._verifiers = verifiers
        self._coarse = coarse
        self._turnable: dict[int, Places] = {}

    def agreement(self, index: int, seen: Floats, blur: float) -> Agreement:
        """Return how well a picture agrees with template `index` at the worst places.

        `seen` is the registered picture (height x width x 3, float, paper at 200), `blur` its sigma
        in pixels relative to the template.
        """
        alike, strong = _compare(_features(seen), _features(self._soft(index, max(blur, 0.0))))
        other = np.where(self._symmetric(index), alike[::-1, ::-1], np.float32(-1.0))
        alike = np.maximum(np.where(strong, alike, np.float32(1.0)), other)
        if not strong.any():
            return Agreement()  # The deck has no confusable cards.
        between = alike[self._pairs_differ]
        return Agreement(
            anywhere=float(alike.min()),
            nearly_everywhere=quantile(alike[strong], WORST_TENTH),
            between_pairs=float(between.min(initial=1.0)),
        )

    def _soft(self, index: int, blur: float) -> Floats:
        return self._verifiers[index].blurred(blur)

    def _symmetric(self, index: int) -> Places:
        """Return the places at which a template looks the same when turned by 180 degrees."""
        if index not in self._turnable:
            card = _features(self._soft(index, COMPARISON_BLUR))
            turned = card[::-1, ::-1]
            alike = np.zeros(card.shape[:2], bool)
            for by in np.ndindex(3, 3):
                off = tuple(TURN_OFFSET_PX * (np.array(by) - 1))
                alike |= _compare(np.roll(turned, off, (0, 1)), card)[0] >= SAME_PLACE
            self._turnable[index] = alike & alike[::-1, ::-1]
        return self._turnable[index]

    @cached_property
    def _pairs_differ(self) -> Places:
        """Return the places at which the deck's confusable pairs differ.

        Cards without a picture may differ there, too.
        """
        differ = []
        for one, other in combinations(range(len(self._coarse)), 2):
            if self._coarse[one, other] < MIN_COARSE_CORRELATION:
                continue
            cards = [_features(self._soft(n, COMPARISON_BLUR)) for n in (one, other)]
            alike, strong = _compare(*cards)
            unlike = strong & (alike < SAME_PLACE)
            if 0 < unlike.sum() <= (1 - COMMON_SHARE) * strong.sum():
                differ.append(unlike | unlike[::-1, ::-1])
        if not differ:
            return np.zeros(_features(self._soft(0, COMPARISON_BLUR)).shape[:2], bool)
        return cast(Places, np.mean(differ, 0) >= DIFFERING_SHARE)


def _features(image: Floats) -> Floats:
    """Return weighted brightness and colour (120 high x width x 4, float) of a BGR picture."""
    small = halved(image)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return cast(Floats, np.dstack([grey, np.float32(COLOUR_WEIGHT) * small]))


def _compare(seen: Floats, own: Floats) -> tuple[Floats, Places]:
    """Return the agreement of two pictures around each pixel, and where either has strong print."""
    mean, other = _around(seen), _around(own)
    power = np.maximum(_summed(_around(seen * seen) - mean * mean), 0)
    strength = np.maximum(_summed(_around(own * own) - other * other), 0)
    shared = _summed(_around(seen * own) - mean * other)
    stronger = np.maximum(power, strength)
    values = np.float32(1 + 3 * COLOUR_WEIGHT**2)
    faint = float(FLOOR_GREY**2 * values)
    strong = stronger >= STRONG_GREY**2 * values
    rim = RIM_PX + PLACE_PX // 2
    inner = np.zeros_like(strong)
    inner[rim:-rim, rim:-rim] = True
    return agreement(shared, power, strength, faint, MAX_CONTRAST_RATIO), strong & inner


def _around(image: Floats) -> Floats:
    return cast(Floats, cv2.blur(image, (PLACE_PX, PLACE_PX)))


def _summed(image: Floats) -> Floats:
    return cast(Floats, cv2.transform(image, np.ones((1, 4), np.float32)))
