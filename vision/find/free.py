"""Find cards on any table, without knowing how large a card is in the picture.

Contours at many thresholds propose quads, edges in a finer picture refine the quads, and
non-maximum suppression keeps one at each place. Quads whose sides continue beyond their corners may
belong to a patterned cloth; the best of them are read to find out. Contours that are explained
neither by cards nor by a pattern are searched again for cards that are only partly visible.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress, islice
from typing import Protocol, cast

import cv2
import numpy as np

from vision.find.crowd import (
    MAX_CARDS,
    MAX_OUTLINES,
    MAX_QUADS,
    Crowded,
    check_limit,
    whole_picture,
)
from vision.find.quads.bands import Fits, concatenate, fit_bands, without_sides
from vision.find.quads.covered import find_covered
from vision.find.quads.hidden import find_hidden, hiding, is_print
from vision.find.quads.ink import find_printed
from vision.find.quads.pick import Likeness, Picker, count_running_ends, scores
from vision.find.quads.shapes import (
    FIT_SIDE,
    MIN_HEIGHT,
    SEARCH_SIDE,
    Contour,
    distinct,
    heights,
    large_contours,
    partial_quads,
    plausible,
    square_corners,
    whole_quads,
)
from vision.geometry import (
    Floats,
    all_upright,
    area,
    enlarged,
    intersections,
    quarter_turn,
    rescaled,
    side_vectors,
    stacked,
    without_overlaps,
)
from vision.pixels import shrunk_to_side
from vision.reading import OVERLAP, PATTERN, Corners, Found, Image

# Fitting sides to edges; the unit is a card's height

SIDE_SHIFT = 0.04  # Maximum shift of a side to its edge.
FAR_SIDE_SHIFT = 0.17  # Maximum shift of a side whose place is only estimated from the others.
BORDER_WIDTH = 0.055  # A card's edge may be this far outside a printed frame.
MIN_SIDE_SHIFT_PX = 2.5  # Any side may move this far, in pixels.

# Keeping one quad for each place

# Contours, first fits and second fits are the same quad if they are closer than this. The unit is a
# card's height.
SAME_QUAD = (0.03, 0.02, 0.008)
MIN_ROUGH_SCORE = 0.4  # A first fit with this score is fitted a second time.
MIN_REFINED_SCORE = 0.1  # A quad with this score after its second fit may be a half-hidden card.

# Searching again if no card explains the contours

EXPLAINED_CONTOUR = 0.9  # A contour is explained if this share of it lies on cards that were found.
# A quad that covers a larger share of the picture may contain cards, so it explains nothing.
MAX_CARD_AREA = 0.25

# The minimum similarity of a partly covered card's visible part to a card of the deck.
MIN_VISIBLE_LIKENESS = 0.3
MAX_SHARED = 0.5  # Two partly visible cards with a larger overlap are the same one.

# Patterned tables

# If this many ends of a quad's sides run on beyond its corners, only reading shows whether it is a
# card.
RUNNING = 2
# Maximum number of such quads to consider in one picture. With as many, the pattern hides cards.
MAX_PATTERNED = 40
# Maximum number of guessed places in one picture, the most similar to cards first.
MAX_GUESSES = 24
SAME_GUESS = 0.04  # Guesses that are closer, in card heights, are the same one.
PATTERN_LINE = 0.1  # A pattern's quad explains lines of this width, in card heights.


class DeckLikeness(Protocol):
    """Returns how similar a quad in a picture is to a deck's cards, as `Likeness` does."""

    def __call__(self, picture: Image, quad: Corners, above: Floats | None = None, /) -> float: ...


def find_free(
    picture: Image,
    card_mm: tuple[float, float],
    likeness: DeckLikeness = lambda *_: 0.0,
) -> tuple[Found, ...]:
    """Find the cards in a picture (height x width x 3, BGR).

    Only the aspect ratio of `card_mm` (width, height) is used. If the deck is known, `likeness`
    returns how similar a quad in a picture is to its cards, apart from the quads above it. A card
    has the reason ``overlap`` if it is partly under others, ``hidden`` if under something else, and
    ``outside`` if it leaves the picture. The places at the end are proposals, which are not
    `alone`. If the table shows a pattern of squares, the whole picture is one more place, with the
    reason ``pattern``. If the picture contains far too much, that is the only place, with the
    reason ``crowd``.
    """
    try:
        return _find(picture, max(card_mm) / min(card_mm), likeness)
    except Crowded:
        return (whole_picture(picture),)


def _find(picture: Image, aspect: float, likeness: DeckLikeness) -> tuple[Found, ...]:
    """Find the cards; raise `Crowded` if the picture contains too much."""
    fine, scale = shrunk_to_side(picture, FIT_SIDE)
    like = _remembered(likeness, fine)
    soft = np.asarray(cv2.GaussianBlur(fine, (3, 3), 0), np.uint8)
    fits, pattern, turns, partly_seen = _search(fine, soft, aspect, like)
    picker = Picker(fits, aspect, like)
    cards = picker.cards()
    check_limit(len(cards), MAX_CARDS)
    hidden = find_hidden(partly_seen, fits.quads[cards], like)
    cards = [i for i in cards if not any(is_print(fits.quads[i], quad) for quad in hidden)]
    share = fits.support.mean(1)
    founds = [Found(rescaled(fits.quads[i], scale), float(share[i])) for i in cards]
    above = fits[np.array(picker.usual(cards), int)]
    covered = find_covered(soft, above, fits.quads, turns)
    below = [q for q in covered if like(q, above.quads) >= MIN_VISIBLE_LIKENESS]
    partly = [(quad, OVERLAP) for quad in below]
    for n in without_overlaps(hidden, below, MAX_SHARED):
        partly.append((hidden[n], hiding(hidden[n], fits.quads[cards], fine)))
    founds += [Found(rescaled(quad, scale), 1.0, reason) for quad, reason in partly]
    best = Picker(pattern[:MAX_PATTERNED], aspect, like)
    guesses = [(fits.quads[i], float(share[i])) for i in picker.proposals(cards)]
    guesses += [(quad, 1.0) for quad in hidden]
    guesses += [(best.fits.quads[i], float(best.fits.support[i].mean())) for i in best.cards()]
    guesses.sort(key=lambda guess: -like(guess[0]))
    apart = distinct(stacked(quad for quad, _ in guesses), SAME_GUESS)
    for quad, support in islice(compress(guesses, apart), MAX_GUESSES):
        founds.append(Found(rescaled(quad, scale), support, alone=False))
    if len(pattern.quads) >= MAX_PATTERNED:
        founds.append(replace(whole_picture(picture), reason=PATTERN))
    return tuple(founds)


def _remembered(likeness: DeckLikeness, picture: Image) -> Likeness:
    """Return the likeness of quads in one picture. Each is computed only once."""
    known: dict[tuple[bytes, bytes], float] = {}

    def like(quad: Corners, above: Floats | None = None) -> float:
        key = quad.tobytes(), b"" if above is None else above.tobytes()
        if key not in known:
            known[key] = likeness(picture, quad, above)
        return known[key]

    return like


def _search(
    fine: Image, soft: Image, aspect: float, like: Likeness
) -> tuple[Fits, Fits, Floats, Fits]:
    """Search a picture for quads.

    Return quads that may be cards, quads of a pattern, unexplained corners, and quads of which
    three sides were seen. The sides of a pattern's quads run on; such quads are sorted by the
    number of these ends.
    """
    coarse, scale = shrunk_to_side(fine, SEARCH_SIDE)
    unexplained = large_contours(coarse)
    quads = all_upright(rescaled(whole_quads(unexplained), scale))
    quads = quads[plausible(quads, aspect, 1.2)]
    check_limit(len(quads), MAX_OUTLINES)
    quads = quads[distinct(quads, SAME_QUAD[0])]
    rough = fit_bands(soft, quads, _reach(quads, SIDE_SHIFT), both=True)
    fits, pattern, ends = _split_by_ends(soft, _refit(soft, rough, aspect))
    cards = fits.quads[Picker(fits, aspect, like).cards()]
    unexplained = _unexplained(unexplained, cards, pattern, coarse, scale)
    turns = rescaled(square_corners(unexplained), scale)
    quads = rescaled(partial_quads(unexplained, aspect), scale)
    size = heights(quads) / max(fine.shape)
    quads = quads[(size > MIN_HEIGHT / 1.5) & (size < 1.2)]
    check_limit(len(quads), MAX_OUTLINES)
    quads = quads[distinct(quads, SAME_QUAD[0])]
    partial = fit_bands(soft, quads, _reach(quads, SIDE_SHIFT, FAR_SIDE_SHIFT), both=True)
    more, lines, more_ends = _split_by_ends(soft, _refit(soft, partial, aspect))
    fits, pattern = concatenate([fits, more]), concatenate([pattern, lines])
    pattern = pattern[np.argsort(np.concatenate([ends, more_ends]), kind="stable")]
    picker = Picker(fits, aspect, like)
    chosen = picker.cards()
    quads = np.concatenate(
        [_with_border(fits.quads[chosen]), _halves(fits.quads[picker.pairs(chosen)])]
    )
    rough = fit_bands(soft, quads, _reach(quads, 0.8 * BORDER_WIDTH), both=True)
    more, _, _ = _split_by_ends(soft, _refit(soft, rough, aspect))
    fits = concatenate([fits, more])
    printed = without_sides(find_printed(coarse, scale, fits.quads, aspect, like))
    return concatenate([fits, printed]), pattern, turns, partial


def _split_by_ends(picture: Image, fits: Fits) -> tuple[Fits, Fits, Floats]:
    """Split fits into those whose sides end at their corners, and others with their open ends."""
    ends = count_running_ends(picture, fits.quads, fits.edge)
    check_limit(int(np.count_nonzero(ends < RUNNING)), MAX_QUADS)
    return fits[ends < RUNNING], fits[ends >= RUNNING], ends[ends >= RUNNING]


def _refit(picture: Image, rough: Fits, aspect: float) -> Fits:
    """Fit the better quads again, keeping one for each place."""
    score = scores(rough, aspect)
    order = np.argsort(-score)
    quads = all_upright(rough.quads[order[score[order] > MIN_ROUGH_SCORE]])
    quads = quads[distinct(quads, SAME_QUAD[1])]
    fits = fit_bands(picture, quads, _reach(quads, SIDE_SHIFT / 2))
    score = scores(fits, aspect)
    order = np.argsort(-score)
    fits = fits[order[score[order] > MIN_REFINED_SCORE]]
    return fits[distinct(fits.quads, SAME_QUAD[2])]


def _unexplained(
    found: list[Contour], cards: Floats, pattern: Fits, coarse: Image, scale: float
) -> list[Contour]:
    """Return the contours that are neither on the `cards` nor on a pattern's lines."""
    known = np.zeros(coarse.shape[:2], np.uint8)
    for quad in rescaled(cards, 1 / scale):
        if area(quad) < MAX_CARD_AREA * known.size:
            cv2.fillConvexPoly(known, enlarged(quad, 1.08).round().astype(np.int32), 1)
    for quad in rescaled(pattern.quads, 1 / scale):
        broad = max(1, round(PATTERN_LINE * float(heights(quad[None])[0])))
        cv2.polylines(known, [quad.round().astype(np.int32)], True, 1, broad)
    return [o for o in found if known[o[:, 0, 1], o[:, 0, 0]].mean() < EXPLAINED_CONTOUR]


def _with_border(quads: Floats) -> Floats:
    """Return quads with every side moved outwards."""
    out = -quarter_turn(side_vectors(quads))
    out *= BORDER_WIDTH * heights(quads)[:, None, None] / np.linalg.norm(out, axis=2, keepdims=True)
    sides = np.stack([quads, np.roll(quads, -1, 1)], 2) + out[:, :, None]
    return cast(Floats, intersections(np.roll(sides, 1, 1), sides).astype(np.float32))


def _halves(quads: Floats) -> Floats:
    """Return the two halves of quads that have a short side as their top."""
    left, right = (quads[:, 0] + quads[:, 3]) / 2, (quads[:, 1] + quads[:, 2]) / 2
    top = np.stack([quads[:, 0], quads[:, 1], right, left], 1)
    bottom = np.stack([left, right, quads[:, 2], quads[:, 3]], 1)
    return all_upright(np.concatenate([top, bottom]))


def _reach(quads: Floats, share: float, last: float | None = None) -> Floats:
    """Return the maximum shift of each side, in pixels (n x 4).

    `share` is relative to a card's height; the third side uses `last` if it is given. Every side
    may move at least `MIN_SIDE_SHIFT_PX`.
    """
    reach = np.full((len(quads), 4), share, np.float32)
    if last is not None:
        reach[:, 2] = last
    return cast(Floats, np.maximum(reach * heights(quads)[:, None], MIN_SIDE_SHIFT_PX))
