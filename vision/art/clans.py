"""Small signs of the canoe deck, about the origin, in mm: who paddles, and what belongs together.

Each fits a circle of radius `REACH`, is drawn in ink, and its ground is paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from vision.art.shapes import (
    Disc,
    Fill,
    Shapes,
    Stroke,
    arc,
    circle,
    placed,
    regular,
    smooth,
    star,
    wave,
)

REACH = 5.0


def fish() -> Shapes:
    """Draw a fish that leaps."""
    body = (*arc((-0.8, 3.0), 5.2, 216, 324), *arc((-0.8, -3.0), 5.2, 36, 144))
    level = (
        Fill((body,), "ink"),
        Fill((((2.0, 0.0), (5.2, -3.4), (4.2, 0.0), (5.2, 3.4)),), "ink"),
        Disc((-3.1, -0.5), 0.7, "paper"),
    )
    return placed(level, turn_deg=80)


def turtle() -> Shapes:
    """Draw a turtle from above, its head up."""
    legs = tuple(
        Stroke(((x * 0.5, y * 0.5), (x, y)), 1.9, "ink")
        for x, y in ((-3.9, -3.0), (3.9, -3.0), (-3.7, 3.6), (3.7, 3.6))
    )
    return (
        *legs,
        Stroke(((0.0, -3.0), (0.0, -4.2)), 2.4, "ink"),
        Fill((circle((0.0, 0.6), 3.3, 1.15),), "ink"),
        Stroke(regular((0.0, 0.6), 1.9, 6), 0.8, "paper", True),
    )


def peaks() -> Shapes:
    """Draw two peaks, snow on the higher."""
    high = ((-5.0, 4.2), (-1.2, -4.8), (1.6, 0.6), (2.6, -0.8), (5.2, 4.2))
    snow = ((-2.5, -1.6), (-1.2, -4.2), (0.2, -1.4), (-0.8, -2.2), (-1.4, -1.0))
    return (Fill((high,), "ink"), Fill((snow,), "paper"))


def ripples() -> Shapes:
    """Draw three waves."""
    line = wave(-4.4, 4.4, lambda x: 0.9 * math.sin(1.45 * x))
    return tuple(
        Stroke(tuple((x, y + rise) for x, rise in line), 1.5, "ink") for y in (-3.2, 0.0, 3.2)
    )


def sun() -> Shapes:
    """Draw a sun: a ring with rays."""
    rays = tuple(
        Stroke(((3.7 * cos, 3.7 * sin), (5.0 * cos, 5.0 * sin)), 1.2, "ink")
        for cos, sin in ((math.cos(math.pi / 4 * i), math.sin(math.pi / 4 * i)) for i in range(8))
    )
    return (*rays, Stroke(circle((0, 0), 2.2), 1.4, "ink", True))


def bolt() -> Shapes:
    """Draw a flash of lightning."""
    outline = (
        (4.4, -5.0),
        (-0.8, -3.4),
        (-4.4, 1.4),
        (-1.2, 0.8),
        (-4.2, 5.0),
        (4.0, -1.0),
        (0.8, -0.8),
    )
    return (Fill((outline,), "ink"),)


def five_points() -> Shapes:
    """Draw a star of five points."""
    return (Fill((star((0, 0.4), 5.2, 5, 0.45),), "ink"),)


def loop() -> Shapes:
    """Draw a lasso: a loop and its rope."""
    return (
        Stroke(circle((-1.6, -0.8), 3.9, 0.8), 1.4, "ink", True),
        Stroke(smooth(((2.2, 0.2), (4.4, -1.4), (5.4, 1.0), (3.2, 2.6), (5.0, 4.6))), 1.4, "ink"),
    )


def bow_and_arrow() -> Shapes:
    """Draw a bow with its arrow, which points to the left."""
    return (
        Stroke(arc((3.4, 0.0), 6.0, 128, 232), 1.3, "ink"),
        Stroke(((-0.2, -4.6), (2.6, 0.0), (-0.2, 4.6)), 0.6, "ink"),
        Stroke(((-4.0, 0.0), (4.6, 0.0)), 1.0, "ink"),
        Fill((((-5.2, 0.0), (-2.8, -1.6), (-2.8, 1.6)),), "ink"),
    )


CLANS: tuple[Callable[[], Shapes], ...] = (fish, turtle, peaks, ripples, sun, bolt, five_points)


# -- what belongs together: a pair and its character --------------------------------------


def wheel() -> Shapes:
    """Draw a cannon's wheel."""
    spokes = tuple(
        Stroke(
            ((-4 * math.cos(t), -4 * math.sin(t)), (4 * math.cos(t), 4 * math.sin(t))), 0.8, "ink"
        )
        for t in (math.pi / 4 * i for i in range(4))
    )
    return (*spokes, Stroke(circle((0, 0), 4.2), 1.5, "ink", True), Disc((0, 0), 1.4, "ink"))


def paw() -> Shapes:
    """Draw a bear's paw."""
    toes = tuple(
        Disc(at, r, "ink")
        for at, r in (
            ((-3.8, -0.8), 1.15),
            ((-1.5, -3.2), 1.3),
            ((1.5, -3.2), 1.3),
            ((3.8, -0.8), 1.15),
        )
    )
    return (*toes, Fill((circle((0.0, 2.0), 3.2, 0.82),), "ink"))


def horns() -> Shapes:
    """Draw a bison's brow and horns."""
    head = ((-2.6, -1.0), (2.6, -1.0), (1.5, 4.8), (-1.5, 4.8))
    horn = smooth(((1.8, -0.4), (4.2, -0.8), (4.8, -2.4), (3.8, -4.6)))
    return (
        Fill((head,), "ink"),
        Stroke(horn, 1.4, "ink"),
        Stroke(tuple((-x, y) for x, y in horn), 1.4, "ink"),
    )


def log() -> Shapes:
    """Draw a felled log, its rings at the near end."""
    bark = ((-4.2, -0.8), (2.6, -4.8), (5.2, -0.6), (-0.6, 3.4))
    return (
        Fill((bark,), "ink"),
        Stroke(bark, 0.6, "ink", True),
        Stroke(((0.4, -1.2), (3.0, -2.8)), 0.7, "paper"),
        Disc((-2.2, 1.4), 3.0, "ink"),
        Stroke(circle((-2.2, 1.4), 1.9), 0.8, "paper", True),
        Disc((-2.2, 1.4), 0.7, "paper"),
    )


def ingots() -> Shapes:
    """Draw three bars of gold."""
    bar = ((-1.5, -1.7), (1.5, -1.7), (2.3, 1.7), (-2.3, 1.7))
    return tuple(
        shape
        for x, y in ((-2.6, 2.2), (2.6, 2.2), (0.0, -2.2))
        for shape in placed((Fill((bar,), "ink"),), x, y)
    )


def horseshoe() -> Shapes:
    """Draw a horseshoe."""
    shoe = (*((-2.9, 4.2),), *arc((0.0, -0.8), 3.5, 165, 375), (2.9, 4.2))
    nails = tuple(Disc(at, 0.45, "paper") for at in ((-3.4, -0.4), (0.0, -4.3), (3.4, -0.4)))
    return (Stroke(shoe, 2.0, "ink"), *nails)


SETS: dict[str, Callable[[], Shapes]] = {
    "cannon": wheel,
    "bear": paw,
    "bison": horns,
    "wood": log,
    "gold": ingots,
    "horse": horseshoe,
}
