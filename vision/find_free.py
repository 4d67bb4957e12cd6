"""Finding cards in any picture, without a mat: quads of the deck's aspect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import paperness
from vision.edges import fit_sides
from vision.find_mat import Found
from vision.geometry import area, is_convex, overlap, side_lengths, upright
from vision.outlines import corner_quads, fits_aspect, lone_quad
from vision.reading import Corners, Image

LONGEST = 1000  # pixels of the picture that is searched
LEVELS = 12
NEIGHBOURHOODS = (5, 12)  # the picture's longest side over the adaptive thresholds' blocks
FACTORS = (0.9, 1.0, 1.1, 1.2)  # of the neighbourhood's mean
LEAST, MOST = 0.003, 0.7  # of the picture's area
SUPPORT = 0.4  # of each side of a lone card must be seen as an edge
HALF_HIDDEN = (0.0, 0.25, 0.7, 0.7)  # of the sides of a card on top of others, faintest first
MOST_FINDS = 60
SAME_QUAD = 0.8  # area shared over area covered, from which two finds are one


def find_free(picture: Image, card_mm: tuple[float, float]) -> tuple[Found, ...]:
    """Find cards of this size (width, height; only its aspect counts) in a picture."""
    aspect = card_mm[1] / card_mm[0]
    scale = min(1.0, LONGEST / max(picture.shape[:2]))
    small = picture
    if scale < 1:
        small = np.asarray(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    lone: list[Found] = []
    sticking: list[Found] = []
    for grey in (paperness(small), np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)):
        calm = np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)
        quads, hidden = _quads(calm, aspect)
        lone += _fitted(calm, quads, aspect, alone=True)
        sticking += _fitted(calm, hidden, aspect, alone=False)
    kept = _distinct([*lone, *sticking])
    return tuple(replace(f, corners=_grown(f.corners, scale)) for f in kept)


def _masks(grey: Image) -> Iterator[NDArray[np.uint8]]:
    low, high = np.quantile(grey[::4, ::4], (0.02, 0.995))
    for level in np.linspace(low, high, LEVELS + 2)[1:-1]:
        _, mask = cv2.threshold(grey, float(level), 255, cv2.THRESH_BINARY)
        yield np.asarray(mask, np.uint8)
    for share in NEIGHBOURHOODS:
        block = max(grey.shape) // share | 1
        mean = cv2.blur(grey, (block, block))
        for factor in FACTORS:
            limit = cv2.convertScaleAbs(mean, alpha=factor, beta=3)
            yield np.asarray(cv2.compare(grey, limit, cv2.CMP_GT), np.uint8)


def _quads(grey: Image, aspect: float) -> tuple[list[Corners], list[Corners]]:
    """Return the quads of lone outlines, and those that corners of other outlines suggest."""
    whole = grey.shape[0] * grey.shape[1]
    lone: list[Corners] = []
    hidden: list[Corners] = []
    for mask in _masks(grey):
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in outlines:
            if len(contour) < 4 or not LEAST * whole <= cv2.contourArea(contour) <= MOST * whole:
                continue
            outline = contour.reshape(-1, 2).astype(np.float32)
            quad = lone_quad(outline)
            if quad is not None:
                quad = upright(quad)
                if fits_aspect(quad, aspect):
                    lone.append(quad)
                    continue
            for guess in corner_quads(outline, aspect):
                quad = upright(guess)
                if is_convex(quad) and fits_aspect(quad, aspect) and area(quad) >= LEAST * whole:
                    hidden.append(quad)
    return lone, hidden


def _fitted(grey: Image, quads: list[Corners], aspect: float, *, alone: bool) -> list[Found]:
    """Fit quads to the edges that are there, and keep those whose sides are seen."""
    found: list[Found] = []
    tried = np.zeros((0, 4, 2), np.float32)
    for quad in quads:
        if len(tried) and np.abs(tried - quad).max((1, 2)).min() < 2:
            continue
        tried = np.concatenate([tried, quad[None]])
        high = float(side_lengths(quad).max())
        fitted, support = fit_sides(grey, quad, max(3.0, 0.03 * high))
        seen = np.sort(support)
        if np.any(seen < (SUPPORT if alone else HALF_HIDDEN)):
            continue
        if is_convex(fitted) and fits_aspect(fitted, aspect):
            found.append(Found(fitted, _worth(grey, fitted, support, aspect), alone=alone))
    return found


def _worth(grey: Image, quad: Corners, support: NDArray[np.floating], aspect: float) -> float:
    """Return how good a find is: its sides seen, of the right aspect, rather large than small."""
    top, right, bottom, left = side_lengths(quad)
    off = abs(float(np.log((right + left) / (top + bottom) / aspect)))
    share = area(quad) / (grey.shape[0] * grey.shape[1])
    return float(support.mean()) - 0.5 * off + 0.03 * float(np.log(share))


def _distinct(found: list[Found]) -> list[Found]:
    """Keep the best of finds that are the same quad; others may overlap, reading will tell."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda f: (f.alone, f.support), reverse=True):
        if all(_same(one.corners, other.corners) < SAME_QUAD for other in kept):
            kept.append(one)
    return kept[:MOST_FINDS]


def _same(a: Corners, b: Corners) -> float:
    smaller, larger = sorted((area(a), area(b)))
    shared = overlap(a, b) * smaller
    return shared / (smaller + larger - shared)


def _grown(quad: Corners, scale: float) -> Corners:
    return np.asarray((quad + 0.5) / scale - 0.5, np.float32)
