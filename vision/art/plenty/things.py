"""What the other cards show, about the origin, in mm: each reaches 18 across and 15 up and down."""

from __future__ import annotations

import math
from collections.abc import Iterable

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
    regular,
    smooth,
)


def clear(shapes: Iterable[Shape], rim: float = 1.0) -> Shapes:
    """Draw shapes with a rim of paper round them, clear of what lies behind."""
    shapes = tuple(shapes)
    behind: list[Shape] = []
    for shape in shapes:
        match shape:
            case Fill(rings):
                behind += [Stroke(rings[0], 2 * rim, "paper", True), Fill(rings[:1], "paper")]
            case Stroke(points, width, _, closed):
                behind.append(Stroke(points, width + 2 * rim, "paper", closed))
            case Disc(at, radius):
                behind.append(Disc(at, radius + rim, "paper"))
    return (*behind, *shapes)


def _club(turn_deg: float) -> Shapes:
    """Draw a club with a ball for a head."""
    shaft = smooth(((0.0, 16.0), (0.6, 6.0), (-0.6, -4.0), (1.6, -10.0)))
    upright = (
        Stroke(shaft, 2.6, "ink"),
        Disc((0.6, -12.0), 4.6, "ink"),
        Disc((-0.8, -13.4), 1.3, "paper"),
        Stroke(((-1.4, 13.0), (1.6, 13.0)), 1.0, "paper"),
        Stroke(((-1.4, 10.6), (1.6, 10.6)), 1.0, "paper"),
    )
    return clear(placed(upright, turn_deg=turn_deg))


def clubs() -> Shapes:
    """Draw two clubs, crossed."""
    return (*_club(-42), *_club(42))


def _arrow(x: float, foot: float, top: float) -> Shapes:
    return (
        Stroke(((x, foot), (x, top + 2)), 1.6, "ink"),
        Fill((((x, top - 2.4), (x + 3.0, top + 3.6), (x - 3.0, top + 3.6)),), "ink"),
        Fill((((x, foot - 4.6), (x + 2.4, foot - 2), (x + 2.4, foot + 2.6), (x, foot)),), "ink"),
        Fill((((x, foot - 4.6), (x - 2.4, foot - 2), (x - 2.4, foot + 2.6), (x, foot)),), "ink"),
    )


def arrows() -> Shapes:
    """Draw a bow, drawn upwards, and three arrows."""
    stave = arc((0.0, 9.0), 18.0, 205, 335, 1.0)
    bow = (
        Stroke(stave, 2.8, "ink"),
        Stroke((stave[0], stave[-1]), 1.0, "ink"),
        Stroke(arc((0.0, 9.0), 18.0, 262, 278, 1.0), 5.0, "ink"),
    )
    three = (*_arrow(-8.4, 13.0, -1.0), *_arrow(8.4, 13.0, -1.0), *_arrow(0.0, 13.4, -13.4))
    return (*clear(bow), *clear(three))


def shield() -> Shapes:
    """Draw a round shield with four bosses, before two spears."""
    spear = (
        Stroke(((0.0, 17.0), (0.0, -12.0)), 1.9, "ink"),
        Fill((((0.0, -19.0), (2.6, -13.0), (0.0, -9.0), (-2.6, -13.0)),), "ink"),
    )
    bosses = tuple(
        Disc((5.2 * math.cos(t), 5.2 * math.sin(t)), 2.5, "paper")
        for t in (math.pi / 4 + math.pi / 2 * i for i in range(4))
    )
    return (
        *clear(placed(spear, turn_deg=-52)),
        *clear(placed(spear, turn_deg=52)),
        Disc((0.0, 0.0), 13.4, "paper"),
        Stroke(circle((0.0, 0.0), 11.8), 1.8, "ink", True),
        Disc((0.0, 0.0), 9.6, "ink"),
        *bosses,
    )


def horse() -> Shapes:
    """Draw a horse that gallops to the right."""
    body = smooth(
        (
            (-9.4, -3.4),
            (-4.0, -4.4),
            (2.4, -4.2),
            (6.0, -6.4),
            (8.6, -10.8),
            (10.6, -12.6),
            (11.6, -14.6),
            (12.6, -12.6),
            (15.2, -10.0),
            (17.0, -7.0),
            (15.6, -5.4),
            (12.6, -7.0),
            (10.8, -4.0),
            (9.0, 1.0),
            (4.4, 3.4),
            (-2.0, 2.6),
            (-6.0, 3.6),
            (-11.2, 2.8),
            (-12.0, -1.0),
            (-9.4, -3.4),
        )
    )
    legs: tuple[tuple[Point, ...], ...] = (
        ((7.0, 1.0), (12.6, 3.4), (11.4, 8.0)),
        ((5.0, 1.6), (9.4, 6.6), (6.0, 11.6)),
        ((-9.6, 1.0), (-10.4, 6.2), (-15.4, 8.6)),
        ((-8.0, 1.4), (-6.2, 7.0), (-11.4, 12.0)),
    )
    tail = smooth(((-11.0, -2.2), (-14.6, -3.8), (-16.0, 0.4), (-18.4, 1.4)))
    mane = smooth(((10.0, -13.0), (6.4, -10.4), (4.6, -6.6), (0.6, -5.6)))
    return (
        *clear(
            (
                *(Stroke(leg, 2.5, "ink") for leg in legs),
                Stroke(tail, 3.0, "ink"),
                Stroke(mane, 3.2, "ink"),
                Fill((body,), "ink"),
            )
        ),
        Stroke(smooth(((8.6, -10.2), (6.4, -7.4), (4.4, -5.0))), 0.7, "paper"),
        Disc((12.9, -9.9), 0.7, "paper"),
        Fill((regular((-3.2, -1.0), 3.0, 4),), "paper"),
        Fill((regular((-3.2, -1.0), 1.5, 4),), "ink"),
    )


def stick() -> Shapes:
    """Draw a coup stick: a staff bent to a crook, bound with bands."""
    staff = (
        (-13.6, 15.4),
        *smooth(
            ((6.4, -8.0), (10.6, -13.6), (16.0, -13.4), (17.0, -8.6), (13.6, -5.6), (10.8, -7.6))
        ),
    )
    bands = tuple(
        Stroke(((x - 2.4, y - 2.2), (x + 2.4, y + 2.0)), 1.2, "paper")
        for x, y in ((-11.0, 12.4), (-8.8, 9.8), (-1.2, 0.9), (1.0, -1.7))
    )
    cords = tuple(
        shape
        for x, y, low in ((-5.0, 5.4, 13.0), (3.6, -4.7, 5.4))
        for shape in (
            Stroke(((x, y), (x + 1.2, low)), 0.9, "ink"),
            Disc((x + 1.2, low), 1.9, "ink"),
        )
    )
    return (*clear((Stroke(staff, 3.4, "ink"), *cords)), *bands)
