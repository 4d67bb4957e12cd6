"""Finding cards on the straightened mat, where a card's size in pixels is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.blobs import contours, paperness
from vision.edges import fit_sides
from vision.geometry import Matrix, apply, overlap, side_lengths, upright
from vision.markers import Plane
from vision.mat import Mat
from vision.reading import Corners, Image

PX_PER_MM = 1.5
SIZE_TOLERANCE = 0.055  # of width and height, for an edge found to a pixel and a bent card
BLOB_TOLERANCE = 0.12
SUPPORT = 0.45  # of each side must be seen as an edge
HEAP = 0.3  # of a card: less paper than that is no card in want of a name
PAPER_RISE = 0.4  # of the way from the bare mat to paper
MIN_RISE = 25  # grey levels
SAME_BOX = 0.1  # of the card's width between two boxes' middles
SAME_PLACE = 0.35  # of the smaller quad's area


@dataclass(frozen=True)
class Found:
    """A card's place: corners in pixels of the picture, and how sure its sides are.

    With a `reason` it is a place that cannot be taken for one card. A place that is not
    `alone` was guessed from what sticks out of a heap, so only its reading makes it a card.
    """

    corners: Corners
    support: float
    reason: str = ""
    alone: bool = True


def straighten(picture: Image, mat: Mat, plane: Plane) -> tuple[Image, Matrix]:
    """Return the mat seen from straight above, and the map from its pixels to the picture's."""
    width, height = (round(v * PX_PER_MM) for v in mat.size_mm)
    to_mm = np.array(
        [[1 / PX_PER_MM, 0, 0.5 / PX_PER_MM], [0, 1 / PX_PER_MM, 0.5 / PX_PER_MM], [0, 0, 1]]
    )
    to_image = cast(Matrix, plane.to_image @ to_mm)
    flat = cv2.warpPerspective(
        picture,
        to_image,
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, np.uint8), to_image


def find_on_mat(
    picture: Image, mat: Mat, plane: Plane, card_mm: tuple[float, float]
) -> tuple[Found, ...]:
    """Find the cards on a mat, and the places where something lies that is no single card."""
    flat, to_image = straighten(picture, mat, plane)
    calm = np.asarray(cv2.GaussianBlur(paperness(flat), (3, 3), 0), np.uint8)
    grey = _without_markers(calm, mat)
    width, height = (v * PX_PER_MM for v in card_mm)
    size = width * height
    boxes: list[tuple[float, Corners]] = []
    for contour in contours(grey, 0.5 * size, 1.4 * size, round(2.5 * height) | 1):
        box = cv2.minAreaRect(contour)
        short, long = sorted(box[1])
        off = max(abs(short / width - 1), abs(long / height - 1))
        if off < BLOB_TOLERANCE:
            boxes.append((-off, upright(cv2.boxPoints(box))))
    cards = _distinct(_fitted(grey, boxes, width, height))
    found = [Found(apply(to_image, quad), support) for support, quad in cards]
    for heap in _unexplained(grey, [quad for _, quad in cards], size):
        found.append(Found(apply(to_image, heap), 0.0, "overlap"))
    return tuple(found)


def _fitted(
    grey: Image, boxes: list[tuple[float, Corners]], width: float, height: float
) -> list[tuple[float, Corners]]:
    """Fit the best box of each place; the next best only where that fails."""
    singles: list[tuple[float, Corners]] = []
    tried: list[Corners] = []
    for _, quad in sorted(boxes, key=lambda item: -item[0]):
        if any(np.abs(quad.mean(0) - q.mean(0)).max() < SAME_BOX * width for _, q in singles):
            continue
        if sum(np.abs(quad - q).max() < 1.0 for q in tried):
            continue
        tried.append(quad)
        single = _single(grey, quad, width, height)
        if single is not None:
            singles.append(single)
    return singles


def _single(
    grey: Image, quad: Corners, width: float, height: float
) -> tuple[float, Corners] | None:
    refined, support = fit_sides(grey, quad, reach=6)
    top, right, bottom, left = side_lengths(refined)
    across = max(abs(top / width - 1), abs(bottom / width - 1))
    along = max(abs(left / height - 1), abs(right / height - 1))
    if support.min() < SUPPORT or max(across, along) > SIZE_TOLERANCE:
        return None
    return float(support.mean()), refined


def _distinct(quads: list[tuple[float, Corners]]) -> list[tuple[float, Corners]]:
    kept: list[tuple[float, Corners]] = []
    for support, quad in sorted(quads, key=lambda item: -item[0]):
        if all(overlap(quad, other) < SAME_PLACE for _, other in kept):
            kept.append((support, quad))
    return kept


def _unexplained(grey: Image, cards: list[Corners], size: float) -> list[Corners]:
    """Return boxes round paper that no found card accounts for."""
    small = cv2.resize(grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    bare = cv2.resize(cv2.medianBlur(small, 61), grey.shape[::-1]).astype(np.int16)
    paper = float(np.quantile(grey[::4, ::4], 0.99))
    rise = max(MIN_RISE, PAPER_RISE * (paper - float(np.median(bare))))
    mask = np.asarray((grey > bare + rise).astype(np.uint8) * 255)
    for quad in cards:
        middle = quad.mean(0)
        grown = middle + (quad - middle) * 1.08
        cv2.fillConvexPoly(mask, grown.round().astype(np.int32), 0)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    found, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    heaps = [c for c in found if cv2.contourArea(c) >= HEAP * size]
    return [upright(cv2.boxPoints(cv2.minAreaRect(heap))) for heap in heaps]


def _without_markers(grey: Image, mat: Mat) -> Image:
    """Paint over the markers and their white rims, which are as bright as cards."""
    dark = int(np.median(grey[::8, ::8]))
    for number in mat.markers:
        quad = mat.marker_corners_mm(number)
        low = (quad.min(0) - mat.quiet_mm - 1) * PX_PER_MM
        high = (quad.max(0) + mat.quiet_mm + 1) * PX_PER_MM
        (x0, y0), (x1, y1) = np.maximum(low, 0).astype(int), high.astype(int)
        grey[y0:y1, x0:x1] = dark
    return grey
