"""Fitting a card's four sides to the edges that the picture really shows."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, crossings
from vision.reading import Corners, Image

# Below each number: what halving and doubling it changed as the README has it measured; where
# nothing is said, they changed nothing.

# Fitting each side.
SIDE_SAMPLES = 32  # places along a side
SIDE_INSET = 0.1  # of a side left out at both ends, where corners are round
#   doubled: corners 0.19 % off
MIN_PLACES = 8  # places on a line: with fewer it is none
# Shifting and turning a quad as a whole.
TURNS_DEG = (-2.0, -1.0, 0.0, 1.0, 2.0)
MAX_EDGE = 40.0  # grey levels: a stronger edge counts no more
MIN_EDGE = 9.0  # grey levels: a weaker one is not seen
#   halved: a tenth 3.5 % off, 57 proposals; doubled: 3 cards lost, 26 proposals, 5 heaps


def fit_sides(grey: Image, quad: Corners, reach: float) -> tuple[Corners, Floats]:
    """Move a quad's sides onto the nearest strong edges, `reach` pixels to either side.

    `grey` is height x width, uint8; `quad` is (4, 2) pixels, clockwise. Returns the refined
    corners (4, 2), and for each side in the quad's order the share (4,) of places where an edge
    supports it. A side without edges stays where it was; a quad that runs away is returned
    unchanged, with no support. Lines are fitted by consensus, then by least squares.
    """
    profiles, starts, normals, offsets = _profiles(grey, quad, reach)
    slope = profiles[:, :, 2:] - profiles[:, :, :-2]
    inside = profiles[:, :, -3:].mean() - profiles[:, :, :3].mean()
    rise = slope if inside >= 0 else -slope  # a card is mostly brighter than what it lies on
    best = rise.argmax(2)
    height = np.take_along_axis(rise, best[..., None], 2)[..., 0]
    place = offsets[1:-1][best] + _between(rise, best) * (offsets[1] - offsets[0])
    slopes, middles, support = _lines(place, height)
    first = starts[:, 0] + normals * (middles - slopes)[:, None]
    last = starts[:, -1] + normals * (middles + slopes)[:, None]
    lines = np.stack([first, last], 1)
    refined = crossings(np.roll(lines, 1, 0), lines).astype(np.float32)
    if not np.all(np.isfinite(refined)) or np.abs(refined - quad).max() > 2.5 * reach:
        return quad, np.zeros(4, np.float32)
    return refined, support.astype(np.float32)


def _profiles(grey: Image, quad: Corners, reach: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Sample the picture across each side, outside first, inside last: 4 x places x steps.

    Returns also the places (4 x places x 2), the inward normals (4 x 2) and the steps' offsets.
    """
    steps = max(5, 2 * round(reach) + 1)
    offsets = np.linspace(-reach, reach, steps).astype(np.float32)
    starts, normals = _sides(quad)
    return _sampled(grey, starts, normals, offsets), starts, normals, offsets


def _sides(quad: Corners) -> tuple[Floats, Floats]:
    """Return places along the four sides of a clockwise quad, and their inward normals."""
    along = np.linspace(SIDE_INSET, 1 - SIDE_INSET, SIDE_SAMPLES).astype(np.float32)
    run = np.roll(quad, -1, 0) - quad
    direction = run / np.maximum(np.linalg.norm(run, axis=1, keepdims=True), 1e-6)
    normals = np.stack([-direction[:, 1], direction[:, 0]], 1).astype(np.float32)
    return quad[:, None] + run[:, None] * along[:, None], normals


def _sampled(picture: Image, starts: Floats, normals: Floats, offsets: Floats) -> Floats:
    """Return the picture across the sides: 4 x places x offsets (x colours)."""
    where = starts[:, :, None] + normals[:, None, None] * offsets[:, None]
    flat = where.reshape(4 * SIDE_SAMPLES, len(offsets), 2).astype(np.float32)
    x, y = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    values = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shape = (4, SIDE_SAMPLES, len(offsets), *picture.shape[2:])
    return values.reshape(shape).astype(np.float32)


def _between(rise: Floats, best: NDArray[np.int64]) -> Floats:
    """Return the peak's place between samples, by a parabola through three of them."""
    last = rise.shape[2] - 1
    left, middle, right = (
        np.take_along_axis(rise, np.clip(best + step, 0, last)[..., None], 2)[..., 0]
        for step in (-1, 0, 1)
    )
    curve = left - 2 * middle + right
    shift = np.where(np.abs(curve) > 1e-3, (left - right) / (2 * curve + 1e-9), 0.0)
    return cast(Floats, np.clip(shift, -0.5, 0.5).astype(np.float32))


def _lines(place: Floats, height: Floats) -> tuple[Floats, Floats, Floats]:
    """Fit a line to the edge places (4 x places) of each side, most of which agree.

    Returns slopes, middles, and the shares of the places that lie on the lines.
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


_FIRST, _SECOND = np.triu_indices(SIDE_SAMPLES, SIDE_SAMPLES // 2)


def _robust(x: Floats, y: Floats, strong: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return slope and middle of the lines through two of the places that most others support."""
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


def fit_rigid(picture: Image, quad: Corners, reach: int) -> tuple[Corners, Floats]:
    """Shift and turn a quad of known size, as a whole, to where its four sides see most edges.

    `picture` is height x width x 3, BGR; `quad` is (4, 2) pixels, clockwise; `reach` is how many
    pixels it may shift. Returns the quad (4, 2) and, for each side, the share (4,) of places
    where an edge is seen. Hidden sides do no harm while others are seen.
    """
    middle = quad.mean(0)
    best: tuple[float, Corners, Floats] | None = None
    for turn in TURNS_DEG:
        cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        turned = (quad - middle) @ np.array([[cos, sin], [-sin, cos]], np.float32) + middle
        turned = turned.astype(np.float32)
        edges, normals = _edge_bands(picture, turned, reach)
        shares = (edges > MIN_EDGE).mean(1)
        strength = np.minimum(edges, MAX_EDGE).mean(1) / MAX_EDGE + shares
        down = strength[0] + strength[2][::-1]  # the top moves inward as the bottom moves out
        right = strength[3] + strength[1][::-1]
        dy, dx = int(down.argmax()), int(right.argmax())
        score = float(down[dy] + right[dx])
        if best is None or score > best[0]:
            shift = normals[0] * (dy - reach) + normals[3] * (dx - reach)
            last = 2 * reach
            support = np.array(
                [shares[0, dy], shares[1, last - dx], shares[2, last - dy], shares[3, dx]]
            )
            best = score, turned + shift, support
    assert best is not None
    return best[1].astype(np.float32), best[2]


def _edge_bands(picture: Image, quad: Corners, reach: int) -> tuple[Floats, Floats]:
    """Return how strong an edge lies along each side, 4 x places x offsets, and the normals."""
    offsets = np.arange(-reach - 1, reach + 2).astype(np.float32)
    starts, normals = _sides(quad)
    levels = _sampled(picture, starts, normals, offsets)
    edges = np.abs(levels[:, :, 2:] - levels[:, :, :-2]).mean(3)
    # An edge a pixel off its line still lies on it.
    near = np.maximum(edges, np.maximum(np.roll(edges, 1, 2), np.roll(edges, -1, 2)) * 0.8)
    return cast(Floats, near), normals
