"""Draw a hand and a forearm that reach over the table, from rounded shapes in millimetres."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.camera import PinholeCamera
from vision.synthetic.scene import Hand, Window

Floats = NDArray[np.float32]

# The capsules of a hand that points up, each with its start, its end and the radii at both ends, in
# mm. The origin is the tip of the middle finger; y points down towards the arm.
BONES = (
    ((2.0, 8.0), (0.0, 78.0), 8.0, 10.0),
    ((-20.0, 20.0), (-16.0, 82.0), 7.6, 10.0),
    ((22.0, 16.0), (15.0, 82.0), 7.8, 10.0),
    ((40.0, 36.0), (28.0, 88.0), 6.8, 9.5),
    ((-48.0, 72.0), (-22.0, 122.0), 9.0, 15.0),
    ((-8.0, 92.0), (-4.0, 138.0), 22.0, 22.0),
    ((14.0, 92.0), (8.0, 138.0), 22.0, 22.0),
    ((2.0, 130.0), (2.0, 190.0), 27.0, 25.0),
    ((2.0, 190.0), (6.0, 520.0), 25.0, 44.0),
    ((6.0, 520.0), (6.0, 1500.0), 44.0, 60.0),
)
SHADED_MM = 48.0  # A hand casts no shadow beyond this distance.
COARSE = 4  # Light, hands and visibility are smooth: every fourth pixel is computed.
CUFF_MM = 215.0  # Start of the sleeve.


def hand_shape(hand: Hand, ground_mm: Floats) -> tuple[Floats, Floats]:
    """Return the distance of table points (h x w x 2, mm) from a hand, and their place on its arm.

    Both are h x w, in mm; the distance is negative inside the hand.
    """
    turn = math.radians(hand.from_deg - 90)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = ground_mm[..., 0] - hand.x_mm, ground_mm[..., 1] - hand.y_mm
    x, y = (cos * dx + sin * dy) / hand.size, (cos * dy - sin * dx) / hand.size
    nearest = np.full(x.shape, 1e6, np.float32)
    for (ax, ay), (bx, by), ra, rb in BONES:
        ex, ey = bx - ax, by - ay
        t = np.clip(((x - ax) * ex + (y - ay) * ey) / (ex**2 + ey**2), 0, 1)
        gap = np.hypot(x - ax - t * ex, y - ay - t * ey) - (ra + (rb - ra) * t)
        np.minimum(nearest, gap, out=nearest)
    size = np.float32(hand.size)
    return np.asarray(nearest * size, np.float32), np.asarray(y * size, np.float32)


def hand_colour(hand: Hand, outside_mm: Floats, along_mm: Floats) -> Floats:
    """Return a hand's colours, h x w x 3, BGR, with rounded shading and a sleeve on the forearm."""
    cuff = np.clip((along_mm - CUFF_MM * hand.size) / 2, 0, 1)[..., None]
    colour = _bgr(hand.skin) * (1 - cuff) + _bgr(hand.sleeve) * cuff
    depth = np.sqrt(np.clip(-outside_mm / (13 * hand.size), 0, 1))
    shade = 1 - hand.round_ + (hand.round_ + 0.03) * depth
    shade = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), 1.0)
    return np.asarray(shade[..., None] * colour, np.float32)


class HandPatch(NamedTuple):
    """A hand's part of a frame; `window` is its rows and columns.

    `alpha` (h x w) is the covered share of each pixel, `dark` (h x w) is the light that reaches the
    table next to the hand, and `colour` is h x w x 3, BGR. `coarse` is the covered area of the
    whole frame at 1/`COARSE` size.
    """

    window: Window
    alpha: Floats
    colour: Floats
    dark: Floats
    coarse: NDArray[np.bool_]


def hand_patch(hand: Hand, ground: Floats, camera: PinholeCamera) -> HandPatch:
    """Return a hand's part of a frame.

    `ground` (h x w x 2, mm) are the table points of every `COARSE`-th pixel.
    """
    outside, along = hand_shape(hand, ground)
    # Its shadow is soft and to one side, because a hand hovers.
    shade, _ = hand_shape(hand, ground - np.array((16, 12), np.float32))
    nearest = np.minimum(outside, shade)
    rows, columns = _span(nearest.min(axis=1)), _span(nearest.min(axis=0))
    window = (
        slice(rows.start * COARSE, min(rows.stop * COARSE, camera.height)),
        slice(columns.start * COARSE, min(columns.stop * COARSE, camera.width)),
    )
    size = (window[1].stop - window[1].start, window[0].stop - window[0].start)
    if 0 in size:
        nothing = np.zeros((0, 0), np.float32)
        return HandPatch(window, nothing, nothing, nothing, outside < 0)
    dark = 1 - 0.45 / (1 + np.exp(np.clip(shade[rows, columns] / 3, -30, 30)))
    outside_px, along_px, dark_px = (
        np.asarray(cv2.resize(part.astype(np.float32), size), np.float32)
        for part in (outside[rows, columns], along[rows, columns], dark)
    )
    cover = np.clip(0.5 - outside_px * camera.px_per_mm, 0, 1)
    return HandPatch(window, cover, hand_colour(hand, outside_px, along_px), dark_px, outside < 0)


def _span(away_mm: Floats) -> slice:
    """Return the range of pixels that a hand darkens, plus one on each side for smoothing."""
    at = np.flatnonzero(away_mm < SHADED_MM)
    return slice(max(0, int(at[0]) - 1), int(at[-1]) + 2) if len(at) else slice(0, 0)


def _bgr(colour: str) -> Floats:
    value = int(colour.lstrip("#"), 16)
    return np.array([value & 255, value >> 8 & 255, value >> 16], np.float32)
