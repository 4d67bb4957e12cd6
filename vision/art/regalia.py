"""Pictograms of the courts and contracts of Coup d'État: things and never people.

Each stands about the origin, in mm, and fits a circle of radius `REACH`.
"""

from __future__ import annotations

from collections.abc import Callable

from vision.art.shapes import (
    Disc,
    Fill,
    Points,
    Shapes,
    Stroke,
    arc,
    circle,
    placed,
    rect,
    rounded,
    smooth,
    star,
)
from vision.art.suits import suit_sign

REACH = 20.0


def crown() -> Shapes:
    """Draw the king's: a crown closed by two arches under an orb."""
    band = rounded(-14, 8, 14, 15, 1.5)
    arches = (
        Stroke(arc((-7.0, 6.5), 8.4, 150, 330, 1.5), 3.2, "ink"),
        Stroke(arc((7.0, 6.5), 8.4, 210, 390, 1.5), 3.2, "ink"),
        Stroke(((0.0, 8.0), (0.0, -8.0)), 3.2, "ink"),
    )
    return (
        *arches,
        Disc((0.0, -10.2), 4.0, "ink"),
        Stroke(((0.0, -18.0), (0.0, -13.0)), 2.2, "ink"),
        Stroke(((-2.8, -16.0), (2.8, -16.0)), 2.2, "ink"),
        Fill((band,), "ink"),
        *(Disc((x, 11.5), 1.7, "paper") for x in (-9.0, 0.0, 9.0)),
    )


def tiara() -> Shapes:
    """Draw the queen's: an open tiara that rises to one tall stone."""
    rim = (*arc((0.0, 20.0), 21.0, 222, 318), *arc((0.0, 24.0), 20.0, 313, 227))
    stems = tuple(
        Stroke(((x, y), (x * 1.12, y - reach)), 2.0, "ink")
        for x, y, reach in (
            (-13.0, 4.0, 7.0),
            (-6.8, 0.6, 9.0),
            (0.0, -1.0, 9.0),
            (6.8, 0.6, 9.0),
            (13.0, 4.0, 7.0),
        )
    )
    stones = tuple(
        Disc(at, radius, "ink")
        for at, radius in (
            ((-14.9, -4.6), 2.7),
            ((-7.8, -9.8), 3.2),
            ((7.8, -9.8), 3.2),
            ((14.9, -4.6), 2.7),
        )
    )
    tall = ((0.0, -19.0), (4.6, -12.0), (0.0, -6.0), (-4.6, -12.0))
    return (
        Fill((rim,), "ink"),
        *stems,
        *stones,
        Fill((tall,), "ink"),
        Disc((0, -12.2), 1.6, "paper"),
    )


def horn() -> Shapes:
    """Draw the jack's: a herald's trumpet with its banner."""
    tube = ((-15.5, -11.0), (9.0, -2.2))
    bell = ((7.5, -5.6), (18.5, -8.0), (16.4, 6.4), (6.4, -0.2))
    banner = ((-9.5, -6.6), (4.5, -1.6), (4.5, 15.5), (-2.5, 10.5), (-9.5, 13.5))
    return (
        Fill((banner,), "ink"),
        *placed((Fill((star((0, 0), 4.2, 4, 0.42),), "paper"),), -2.5, 4.6),
        Stroke(tube, 3.4, "ink"),
        Fill((bell,), "ink"),
        Stroke(bell, 1.2, "ink", True),
        Disc((-16.4, -11.4), 2.8, "ink"),
    )


def toppled() -> Shapes:
    """Draw the Coup: a crown struck off, upside down, under a bolt."""
    fallen = (
        (-13.5, -1.0),
        (-16.5, 14.5),
        (-8.0, 8.0),
        (0.0, 17.5),
        (8.0, 8.0),
        (16.5, 14.5),
        (13.5, -1.0),
    )
    bolt = ((3.5, -20.0), (-7.5, -6.0), (-0.8, -6.0), (-4.2, 5.0), (8.2, -9.6), (1.2, -9.6))
    return (
        *placed(
            (
                Fill((fallen,), "ink"),
                Stroke(fallen, 1.6, "ink", True),
                Stroke(((-11.0, 2.6), (11.0, 2.6)), 1.7, "paper"),
            ),
            turn_deg=14,
        ),
        Stroke(bolt, 3.6, "paper", True),
        Fill((bolt,), "ink"),
    )


def beard() -> Shapes:
    """Draw Barbu: a full beard and moustache, and the heart that it costs."""
    full = (
        *arc((0.0, -4.0), 16.0, 180, 120, 1.0),
        *smooth(((-8.0, 10.0), (0.0, 19.0), (8.0, 10.0)), 6),
        *arc((0.0, -4.0), 16.0, 60, 0, 1.0),
        *arc((0.0, -8.0), 10.5, 20, 160, 0.9),
    )
    curl: Points = (*arc((-7.0, -9.0), 7.5, 200, 20, 0.75), (0.0, -6.2))
    return (
        Fill((full,), "ink"),
        Stroke(curl, 3.4, "ink"),
        Stroke(tuple((-x, y) for x, y in curl), 3.4, "ink"),
        *placed(suit_sign("H", "paper"), 0.0, 8.0, 10.0),
    )


def laurel() -> Shapes:
    """Draw Victory: a wreath around four stones, one a queen."""
    leaf = (*arc((0.0, 1.9), 4.4, 205, 335), *arc((0.0, -1.9), 4.4, 25, 155))
    leaves: Shapes = ()
    for side in (-1, 1):
        upright = placed((Fill((leaf,), "ink"),), 0.0, -15.0, 1.1, 55.0 * side)
        for i in range(6):
            leaves += placed(upright, turn_deg=side * (158 - 26 * i))
    stones = ((-3.8, -3.8), (3.8, -3.8), (-3.8, 3.8), (3.8, 3.8))
    return (
        *leaves,
        *(Disc(at, 2.9, "ink") for at in stones),
        Stroke(((-3.5, 19.0), (3.5, 14.6)), 2.0, "ink"),
        Stroke(((3.5, 19.0), (-3.5, 14.6)), 2.0, "ink"),
    )


def tower() -> Shapes:
    """Draw Siege: a battlemented tower with the spade in its gate."""
    body = (
        (-12.0, 18.0),
        (-12.0, -6.0),
        (-16.0, -9.0),
        (-16.0, -18.0),
        (-9.6, -18.0),
        (-9.6, -13.5),
        (-3.2, -13.5),
        (-3.2, -18.0),
        (3.2, -18.0),
        (3.2, -13.5),
        (9.6, -13.5),
        (9.6, -18.0),
        (16.0, -18.0),
        (16.0, -9.0),
        (12.0, -6.0),
        (12.0, 18.0),
    )
    return (Fill((body,), "ink"), *placed(suit_sign("S", "paper"), 0.0, 5.0, 15.0))


def bars() -> Shapes:
    """Draw Prison: a barred window."""
    arch = (*arc((0.0, -3.0), 15.0, 180, 360), (15.0, 18.0), (-15.0, 18.0))
    hole = (*arc((0.0, -3.0), 11.6, 180, 360), (11.6, 14.6), (-11.6, 14.6))
    return (
        Fill((arch, hole), "ink"),
        *(Stroke(((x, -12.5 if x else -14.0), (x, 15.0)), 2.6, "ink") for x in (-6.0, 0.0, 6.0)),
        Stroke(((-12.0, 1.5), (12.0, 1.5)), 2.2, "ink"),
    )


def blade() -> Shapes:
    """Draw the Guillotine: its frame and slanting blade."""
    return (
        Stroke(((-11.5, 17.0), (-11.5, -17.5)), 3.6, "ink"),
        Stroke(((11.5, 17.0), (11.5, -17.5)), 3.6, "ink"),
        Stroke(((-15.5, -17.5), (15.5, -17.5)), 3.6, "ink"),
        Stroke(((-16.5, 17.8), (16.5, 17.8)), 3.8, "ink"),
        Fill((((-8.4, -13.0), (8.4, -13.0), (8.4, -1.0), (-8.4, 4.4)),), "ink"),
        Fill(((rect(-9.8, 9.0, 9.8, 16.0)), circle((0.0, 11.6), 3.2)), "ink"),
    )


def tile() -> Shapes:
    """Draw Dominoes: two tiles, laid end to side."""
    lying, standing = rounded(-18, -3, 4, 9, 2.2), rounded(5.5, -17, 17.5, 9, 2.2)
    spots = ((-14.5, -0.2), (-14.5, 6.2), (-9.5, -0.2), (-9.5, 6.2), (-0.5, 3.0))
    upright = ((8.6, -14.0), (14.4, -8.0), (11.5, 2.5), (8.6, -0.6), (14.4, 5.6))
    return (
        Fill((lying,), "ink"),
        Fill((standing,), "ink"),
        Stroke(((-6.2, -1.0), (-6.2, 7.0)), 1.2, "paper"),
        Stroke(((7.5, -4.6), (15.5, -4.6)), 1.2, "paper"),
        *(Disc(at, 1.5, "paper") for at in (*spots, *upright)),
        Stroke(((-18.0, 15.0), (17.5, 15.0)), 2.2, "ink"),
    )


COURTS: dict[str, Callable[[], Shapes]] = {"K": crown, "Q": tiara, "J": horn}
CONTRACTS: dict[str, Callable[[], Shapes]] = {
    "barbu": beard,
    "victory": laurel,
    "siege": tower,
    "prison": bars,
    "guillotine": blade,
    "dominoes": tile,
}
