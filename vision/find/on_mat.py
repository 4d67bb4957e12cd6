"""Find cards on the rectified mat, where a card's size in pixels is known.

The mat's own colour is subtracted, and contours are taken at many thresholds. A contour with the
size of a card is a card; the rest of the foreground is a cluster or a hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np

from vision.blobs import contours
from vision.find.cells import fit_cells, unexplained_cells
from vision.find.clusters import cluster_place, find_clusters, proposals
from vision.find.crowd import MAX_ON_MAT, Crowded, check_limit
from vision.find.edges import fit_rigid
from vision.find.known import Known, SearchArea
from vision.find.quads.bands import fit_bands
from vision.find.rectified_mat import RectifiedMat, rectify
from vision.find.straight import PX_PER_MM, straighten_for_search
from vision.geometry import (
    Floats,
    Matrix,
    all_upright,
    apply,
    overlap,
    quarter_turn,
    rescaled,
    side_lengths,
    stacked,
    without_overlaps,
)
from vision.mat import Mat
from vision.plane import Plane, Planes
from vision.reading import CROWD, HAND, OVERLAP, Corners, Found, Image

# If a hand covers a larger share of a cell, the cell counts as hidden. This was not measured.
MAX_IN_HAND = 0.1

# Boxes around contours

# Contours are taken at these differences from the bare mat, in grey levels.
FOREGROUND_LEVELS = (16, 24, 36, 54, 80)
# Cards of nearly the mat's colour need this lower level. There, things narrower than a share of a
# card's height are removed, such as a seat's mark next to a card.
FAINT_LEVEL = 12
MIN_WIDTH = 0.1
BLOB_TOLERANCE = 0.12  # A box may differ from a card's width and height by this share.
SAME_BOX_SHIFT = 0.1  # Boxes whose middles are closer are the same; the unit is a card's width.

# Fitting the sides of boxes

SIDE_SHIFT_PX = 6  # Maximum shift of a side, in pixels.
# A side may also move no farther than this share of a card's width, so that small cards are not
# fitted to their neighbours' sides.
SIDE_SHIFT = 0.066
# A card's width and height may differ by this share, for pixel errors and bent cards.
SIZE_TOLERANCE = 0.055
MIN_SIDE_SUPPORT = 0.45  # The share of each side that must show an edge.
# If the sides show an edge over this share on average, the card is beyond doubt. A quad that was
# fitted as a whole never has more.
CLEAR_SUPPORT = 0.9
MAX_CARD_OVERLAP = 0.35  # The largest overlap of two cards, as a share of the smaller one's area.


def find_on_mats(
    picture: Image,
    mats: Mapping[str, Mat],
    planes: Planes,
    card_mm: tuple[float, float],
    known: Mapping[str, Known],
) -> tuple[Found, ...]:
    """Find the cards on all visible mats; see `find_on_mat`.

    A card that overlaps two mats belongs to the mat under its middle. On mats that are `known`,
    only changed areas are searched.
    """
    ends = {name: plane.to_pixels(mats[name].corners_mm) for name, plane in planes.items()}
    founds = [place for item in known.values() if not item.changed for place in item.places]
    for name, plane in planes.items():
        last = known.get(name)
        if last is not None and not last.changed:
            continue
        beside = {other: end for other, end in ends.items() if other != name}
        places = find_on_mat(picture, mats[name], plane, card_mm, tuple(beside.values()), last)
        founds += [
            replace(place, mat=name)
            for place in places
            if not any(_is_on(end, place) for end in beside.values())
            or (
                _is_on(ends[name], place)
                and all(overlap(place.corners, f.corners) <= MAX_CARD_OVERLAP for f in founds)
            )
        ]
    return tuple(founds)


def _is_on(mat: Corners, place: Found) -> bool:
    """Whether the middle of a place is on a mat (4 x 2, both in pixels)."""
    x, y = place.corners.mean(0).tolist()
    return cv2.pointPolygonTest(mat, (x, y), measureDist=False) >= 0


def find_on_mat(
    picture: Image,
    mat: Mat,
    plane: Plane,
    card_mm: tuple[float, float],
    other_mats: Sequence[Corners] = (),
    known: Known | None = None,
) -> tuple[Found, ...]:
    """Find the cards on a mat, and the places of things that are not a single card.

    `picture` is height x width x 3, BGR; `card_mm` is width and height. Corners are in pixels of
    the picture. Proposals are not `alone`, because reading may show that they are not cards.
    Clusters have the reason ``overlap``, hands ``hand``. If there is far too much on the mat, the
    only place is the whole mat, with the reason ``crowd``. `other_mats` are the corners of other
    mats in the picture, which are ignored. If the mat is `known`, only changed areas are searched.
    """
    flat, to_image = straighten_for_search(picture, mat, plane, other_mats)
    to_flat = cast(Matrix, np.linalg.inv(to_image))
    size = (card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM)
    view = SearchArea()
    if known is not None:
        stands = (apply(to_flat, plane.undistort(place.corners)) for place in known.places)
        changed = (apply(to_flat, plane.undistort(quad)) for quad in known.changed)
        view = SearchArea.around(
            list(stands), list(changed), size[1], (flat.shape[0], flat.shape[1])
        )
    try:
        results = _find_new(flat, mat, size, view)
    except Crowded:
        return (Found(plane.to_pixels(mat.corners_mm), 0.0, CROWD, alone=False),)
    new = (replace(f, corners=plane.distort(apply(to_image, f.corners))) for f in results)
    return (*(known.places if known is not None else ()), *new)


def _find_new(flat: Image, mat: Mat, size: tuple[float, float], view: SearchArea) -> list[Found]:
    """Return the new places on a rectified mat; raise `Crowded` if there is too much.

    All coordinates, and `size`, are in pixels of the rectified mat.
    """
    coarse = rectify(flat, mat, size, 2)
    for times in (2, 1):  # Full resolution is used only if a quarter of the pixels leaves doubts.
        seen = coarse if times == 2 else rectify(flat, mat, size, times)
        boxes = rescaled(_boxes(seen, view.scaled_down(times)), times)
        cards = sorted(_fit_boxes(flat, boxes, size), key=lambda card: -card[0])
        quads = [quad for _, quad in cards]
        kept = without_overlaps(quads, view.unchanged, MAX_CARD_OVERLAP)
        found = [Found(quads[n], cards[n][0]) for n in kept]
        lying = [*view.unchanged, *(f.corners for f in found)]
        seen = view.scaled_down(times).mask_outside(seen)
        left = find_clusters(seen, [rescaled(corners, 1 / times) for corners in lying])
        if not left and all(f.support > CLEAR_SUPPORT for f in found):
            break
    if left:
        found += proposals(seen, left, lying)
        found += [cluster_place(seen, cluster) for cluster in left]
    known = [*view.unchanged, *(f.corners for f in found if f.alone)]
    hands = [f.corners for f in found if f.reason == HAND]
    cells = _find_in_cells(flat, coarse, mat, known, view)
    return [*found, *(f for f in cells if all(overlap(f.corners, h) < MAX_IN_HAND for h in hands))]


def _find_in_cells(
    flat: Image, coarse: RectifiedMat, mat: Mat, known: Sequence[Corners], view: SearchArea
) -> Iterator[Found]:
    """Yield the cards or clusters in the cells of grids, without the `known` cards."""
    cells = unexplained_cells(
        coarse, mat, [rescaled(quad, 0.5) for quad in known], view.scaled_down(2).contains
    )
    if not len(cells):
        return
    cells = rescaled(cells, 2)
    for cell, (quad, support) in zip(cells, fit_cells(flat, cells), strict=True):
        clear = support.min() >= MIN_SIDE_SUPPORT
        clear &= all(overlap(quad, other) < MAX_CARD_OVERLAP for other in known)
        yield Found(quad, float(support.mean()) - 0.1, alone=bool(clear))
        if not clear:
            yield Found(cell, 0.0, OVERLAP)


def _boxes(seen: RectifiedMat, view: SearchArea) -> Floats:
    """Return boxes (n x 4 x 2) around contours of a card's size, the best match first."""
    width, height = seen.card
    offs: list[float] = []
    boxes: list[Floats] = []
    for part, origin in view.cut_windows(seen):
        for contour in _card_contours(part, 0.5, 1.4):
            box = cv2.minAreaRect(contour)
            short, long = sorted(box[1])
            off = max(abs(short / width - 1), abs(long / height - 1))
            if off < BLOB_TOLERANCE:
                offs.append(off)
                boxes.append(cast(Floats, cv2.boxPoints(box)) + origin)
    check_limit(len(boxes), MAX_ON_MAT)
    quads = stacked(boxes)
    return all_upright(quads[np.argsort(offs, kind="stable")])


def _card_contours(seen: RectifiedMat, least: float, most: float) -> Iterator[Floats]:
    whole = seen.card[0] * seen.card[1]
    yield from contours(seen.paper, least * whole, most * whole, round(2.5 * seen.card[1]) | 1)
    for mask in _masks(seen.difference, round(MIN_WIDTH * seen.card[1]) | 1):
        # The table around the mat may be one ring-shaped contour; a card is then in its hole.
        found, levels = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        round_it = np.reshape(levels, (-1, 4))[:, 3] if found else ()
        for contour, outer in zip(found, round_it, strict=True):
            if outer < 0 and least * whole <= cv2.contourArea(contour) <= most * whole:
                yield cast(Floats, contour.reshape(-1, 2).astype(np.float32))


def _masks(difference: Image, broad: int) -> Iterator[Image]:
    """Yield the foreground at many levels, and the `broad` parts at the faintest level."""
    for level in FOREGROUND_LEVELS:
        yield np.asarray(cv2.threshold(difference, level, 255, cv2.THRESH_BINARY)[1], np.uint8)
    _, faint = cv2.threshold(difference, FAINT_LEVEL, 255, cv2.THRESH_BINARY)
    square = np.ones((broad, broad), np.uint8)
    yield np.asarray(cv2.morphologyEx(faint, cv2.MORPH_OPEN, square), np.uint8)


def _fit_boxes(
    flat: Image, boxes: Floats, size: tuple[float, float]
) -> list[tuple[float, Corners]]:
    """Fit the best box at each place, or the next best if that fails."""
    singles: list[tuple[float, Corners]] = []
    middles = boxes.mean(1)
    left = np.ones(len(boxes), bool)
    for i, quad in enumerate(boxes):
        if not left[i]:
            continue
        single = _fit_card(flat, quad, size)
        if single is not None:
            singles.append(single)
            away = np.abs(middles - single[1].mean(0)).max(1)
            left &= away >= SAME_BOX_SHIFT * size[0]
        left &= np.abs(boxes - quad).max((1, 2)) >= 1.0
    return singles


def _fit_card(
    flat: Image, quad: Corners, size: tuple[float, float]
) -> tuple[float, Corners] | None:
    rim = round(2 * BLOB_TOLERANCE * size[1])
    low = np.maximum(np.floor(quad.min(0)).astype(int) - rim, 0)
    high = np.ceil(quad.max(0)).astype(int) + rim
    part = cv2.GaussianBlur(flat[low[1] : high[1], low[0] : high[0]], (3, 3), 0)
    calm, quad = np.asarray(part, np.uint8), quad - low.astype(np.float32)
    reach = min(SIDE_SHIFT_PX, round(SIDE_SHIFT * size[0]))
    fit = fit_bands(calm, quad[None], np.full((1, 4), reach, np.float32), exact=True)
    (refined,), (support,) = fit.quads, fit.support
    off = np.abs(side_lengths(refined) / (*size, *size) - 1).max()
    if support.min() >= MIN_SIDE_SUPPORT and off <= SIZE_TOLERANCE:
        return float(support.mean()), refined + low.astype(np.float32)
    (rigid,), (support,) = fit_rigid(calm, _card_rectangle(quad, size)[None], reach)
    if support.min() >= MIN_SIDE_SUPPORT:
        return float(support.mean()) - 0.1, rigid + low.astype(np.float32)
    return None


def _card_rectangle(quad: Corners, size: tuple[float, float]) -> Corners:
    """Return a rectangle of the card's size at a quad's position."""
    middle = quad.mean(0)
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    down = down / max(float(np.linalg.norm(down)), 1e-6)
    x, y = -quarter_turn(down) * size[0] / 2, down * size[1] / 2
    return np.array([middle - x - y, middle + x - y, middle + x + y, middle - x + y], np.float32)
