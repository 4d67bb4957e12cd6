"""Find a card by a rectangle printed on it, if its own edges cannot be seen.

A dark border disappears on a dark table. Only a frame, a picture or a box of text stands out. It
has about a card's shape and is found as a card. Cards of one deck share such rectangles, so a
deck's templates show the card's outline around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from vision.find.free import find_free
from vision.geometry import (
    Floats,
    all_upright,
    apply,
    area,
    homography,
    rectangle,
    stacked,
)
from vision.match.matcher import Match, Matcher
from vision.reading import Corners, Image

MOST_SAMPLES = 8  # Number of templates to search; cards of one deck share their layout.
MAX_RECTANGLES = 8  # Maximum number of rectangles to try; the most frequent ones are kept.
AROUND = 0.3  # Width of the plain table around a template that is searched, in card heights.
TABLE_GREY = 90  # Grey level of that table.
# Area range of a rectangle, as a share of the card's area. A larger one is registered as it is.
AREA = (0.15, 0.82)
SAME = 0.03  # Rectangles whose corners are closer, in card heights, are the same one.
MIN_SAMPLES = 2  # A rectangle counts if this many templates have it.
# A card's outline may be this far outside the picture, as a share of the picture's sides.
MAX_OUTSIDE = 0.02
# The outline most similar to the deck is read, unless its coarse correlation is lower, or that of
# the place itself is higher.
MIN_LIKENESS = 0.5
MIN_TRUST = 0.3  # A reading with less trust is no card around the place.

_known: WeakKeyDictionary[Matcher, Floats] = WeakKeyDictionary()


def match_around(picture: Image, place: Corners, matcher: Matcher) -> Match | None:
    """Return the match of the card on which a place (4 x 2) is a printed rectangle, or None.

    `picture` is height x width x 3, BGR. The card is certain, or doubtful with some trust.
    """
    if matcher not in _known:
        faces = [template.image for template in matcher.templates if template.card is not None]
        _known[matcher] = printed_rectangles(faces)
    around = [quad for quad in _outlines(place, _known[matcher]) if _is_in(quad, picture)]
    scores = [matcher.likeness(picture, quad) for quad in around]
    if max(scores, default=-1.0) < max(MIN_LIKENESS, matcher.likeness(picture, place)):
        return None
    match = matcher.match(matcher.cut(picture, around[int(np.argmax(scores))]))
    named = match.named is not None and not match.decision.face_down
    return match if named and match.decision.score >= MIN_TRUST else None


def _is_in(quad: Corners, picture: Image) -> bool:
    """Whether a quad is in the picture, about as a card can be seen."""
    size = np.array(picture.shape[1::-1])
    return bool((np.abs(quad - size / 2) < (0.5 + MAX_OUTSIDE) * size).all())


def printed_rectangles(templates: Sequence[Image]) -> Floats:
    """Return the rectangles printed on most of a deck's cards, the most frequent first.

    `templates` (height x width x 3, BGR) all have one size. The result is (n, 4, 2), upright, in
    card coordinates: a card's sides are at 0 and 1.
    """
    step = max(1, len(templates) // MOST_SAMPLES)
    samples = templates[::step][:MOST_SAMPLES]
    quads = stacked(quad for image in samples for quad in _quads_on(image))
    same = np.abs(quads[:, None] - quads).max((2, 3)) < SAME
    often = same.sum(1)
    order = np.argsort(-often, kind="stable")[: np.count_nonzero(often >= MIN_SAMPLES)]
    again = np.tril(same[np.ix_(order, order)], -1).any(1)
    return cast(Floats, quads[order[~again]][:MAX_RECTANGLES])


def _outlines(place: Corners, rectangles: Floats) -> Floats:
    """Return the outlines (n, 4, 2) of cards on which a place (4 x 2) may be a printed rectangle.

    The place can be either way up.
    """
    card = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    (place,) = all_upright(place[None])
    around = [
        apply(homography(inner, np.roll(place, turn, 0)), card)
        for inner in rectangles
        for turn in (0, 2)
    ]
    return stacked(around)


def _quads_on(image: Image) -> Iterable[Corners]:
    """Yield the quads found on a template, in card coordinates."""
    height, width = image.shape[:2]
    rim = round(AROUND * height)
    outline = rectangle(width, height) + np.float32(rim)
    to_card = homography(outline, np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32))
    table = cv2.copyMakeBorder(
        image, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(TABLE_GREY,) * 3
    )
    for item in find_free(np.asarray(table, np.uint8), (width, height)):
        (quad,) = all_upright(item.corners[None])
        share = area(quad) / (width * height)
        if not item.reason and AREA[0] < share < AREA[1]:
            yield apply(to_card, quad)
