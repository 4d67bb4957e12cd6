"""Picking the cards among fitted quads: which can be cards, and which are parts of others.

A card has clear sides all round, and what changes across them changes alike: paper to table,
or picture to cloth. Frames printed on cards have such sides too, and so have blocks of cards.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.find.bands import Fits
from vision.find.shapes import areas, plausible
from vision.geometry import Floats, all_upright

LEAST_WORTH = 0.7  # from here on a quad is a card
GUESS_WORTH = 0.5  # and from here on it may be one, of which a side is hardly seen
MOST_GUESSES = 12
STRONG = 4.0  # grey levels a step: sides stronger than that are no clearer
EVEN = 0.08  # logarithm of one side over its opposite that is ordinary perspective
TAPERS = 2.0  # how fast more than that speaks against a card
APART = 0.15  # of the smaller quad: more overlap and both cannot be whole cards
WITHIN = 0.85  # of the smaller quad: it lies within the other
NEARLY = 0.97  # of an inner quad's worth makes an outer one the card,
FRAMED = 0.75  # and that much where the inner one lies as a printed frame does
CONCENTRIC = 0.05  # of the height: how far a frame's corners may be from where they should
TINY = 0.12  # of the usual area: too small for a card of the same deck
PART = (0.02, 0.55)  # of a block's area: what may be a card of several in it
HALF = (0.5, 2.0)  # of the usual area: a half hidden card
SHOWN = (0.4, 0.97)  # of a half hidden card's outline


def worths(fits: Fits, aspect: float, shown: Floats | None = None) -> Floats:
    """Return how much each quad is like a card's outline, from 0 to 1.

    `shown` is the share of each side (n x 4) that nothing lies on; without it all of it.
    """
    if not len(fits.quads):
        return np.zeros(0, np.float32)
    support = fits.support
    if shown is not None:
        support = np.minimum(1, support / np.maximum(shown, 0.25)).astype(np.float32)
    strength = fits.strength
    way = fits.edge / (strength[..., None] + 1e-6)
    agree = np.linalg.norm(way.mean(1), axis=1)
    strong = np.minimum(strength.min(1) / STRONG, 1)
    run = np.linalg.norm(np.roll(fits.quads, -1, 1) - fits.quads, axis=2) + 1e-6
    taper = np.abs(np.log(run[:, :2] / run[:, 2:])).max(1)
    shape = np.exp(-TAPERS * np.maximum(taper - EVEN, 0)) * plausible(
        all_upright(fits.quads), aspect
    )
    return cast(Floats, support.mean(1) * support.min(1) ** 0.5 * agree * strong * shape)


class Picker:
    """Picks cards among fitted quads."""

    def __init__(self, fits: Fits, aspect: float) -> None:
        self.fits, self.aspect = fits, aspect
        self.worth = worths(fits, aspect)
        self._size = areas(fits.quads)
        low, high = fits.quads.min(1), fits.quads.max(1)
        self._meets = (low[:, None] < high).all(2) & (low < high[:, None]).all(2)
        self._overlaps: dict[tuple[int, int], float] = {}

    def cards(self) -> list[int]:
        """Return the numbers of the quads that are whole cards, the clearest first."""
        order = [int(i) for i in np.argsort(-self.worth) if self.worth[i] >= LEAST_WORTH]
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
            if i not in blocks | inner and all(self._shared(i, j) < APART for j in kept):
                kept.append(i)
        return [i for i in kept if self._size[i] > TINY * self._usual(kept)]

    def guesses(self, cards: list[int]) -> list[int]:
        """Return the numbers of the likeliest other quads: only what is read there can tell."""
        order = (int(i) for i in np.argsort(-self.worth) if self.worth[i] >= GUESS_WORTH)
        return [i for i in order if i not in cards][:MOST_GUESSES]

    def half_hidden(self, cards: list[int]) -> list[int]:
        """Return the numbers of quads that are cards lying partly under some of `cards`."""
        usual = self._usual(cards)
        found: list[int] = []
        shown = np.ones((len(self.fits.quads), 4), np.float32)
        for i in range(len(shown)):
            if any(self._shared(i, j) >= 0.02 for j in cards):
                shown[i] = self._shown(i, cards)
        share = shown.mean(1)
        worth = worths(self.fits, self.aspect, shown) * share
        for i in (int(i) for i in np.argsort(-worth)):
            if not SHOWN[0] < share[i] < SHOWN[1] or worth[i] < LEAST_WORTH * share[i]:
                continue
            if not HALF[0] * usual < self._size[i] < HALF[1] * usual:
                continue
            if any(self._shared(i, j) > 0.5 for j in found) or not self._under(i, cards):
                continue
            found.append(i)
        return found

    def _under(self, i: int, cards: list[int]) -> bool:
        """Tell whether a quad lies partly under cards, and not in a gap between them."""
        edge = self.fits.edge.mean(1)
        shared = [self._shared(i, j) for j in cards]
        alike = [float(edge[i] @ edge[j]) > 0 for j in cards]
        return 0.05 < max(shared) < 1 - APART and alike[int(np.argmax(shared))]

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
        ratio = self.worth[outer] / self.worth[inner]
        if ratio < FRAMED or self._shared(inner, outer) < WITHIN:
            return False
        return bool(ratio > NEARLY) or self._is_frame(inner, outer)

    def _is_frame(self, inner: int, outer: int) -> bool:
        quad = self.fits.quads[outer]
        middle = quad.mean(0)
        frame = middle + (quad - middle) * (self._size[inner] / self._size[outer]) ** 0.5
        off = np.abs(frame - self.fits.quads[inner]).max()
        return bool(off < CONCENTRIC * np.linalg.norm(quad[2] - quad[1]))

    def _is_block(self, block: int, order: list[int]) -> bool:
        """Tell whether a quad is several cards, or what they lie on."""
        size = self._size[block]
        cards: list[int] = []
        for j in order:
            fits = PART[0] * size < self._size[j] < PART[1] * size
            if fits and self.worth[j] > 0.9 * self.worth[block]:
                within = self._shared(block, j) > WITHIN
                if within and all(self._shared(j, k) < APART for k in cards):
                    cards.append(j)
        return len(cards) > 2 or (len(cards) == 2 and self._size[cards].sum() > 0.5 * size)

    def _shown(self, i: int, cards: list[int]) -> Floats:
        """Return the share of each side of a quad that no card lies on."""
        quad = self.fits.quads[i]
        along = np.linspace(0.05, 0.95, 19, dtype=np.float32)[:, None]
        sides = quad[:, None] * (1 - along) + np.roll(quad, -1, 0)[:, None] * along
        free = np.ones(sides.shape[:2], bool)
        for j in cards:
            other = self.fits.quads[j]
            run = np.roll(other, -1, 0) - other
            away = sides[:, :, None] - other
            side = run[:, 0] * away[..., 1] - run[:, 1] * away[..., 0]
            free &= ~(side > 0).all(2)
        return cast(Floats, free.mean(1).astype(np.float32))
