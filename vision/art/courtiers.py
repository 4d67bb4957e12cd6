"""Pictograms of the five characters of Coup: tools and never faces, about the origin, in mm.

Each reads from both sizes, as the mark in the middle and as the index in the corner, and each
has its own top, so that a camera that sees either end knows which way is up.
"""

from __future__ import annotations

import math

from vision.art.shapes import (
    Clip,
    Disc,
    Fill,
    Points,
    Shape,
    Shapes,
    Stroke,
    arc,
    circle,
    hatching,
    placed,
    rect,
    wave,
)

REACH = 20.0  # every mark fits a circle of this radius


def coronet() -> Shapes:
    """Draw the Duke: a coronet over the three coins of his tax."""
    crown = (
        (-14.0, 1.5),
        (-15.2, -10.5),
        (-7.8, -5.0),
        (0.0, -14.5),
        (7.8, -5.0),
        (15.2, -10.5),
        (14.0, 1.5),
    )
    tips = ((-15.4, -11.5), (0.0, -15.8), (15.4, -11.5))
    coins: Shapes = ()
    for x in (-11.5, 11.5, 0.0):
        coins += (
            Disc((x, 11.0), 8.4, "paper"),
            Disc((x, 11.0), 7.4, "ink"),
            Stroke(circle((x, 11.0), 4.9), 1.3, "paper", True),
        )
    return (
        *coins,
        Fill((crown,), "ink"),
        Stroke(crown, 2.0, "ink", True),
        *(Disc(tip, 3.3, "ink") for tip in tips),
        Stroke(((-11.6, -2.2), (11.6, -2.2)), 1.7, "paper"),
    )


def dagger() -> Shapes:
    """Draw the Assassin: a dagger that points down, one side of its blade in the light."""
    blade = ((-5.2, -6.5), (5.2, -6.5), (4.4, 9.0), (0.0, 20.0), (-4.4, 9.0))
    light = ((0.9, -5.5), (3.7, -5.5), (3.0, 8.6), (0.9, 14.5))
    guard = arc((0.0, -17.0), 16.5, 138, 42)
    return (
        Fill((blade,), "ink"),
        Fill((light,), "paper"),
        Stroke(guard, 4.0, "ink"),
        Stroke(((0.0, -3.0), (0.0, -14.0)), 4.6, "ink"),
        *(Stroke(((-2.6, y), (2.6, y - 1.6)), 1.1, "paper") for y in (-5.6, -8.8, -12.0)),
        Disc((0.0, -16.4), 3.8, "ink"),
        Disc((0.0, -16.4), 1.5, "paper"),
    )


def sails() -> Shapes:
    """Draw the Captain: a ship under two sails, one full and one in the shade."""
    main = (*arc((-2.0, -6.5), 13.0, -90, 62, 1.02), (-2.0, 5.0))
    fore = ((-4.6, -14.0), (-4.6, 5.0), (-16.5, 5.0))
    hull = ((-19.0, 7.6), (19.0, 7.6), (13.0, 14.6), (-12.5, 14.6))
    lines = hatching((-18, -15, -4, 6), 3.0)
    swell = wave(-11.5, 11.5, lambda x: 18.4 + 1.1 * math.sin(x / 1.9))
    return (
        Fill((main,), "ink"),
        Fill((fore,), "paper"),
        Clip((fore,), tuple(Stroke(line, 1.1, "ink") for line in lines)),
        Stroke(fore, 1.3, "ink", True),
        Stroke(((-3.2, -19.0), (-3.2, 8.0)), 1.7, "ink"),
        Fill((hull,), "ink"),
        Stroke(swell, 1.9, "ink"),
    )


def _arrow(length: float, half: float, head: float) -> Points:
    """Return an arrow to the right, centred, its shaft `half` to either side."""
    neck, tip = length / 2 - head, length / 2
    upper = ((-tip, -half), (neck, -half), (neck, -head * 0.95), (tip, 0.0))
    return upper + tuple((x, -y) for x, y in reversed(upper[:-1]))


def letter() -> Shapes:
    """Draw the Ambassador: a sealed letter, between what goes and what comes."""
    sheet, flap = rect(-13.5, -8.0, 13.5, 8.6), ((-13.5, -8.0), (0.0, 3.4), (13.5, -8.0))
    goes, comes = _arrow(37.0, 1.9, 6.0), _arrow(35.0, 1.6, 5.6)
    return (
        *placed((Fill((goes,), "ink"),), 0, -14.2),
        Fill((sheet,), "paper"),
        Stroke(sheet, 2.0, "ink", True),
        Fill((flap,), "ink"),
        Disc((0.0, 2.4), 5.1, "paper"),
        Disc((0.0, 2.4), 3.7, "ink"),
        *placed((Fill((comes,), "paper"), Stroke(comes, 1.3, "ink", True)), 0, 14.8, 1, 180),
    )


def fan() -> Shapes:
    """Draw the Contessa: an open fan, her shield."""
    pivot = (0.0, 14.5)
    blades: list[Shape] = []
    for i in range(7):
        start, end = 198 + i * 144 / 7, 198 + (i + 1) * 144 / 7
        outer, inner = arc(pivot, 30.0, start, end), arc(pivot, 13.0, end, start)
        # A fan's edge is scalloped: each blade ends in an arch of its own.
        arch = tuple(
            (x + (x - pivot[0]) * lift, y + (y - pivot[1]) * lift)
            for n, (x, y) in enumerate(outer)
            for lift in (0.075 * math.sin(math.pi * n / (len(outer) - 1)),)
        )
        blade = (*arch, *inner)
        blades += [Fill((blade,), "paper" if i % 2 else "ink"), Stroke(blade, 1.1, "ink", True)]
        x, y = inner[len(inner) // 2]
        blades.append(Stroke(((x, y), pivot), 1.3, "ink"))
    shapes = (
        *blades,
        Disc(pivot, 3.0, "ink"),
        Disc(pivot, 1.1, "paper"),
    )
    return placed(shapes, 0, 1.4, 0.71)


MARKS = {
    "duke": coronet,
    "assassin": dagger,
    "captain": sails,
    "ambassador": letter,
    "contessa": fan,
}
