"""Non-maximum suppression among fitted quads: which are cards, and which are parts of others.

A card has clear sides all round, and what changes across them changes alike: paper to table,
or picture to cloth. Frames printed on cards have such sides too, and so have blocks of cards.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.find.quads.bands import Fits
from vision.find.quads.shapes import areas, plausible
from vision.geometry import Floats, all_upright, boxes_meet

# Below each number: what halving and doubling it changed as the README has it measured; where
# nothing is said, they changed nothing.

# Scores.
CARD_SCORE = 0.7  # from here on a quad is a card
#   halved: 4 strays more, a hidden card more; doubled: no card is found
PROPOSAL_SCORE = 0.5  # from here on it may be one, of which a side is hardly seen
#   doubled: 0 proposals
MAX_PROPOSALS = 12  # in one picture; reading them takes time
#   halved: 143 proposals; doubled: 394 proposals
CLEAR_GRADIENT = 4.0  # grey levels a step: sides stronger than that are no clearer
#   halved: 2 strays more; doubled: corners 1.37 % off
ORDINARY_TAPER = 0.08  # logarithm of one side over its opposite that is ordinary perspective
TAPER_PENALTY = 2.0  # of the score's logarithm, for each unit of taper beyond that
# Non-maximum suppression.
MAX_OVERLAP = 0.15  # of the smaller quad: with more overlap both cannot be whole cards
CONTAINED = 0.85  # of the smaller quad: it lies within the other
#   doubled: 2 cards lost, corners 1.47 % off, 2 strays more
OUTER_SCORE = 0.97  # of an inner quad's score, from which the outer one is the card
#   halved: 1 card lost, 1 stray more, a hidden card missed
FRAME_SCORE = 0.75  # the same where the inner one lies as a printed frame does
#   doubled: 2 cards lost, corners 1.47 % off, 2 strays more
FRAME_TOLERANCE = 0.05  # of the height: how far a frame's corners may be from where they should
MIN_AREA = 0.12  # of the usual area: a smaller quad is no card of the same deck
#   halved: 1 stray more
PART_AREA = (0.02, 0.55)  # of a block's area: what may be a card of several in it
#   halved: 1 card lost, a hidden card more
USUAL_AREA = (0.5, 2.0)  # of the usual area: what other cards may lie under


def scores(fits: Fits, aspect: float) -> Floats:
    """Return how much each quad is like a card's outline, from 0 to 1: (n,) float.

    `aspect` is height over width.
    """
    if not len(fits.quads):
        return np.zeros(0, np.float32)
    support = fits.support
    strength = fits.strength
    way = fits.edge / (strength[..., None] + 1e-6)
    agree = np.linalg.norm(way.mean(1), axis=1)
    strong = np.minimum(strength.min(1) / CLEAR_GRADIENT, 1)
    run = np.linalg.norm(np.roll(fits.quads, -1, 1) - fits.quads, axis=2) + 1e-6
    taper = np.abs(np.log(run[:, :2] / run[:, 2:])).max(1)
    shape = np.exp(-TAPER_PENALTY * np.maximum(taper - ORDINARY_TAPER, 0)) * plausible(
        all_upright(fits.quads), aspect
    )
    return cast(Floats, support.mean(1) * support.min(1) ** 0.5 * agree * strong * shape)


class Picker:
    """Picks cards among fitted quads; `score` (n,) is how like a card's outline each is."""

    def __init__(self, fits: Fits, aspect: float) -> None:
        self.fits, self.aspect = fits, aspect
        self.score = scores(fits, aspect)
        self._size = areas(fits.quads)
        self._meets = boxes_meet(fits.quads, fits.quads)
        self._overlaps: dict[tuple[int, int], float] = {}

    def cards(self) -> list[int]:
        """Return the numbers of the quads that are whole cards, the clearest first."""
        order = [int(i) for i in np.argsort(-self.score) if self.score[i] >= CARD_SCORE]
        blocks = {i for i in order if self._is_block(i, order)}
        inner = {
            j
            for i in order
            if i not in blocks
            for j in order
            if self._size[j] < 0.96 * self._size[i] and self._is_part(j, i)
        }
        kept: list[int] = []
        for i in order:
            if i not in blocks | inner and all(self._shared(i, j) < MAX_OVERLAP for j in kept):
                kept.append(i)
        return [i for i in kept if self._size[i] > MIN_AREA * self._usual(kept)]

    def proposals(self, cards: list[int]) -> list[int]:
        """Return the numbers of the likeliest other quads, which only their reading makes cards."""
        order = (int(i) for i in np.argsort(-self.score) if self.score[i] >= PROPOSAL_SCORE)
        return [i for i in order if i not in cards][:MAX_PROPOSALS]

    def usual(self, cards: list[int]) -> list[int]:
        """Return those of `cards` that are about as large as the others."""
        usual = self._usual(cards)
        return [i for i in cards if USUAL_AREA[0] * usual < self._size[i] < USUAL_AREA[1] * usual]

    def _usual(self, kept: list[int]) -> float:
        """Return the mean area of quads, each as heavy as it is large."""
        size = self._size[kept]
        return float((size**2).sum() / max(size.sum(), 1e-6))

    def _shared(self, i: int, j: int) -> float:
        """Return the area that two quads share over the smaller one's."""
        pair = (i, j) if i < j else (j, i)
        if not self._meets[pair]:
            return 0.0
        if pair not in self._overlaps:
            both, _ = cv2.intersectConvexConvex(self.fits.quads[i], self.fits.quads[j])
            self._overlaps[pair] = both / float(min(self._size[i], self._size[j]))
        return self._overlaps[pair]

    def _is_part(self, inner: int, outer: int) -> bool:
        """Tell whether a quad is only something printed on the card that another one is."""
        ratio = self.score[outer] / self.score[inner]
        if ratio < FRAME_SCORE or self._shared(inner, outer) < CONTAINED:
            return False
        return bool(ratio > OUTER_SCORE) or self._is_frame(inner, outer)

    def _is_frame(self, inner: int, outer: int) -> bool:
        quad = self.fits.quads[outer]
        middle = quad.mean(0)
        frame = middle + (quad - middle) * (self._size[inner] / self._size[outer]) ** 0.5
        off = np.abs(frame - self.fits.quads[inner]).max()
        return bool(off < FRAME_TOLERANCE * np.linalg.norm(quad[2] - quad[1]))

    def _is_block(self, block: int, order: list[int]) -> bool:
        """Tell whether a quad is several cards, or what they lie on."""
        size = self._size[block]
        cards: list[int] = []
        for j in order:
            fits = PART_AREA[0] * size < self._size[j] < PART_AREA[1] * size
            if fits and self.score[j] > 0.9 * self.score[block]:
                within = self._shared(block, j) > CONTAINED
                if within and all(self._shared(j, k) < MAX_OVERLAP for k in cards):
                    cards.append(j)
        return len(cards) > 2 or (len(cards) == 2 and self._size[cards].sum() > 0.5 * size)
