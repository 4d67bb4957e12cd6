"""What lies behind a clan's emblems: a pattern of its own, of which each seed is another.

Each fills `BOX` with the inks ``pale``, ``mid`` and ``deep``, in pieces large enough that a small
grey picture of the card still shows them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from random import Random

from vision.art.shapes import (
    Clip,
    Disc,
    Fill,
    Points,
    Shapes,
    Stroke,
    circle,
    placed,
    rect,
    regular,
    star,
    wave,
)
from vision.art.smallcard import SIZE_MM

TONES = ("pale", "mid", "deep")
MIDDLE = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
REACH = 40.0  # from the card's middle to beyond its corners


def _tones(dice: Random) -> Iterator[str]:
    """Yield tones, none of them twice in a row."""
    tone = dice.choice(TONES)
    while True:
        yield tone
        tone = dice.choice([other for other in TONES if other != tone])


def _steps(dice: Random, least: float, most: float) -> Iterator[float]:
    """Yield places from one end of the reach to the other, unequal steps apart."""
    at = -REACH
    while at < REACH:
        yield at
        at += dice.uniform(least, most)


def _whole(tone: str) -> Fill:
    return Fill((rect(-REACH, -REACH, REACH, REACH),), tone)


def waves(dice: Random) -> Shapes:
    """Fill it with waves, one above the other."""
    length, swing = dice.uniform(14, 22), dice.uniform(1.8, 3.0)
    tones = _tones(dice)
    shapes: list[Fill] = []
    for y in _steps(dice, 5, 10):
        phase = dice.uniform(0, 6.3)
        swell = wave(-REACH, 2 * REACH, lambda x: swing * math.sin(6.3 * x / length))
        crest = tuple((x - length * phase / 6.3, y + up) for x, up in swell)
        shapes.append(Fill(((*crest, (REACH, REACH), (-REACH, REACH)),), next(tones)))
    return tuple(shapes)


def flames(dice: Random) -> Shapes:
    """Fill it with tongues that rise from below."""
    tones = _tones(dice)
    shapes: list[Fill] = []
    for y in _steps(dice, 7, 12):
        points: list[tuple[float, float]] = []
        x = -REACH - dice.uniform(0, 8)
        while x < REACH:
            wide, high = dice.uniform(6, 11), dice.uniform(7, 15)
            points += [(x, y), (x + wide * dice.uniform(0.25, 0.75), y - high)]
            x += wide
        shapes.append(Fill(((*points, (REACH, y), (REACH, REACH), (-REACH, REACH)),), next(tones)))
    return tuple(shapes)


def stones(dice: Random) -> Shapes:
    """Fill it with a dry wall."""
    tones = _tones(dice)
    shapes: list[Fill] = [_whole("deep")]
    for y in _steps(dice, 6.5, 9.5):
        for x in _steps(dice, 7, 14):
            stone = rect(x, y, x + 14, y + 10)
            shapes.append(Fill((stone,), next(tones)))
    return tuple(shapes)


def comb(dice: Random) -> Shapes:
    """Fill it with cells of a honeycomb."""
    radius, tones = dice.uniform(5.2, 6.4), _tones(dice)
    across, down = radius * math.sqrt(3), radius * 1.5
    shapes: list[Fill] = []
    for row in range(-9, 10):
        for column in range(-6, 7):
            at = ((column + row % 2 / 2) * across, row * down)
            shapes.append(Fill((regular(at, radius + 0.1, 6),), next(tones)))
    return placed(shapes, dice.uniform(-5, 5), dice.uniform(-5, 5), 1, dice.uniform(-20, 20))


def night(dice: Random) -> Shapes:
    """Fill it with moons and stars of many sizes."""
    ground = dice.choice(TONES)
    others = [tone for tone in TONES if tone != ground]
    shapes: list[Fill | Disc | Stroke] = [_whole(ground)]
    for y in _steps(dice, 8, 11):
        for x in _steps(dice, 8, 13):
            at, radius, tone = (
                (x, y + dice.uniform(-2, 2)),
                dice.uniform(2.6, 5.4),
                others[dice.random() < 0.5],
            )
            match dice.randrange(3):
                case 0:
                    shapes.append(Disc(at, radius, tone))
                case 1:
                    shapes.append(Stroke(circle(at, radius * 0.8), radius * 0.55, tone, True))
                case _:
                    shapes.append(
                        Fill((star(at, radius * 1.4, 4, 0.45, dice.uniform(0, 45)),), tone)
                    )
    return tuple(shapes)


def winds(dice: Random) -> Shapes:
    """Fill it with rings of wind about a point off the card."""
    turn, far = dice.uniform(0, 6.3), dice.uniform(26, 40)
    eye = (far * math.cos(turn), far * math.sin(turn))
    tones, radius = _tones(dice), 80.0
    shapes: list[Disc] = []
    while radius > 2:
        shapes.append(Disc(eye, radius, next(tones)))
        radius -= dice.uniform(4, 9)
    return tuple(shapes)


def fields(dice: Random) -> Shapes:
    """Fill it with wedges that meet in a point of the card."""
    tones, turn = _tones(dice), dice.uniform(0, 360)
    at = (dice.uniform(-10, 10), dice.uniform(-16, 16))
    end, shapes = turn + 352, list[Fill]()
    while turn < end:
        wide = dice.uniform(18, 40)
        ray: Points = tuple(
            (at[0] + 80 * math.cos(math.radians(a)), at[1] + 80 * math.sin(math.radians(a)))
            for a in (turn, turn + wide)
        )
        shapes.append(Fill(((at, *ray),), next(tones)))
        turn += wide
    return (_whole(next(tones)), *shapes)


GROUNDS: dict[str, Callable[[Random], Shapes]] = {
    "heron": waves,
    "lynx": flames,
    "lizard": stones,
    "bee": comb,
    "moth": night,
    "swallow": winds,
}


def ground(draw: Callable[[Random], Shapes], seed: str) -> Shapes:
    """Draw a ground over a whole card, as a seed has it."""
    window = (rect(0, 0, *SIZE_MM),)
    return (Clip(window, placed(draw(Random(f"{draw.__name__} {seed}")), *MIDDLE)),)
