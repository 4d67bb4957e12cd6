"""What lies on the mat that no single card accounts for: heaps of cards, and hands.

In a heap every corner that sticks out suggests cards of the known size; those whose sides are
seen are offered to the reader. What has the colour of skin, and is no paper, is a hand: large
by itself, or reaching in from beyond the mat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.edges import fit_rigid
from vision.geometry import Floats, overlap, quantile, upright
from vision.reading import Corners, Found, Image

HEAP = 0.3  # of a card: less than that is no card in want of a name
PAPER_RISE = 0.4  # of the way from the bare mat to paper
MIN_RISE = 25  # grey levels
SHARP, SHARP_SHARE = 28, 0.4  # grey levels within four pixels, along a heap's outline
LEVELS = (24, 36, 54)  # grey levels off the bare mat, at which corners are looked for
SUPPORT = (0.0, 0.3, 0.6, 0.7)  # of the sides of a guessed card, faintest first
REACH = 6  # pixels that a guessed card may move
MOST_GUESSES = 24  # in one picture; reading them takes time
SAME_GUESS = 0.85  # of the smaller quad's area
LONG = 0.055  # of an outline's length: a shorter edge is a rounded corner or a dent
STRAIGHT = 0.008  # of an outline's length that it may swerve from its edges
GAP = 0.35  # of an edge's length between where it ends and the corner with the next
SQUARE = (0.42, 2.72)  # radians that two neighbouring sides may turn by, in perspective
SKIN = (np.array([0, 134, 80], np.uint8), np.array([255, 178, 126], np.uint8))  # Y, Cr, Cb
SKIN_SHARE, PAPER_SHARE = 0.35, 0.4  # of a heap: a hand has more of the one, less of the other
BARE = 0.7  # the same of a hand whose sleeve is like the mat, so that it seems to lie alone
PAPER_LIGHT = 0.85  # of the brightest paper in view
AT_THE_EDGE = 0.3  # of a card's width: an arm crosses the mat's edge at least so broadly
REACHES_IN = 0.2  # of a card's width: less is the table beyond a mat that is not quite flat

Outline = NDArray[np.int32]


@dataclass(frozen=True)
class Flat:
    """The mat from straight above, with so many pixels of table `around` it.

    `colour` is BGR, `paper` how like paper a pixel is, `strange` how unlike the bare mat, both
    in grey levels. `card` is a card's width and height in these pixels.
    """

    colour: Image
    paper: Image
    strange: Image
    around: int
    card: tuple[float, float]

    @cached_property
    def inner(self) -> Image:
        """Return what is strange on the mat; beyond it the table may be any table."""
        inner = np.zeros_like(self.strange)
        part = (slice(self.around, -self.around),) * 2
        inner[part] = self.strange[part]
        return inner

    @cached_property
    def bright(self) -> float:
        """Return how like paper the brightest of it is, in grey levels."""
        return quantile(self.paper[::4, ::4], 0.99)

    @cached_property
    def rise(self) -> float:
        """Return how many grey levels off the bare mat something lies on it."""
        return max(MIN_RISE, PAPER_RISE * (self.bright - quantile(self.paper[::8, ::8], 0.5)))

    def depth(self, outline: Outline) -> Floats:
        """Return how far from the mat's nearest edge each point of an outline lies."""
        height, width = self.strange.shape
        last = np.array([width - self.around - 1, height - self.around - 1])
        points = outline.reshape(-1, 2)
        return cast(Floats, np.minimum(points - self.around, last - points).min(1))


def heaps(flat: Flat, cards: Sequence[Corners]) -> list[Outline]:
    """Return the outlines of what lies on the mat and is none of the cards."""
    mask = np.asarray(cv2.threshold(flat.inner, flat.rise, 255, cv2.THRESH_BINARY)[1], np.uint8)
    _fill(mask, flat.card[0] * flat.card[1])
    for quad in cards:
        middle = quad.mean(0)
        grown = middle + (quad - middle) * 1.08
        cv2.fillConvexPoly(mask, grown.round().astype(np.int32), 0)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    found, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = HEAP * flat.card[0] * flat.card[1]
    large = [np.asarray(c, np.int32) for c in found if cv2.contourArea(c) >= least]
    return [heap for heap in large if _has_edges(flat.inner, heap) and _reaches_in(flat, heap)]


def _fill(mask: Image, largest: float) -> None:
    """Fill the holes that dark print leaves within a card's border."""
    outlines, levels = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return
    for outline, parent in zip(outlines, np.reshape(levels, (-1, 4))[:, 3], strict=True):
        if parent >= 0 and cv2.contourArea(outline) <= largest:
            cv2.drawContours(mask, [outline], -1, 255, cv2.FILLED)


def heap_found(flat: Flat, heap: Outline) -> Found:
    """Return the place of a heap, with the reason why it is no card."""
    box = upright(cv2.boxPoints(cv2.minAreaRect(heap)))
    return Found(box, 0.0, "hand" if _is_hand(flat, heap) else "overlap")


def _reaches_in(flat: Flat, heap: Outline) -> bool:
    """Tell whether a heap goes further onto the mat than a strip along its edge."""
    return bool(flat.depth(heap).max() >= REACHES_IN * flat.card[0])


def _is_hand(flat: Flat, heap: Outline) -> bool:
    x, y, width, height = cv2.boundingRect(heap)
    part = (slice(y, y + height), slice(x, x + width))
    mask = np.zeros((height, width), np.uint8)
    cv2.drawContours(mask, [heap - np.array([x, y], np.int32)], -1, 255, cv2.FILLED)
    inside = mask > 0
    if float((flat.paper[part][inside] > PAPER_LIGHT * flat.bright).mean()) > PAPER_SHARE:
        return False
    colour = cv2.cvtColor(flat.colour[part], cv2.COLOR_BGR2YCrCb)
    skin = float((cv2.inRange(colour, *SKIN)[inside] > 0).mean())
    crosses = np.count_nonzero(flat.depth(heap) <= 2) >= AT_THE_EDGE * flat.card[0]
    large = float(cv2.contourArea(heap)) >= flat.card[0] * flat.card[1]
    return bool(skin >= (SKIN_SHARE if crosses else BARE) and (crosses or large))


def _has_edges(strange: Image, heap: NDArray[np.int32]) -> bool:
    """Tell whether a heap has the sharp edges of things; glare and shadows end softly."""
    x, y, width, height = cv2.boundingRect(heap)
    x0, y0 = max(0, x - 6), max(0, y - 6)
    part = strange[y0 : y + height + 6, x0 : x + width + 6]
    gradient = cv2.morphologyEx(part, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    points = heap.reshape(-1, 2) - (x0, y0)
    return float((gradient[points[:, 1], points[:, 0]] >= SHARP).mean()) >= SHARP_SHARE


def guesses(flat: Flat, left: Sequence[Outline], cards: Sequence[Corners]) -> list[Found]:
    """Return where cards of heaps may lie, by the corners that stick out of them."""
    found = sorted(_guesses(flat, left), key=lambda f: -f.support)
    kept: list[Found] = []
    for guess in found:
        known = any(overlap(guess.corners, card) > SAME_GUESS for card in cards)
        if not known and all(overlap(guess.corners, k.corners) < SAME_GUESS for k in kept):
            kept.append(guess)
    return kept[:MOST_GUESSES]


def _guesses(flat: Flat, left: Sequence[Outline]) -> Iterator[Found]:
    for level in LEVELS:
        _, mask = cv2.threshold(flat.inner, level, 255, cv2.THRESH_BINARY)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            if not any(_touches(outline, heap) for heap in left):
                continue
            for corner, along, across in _corners_of(outline.reshape(-1, 2).astype(np.float32)):
                for width, height in (flat.card, flat.card[::-1]):
                    a, b = along * width, across * height
                    quad = upright(np.array([corner, corner + a, corner + a + b, corner + b]))
                    rigid, support = fit_rigid(flat.colour, quad, REACH)
                    if np.all(np.sort(support) >= SUPPORT):
                        yield Found(rigid, float(support.mean()), alone=False)


def _touches(contour: NDArray[np.generic], heap: NDArray[np.int32]) -> bool:
    x, y, w, h = cv2.boundingRect(np.asarray(contour, np.int32))
    p, q, r, s = cv2.boundingRect(heap)
    return x < p + r and p < x + w and y < q + s and q < y + h


def _corners_of(outline: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield each outward corner of an outline and the unit directions of its two sides."""
    sides = _sides(outline)
    for i, side in enumerate(sides):
        corner = _corner(sides[i - 1], side)
        if corner is not None:
            yield corner, _direction(sides[i - 1][1], sides[i - 1][0]), _direction(*side)


def _sides(outline: Floats) -> list[tuple[Floats, Floats]]:
    """Return the long straight edges of an outline, in order."""
    length = cv2.arcLength(outline, closed=True)
    corners = cv2.approxPolyDP(outline, STRAIGHT * length, closed=True).reshape(-1, 2)
    points: Floats = corners.astype(np.float32)
    following = np.roll(points, -1, 0)
    lengths = np.linalg.norm(following - points, axis=1)
    long = [int(i) for i in np.flatnonzero(lengths > LONG * length)]
    return [(points[i], following[i]) for i in long]


def _corner(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats | None:
    """Return where two consecutive edges meet in an outward corner of a card, or None."""
    first, second = one[1] - one[0], other[1] - other[0]
    cross = float(first[0] * second[1] - first[1] * second[0])
    turn = float(np.arctan2(cross, float(first @ second)))
    if not SQUARE[0] <= -turn <= SQUARE[1]:  # OpenCV's outlines run against the clock
        return None
    along = float((other[0] - one[0])[0] * second[1] - (other[0] - one[0])[1] * second[0]) / cross
    point = one[0] + along * first
    reach = GAP * min(float(np.linalg.norm(first)), float(np.linalg.norm(second)))
    if max(np.linalg.norm(point - one[1]), np.linalg.norm(point - other[0])) > reach:
        return None
    return cast(Floats, point)


def _direction(start: Floats, end: Floats) -> Floats:
    way = end - start
    return cast(Floats, way / max(float(np.linalg.norm(way)), 1e-6))
