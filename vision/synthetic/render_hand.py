"""A hand and forearm reaching over the table, as rounded shapes in millimetres."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.scene import Hand

Floats = NDArray[np.float32]

# Capsules of a hand that points up: from, to, radii at both ends, in mm. The origin is the tip
# of the middle finger, y runs down towards the arm.
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
)
CUFF_MM = 215.0  # where the sleeve begins
SLEEVE_BGR = (96.0, 70.0, 58.0)


def hand_shape(hand: Hand, ground_mm: Floats) -> tuple[Floats, Floats]:
    """Return how far table points (h x w x 2, mm) lie outside a hand, negative inside, and how far
    along the arm they lie, both h x w, mm."""
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
    """Return a hand's colours, h x w x 3, BGR: rounded by shade, with a sleeve on the forearm."""
    value = int(hand.skin.lstrip("#"), 16)
    bare = np.array([value & 255, value >> 8 & 255, value >> 16], np.float32)
    cuff = np.clip((along_mm - CUFF_MM * hand.size) / 2, 0, 1)[..., None]
    colour = bare * (1 - cuff) + np.array(SLEEVE_BGR, np.float32) * cuff
    depth = np.sqrt(np.clip(-outside_mm / (13 * hand.size), 0, 1))
    shade = cv2.GaussianBlur((0.55 + 0.48 * depth).astype(np.float32), (0, 0), 1.0)
    return np.asarray(shade[..., None] * colour, np.float32)
