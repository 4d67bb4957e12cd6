"""Find cards of which a part is under a hand or outside the picture.

Three sides of such a card are visible, one of them whole. The deck's aspect ratio gives the fourth
side, and the visible print shows whether the place is a card.
"""

from __future__ import annotations

import numpy as np

from vision.find.quads.bands import Fits
from vision.find.quads.pick import CONTAINED, Likeness
from vision.find.quads.shapes import areas, heights
from vision.geometry import Floats, all_upright, area, box_corners, overlap, without_overlaps
from vision.reading import HIDDEN, OUTSIDE, OVERLAP, Corners, Image

SEEN_SIDES = (0, 1, 3)  # The third side of a partial quad is not seen.
MIN_SUPPORT = 0.6  # The share of these sides that must show an edge.
WHOLE_SUPPORT = 0.95  # If all four sides show more of an edge, nothing hides the quad.
MIN_AREA = 0.3  # A smaller area, as a share of the usual card's, is print.
MAX_TRIED = 40  # Maximum number of quads to compare with the deck, the clearest first.
MIN_LIKENESS = 0.55  # Minimum similarity to a card of the deck.
MAX_OVERLAP = 0.25  # A quad that overlaps a card more is no other card.
MARGIN = 0.03  # Minimum distance of print from a card's corners, in card heights.
MIN_COVERED = 0.03  # A card that covers a larger share of a quad lies on it.
MIN_INSIDE = 0.97  # A smaller share of a card's area in the picture means that a part is outside.


def find_hidden(partial: Fits, cards: Floats, like: Likeness) -> list[Corners]:
    """Return the quads (4 x 2, pixels) of cards that are partly hidden, the most similar first.

    `partial` are quads with three visible sides, and `cards` (n, 4, 2) are the whole cards. Print
    on a hidden card may have been taken for one of these.
    """
    support = partial.support[:, SEEN_SIDES].mean(1)
    may = (support >= MIN_SUPPORT) & (partial.support.min(1) < WHOLE_SUPPORT)
    if len(cards):
        may &= areas(partial.quads) > MIN_AREA * np.median(areas(cards))
    order = np.argsort(-support, kind="stable")
    quads = all_upright(partial.quads[order[may[order]]])
    apart = [
        quad
        for quad in quads
        if all(overlap(quad, card) < MAX_OVERLAP or is_print(card, quad) for card in cards)
    ]
    prints = [like(card) for card in cards]
    best: list[Corners] = []
    for quad in apart[:MAX_TRIED]:
        inside = [one for one, card in zip(prints, cards, strict=True) if is_print(card, quad)]
        # The prints on a sheet look more like cards than the sheet does.
        if like(quad) >= max([MIN_LIKENESS, *inside]):
            best.append(quad)
    best.sort(key=lambda quad: -like(quad))
    return [best[n] for n in without_overlaps(best, (), MAX_OVERLAP)]


def is_print(inner: Corners, outer: Corners) -> bool:
    """Whether a quad may be print on a card (both 4 x 2): they share no corner."""
    gap = np.linalg.norm(inner[:, None] - outer, axis=2).min() / heights(outer[None])[0]
    return area(inner) < area(outer) and gap > MARGIN and overlap(inner, outer) > CONTAINED


def hiding(quad: Corners, cards: Floats, picture: Image) -> str:
    """Return what hides a part of a quad in a picture (height x width x 3): a reason of `Found`."""
    height, width = picture.shape[:2]
    if overlap(quad, box_corners(0, 0, width, height)) < MIN_INSIDE:
        return OUTSIDE
    return OVERLAP if any(overlap(quad, card) > MIN_COVERED for card in cards) else HIDDEN
