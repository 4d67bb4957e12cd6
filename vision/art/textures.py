"""Backgrounds that differ from card to card: dunes, facets and orbits, one family a deck.

Each takes a box and a seed and fills the box with the inks ``pale``, ``mid`` and ``deep``, in
shapes large enough that a small grey picture of the card still shows them.
"""

from __future__ import annotations

import math
from random import Random

from vision.art.shapes import (
    Disc,
    Fill,
    Point,
    Shape,
    Shapes,
    Stroke,
    arc,
    circle,
    placed,
    rect,
    star,
    wave,
)

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm
TONES = ("pale", "mid", "deep")


def dunes(box: Box, seed: str) -> Shapes:
    """Fill a box with a desert: a sun or moon in the sky, and waves of sand."""
    left, top, right, bottom = box
    dice = Random(f"dunes {seed}")
    sky = dice.choice(("pale", "mid", "deep"))
    shapes: list[Shape] = [Fill((rect(*box),), sky)]
    shapes += _sky(dice, box, sky)
    count = dice.randint(5, 8)
    horizon = dice.uniform(top + 15, top + 30)
    previous = sky
    for i in range(count):
        tone = dice.choice([t for t in TONES if t != previous])
        base = horizon + (bottom - horizon) * i / count
        length, phase = dice.uniform(26, 80), dice.uniform(0, 2 * math.pi)
        swing = dice.uniform(2.5, 5.5) * (0.6 + 0.5 * i / count)
        tilt = dice.uniform(-0.2, 0.2)

        def height(
            x: float,
            base: float = base,
            length: float = length,
            phase: float = phase,
            swing: float = swing,
            tilt: float = tilt,
        ) -> float:
            turn = 2 * math.pi * x / length + phase
            sharp = math.sin(turn + 0.55 * math.sin(turn))  # steep to leeward, as dunes are
            return base + swing * sharp + tilt * (x - (left + right) / 2)

        crest = wave(left - 1, right + 1, height, 0.8)
        shapes.append(Fill(((*crest, (right + 1, bottom + 20), (left - 1, bottom + 20)),), tone))
        previous = tone
    return tuple(shapes)


def _sky(dice: Random, box: Box, sky: str) -> list[Shape]:
    left, top, right, _ = box
    centre = (dice.uniform(left + 26, right - 8), dice.uniform(top + 8, top + 19))
    radius = dice.uniform(5, 9)
    body = "deep" if sky == "pale" else "pale"
    shapes: list[Shape] = []
    if dice.random() < 0.5:  # rays, or rings of haze
        rays = dice.choice((10, 12, 16))
        shapes.append(Fill((star(centre, radius + 4.5, rays, 0.72),), body))
        shapes.append(Disc(centre, radius + 0.9, sky))
    else:
        shapes += [Stroke(circle(centre, radius + 2.6), 1.1, body, True)]
    return [*shapes, Disc(centre, radius, body)]


def facets(box: Box, seed: str) -> Shapes:
    """Fill a box with a mountain face of lit and shaded triangles."""
    left, top, right, bottom = box
    dice = Random(f"facets {seed}")
    columns, rows = 5, 7
    wide, high = (right - left) / columns, (bottom - top) / rows

    def corner(i: int, j: int) -> Point:
        inside = 0 < i < columns, 0 < j < rows
        return (
            left + wide * i + (dice.uniform(-0.3, 0.3) * wide if inside[0] else 0.0),
            top + high * j + (dice.uniform(-0.3, 0.3) * high if inside[1] else 0.0),
        )

    net = [[corner(i, j) for i in range(columns + 1)] for j in range(rows + 1)]
    shapes: list[Shape] = [Fill((rect(*box),), "mid")]
    for j in range(rows):
        for i in range(columns):
            a, b, c, d = net[j][i], net[j][i + 1], net[j + 1][i + 1], net[j + 1][i]
            halves = ((a, b, c), (a, c, d)) if dice.random() < 0.5 else ((a, b, d), (b, c, d))
            first = dice.choice(TONES)
            second = dice.choice([t for t in TONES if t != first])
            for half, tone in zip(halves, (first, second), strict=True):
                shapes += [Fill((half,), tone), Stroke(half, 0.25, tone, True)]
    return tuple(shapes)


def orbits(box: Box, seed: str) -> Shapes:
    """Fill a box with paths that wander in quarter circles, and bodies on them."""
    left, top, right, bottom = box
    dice = Random(f"orbits {seed}")
    ground, path = dice.sample(("pale", "deep"), 2)
    cell = 11.4
    columns, rows = 5, math.ceil((bottom - top) / cell) + 1
    drop = dice.uniform(0, cell)
    shapes: list[Shape] = [Fill((rect(*box),), ground)]
    for j in range(rows):
        for i in range(columns):
            x, y = left + i * cell, top + j * cell - drop
            for turn in (0, 180) if dice.random() < 0.5 else (90, 270):
                quarter = arc((-cell / 2, -cell / 2), cell / 2, 0, 90)
                middle = x + cell / 2, y + cell / 2
                shapes += placed((Stroke(quarter, 4.4, path),), *middle, turn_deg=turn)
    for _ in range(9):
        i, j = dice.randrange(columns + 1), dice.randrange(rows)
        centre = (left + i * cell, top + j * cell - drop)
        if dice.random() < 0.5:
            shapes += [Disc(centre, 3.2, "mid")]
        else:
            shapes += [Fill((star(centre, 3.4, 4, 0.38),), "mid")]
    return tuple(shapes)
