"""Shift and turn quads of known size, so that their sides lie on the edges in the picture.

`quads/bands.py` fits each side by itself.
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, quarter_turn, side_vectors
from vision.pixels import sample_across
from vision.reading import Corners, Image

SIDE_SAMPLES = 32  # Number of places to sample along a side.
SIDE_INSET = 0.1  # The share of a side that is left out at both ends, because corners are round.
TURNS_DEG = (-2.0, -1.0, 0.0, 1.0, 2.0)
# The number of quads to fit at once. More overflow the processor's cache; with fewer, the calls
# take too much time.
AT_ONCE = 8
MAX_EDGE = 40.0  # Stronger edges count as this strong, in grey levels.
MIN_EDGE = 9.0  # Weaker edges, in grey levels, do not count.


_ALONG = np.linspace(SIDE_INSET, 1 - SIDE_INSET, SIDE_SAMPLES).astype(np.float32)[:, None]


def _sides(quads: Corners) -> tuple[Floats, Floats]:
    """Return places along the sides of clockwise quads (.. x 4 x 2), and the inward normals."""
    run = side_vectors(quads)
    direction = run / np.maximum(np.linalg.norm(run, axis=-1, keepdims=True), 1e-6)
    normals = quarter_turn(direction).astype(np.float32)
    return quads[..., None, :] + run[..., None, :] * _ALONG, normals


_ANGLES = np.radians(TURNS_DEG)
_TURNS = np.array(
    [[[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]] for a in _ANGLES], np.float32
)  # turns x 2 x 2


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
