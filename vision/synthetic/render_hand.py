"""Draw a hand and a forearm that reach over the table, from rounded shapes in millimetres."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.scene import Hand, Pose

Floats = NDArray[np.float32]

# The capsules of a hand that points up, each with its start, its end and the radii at both ends, in
# mm. The origin is the tip of the middle finger, or of the knuckles; y points down towards the arm.
Bones = tuple[tuple[tuple[float, float], tuple[float, float], float, float], ...]
PALM: Bones = (
    ((-8.0, 92.0), (-4.0, 138.0), 22.0, 22.0),
    ((14.0, 92.0), (8.0, 138.0), 22.0, 22.0),
    ((2.0, 130.0), (2.0, 190.0), 27.0, 25.0),
    ((2.0, 190.0), (6.0, 520.0), 25.0, 44.0),
    ((6.0, 520.0), (6.0, 1500.0), 44.0, 60.0),
)
BONES: dict[Pose, Bones] = {
    Pose.SPREAD: (
        ((2.0, 8.0), (0.0, 78.0), 8.0, 10.0),
        ((-20.0, 20.0), (-16.0, 82.0), 7.6, 10.0),
        ((22.0, 16.0), (15.0, 82.0), 7.8, 10.0),
        ((40.0, 36.0), (28.0, 88.0), 6.8, 9.5),
        ((-48.0, 72.0), (-22.0, 122.0), 9.0, 15.0),
        *PALM,
    ),
    Pose.FLAT: (
        ((0.0, 8.0), (0.0, 78.0), 9.0, 10.5),
        ((-17.0, 15.0), (-16.0, 82.0), 9.0, 10.5),
        ((17.0, 13.0), (16.0, 82.0), 9.0, 10.5),
        ((33.0, 31.0), (30.0, 88.0), 8.4, 10.0),
        ((-34.0, 60.0), (-24.0, 118.0), 9.5, 15.0),
        *PALM,
    ),
    Pose.FIST: tuple(
        ((ax, ay - 58.0), (bx, by - 58.0), ra, rb)
        for (ax, ay), (bx, by), ra, rb in (
            ((-27.0, 76.0), (-24.0, 100.0), 13.0, 14.0),
            ((-9.0, 70.0), (-8.0, 100.0), 12.0, 14.0),
            ((9.0, 71.0), (9.0, 100.0), 12.0, 14.0),
            ((26.0, 77.0), (24.0, 100.0), 11.0, 14.0),
            ((-38.0, 92.0), (-22.0, 122.0), 10.0, 15.0),
            *PALM,
        )
    ),
}
CUFF_MM = {Pose.SPREAD: 215.0, Pose.FLAT: 215.0, Pose.FIST: 157.0}  # Start of the sleeve.


def hand_shape(hand: Hand, ground_mm: Floats) -> tuple[Floats, Floats]:
    """Return the distance of table points (h x w x 2, mm) from a hand, and their place on its arm.

    Both are h x w, in mm; the distance is negative inside the hand.
    """
    turn = math.radians(hand.from_deg - 90)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = ground_mm[..., 0] - hand.x_mm, ground_mm[..., 1] - hand.y_mm
    x, y = (cos * dx + sin * dy) / hand.size, (cos * dy - sin * dx) / hand.size
    nearest = np.full(x.shape, 1e6, np.float32)
    for (ax, ay), (bx, by), ra, rb in BONES[hand.pose]:
        ex, ey = bx - ax, by - ay
        t = np.clip(((x - ax) * ex + (y - ay) * ey) / (ex**2 + ey**2), 0, 1)
        gap = np.hypot(x - ax - t * ex, y - ay - t * ey) - (ra + (rb - ra) * t)
        np.minimum(nearest, gap, out=nearest)
    size = np.float32(hand.size)
    return np.asarray(nearest * size, np.float32), np.asarray(y * size, np.float32)


def hand_colour(hand: Hand, outside_mm: Floats, along_mm: Floats) -> Floats:
    """Return a hand's colours, h x w x 3, BGR, with rounded shading and a sleeve on the forearm."""
    cuff = np.clip((along_mm - CUFF_MM[hand.pose] * hand.size) / 2, 0, 1)[..., None]
    colour = _bgr(hand.skin) * (1 - cuff) + _bgr(hand.sleeve) * cuff
    depth = np.sqrt(np.clip(-outside_mm / (13 * hand.size), 0, 1))
    shade = 1 - hand.round_ + (hand.round_ + 0.03) * depth
    shade = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), 1.0)
    return np.asarray(shade[..., None] * colour, np.float32)


def _bgr(colour: str) -> Floats:
    value = int(colour.lstrip("#"), 16)
    return np.array([value & 255, value >> 8 & 255, value >> 16], np.float32)
