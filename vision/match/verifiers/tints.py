"""The tint verifier checks the colours of a card's print if its deck needs that.

If some cards of a deck have the same print in different colours, a card that was never taught may
be another of these, or a striped card instead of a filled one. A lamp tints paper and print alike,
so both are compared after the paper was made white. Then the print of the right card has about the
same colour as the template. A pale channel, such as red in a red sign, says little about a colour,
so colours are compared as directions of the contrast in all three channels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np

from vision.geometry import Floats
from vision.match.decide import MAX_TINT, Tint
from vision.match.verifiers.tiles import Fit, TileVerifier

FAINT_GREY = 2.0  # A print with less contrast, as root mean square, has no colour.
SAME_SHAPE = 0.8  # Two templates with a higher correlation in grey have the same print.
# Each of two prints has this depth or more beside the other, if one is striped. A sign more or less
# changes the depth one way only.
OTHER_DEPTH = 0.3


class TintVerifier:
    """Compares the colours of pictures with the templates of a deck, the first `taught` of them."""

    def __init__(self, verifiers: Sequence[TileVerifier], taught: int) -> None:
        self._verifiers = verifiers
        self._taught = taught

    def tint(self, index: int, fit: Fit) -> Tint:
        """Return how the print of a picture, fitted to template `index`, differs from it.

        Only what some cards of the deck differ in is compared.
        """
        by_colour, by_depth = self._told_by
        if not (by_colour or by_depth):
            return Tint()
        tint = _tint(fit.white_print, self._verifiers[index].white_print(fit.blur))
        return Tint(by_colour * tint.colour, by_depth * tint.depth)

    @cached_property
    def _told_by(self) -> tuple[bool, bool]:
        """Whether cards of the deck have the same print in other colours, and in other depths."""
        prints = [verifier.white_print(0.0) for verifier in self._verifiers[: self._taught]]
        grey = [item.mean(2).ravel() / (np.linalg.norm(item.mean(2)) + 1e-6) for item in prints]
        told_by = (False, False)
        for n, m in combinations(range(len(prints)), 2):
            if grey[n] @ grey[m] >= SAME_SHAPE:
                there, back = _tint(prints[n], prints[m]), _tint(prints[m], prints[n])
                other = min(there.colour, back.colour) > MAX_TINT
                paler = min(abs(there.depth), abs(back.depth)) > OTHER_DEPTH and not other
                told_by = told_by[0] or other, told_by[1] or paler
        return told_by


def _tint(picture: Floats, own: Floats) -> Tint:
    """Return how a `picture` (height x width x 3) differs from the print `own`, inside it."""
    shape = own.mean(2)
    power = float(np.vdot(shape, shape))
    seen, expected = (
        np.einsum("hwc,hw->c", item, shape) / (power + 1e-6) for item in (picture, own)
    )
    lengths = [float(np.linalg.norm(entry)) for entry in (seen, expected)]
    if power < FAINT_GREY**2 * shape.size or min(lengths) <= 0:
        return Tint()
    colour = np.linalg.norm(seen / lengths[0] - expected / lengths[1])
    return Tint(float(colour), float(np.log(lengths[0] / lengths[1])))
