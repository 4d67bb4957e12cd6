"""Cards as a hand-held phone sees them: their corners alone, a little off, and nothing rendered."""

from __future__ import annotations

import math

import numpy as np

from vision.geometry import Floats
from vision.synthetic.camera import PinholeCamera

Chance = np.random.Generator
Place = tuple[float, float, float]  # x and y in mm, and the turn in degrees
OFF = 0.008  # of a card's height, by which corners are off


def camera(chance: Chance, most_tilt_deg: float = 35.0, from_deg: float = 90.0) -> PinholeCamera:
    """Return a phone over a table, leaning back towards its holder, its aim beside the cards."""
    tilt = math.radians(float(chance.uniform(0, most_tilt_deg)))
    towards = math.radians(from_deg + float(chance.normal(0, 10)))
    far = float(chance.uniform(450, 800))
    x, y = chance.uniform(-60, 60, 2).tolist()
    eye = (
        x + far * math.sin(tilt) * math.cos(towards),
        y + far * math.sin(tilt) * math.sin(towards),
        far * math.cos(tilt),
    )
    return PinholeCamera(1600, 1200, eye, (x, y), float(chance.normal(0, 5)), 1.0)


def seen(
    by: PinholeCamera, cards: list[Place], card_mm: tuple[float, float], chance: Chance
) -> Floats:
    """Return the corners of cards in a picture (n x 4 x 2, TL, TR, BR, BL)."""
    box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * card_mm / 2
    quads = []
    for x, y, turn_deg in cards:
        turn = math.radians(turn_deg)
        turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        quad = by.project(box @ turned.T + (x, y))
        high = float(np.linalg.norm(quad[2] - quad[1]))
        quads.append(quad + chance.normal(0, OFF * high, (4, 2)))
    return np.array(quads, np.float32)
