"""Find cards that are partly under others, on any table.

A whole card shows how large cards are nearby. Each square corner that sticks out there proposes
cards of that size. A proposal counts if its uncovered sides are visible.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from vision.find.crowd import MAX_HIDDEN, check_limit
from vision.find.quads.bands import Fits, fit_bands
from vision.find.quads.pick import count_running_ends
from vision.find.quads.shapes import areas, distinct, heights
from vision.geometry import (
    Floats,
    all_upright,
    boxes_meet,
    cross,
    enlarged,
    overlap,
    quarter_turn,
    side_vectors,
)
from vision.reading import Image

# Proposals

# The largest distance from a card's middle to a corner of a card under it, in card heights.
MAX_CORNER_DISTANCE = 1.7
MIDDLE_DISTANCE = (0.08, 1.1)  # Distance of a covered card, middle to middle, in card heights
MAX_PROPOSALS = 160  # Maximum number of proposals to fit in one picture.
SAME_QUAD = 0.05  # Proposals that are closer, in card heights, are the same card.
SIDE_SHIFT = 0.05  # Maximum shift of a side to its edge, in card heights.
SIZE = (0.75, 1.3)  # Area range of a covered card, as a share of the card on top.

# The visible part of a card

COVERED = (0.05, 0.9)  # Range of the share of a card's area that is covered.
PLACES = 24  # Number of places along a side to check for cards on top.
ENLARGED = 1.05  # Factor that enlarges each card on top, because its edge belongs to it.
MIN_STRETCH = 0.14  # A shorter visible part, as a share of its side, is ignored.
INSET = 0.03  # Share of a side to leave out at both ends of its visible part.
MIN_OUTLINE = 0.3  # Minimum share of the outline that must be uncovered.
MIN_SUPPORT = 0.8  # Minimum share of the uncovered outline that must be visible.
MIN_AGREEMENT = 0.75  # Minimum similarity of the colour changes across the visible sides.
MIN_EDGE = 1.0  # Minimum gradient across the faintest side, in grey levels per step.
MAX_RUNNING = 1  # Maximum number of ends of sides that may run on.
PASSES = 3  # The third pass finds a card that lies under two others.


def find_covered(picture: Image, whole: Fits, others: Floats, corners: Floats) -> Floats:
    """Return the quads ((n, 4, 2) pixels) of cards that are partly under `whole` ones.

    `picture` is height x width x 3, BGR. `others` (k, 4, 2) are quads that may be such cards.
    `corners` (c, 3, 2) are possible corners of them; see `vision.find.quads.shapes.square_corners`.
    Raise `Crowded` if there are too many.
    """
    cards, inwards = whole.quads, whole.edge.mean(1)
    corners = corners[_uncovered(corners[:, 0], cards)]
    quads = np.concatenate([_near(others, cards), *(_propose(card, corners) for card in cards)])
    check_limit(len(quads), MAX_HIDDEN)
    quads = quads[distinct(quads, SAME_QUAD)]
    results: list[Floats] = []
    above = cards
    for _ in range(PASSES):
        fits, worth = _fit_visible(picture, quads, above)
        alike = (fits.edge.sum(1) @ inwards.T > 0).any(1)  # such an edge leads from table to paper
        new: list[Floats] = []
        for i in np.argsort(-worth * alike):
            quad = fits.quads[i]
            if worth[i] * alike[i] <= 0:
                break
            under = _covered_shares(quad[None], above)[0]
            apart = all(overlap(quad, other) < 0.5 for other in (*new, *results))
            shows = visible_outline(quad, above)  # A side may have moved to another card.
            if apart and shows > MIN_OUTLINE and COVERED[0] < under < COVERED[1]:
                new.append(quad)
        results += new
        above = np.concatenate([above, *(quad[None] for quad in new)])
        if not new or not len(quads):
            break
    return cast(Floats, np.array(results, np.float32).reshape(-1, 4, 2))


def visible_outline(quad: Floats, above: Floats) -> float:
    """Return the share of a quad's outline (4 x 2) outside the cards `above` (k x 4 x 2).

    Parts close to these cards do not count, because the edges there are theirs.
    """
    stretch = _visible_stretches(quad[None], above)
    return float((stretch[..., 1] - stretch[..., 0]).mean())


def _near(quads: Floats, cards: Floats) -> Floats:
    """Return the quads that overlap a card and have about its size."""
    size, of_cards = areas(quads)[:, None], areas(cards)
    may = boxes_meet(quads, cards) & (SIZE[0] * of_cards < size) & (size < SIZE[1] * of_cards)
    meets = [
        any(overlap(quad, cards[j]) > COVERED[0] for j in np.flatnonzero(row))
        for quad, row in zip(quads, may, strict=True)
    ]
    return cast(Floats, quads[np.array(meets, bool)])


def _propose(card: Floats, corners: Floats) -> Floats:
    """Return cards of the same size as `card` at the corners near it."""
    middle, height = card.mean(0), heights(card[None])[0]
    at = corners[np.linalg.norm(corners[:, 0] - middle, axis=1) < MAX_CORNER_DISTANCE * height]
    across = (card[1] + card[2] - card[0] - card[3]) / 2  # Width and height of one card.
    down = (card[2] + card[3] - card[0] - card[1]) / 2
    wide, high = np.linalg.norm(across), np.linalg.norm(down)
    # to a plane seen from above
    flat = np.linalg.inv(np.stack([across / wide, down / high], 1)).T
    one, other = ((at[:, i] - at[:, 0]) @ flat for i in (1, 2))
    one, other = (way / (np.linalg.norm(way, axis=1, keepdims=True) + 1e-6) for way in (one, other))
    square = np.abs((one * other).sum(1)) < 0.2
    one, other, point = one[square], other[square], at[square, 0] @ flat
    first = one - quarter_turn(other)  # both turned to make a right angle
    first /= np.linalg.norm(first, axis=1, keepdims=True) + 1e-6
    second = quarter_turn(first)
    quads = []
    for a, b in ((wide, high), (high, wide)):
        for sign in (1, -1):  # The corner may be an inner one, between two cards.
            far_a, far_b = sign * a * first, sign * b * second
            quads.append(np.stack([point, point + far_a, point + far_a + far_b, point + far_b], 1))
    quad = np.concatenate(quads) @ np.linalg.inv(flat)
    away = np.linalg.norm(quad.mean(1) - middle, axis=1) / height
    quad = quad[(away > MIDDLE_DISTANCE[0]) & (away < MIDDLE_DISTANCE[1])]
    return all_upright(quad.astype(np.float32))


def _fit_visible(picture: Image, quads: Floats, above: Floats) -> tuple[Fits, Floats]:
    """Return quads fitted to their visible parts under cards, and how much of each is visible.

    The value is 0 for quads that are not such cards.
    """
    stretch, under = _visible_stretches(quads, above), _covered_shares(quads, above)
    shows = stretch[..., 1] - stretch[..., 0]
    may = (under > COVERED[0]) & (under < COVERED[1]) & (shows.mean(1) > MIN_OUTLINE)
    which = np.flatnonzero(may)[:MAX_PROPOSALS]
    quads, stretch, shows = quads[which], stretch[which], shows[which]
    reach = SIDE_SHIFT * heights(quads)[:, None] * (shows > 0)
    inset = np.array((INSET, -INSET), np.float32)
    fits = fit_bands(picture, quads, reach.astype(np.float32), both=True, stretch=stretch + inset)
    # Both kinds of edge were fitted.
    shows, stretch = np.tile(shows, (2, 1)), np.tile(stretch, (2, 1, 1))
    if not len(quads):
        return fits, np.zeros(0, np.float32)
    weight = shows / shows.sum(1, keepdims=True)
    support = (fits.support * weight).sum(1)
    way = fits.edge / (fits.strength[..., None] + 1e-6)
    agree = np.linalg.norm((way * weight[..., None]).sum(1), axis=1)
    clear = np.where(shows > 0, fits.strength, np.inf).min(1) > MIN_EDGE
    begins, ends = stretch[..., 0] == 0, stretch[..., 1] == 1
    corner = (np.roll(ends & (fits.support > 0.6), 1, 1) & begins & (fits.support > 0.6)).any(1)
    still = count_running_ends(picture, fits.quads, fits.edge, gaps=False) <= MAX_RUNNING
    good = (support > MIN_SUPPORT) & (agree > MIN_AGREEMENT) & clear & corner & still
    return fits, cast(Floats, good * support * shows.sum(1))


def _visible_stretches(quads: Floats, above: Floats) -> Floats:
    """Return the ends of each side's longest uncovered part, as shares of the side (n, 4, 2)."""
    along = np.linspace(0, 1, PLACES)[:, None]
    places = quads[:, :, None] * (1 - along) + np.roll(quads, -1, 1)[:, :, None] * along
    free = _uncovered(places, above)
    best = np.zeros((*free.shape[:2], 2), np.int64)
    begun = np.zeros(free.shape[:2], np.int64)
    for place in range(PLACES):
        begun = np.where(free[..., place], begun, place + 1)
        longer = free[..., place] & (place - begun > best[..., 1] - best[..., 0])
        best[longer] = np.stack([begun, np.full_like(begun, place)], -1)[longer]
    stretch = best / (PLACES - 1)
    stretch[stretch[..., 1] - stretch[..., 0] < MIN_STRETCH] = 0
    return cast(Floats, stretch.astype(np.float32))


def _uncovered(places: Floats, above: Floats) -> NDArray[np.bool_]:
    """Return which places (... x 2) are under no card, with each card enlarged by `ENLARGED`."""
    free = np.ones(places.shape[:-1], bool)
    if not len(places):
        return free
    each = places.reshape(len(places), -1, 2)
    low, high = each.min(1), each.max(1)
    for card in above:
        grown = enlarged(card, ENLARGED)
        near = ((low <= grown.max(0)) & (high >= grown.min(0))).all(1)
        away = places[near][..., None, :] - grown
        free[near] &= ~(cross(side_vectors(grown), away) > 0).all(-1)
    return free


def _covered_shares(quads: Floats, above: Floats) -> Floats:
    """Return the largest share of each quad under one of the cards above, (n,)."""
    shares = [
        max((overlap(quad, above[j]) for j in np.flatnonzero(row)), default=0.0)
        for quad, row in zip(quads, boxes_meet(quads, above), strict=True)
    ]
    return cast(Floats, np.array(shares, np.float32))
