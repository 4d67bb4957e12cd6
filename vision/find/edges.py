"""Fit a card's four sides to the edges in the picture.

`fit_sides` is for cards on a mat, where the sides are long, straight and stand out. Without a mat,
`quads/bands.py` fits many quads at once. There are two fitters because `fit_sides` is three times
as exact on a mat.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, intersections, quarter_turn, side_vectors
from vision.pixels import peak_shift, sample_across
from vision.reading import Corners, Image

# Fitting each side

SIDE_SAMPLES = 32  # Number of places to sample along a side.
SIDE_INSET = 0.1  # The share of a side that is left out at both ends, because corners are round.
MIN_PLACES = 8  # Minimum number of places with an edge for fitting a line.

# Shifting and turning a quad as a whole

TURNS_DEG = (-2.0, -1.0, 0.0, 1.0, 2.0)
# The number of quads to fit at once. More overflow the processor's cache; with fewer, the calls
# take too much time.
AT_ONCE = 8
MAX_EDGE = 40.0  # Stronger edges count as this strong, in grey levels.
MIN_EDGE = 9.0  # Weaker edges, in grey levels, do not count.


def fit_sides(grey: Image, quad: Corners, reach: float) -> tuple[Corners, Floats]:
    """Move a quad's sides onto the nearest strong edges, up to `reach` pixels to either side.

    `grey` is height x width, uint8; `quad` is (4, 2) pixels, clockwise. Return the refined corners
    (4, 2) and, for each side in the quad's order, the share (4,) of places that show an edge. A
    side without edges stays in its place. A quad that moves too far is returned unchanged, and its
    shares are 0. Lines are fitted by consensus, then by least squares.
    """
    profiles, starts, normals, offsets = _profiles(grey, quad, reach)
    slope = profiles[:, :, 2:] - profiles[:, :, :-2]
    inside = profiles[:, :, -3:].mean() - profiles[:, :, :3].mean()
    rise = slope if inside >= 0 else -slope  # A card is usually brighter than the table.
    best = rise.argmax(2)
    height = np.take_along_axis(rise, best[..., None], 2)[..., 0]
    place = offsets[1:-1][best] + peak_shift(*_around(rise, best)) * (offsets[1] - offsets[0])
    slopes, middles, support = _lines(place, height)
    first = starts[:, 0] + normals * (middles - slopes)[:, None]
    last = starts[:, -1] + normals * (middles + slopes)[:, None]
    lines = np.stack([first, last], 1)
    refined = intersections(np.roll(lines, 1, 0), lines).astype(np.float32)
    if not np.all(np.isfinite(refined)) or np.abs(refined - quad).max() > 2.5 * reach:
        return quad, np.zeros(4, np.float32)
    return refined, support.astype(np.float32)


def _profiles(grey: Image, quad: Corners, reach: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Sample the picture across each side, from outside to inside, as 4 x places x steps.

    Also return the places (4 x places x 2), the inward normals (4 x 2) and the offsets of the
    steps.
    """
    steps = max(5, 2 * round(reach) + 1)
    offsets = np.linspace(-reach, reach, steps).astype(np.float32)
    starts, normals = _sides(quad)
    profiles = sample_across(grey, starts, normals, offsets).astype(np.float32)
    return profiles, starts, normals, offsets


_ALONG = np.linspace(SIDE_INSET, 1 - SIDE_INSET, SIDE_SAMPLES).astype(np.float32)[:, None]


def _sides(quads: Corners) -> tuple[Floats, Floats]:
    """Return places along the sides of clockwise quads (.. x 4 x 2), and the inward normals."""
    run = side_vectors(quads)
    direction = run / np.maximum(np.linalg.norm(run, axis=-1, keepdims=True), 1e-6)
    normals = quarter_turn(direction).astype(np.float32)
    return quads[..., None, :] + run[..., None, :] * _ALONG, normals


def _around(rise: Floats, best: NDArray[np.int64]) -> list[Floats]:
    """Return the rise before, at and after the best step; beyond the ends it stays the same."""
    steps = (np.clip(best + step, 0, rise.shape[2] - 1)[..., None] for step in (-1, 0, 1))
    return [np.take_along_axis(rise, step, 2)[..., 0] for step in steps]


def _lines(place: Floats, height: Floats) -> tuple[Floats, Floats, Floats]:
    """Fit a line to the edge places (4 x places) of each side, ignoring outliers.

    Return the slopes, the middles and the share of places on each line.
    """
    strong = height > np.maximum(4.0, 0.3 * np.median(height, axis=1, keepdims=True))
    along = np.linspace(-1, 1, SIDE_SAMPLES, dtype=np.float32)
    slope, middle = _robust(along, place, strong)
    fits = strong.sum(1) >= MIN_PLACES
    keep = strong
    for tolerance in (1.5, 1.2):
        near = strong & (np.abs(place - middle[:, None] - slope[:, None] * along) < tolerance)
        keep = np.where(fits[:, None], near, keep)
        fits &= keep.sum(1) >= MIN_PLACES
        better = _least_squares(along, place, keep)
        slope, middle = np.where(fits, (*better,), (slope, middle))
    share = np.where(strong.sum(1) >= MIN_PLACES, keep.mean(1), 0.0)
    seen = share >= 0.3
    return slope * seen, middle * seen, cast(Floats, share)


_ANGLES = np.radians(TURNS_DEG)
_TURNS = np.array(
    [[[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] for a in _ANGLES], np.float32
)  # turns x 2 x 2

_FIRST, _SECOND = np.triu_indices(SIDE_SAMPLES, SIDE_SAMPLES // 2)


def _robust(x: Floats, y: Floats, strong: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return slope and middle of the best-supported line through two of the places."""
    slopes = (y[:, _SECOND] - y[:, _FIRST]) / (x[_SECOND] - x[_FIRST])
    middles = y[:, _FIRST] - slopes * x[_FIRST]
    off = np.abs(y[:, None] - middles[..., None] - slopes[..., None] * x)
    votes = ((off < 1.0) & strong[:, None]).sum(2) * (strong[:, _FIRST] & strong[:, _SECOND])
    best = votes.argmax(1)[:, None]
    return (
        cast(Floats, np.take_along_axis(slopes, best, 1)[:, 0]),
        cast(Floats, np.take_along_axis(middles, best, 1)[:, 0]),
    )


def _least_squares(x: Floats, y: Floats, keep: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    count = np.maximum(keep.sum(1), 1)
    mean_x, mean_y = (keep * x).sum(1) / count, (keep * y).sum(1) / count
    centred = np.where(keep, x - mean_x[:, None], 0)
    slope = (centred * y).sum(1) / ((centred * centred).sum(1) + 1e-9)
    return cast(Floats, slope), cast(Floats, mean_y - slope * mean_x)


def fit_rigid(picture: Image, quads: Corners, reach: int) -> tuple[Corners, Floats]:
    """Shift and turn quads of known size, each as a whole, so that their sides show the most edges.

    `picture` is height x width x 3, BGR; `quads` are (n, 4, 2) pixels, clockwise; `reach` is the
    largest shift in pixels. Return the quads (n, 4, 2) and, for each side, the share (n, 4) of
    places with an edge. Hidden sides do no harm if others are visible.
    """
    parts = [
        _fit_rigid(picture, quads[first : first + AT_ONCE], reach)
        for first in range(0, len(quads), AT_ONCE)
    ]
    if not parts:
        return quads, np.zeros((0, 4), np.float32)
    return np.concatenate([quad for quad, _ in parts]), np.concatenate([s for _, s in parts])


def _fit_rigid(picture: Image, quads: Corners, reach: int) -> tuple[Corners, Floats]:
    middles = quads.mean(1)[:, None, None]
    turned = (quads[:, None] - middles) @ _TURNS + middles  # n x turns x 4 x 2
    count, turns = turned.shape[:2]
    edges, normals = _edge_bands(picture, turned.reshape(-1, 4, 2).astype(np.float32), reach)
    shares = (edges > MIN_EDGE).mean(2)
    strength = np.minimum(edges, MAX_EDGE).mean(2) / MAX_EDGE + shares
    # when the top moves inwards, the bottom moves outwards
    down = strength[:, 0] + strength[:, 2, ::-1]
    right = strength[:, 3] + strength[:, 1, ::-1]
    best = (down.max(1) + right.max(1)).reshape(count, turns).argmax(1)
    each = best + turns * np.arange(count)
    dy, dx = down[each].argmax(1), right[each].argmax(1)
    shift = normals[each, 0] * (dy - reach)[:, None] + normals[each, 3] * (dx - reach)[:, None]
    last = 2 * reach
    support = shares[each[:, None], np.arange(4), np.stack([dy, last - dx, last - dy, dx], 1)]
    moved = turned[np.arange(count), best] + shift[:, None]
    return moved.astype(np.float32), cast(Floats, support)


def _edge_bands(picture: Image, quads: Corners, reach: int) -> tuple[Floats, Floats]:
    """Return the edge strength along each side, n x 4 x places x offsets, and the normals."""
    offsets = np.arange(-reach - 1, reach + 2).astype(np.float32)
    starts, normals = _sides(quads)
    levels = sample_across(picture, starts, normals, offsets)
    lines = levels.reshape(-1, levels.shape[-2], 3)
    steps = cv2.absdiff(lines[:, 2:], lines[:, :-2]).astype(np.float32)
    total = cv2.transform(steps, np.ones((1, 3), np.float32))  # ten times as fast as `sum`
    edges = (total / np.float32(3)).reshape(*levels.shape[:-2], -1)
    near = edges.copy()  # An edge one pixel off the line still counts.
    np.maximum(near[..., 1:], edges[..., :-1] * np.float32(0.8), out=near[..., 1:])
    np.maximum(near[..., :-1], edges[..., 1:] * np.float32(0.8), out=near[..., :-1])
    return near, normals
