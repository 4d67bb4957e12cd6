"""What the cards of a canoe share, in mm of a small card: the hull, the river and its banks.

The hull's rail and waterline stand at the same height on every card, so that cards side by side
are one canoe: its bow is at the left, its stern at the right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from vision.art.shapes import (
    Clip,
    Disc,
    Fill,
    Point,
    Points,
    Shape,
    Shapes,
    Stroke,
    circle,
    placed,
    rect,
    smooth,
    star,
    wave,
)
from vision.art.smallcard import SIZE_MM

RAIL = 38.0  # the hull's upper edge
WATERLINE = 48.6
SHORE = 33.0  # where the far bank meets the river
TONES = ("pale", "mid", "deep")

Pattern = Callable[[str], Shapes]  # in one ink, about a canoe's side, over 44 x 11 mm


# -- the banks ----------------------------------------------------------------------------


def _round(dice: Random, base: float, width: float) -> Points:
    length, phase, swing = dice.uniform(14, 40), dice.uniform(0, 6.3), dice.uniform(1.6, 4.2)
    lean = dice.uniform(-0.12, 0.12)

    def height(x: float) -> float:
        return base + swing * math.sin(2 * math.pi * x / length + phase) + lean * (x - 22)

    return wave(0, width, height)


def _sharp(dice: Random, base: float, width: float) -> Points:
    x, up = -dice.uniform(0, 9), dice.random() < 0.5
    points: list[Point] = []
    while x < width + 8:
        points.append((x, base + (dice.uniform(-7, -3) if up else dice.uniform(1, 4))))
        x, up = x + dice.uniform(5, 10), not up
    return tuple(points)


def _mesas(dice: Random, base: float, width: float) -> Points:
    x, up = -dice.uniform(0, 10), dice.random() < 0.5
    points: list[Point] = []
    while x < width + 8:
        y = base + (dice.uniform(-6, -3) if up else dice.uniform(1, 3))
        wide = dice.uniform(5, 12)
        points += [(x, y), (x + wide, y)]
        x, up = x + wide + 1.2, not up
    return tuple(points)


def _firs(dice: Random, base: float, width: float) -> Points:
    x = -dice.uniform(0, 6)
    points: list[Point] = []
    while x < width + 8:
        wide, high = dice.uniform(4, 8), dice.uniform(5, 10)
        points += [(x, base), (x + wide / 2, base - high), (x + wide, base)]
        x += wide
    return tuple(points)


LANDS = {"hills": _round, "peaks": _sharp, "mesas": _mesas, "firs": _firs}


def banks(land: str, seed: str, width: float = SIZE_MM[0]) -> Shapes:
    """Draw the sky and the land beyond the river, one of `LANDS`, each seed its own.

    It is `width` mm wide, from x = 0: what spans two cards is drawn once.
    """
    dice = Random(f"banks {land} {seed}")
    sky = tone = dice.choice(TONES)
    shapes: list[Shape] = [Fill((rect(0, 0, width, SHORE + 1),), sky), *_sky(dice, sky)]
    base = dice.uniform(11, 20)
    while base < SHORE + 3:
        tone = dice.choice([t for t in TONES if t != tone])
        crest = LANDS[land](dice, base, width)
        foot = ((width + 16, 60.0), (-16.0, 60.0))
        shapes.append(Fill(((*crest, *foot),), tone))
        if dice.random() < 0.6:
            line = tuple((x, y + 2.6) for x, y in crest)
            shapes.append(Stroke(line, 0.9, dice.choice([t for t in TONES if t != tone])))
        base += dice.uniform(5, 9)
    return tuple(shapes)


def _sky(dice: Random, sky: str) -> Shapes:
    """Draw a sun or clouds."""
    tone = dice.choice([t for t in TONES if t != sky])
    at = (dice.uniform(26, 38), dice.uniform(6, 12))
    if dice.random() < 0.5:
        return (Fill((star(at, 6.4, 14, 0.75),), tone), Disc(at, 4.0, sky), Disc(at, 3.2, tone))
    return tuple(
        Stroke(((x, y), (x + dice.uniform(6, 14), y)), 2.4, tone)
        for x, y in ((dice.uniform(2, 34), 4.5 + 3.4 * i) for i in range(4))
    )


# -- the river ----------------------------------------------------------------------------


def far_water(seed: str) -> Shapes:
    """Draw the river behind the canoe."""
    dice = Random(f"far {seed}")
    lines = [Fill((rect(0, SHORE, 44, 63),), "water")]
    strokes = [
        Stroke(((x, y), (x + dice.uniform(4, 10), y)), 0.8, "foam")
        for y in (34.6, 36.4)
        for x in (dice.uniform(0, 12), dice.uniform(22, 34))
    ]
    return (*lines, *strokes)


def near_water(seed: str) -> Shapes:
    """Draw the river before the canoe, its waves as each seed has them."""
    dice = Random(f"near {seed}")
    surface = wave(0, 44, lambda x: WATERLINE + 0.5 * math.sin(2 * math.pi * x / 11))
    shapes: list[Shape] = [
        Fill(((*surface, (44.0, 63.0), (0.0, 63.0)),), "water"),
        Stroke(surface, 0.7, "foam"),
    ]
    y = WATERLINE + dice.uniform(1.8, 3.4)
    while y < 62:
        length, phase = dice.uniform(5, 14), dice.uniform(0, 6.3)
        swing, wide = dice.uniform(0.4, 1.1), dice.uniform(0.6, 1.9)
        line = wave(0, 44, _swell(y, swing, length, phase))
        shapes.append(Stroke(line, wide, dice.choice(("foam", "flow", "flow"))))
        y += dice.uniform(2.0, 3.6)
    return tuple(shapes)


def _swell(y: float, swing: float, length: float, phase: float) -> Callable[[float], float]:
    return lambda x: y + swing * math.sin(2 * math.pi * x / length + phase)


# -- the canoe ----------------------------------------------------------------------------


def _zigzag(ink: str) -> Shapes:
    line = tuple((i * 4.0, 3.2 if i % 2 else -3.2) for i in range(-6, 7))
    return (Stroke(line, 1.6, ink),)


def _lozenges(ink: str) -> Shapes:
    return tuple(
        Fill((((x - 3.2, 0.0), (x, -3.6), (x + 3.2, 0.0), (x, 3.6)),), ink)
        for x in (-16.0, -8.0, 0.0, 8.0, 16.0)
    )


def _rings(ink: str) -> Shapes:
    return tuple(Stroke(circle((x, 0.0), 2.7), 1.4, ink, True) for x in (-15.0, -5.0, 5.0, 15.0))


def _bars(ink: str) -> Shapes:
    return tuple(Stroke(((x, -3.6), (x, 3.6)), 1.9, ink) for x in range(-20, 21, 5))


def _steps(ink: str) -> Shapes:
    steps: Shapes = ()
    for x in (-16.0, -5.0, 6.0, 17.0):
        steps += tuple(
            Fill((rect(x - r, y - 1.3, x + r, y + 1.3),), ink)
            for r, y in ((4.4, 2.6), (2.8, 0.0), (1.2, -2.6))
        )
    return steps


def _teeth(ink: str) -> Shapes:
    return tuple(
        Fill((((x - 3.0, -4.0), (x + 3.0, -4.0), (x, 3.6)),), ink) for x in range(-18, 19, 6)
    )


def _dots(ink: str) -> Shapes:
    return tuple(
        Disc((x, y), 1.3, ink)
        for y, first in ((-2.2, -20), (2.2, -18))
        for x in range(first, 21, 4)
    )


def _braid(ink: str) -> Shapes:
    return tuple(
        Stroke(wave(-21, 21, _swell(0.0, 3.0, 10.0, phase)), 1.5, ink) for phase in (0.0, math.pi)
    )


PATTERNS: tuple[Pattern, ...] = (
    _zigzag,
    _lozenges,
    _rings,
    _bars,
    _steps,
    _teeth,
    _dots,
    _braid,
)


def _bow() -> Points:
    """Return the hull of a left end: its stem rises and curls back."""
    stem = smooth(
        (
            (13.0, 50.0),
            (8.6, 46.0),
            (5.6, 38.0),
            (6.2, 30.0),
            (10.2, 26.4),
            (12.2, 29.6),
            (10.4, 31.6),
        )
    )
    rail = smooth(((11.2, 33.2), (16.0, 36.8), (24.0, 37.8), (44.0, RAIL)))
    return (*stem, *rail, (44.0, 50.0))


def _stern() -> Points:
    """Return the hull of a right end: lower than the bow, and cut straight."""
    return (
        (0.0, 50.0),
        *smooth(((0.0, RAIL), (18.0, 37.6), (28.0, 35.6), (34.4, 30.2), (36.6, 27.6))),
        (40.0, 29.6),
        *smooth(((39.0, 33.0), (36.6, 43.0), (31.0, 50.0))),
    )


HULLS: dict[str, Callable[[], Points]] = {
    "bow": _bow,
    "stern": _stern,
    "side": lambda: rect(0, RAIL, 44, 50),
}


def hull(part: str, seed: str) -> Shapes:
    """Draw a canoe's bow, stern or side, of light or dark wood, painted as each seed has it."""
    dice, outline = Random(f"hull {seed}"), HULLS[part]()
    dark, pattern = dice.random() < 0.5, dice.choice(PATTERNS)
    wood, paint = ("bark", "wood") if dark else ("wood", "bark")
    middle = {"bow": 27.0, "stern": 17.0, "side": 22.0}[part]
    field = rect(13.0 if part == "bow" else -1.0, RAIL, 32.0 if part == "stern" else 45.0, 50)
    return (
        Fill((outline,), wood),
        Clip((field,), placed(pattern(paint), middle, 43.8)),
        Clip((outline,), (Stroke(((0.0, RAIL + 0.9), (44.0, RAIL + 0.9)), 1.9, "ink"),)),
        Stroke(outline, 1.1, "ink", True),
    )


def end_sign(part: str) -> Shapes:
    """Draw the sign of a bow or a stern about the origin, 10 mm across: the hull in small."""
    middle, scale = {"bow": 24.8, "stern": 19.6}[part], 0.265
    return placed((Fill((HULLS[part](),), "ink"),), -middle * scale, -38.6 * scale, scale)
