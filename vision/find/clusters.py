"""Find areas on the mat that are not a single card: clusters of cards, and hands.

Every corner that sticks out of a cluster proposes cards of the known size. Proposals with visible
sides are read. Skin-coloured areas that are not paper are hands if they are large or reach in from
outside the mat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import straight_sides
from vision.find.crowd import MAX_ON_MAT, check_limit
from vision.find.edges import fit_rigid
from vision.find.rectified_mat import Contour, RectifiedMat
from vision.geometry import (
    Floats,
    all_upright,
    cross,
    enlarged,
    intersections,
    stacked,
    upright,
    without_overlaps,
)
from vision.reading import HAND, OVERLAP, Corners, Found, Image

# Clusters: foreground that is not a card

MIN_CLUSTER_AREA = 0.3  # The smallest area of a cluster, as a share of a card's area.
# Parts of a cluster that are narrower than this share of a card's height are removed.
OPENED = 0.05
# The smallest change across a sharp contour, in grey levels within four pixels.
MIN_CONTOUR_GRADIENT = 28
# The share of an object's contour that must be sharp, because glare and shadows have soft edges.
MIN_SHARP_SHARE = 0.4
# A cluster at the mat's edge must reach in farther than this share of a card's width. Otherwise it
# is the table next to a mat that is not quite flat.
MIN_DEPTH = 0.2

# Proposals: cards at the corners that stick out of a cluster

# Corners are searched for at these differences from the bare mat, in grey levels.
CORNER_LEVELS = (24, 36, 54)
# The shortest edge of a contour, as a share of its length. Anything shorter is a rounded corner or
# a dent.
MIN_SIDE = 0.055
POLYGON_TOLERANCE = 0.008  # Maximum deviation from an edge, as a share of the length
# The largest gap between an edge's end and the corner with the next edge, as a share of the edge.
MAX_CORNER_GAP = 0.35
# The possible turns between two neighbouring sides in perspective, in radians.
CORNER_TURN_RAD = (0.42, 2.72)
PROPOSAL_SHIFT_PX = 6  # Maximum shift of a proposal.
# The share of each side of a proposal that must be visible, the faintest side first.
MIN_SUPPORTS = (0.0, 0.3, 0.6, 0.7)
# The largest overlap of two proposals, as a share of the smaller one's area.
MAX_PROPOSAL_OVERLAP = 0.85
# The number of proposals in one picture is limited because reading them takes time.
MAX_PROPOSALS = 24

# Hands

SKIN = (np.array([0, 134, 80], np.uint8), np.array([255, 178, 126], np.uint8))  # Y, Cr, Cb
MIN_SKIN = 0.35  # The smallest share of skin in a hand that reaches in from outside the mat.
# The smallest share of skin in a hand that does not touch the mat's edge. Such a hand's sleeve has
# the colour of the mat.
MIN_SKIN_INSIDE = 0.7
MAX_PAPER = 0.4  # A cluster with a larger share of paper is not a hand.
# A pixel is paper if it has at least this share of the brightness of the brightest paper in view.
PAPER_BRIGHTNESS = 0.85
# An object of any colour is an arm if it reaches at least this far onto the mat, in card heights.
ARM_LENGTH = 1.3
MIN_ARM_WIDTH = 0.3  # Minimum width of an arm at the mat's edge, in card widths.


def find_clusters(flat: RectifiedMat, cards: Sequence[Corners]) -> list[Contour]:
    """Return the contours ((n, 1, 2) int, pixels) of foreground outside all `cards` (4, 2)."""
    mask = np.asarray(
        cv2.threshold(flat.inner, flat.foreground, 255, cv2.THRESH_BINARY)[1], np.uint8
    )
    _fill(mask, flat.card[0] * flat.card[1])
    for quad in cards:
        cv2.fillConvexPoly(mask, enlarged(quad, 1.08).round().astype(np.int32), 0)
    side = round(OPENED * flat.card[1]) | 1
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    results, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = MIN_CLUSTER_AREA * flat.card[0] * flat.card[1]
    large = [np.asarray(c, np.int32) for c in results if cv2.contourArea(c) >= least]
    deep = [cluster for cluster in large if flat.depth(cluster).max() >= MIN_DEPTH * flat.card[0]]
    return [
        cluster  # The darker object in a cluster may have an object's sharp edges, too.
        for cluster in deep
        if _has_sharp_edges(flat.inner, cluster)
        or _has_sharp_edges(flat.inner, flat.object_contour(cluster))
    ]


def _fill(mask: Image, largest: float) -> None:
    """Fill holes inside a card's border, made by dark print."""
    contours, levels = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return
    for contour, parent in zip(contours, np.reshape(levels, (-1, 4))[:, 3], strict=True):
        if parent >= 0 and cv2.contourArea(contour) <= largest:
            cv2.drawContours(mask, [contour], -1, 255, cv2.FILLED)


def cluster_place(flat: RectifiedMat, cluster: Contour) -> Found:
    """Return the box around a cluster, with the reason ``hand`` or ``overlap``."""
    thing = flat.object_contour(cluster)
    if _is_hand(flat, cluster, thing):
        return Found(upright(cv2.boxPoints(cv2.minAreaRect(thing))), 0.0, HAND)
    return Found(upright(cv2.boxPoints(cv2.minAreaRect(cluster))), 0.0, OVERLAP)


def _is_hand(flat: RectifiedMat, cluster: Contour, thing: Contour) -> bool:
    x, y, width, height = cv2.boundingRect(cluster)
    part = (slice(y, y + height), slice(x, x + width))
    mask = np.zeros((height, width), np.uint8)
    cv2.drawContours(mask, [cluster - np.array([x, y], np.int32)], -1, 255, cv2.FILLED)
    inside = mask > 0
    if float((flat.paper[part][inside] > PAPER_BRIGHTNESS * flat.bright).mean()) > MAX_PAPER:
        return False
    colour = cv2.cvtColor(flat.colour[part], cv2.COLOR_BGR2YCrCb)
    skin = float((cv2.inRange(colour, *SKIN)[inside] > 0).mean())
    depth = flat.depth(thing)
    crosses = np.count_nonzero(depth <= 2) >= MIN_ARM_WIDTH * flat.card[0]
    if crosses and depth.max() >= ARM_LENGTH * flat.card[1]:
        return True
    large = float(cv2.contourArea(cluster)) >= flat.card[0] * flat.card[1]
    return bool(skin >= (MIN_SKIN if crosses else MIN_SKIN_INSIDE) and (crosses or large))


def _has_sharp_edges(difference: Image, cluster: NDArray[np.int32]) -> bool:
    """Whether a contour is sharp; glare and shadows have soft edges."""
    x, y, width, height = cv2.boundingRect(cluster)
    x0, y0 = max(0, x - 6), max(0, y - 6)
    part = difference[y0 : y + height + 6, x0 : x + width + 6]
    gradient = cv2.morphologyEx(part, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8))
    points = cluster.reshape(-1, 2) - (x0, y0)
    return (
        float((gradient[points[:, 1], points[:, 0]] >= MIN_CONTOUR_GRADIENT).mean())
        >= MIN_SHARP_SHARE
    )


def proposals(
    flat: RectifiedMat, clusters: Sequence[Contour], cards: Sequence[Corners]
) -> list[Found]:
    """Return possible cards in the clusters, from the corners that stick out.

    The best supported proposals come first, after non-maximum suppression among them and against
    `cards`. Raise `Crowded` if there are too many.
    """
    founds = sorted(_proposals(flat, clusters), key=lambda f: -f.support)
    kept = without_overlaps([f.corners for f in founds], cards, MAX_PROPOSAL_OVERLAP)
    return [founds[n] for n in islice(kept, MAX_PROPOSALS)]


def _proposals(flat: RectifiedMat, clusters: Sequence[Contour]) -> list[Found]:
    most = 2 * MAX_ON_MAT  # Each corner has two cards, landscape and portrait.
    some = list(islice(_corner_quads(flat, clusters), most + 1))
    check_limit(len(some), most)
    quads = stacked(some)
    rigid, support = fit_rigid(flat.colour, all_upright(quads), PROPOSAL_SHIFT_PX)
    seen = np.all(np.sort(support, 1) >= MIN_SUPPORTS, 1)
    return [
        Found(quad, float(shares.mean()), alone=False)
        for quad, shares in zip(rigid[seen], support[seen], strict=True)
    ]


def _corner_quads(flat: RectifiedMat, clusters: Sequence[Contour]) -> Iterator[Floats]:
    """Yield cards (4 x 2), in landscape and portrait, at corners that stick out of clusters."""
    for level in CORNER_LEVELS:
        _, mask = cv2.threshold(flat.inner, level, 255, cv2.THRESH_BINARY)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if not any(_touches(contour, cluster) for cluster in clusters):
                continue
            for corner, along, across in _corners_of(contour.reshape(-1, 2).astype(np.float32)):
                for width, height in (flat.card, flat.card[::-1]):
                    a, b = along * width, across * height
                    yield np.array([corner, corner + a, corner + a + b, corner + b])


def _touches(contour: NDArray[np.generic], cluster: NDArray[np.int32]) -> bool:
    x, y, w, h = cv2.boundingRect(np.asarray(contour, np.int32))
    p, q, r, s = cv2.boundingRect(cluster)
    return x < p + r and p < x + w and y < q + s and q < y + h


def _corners_of(contour: Floats) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield each outward corner of a contour and the unit vectors of its two sides."""
    length = cv2.arcLength(contour, closed=True)
    sides = straight_sides(contour, POLYGON_TOLERANCE * length, MIN_SIDE * length)
    before = np.roll(sides, 1, 0)
    first, second = before[:, 1] - before[:, 0], sides[:, 1] - sides[:, 0]
    turn = np.arctan2(cross(first, second), (first * second).sum(1))
    points = intersections(before, sides)
    lengths = np.stack([np.linalg.norm(way, axis=1) for way in (first, second)])
    gaps = np.stack([np.linalg.norm(points - end, axis=1) for end in (before[:, 1], sides[:, 0])])
    # OpenCV's contours are counter-clockwise
    outward = (-turn >= CORNER_TURN_RAD[0]) & (-turn <= CORNER_TURN_RAD[1])
    for i in np.flatnonzero(outward & (gaps.max(0) <= MAX_CORNER_GAP * lengths.min(0))):
        yield points[i], -first[i] / lengths[0, i], second[i] / lengths[1, i]
