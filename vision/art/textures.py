"""Backgrounds that differ from card to card: dunes, facets, orbits and inlay, one family a deck.

Each takes a box and a seed and fills the box with the inks ``pale``, ``mid`` and ``deep``, in
shapes large enough that a small grey picture of the card still shows them. Size, lie and turn
of the pattern vary too: equal grids would make any two cards look alike.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from random import Random

from vision.art.shapes import (
    Clip,
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
    sky = dice.choice(TONES)
    shapes: list[Shape] = [Fill((rect(*box),), sky), *_sun(dice, box, sky)]
    base, tone = dice.uniform(top + 12, top + 24), sky
    while base < bottom + 4:
        before, tone = tone, dice.choice([t for t in TONES if t != tone])
        crest = _crest(dice, base, (left + right) / 2)
        shapes.append(_sand(left, right, bottom, crest, tone))
        ripple = dice.choice([t for t in TONES if t != tone])
        if ripple != before:  # lines along the slope, as wind leaves them
            for i in range(1, 4):
                line = wave(left - 1, right + 1, _lowered(crest, 1.0 + 2.3 * i), 0.8)
                shapes.append(Stroke(line, 1.1 - 0.2 * i, ripple))
        base += dice.uniform(7, 15)
    return tuple(shapes)


def _crest(dice: Random, base: float, middle: float) -> Callable[[float], float]:
    length, phase = dice.uniform(22, 70), dice.uniform(0, 2 * math.pi)
    swing, tilt = dice.uniform(2, 6), dice.uniform(-0.3, 0.3)

    def height(x: float) -> float:
        turn = 2 * math.pi * x / length + phase
        sharp = math.sin(turn + 0.55 * math.sin(turn))  # steep to leeward, as dunes are
        return base + swing * sharp + tilt * (x - middle)

    return height


def _lowered(height: Callable[[float], float], by: float) -> Callable[[float], float]:
    return lambda x: height(x) + by


def _sand(
    left: float, right: float, bottom: float, crest: Callable[[float], float], tone: str
) -> Fill:
    edge = wave(left - 1, right + 1, crest, 0.8)
    return Fill(((*edge, (right + 1, bottom + 20), (left - 1, bottom + 20)),), tone)


def _sun(dice: Random, box: Box, sky: str) -> list[Shape]:
    left, top, right, _ = box
    centre = (dice.uniform(left + 24, right - 9), dice.uniform(top + 8, top + 16))
    radius = dice.uniform(5, 8)
    body = "deep" if sky != "deep" else "pale"
    if dice.random() < 0.5:
        rays = dice.choice((10, 12, 16))
        halo: list[Shape] = [
            Fill((star(centre, radius + 4.5, rays, 0.72),), body),
            Disc(centre, radius + 0.9, sky),
        ]
    else:
        halo = [Stroke(circle(centre, radius + 2.6), 1.2, body, True)]
    return [*halo, Disc(centre, radius, body)]


def facets(box: Box, seed: str) -> Shapes:
    """Fill a box with a mountain face of lit and shaded triangles."""
    dice = Random(f"facets {seed}")
    middle, reach = _middle_and_reach(box)
    side = dice.uniform(11, 16)
    count = math.ceil(2 * reach / side) + 1
    high = side * dice.uniform(0.8, 1.25)

    def corner(i: int, j: int) -> Point:
        x, y = (i - count / 2) * side, (j - count / 2) * high
        return x + dice.uniform(-0.3, 0.3) * side, y + dice.uniform(-0.3, 0.3) * high

    net = [[corner(i, j) for i in range(count + 1)] for j in range(count + 1)]
    shapes: list[Shape] = []
    for upper, lower in pairwise(net):
        for a, b, c, d in zip(upper, upper[1:], lower[1:], lower, strict=False):
            halves = ((a, b, c), (a, c, d)) if dice.random() < 0.5 else ((a, b, d), (b, c, d))
            first = dice.choice(TONES)
            second = dice.choice([t for t in TONES if t != first])
            for half, tone in zip(halves, (first, second), strict=True):
                # The thin stroke closes the hairline between neighbours.
                shapes += [Fill((half,), tone), Stroke(half, 0.25, tone, True)]
    return (
        Fill((rect(*box),), "mid"),
        *_within(box, placed(shapes, *middle, turn_deg=dice.uniform(0, 90))),
    )


def orbits(box: Box, seed: str) -> Shapes:
    """Fill a box with paths that wander in quarter circles, and bodies on them."""
    dice = Random(f"orbits {seed}")
    middle, reach = _middle_and_reach(box)
    ground, path = dice.sample(("pale", "deep"), 2)
    cell = dice.uniform(10, 15)
    count = math.ceil(2 * reach / cell) + 1
    quarter = arc((-cell / 2, -cell / 2), cell / 2, 0, 90)
    paths: list[Shape] = []
    bodies: list[Shape] = []
    for j in range(count):
        for i in range(count):
            at = (i - count / 2 + 0.5) * cell, (j - count / 2 + 0.5) * cell
            for turn in (0, 180) if dice.random() < 0.5 else (90, 270):
                paths += placed((Stroke(quarter, 0.38 * cell, path),), *at, turn_deg=turn)
            if dice.random() < 0.3:
                node = at[0] + cell / 2, at[1] + cell / 2
                if dice.random() < 0.5:
                    bodies.append(Disc(node, 0.34 * cell, "mid"))
                else:
                    bodies.append(Fill((star(node, 0.39 * cell, 4, 0.4),), "mid"))
    lie = dice.uniform(0, 90)
    return (
        Fill((rect(*box),), ground),
        *_within(box, placed((*paths, *bodies), *middle, turn_deg=lie)),
    )


def inlay(box: Box, seed: str) -> Shapes:
    """Fill a box with inlaid wood: boards cut again and again, some of them along a diagonal."""
    dice = Random(f"inlay {seed}")
    middle, reach = _middle_and_reach(box)
    shapes: list[Shape] = []
    boards: list[tuple[Box, int]] = [((-reach, -reach, reach, reach), 0)]
    while boards:
        (left, top, right, bottom), depth = boards.pop()
        long = max(right - left, bottom - top)
        if long > 26 or (long > 13 and dice.random() < 0.75):
            share = dice.uniform(0.32, 0.68)
            if right - left > bottom - top:
                cut = left + share * (right - left)
                halves = ((left, top, cut, bottom), (cut, top, right, bottom))
            else:
                cut = top + share * (bottom - top)
                halves = ((left, top, right, cut), (left, cut, right, bottom))
            boards += [(half, depth + 1) for half in halves]
            continue
        first, second = dice.sample(TONES, 2)
        corners = rect(left, top, right, bottom)
        shapes.append(Fill((corners,), first))
        if dice.random() < 0.7:
            turn = dice.randrange(4)
            half = tuple(corners[(turn + i) % 4] for i in range(3))
            shapes.append(Fill((half,), second))
    return (
        Fill((rect(*box),), "mid"),
        *_within(box, placed(shapes, *middle, turn_deg=dice.uniform(15, 75))),
    )


def _middle_and_reach(box: Box) -> tuple[Point, float]:
    left, top, right, bottom = box
    return ((left + right) / 2, (top + bottom) / 2), math.hypot(right - left, bottom - top) / 2


def _within(box: Box, shapes: Shapes) -> list[Shape]:
    """Leave out what lies wholly outside a box: a card need not carry it."""
    left, top, right, bottom = box

    def touches(shape: Shape) -> bool:
        match shape:
            case Fill(rings):
                points, room = rings[0], 0.0
            case Stroke(points, width):
                room = width / 2
            case Disc(centre, radius):
                points, room = (centre,), radius
            case Clip(window):
                points, room = window[0], 0.0
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (
            min(xs) - room < right
            and max(xs) + room > left
            and min(ys) - room < bottom
            and max(ys) + room > top
        )

    return [shape for shape in shapes if touches(shape)]
