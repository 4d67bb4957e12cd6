"""The tint verifier checks the colours of a card's print if its deck needs that.

If some cards of a deck have the same print in different colours, a card that was never taught may
be another of these, or one that is striped and not filled. A lamp tints paper and print alike, so
both are compared after the paper was made white. Then the print of the right card has about the
same contrast in each channel as the template.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, quantile
from vision.match.decide import Tint
from vision.match.tiles import PAPER_GREY, RIM_PX, TileVerifier
from vision.pixels import halved

PAPER_SHARE = 0.9  # This quantile of each channel is the paper.
SLOW_LIGHT_PX = 41  # Side of the box filter that removes light, in pixels of a card 120 high.
FAINT_GREY = 5.0  # A channel with less contrast, as root mean square, tells nothing.
SAME_SHAPE = 0.85  # Two templates with a higher correlation in grey have the same print.
OTHER_COLOUR = 0.6  # Their colours differ from this tint on.


def white_print(image: Floats) -> Floats:
    """Return a card's print at half size (height x width x 3), with white paper, without light."""
    small = halved(image)
    paper = [max(20.0, quantile(small[::2, ::2, n], PAPER_SHARE)) for n in range(3)]
    small = small * (np.float32(PAPER_GREY) / np.array(paper, np.float32))
    rest = small - cv2.blur(small, (SLOW_LIGHT_PX, SLOW_LIGHT_PX))
    rim = RIM_PX // 2 + 1
    return cast(Floats, np.ascontiguousarray(rest[rim:-rim, rim:-rim]))


class TintVerifier:
    """Compares the colours of pictures with the templates of a deck, the first `taught` of them."""

    def __init__(self, verifiers: Sequence[TileVerifier], taught: int) -> None:
        self._verifiers = verifiers
        self._taught = taught

    def tint(self, index: int, seen: Floats, blur: float) -> Tint:
        """Return how the channels' contrasts differ from those of template `index`.

        Without cards that differ only in colour, nothing is compared. `seen` is the registered
        picture (height x width x 3, float), `blur` its sigma in pixels relative to the template.
        """
        if not self._tells_by_colour:
            return Tint()
        own = white_print(self._verifiers[index].blurred(max(blur, 0.0)))
        picture = white_print(seen)
        shared, power = (np.einsum("hwc,hwc->c", one, own) for one in (picture, own))
        gains = _gains(shared, power, own.shape[0] * own.shape[1])
        return Tint(float(np.ptp(gains)), float(gains.mean()))

    @cached_property
    def _tells_by_colour(self) -> bool:
        """Whether some cards of the deck have the same print in different colours."""
        prints = [white_print(one.blurred(0.0)) for one in self._verifiers[: self._taught]]
        if not prints:
            return False
        stacked = np.stack(prints).reshape(len(prints), -1, 3)
        grey = stacked.mean(2)
        grey = grey / (np.linalg.norm(grey, axis=1, keepdims=True) + 1e-6)
        same = grey @ grey.T >= SAME_SHAPE
        shared = np.stack([stacked[..., n] @ stacked[..., n].T for n in range(3)], 2)
        power = np.einsum("nnc->nc", shared)[None]
        tints = np.ptp(_gains(shared, power, stacked.shape[1]), axis=-1)
        return bool((same & (tints >= OTHER_COLOUR)).any())


def _gains(shared: Floats, power: Floats, pixels: int) -> Floats:
    """Return the logarithms of the channels' gains (... x 3)."""
    faint = FAINT_GREY**2 * pixels
    return cast(Floats, np.log(np.maximum(shared + faint, 1.0) / (power + faint)))
