"""Non-maximum suppression among fitted quads: tell cards from parts of cards and from a cloth.

A card has clear sides all around with the same change of colour, such as table to paper or picture
to cloth. Printed frames and blocks of several cards have such sides, too. Checks, tartan, stripes
and boards are full of quads with a card's shape and clear sides, but these run on beyond the
corners, as parts of longer lines.
"""

from __future__ import annotations

from typing import Protocol, cast

import cv2
import numpy as np

from vision.find.quads.bands import Fits
from vision.find.quads.shapes import areas, plausible
from vision.geometry import (
    Floats,
    boxes_meet,
    enlarged,
    quarter_turn,
    seen_foreshortening,
    side_lengths,
    side_vectors,
)
from vision.pixels import sample_across
from vision.reading import Corners, Image

# Scores

CARD_SCORE = 0.7  # A quad with at least this score is a card.
# A quad with at least this score, or this likeness, may be a card with a faint side.
PROPOSAL_SCORE = 0.5
CLEAR_GRADIENT = 4.0  # Sides with a stronger gradient, in grey levels per step, are no clearer.
ORDINARY_TAPER = 0.08  # Log ratio of opposite sides in ordinary perspective, seen from above.
# The same for a card seen along the table: its height as a share of the phone's distance.
FLAT_TAPER = 0.22
TAPER_PENALTY = 2.0  # The log score falls by this much per unit of taper beyond that.

# Non-maximum suppression; overlaps are shares of the smaller quad

MAX_OVERLAP = 0.15  # Two quads with a larger overlap cannot both be whole cards.
CONTAINED = 0.85  # A quad with this overlap is inside the other.
# The outer quad is the card if the ratio of its score to the inner quad's is higher.
OUTER_SCORE = 0.97
FRAME_SCORE = 0.75  # The same ratio if the inner quad could be a printed frame.
FRAME_TOLERANCE = 0.05  # Maximum offset of a frame's corners, in card heights.
MAX_SHARED = 0.7  # Two proposals with a larger overlap are at the same place.
MIN_AREA = 0.12  # A quad with a smaller share of the usual area is not a card of the same deck.
# The area of one of several cards in a block, as a share of the block's area.
PART_AREA = (0.02, 0.55)
# A quad is no card if a quad inside it has this similarity to the deck's cards, and at most this
# share of the outer quad's dissimilarity.
MIN_LIKENESS = 0.5
LACK = 0.5
PAIR_AREA = (1.6, 2.6)  # The area of two cards side by side, as a share of the usual area.
USUAL_AREA = (0.5, 2.0)  # Other cards in this area range may lie under a card

# A line is examined in two ranges beyond a corner, in card heights: in the gap to the next card,
# and where a line of the cloth would continue.
ACROSS = (-0.01, 0.07)
BEYOND = (0.05, 0.25)
WITHIN = (0.2, 0.8)  # The side's own edge is measured in this part of the side.
PLACES = 9  # Number of places to check in each range.
HALF_WIDTH_PX = 1.5  # Pixels this far from a line on both sides are compared.
# A line continues if its edge has this share of the side's own edge, and at least this number of
# grey levels. Across the corner, `WEAKER` times that limit is enough.
MIN_SHARE = 0.4
MIN_RISE = 4.0
WEAKER = 0.5
UNBROKEN = 0.85  # Minimum share of places across the corner; two cards have a gap there.
MAX_PLACES = 0.6  # An end runs on if its line continues at this share of the places beyond.


class Likeness(Protocol):
    """Returns how similar a quad is to the deck's cards, -1 to 1, apart from the quads `above`."""

    def __call__(self, quad: Corners, above: Floats | None = None, /) -> float: ...


def scores(fits: Fits, aspect: float) -> Floats:
    """Return how much each quad looks like a card's outline, 0 to 1: (n,) float.

    `aspect` is height over width.
    """
    if not len(fits.quads):
        return np.zeros(0, np.float32)
    support = fits.support
    strength = fits.strength
    way = fits.edge / (strength[..., None] + 1e-6)
    agree = np.linalg.norm(way.mean(1), axis=1)
    strong = np.minimum(strength.min(1) / CLEAR_GRADIENT, 1)
    length = side_lengths(fits.quads) + 1e-6
    taper = np.abs(np.log(length[:, :2] / length[:, 2:])).max(1)
    seen = seen_foreshortening(fits.quads, aspect)
    ordinary = np.maximum(ORDINARY_TAPER, FLAT_TAPER * np.sqrt(1 - np.minimum(seen, 1) ** 2))
    shape = np.exp(-TAPER_PENALTY * np.maximum(taper - ordinary, 0)) * plausible(fits.quads, aspect)
    return cast(Floats, support.mean(1) * support.min(1) ** 0.5 * agree * strong * shape)


class Picker:
    """Picks cards among fitted quads; `score` (n,) rates each as a card's outline.

    `likeness` tells a card with print on it from a sheet with cards on it.
    """

    def __init__(self, fits: Fits, aspect: float, likeness: Likeness) -> None:
        self.fits = fits
        self.score = scores(fits, aspect)
        self._likeness = likeness
        self._size = areas(fits.quads)
        self._meets = boxes_meet(fits.quads, fits.quads)
        self._overlaps: dict[tuple[int, int], float] = {}

    def cards(self) -> list[int]:
        """Return the indices of the quads that are whole cards, the clearest first.

        Suit signs look like small cards seen from the side. Without them, the card is picked.
        """
        order = [int(i) for i in np.argsort(-self.score) if self.score[i] >= CARD_SCORE]
        kept = self._outermost(order)
        least = MIN_AREA * self._usual(kept)
        if any(self._size[i] <= least for i in kept):
            kept = self._outermost([i for i in order if self._size[i] > least])
        return kept

    def _outermost(self, order: list[int]) -> list[int]:
        """Return the quads that are no blocks, no print, and not on others before them."""
        blocks = {i for i in order if self._is_block(i, order) or self._is_sheet(i)}
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
        return kept

    def proposals(self, cards: list[int]) -> list[int]:
        """Return the indices of the next most likely quads, the most similar to the deck first.

        They are not much smaller than these cards. Only reading shows whether they are cards. At
        one place, only the most similar of those without clear sides counts.
        """
        large = np.flatnonzero(self._size > MIN_AREA * self._usual(cards)).tolist()
        others = sorted(set(large) - set(cards), key=lambda i: (-self._like(i), -self.score[i]))
        may = [i for i in others if max(self.score[i], self._like(i)) >= PROPOSAL_SCORE]
        better = list(cards)
        for i in may:
            if self.score[i] >= PROPOSAL_SCORE or all(
                self._shared(i, j) < MAX_SHARED or self._like(j) <= self._like(i) for j in better
            ):
                better.append(i)
        return better[len(cards) :]

    def usual(self, cards: list[int]) -> list[int]:
        """Return the indices from `cards` whose quads have about the usual area."""
        usual = self._usual(cards)
        return [i for i in cards if USUAL_AREA[0] * usual < self._size[i] < USUAL_AREA[1] * usual]

    def _like(self, i: int) -> float:
        return self._likeness(self.fits.quads[i])

    def pairs(self, cards: list[int]) -> list[int]:
        """Return the indices of the quads that may be two cards of usual size side by side."""
        sizes = self._size[cards]
        usual = float(np.median(sizes)) if cards else 0.0
        low, high = PAIR_AREA
        return [
            int(i)
            for i in np.flatnonzero((self.score >= PROPOSAL_SCORE) & (self._size > low * usual))
            if self._size[i] < high * usual
        ]

    def _usual(self, kept: list[int]) -> float:
        """Return the mean area of quads, weighted by their area."""
        size = self._size[kept]
        return float((size**2).sum() / max(size.sum(), 1e-6))

    def _shared(self, i: int, j: int) -> float:
        """Return the shared area of two quads as a share of the smaller one."""
        pair = (i, j) if i < j else (j, i)
        if not self._meets[pair]:
            return 0.0
        if pair not in self._overlaps:
            both, _ = cv2.intersectConvexConvex(self.fits.quads[i], self.fits.quads[j])
            self._overlaps[pair] = both / float(min(self._size[i], self._size[j]))
        return self._overlaps[pair]

    def _is_part(self, inner: int, outer: int) -> bool:
        """Whether the inner quad is only print on the card whose outline is the outer quad."""
        ratio = self.score[outer] / self.score[inner]
        if ratio < FRAME_SCORE or self._shared(inner, outer) < CONTAINED:
            return False
        quad = self.fits.quads[outer]
        frame = enlarged(quad, (self._size[inner] / self._size[outer]) ** 0.5)
        off = np.abs(frame - self.fits.quads[inner]).max() / np.linalg.norm(quad[2] - quad[1])
        return bool(ratio > OUTER_SCORE or off < FRAME_TOLERANCE)

    def _is_block(self, block: int, order: list[int]) -> bool:
        """Whether a quad contains several cards."""
        size = self._size[block]
        cards: list[int] = []
        for j in order:
            fits = PART_AREA[0] * size < self._size[j] < PART_AREA[1] * size
            if fits and self.score[j] > 0.9 * self.score[block]:
                within = self._shared(block, j) > CONTAINED
                if within and all(self._shared(j, k) < MAX_OVERLAP for k in cards):
                    cards.append(j)
        return len(cards) > 2 or (len(cards) == 2 and self._size[cards].sum() > 0.5 * size)

    def _is_sheet(self, sheet: int) -> bool:
        """Whether something in a quad looks like a card of the deck, and the quad does not."""
        inside = self._meets[sheet] & (self._size < PART_AREA[1] * self._size[sheet])
        least = max(MIN_LIKENESS, 1 - LACK * (1 - self._like(sheet)))
        return any(
            self._shared(sheet, int(j)) > CONTAINED and self._like(int(j)) >= least
            for j in np.flatnonzero(inside)
        )


def count_running_ends(picture: Image, quads: Floats, edge: Floats, *, gaps: bool = True) -> Floats:
    """Return how many of the eight ends of each quad's sides run on beyond its corners, (n,).

    `picture` is height x width x 3, BGR; `quads` are (n, 4, 2) pixels, clockwise; `edge` (n, 4, 3)
    is the gradient across each side, inwards, BGR. With `gaps`, a line that is interrupted at the
    corner does not run on. The edges of cards in a neat row are such lines.
    """
    if not len(quads):
        return np.zeros(0, np.float32)
    run = side_vectors(quads)
    length = np.linalg.norm(run, axis=2) + 1e-6
    tall = (length.max(1, keepdims=True) / length)[..., None]
    beyond, across = np.linspace(*BEYOND, PLACES) * tall, np.linspace(*ACROSS, PLACES) * tall
    within = np.broadcast_to(np.linspace(*WITHIN, PLACES), beyond.shape)
    share = np.stack([-beyond, 1 + beyond, -across, 1 + across, within], 2)
    share = share.reshape(len(quads), 4, -1, 1)
    places = quads[:, :, None] + run[:, :, None] * share
    aside = quarter_turn(run) * (HALF_WIDTH_PX / length)[..., None]
    seen = sample_across(picture, places, aside, np.array((-1, 1))).astype(np.float32)
    way = edge / (np.linalg.norm(edge, axis=2, keepdims=True) + 1e-6)
    rise = ((seen[..., 1, :] - seen[..., 0, :]) * way[:, :, None]).sum(-1)
    rise = rise.reshape(-1, 4, 5, PLACES)
    least = np.maximum(MIN_RISE, MIN_SHARE * rise[:, :, 4].mean(2))[..., None, None]
    runs = (np.abs(rise[:, :, :2]) > least).mean(3) > MAX_PLACES
    if gaps:
        runs &= (np.abs(rise[:, :, 2:4]) > WEAKER * least).mean(3) > UNBROKEN
    return cast(Floats, runs.sum((1, 2)).astype(np.float32))
