"""The neighbour verifier decides between two cards of a deck that are alike almost everywhere.

The lead in similarity over the next card is small if both cards share most of their print: the same
figure in another colour, or filled with stripes. Then the picture's position between the two
templates decides: 0 is the first template and 1 the second, over all the print in which they
differ. Colours are compared after the paper was made white in each channel, because a lamp tints a
card as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.geometry import Floats
from vision.match.verifiers.tiles import Fit, TileVerifier

GAIN = (0.75, 1.33)  # Limits of a picture's contrast, as a multiple of the template's.
MAX_WAY = 0.3  # The picture of a card lies this far on the way to another at most.
MIN_WAY_APART = 0.2  # Both fits must place the picture this much nearer to the card.
MIN_DIFFERENCE_GREY = 2.5  # Two templates differ at least by this root mean square, or are equal.


class NeighbourVerifier:
    """Finds the position of a picture between two templates of a deck."""

    def __init__(self, verifiers: Sequence[TileVerifier]) -> None:
        self._verifiers = verifiers

    def leader(self, one: tuple[int, Fit], other: tuple[int, Fit]) -> int | None:
        """Return which of two templates a picture shows; None if that is not clear.

        Each template's number comes with the picture's fit to it. Both fits must say the same,
        because each is registered and unbent for its own template.
        """
        away = self._way(one[0], other[0], one[1])
        back = self._way(other[0], one[0], other[1])
        if min(away, back) > MAX_WAY or abs(back - away) < MIN_WAY_APART:
            return None
        return one[0] if away < back else other[0]

    def _way(self, index: int, other: int, fit: Fit) -> float:
        """Return a picture's position between template `index` (0) and template `other` (1).

        `fit` is the picture's fit to template `index`. Return 0.5 if the templates hardly differ.
        """
        own, its = (self._verifiers[n].white_print(fit.blur) for n in (index, other))
        picture, toward = fit.white_print, its - own
        power = float(np.vdot(toward, toward))
        if power < MIN_DIFFERENCE_GREY**2 * toward.size:
            return 0.5
        ways, rests = [], []
        for card in (own, its):  # The contrast is that at which one of them fits better.
            error = _scaled(picture, card) - own
            ways.append(float(np.vdot(error, toward)) / power)
            rests.append(float(np.vdot(error, error)) - power * ways[-1] ** 2)
        return ways[int(np.argmin(rests))]


def _scaled(picture: Floats, card: Floats) -> Floats:
    """Return a picture's print with the contrast that fits a card's print best."""
    gain = float(np.vdot(picture, card)) / (float(np.vdot(picture, picture)) + 1e-3)
    return picture * np.float32(np.clip(gain, *GAIN))
