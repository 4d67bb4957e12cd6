"""Signs for what a place on the mat is for, about the origin, in mm: each reaches 9, in one ink.

They are lines only: a card that lies over one hides it, and no edge of a card is taken for it.
"""

from __future__ import annotations

from collections.abc import Callable

from vision.art.plenty.clans import both
from vision.art.shapes import (
    Disc,
    Points,
    Shapes,
    Stroke,
    arc,
    circle,
    placed,
    rounded,
    smooth,
)

LINE_MM = 1.3


def _line(points: Points, closed: bool = False) -> Stroke:
    return Stroke(points, LINE_MM, "sign", closed)


def _card(turn_deg: float, x: float = 0.0, y: float = 0.0) -> Shapes:
    return placed((_line(rounded(-4.6, -6.6, 4.6, 6.6, 1.0), True),), x, y, 1.0, turn_deg)


def _horseshoe(x: float, y: float, scale: float = 1.0) -> Shapes:
    shoe = arc((0.0, 0.0), 6.0, 120, 420, 1.1)
    nails = tuple(
        Disc((0.92 * nx, 0.92 * ny), 0.9, "sign") for nx, ny in arc((0, 0), 3.4, 180, 360)
    )
    return placed((_line(shoe), *nails[:: max(1, len(nails) // 4)]), x, y, scale)


def raid() -> Shapes:
    """Draw a spear that points at the camp."""
    head = ((0.0, 9.0), (3.2, 3.4), (0.0, 0.6), (-3.2, 3.4))
    return (_line(((0.0, -9.0), (0.0, 0.6))), _line(head, True), _line(((-2.4, -5.0), (2.4, -5.0))))


def defence() -> Shapes:
    """Draw a shield."""
    half = ((0.0, -8.6), (6.8, -6.4), (6.4, 0.8), (3.6, 5.6), (0.0, 8.8))
    return (
        _line(both(half), True),
        _line(((0.0, -4.6), (0.0, 4.2))),
        _line(((-3.4, -1.6), (3.4, -1.6))),
    )


def proposal() -> Shapes:
    """Draw a ring held out to an open one."""
    return (
        _line(circle((-4.6, 0.0), 4.2), True),
        *(_line(arc((4.6, 0.0), 4.2, start, start + 40)) for start in range(0, 360, 60)),
    )


def alliance() -> Shapes:
    """Draw two rings that are linked."""
    return (_line(circle((-3.2, 0.0), 5.2), True), _line(circle((3.2, 0.0), 5.2), True))


def stick() -> Shapes:
    """Draw a coup stick."""
    bent = smooth(((2.4, -4.6), (4.4, -8.2), (8.0, -7.2), (7.4, -3.8), (5.2, -4.0)))
    return (_line(((-6.8, 8.6), *bent)), _line(((-4.6, 2.6), (-1.4, 4.8))))


def market() -> Shapes:
    """Draw a card that lies open."""
    return (*_card(0.0), Disc((0.0, 0.0), 1.8, "sign"))


def pile() -> Shapes:
    """Draw a pile."""
    below = tuple(
        _line(((-4.0 + d, 7.4 + d), (5.4 + d, 7.4 + d), (5.4 + d, -5.0 + d))) for d in (0.0, 1.8)
    )
    return (*_card(0.0, 0.0, -1.4), *below)


def laid_away() -> Shapes:
    """Draw cards that were thrown together."""
    return (*_card(-28.0, -1.4, 0.0), *_card(24.0, 1.6, 0.6))


def breed() -> Shapes:
    """Draw a horseshoe and one more."""
    plus = (_line(((4.2, 6.0), (9.0, 6.0))), _line(((6.6, 3.6), (6.6, 8.4))))
    return (*_horseshoe(-2.4, -1.6, 0.96), *plus)


def hunt() -> Shapes:
    """Draw a bow and an arrow."""
    return (
        _line(arc((6.2, 0.0), 10.4, 125, 235)),
        _line(((0.2, -8.5), (0.2, 8.5))),
        _line(((-8.6, 0.0), (7.6, 0.0))),
        _line(((-5.6, -2.6), (-8.6, 0.0), (-5.6, 2.6))),
    )


def gift() -> Shapes:
    """Draw a parcel."""
    return (
        _line(rounded(-7.0, -3.4, 7.0, 7.6, 0.8), True),
        _line(((0.0, -3.4), (0.0, 7.6))),
        _line(smooth(((0.0, -3.6), (-4.6, -8.2), (-5.4, -4.4), (0.0, -3.6)))),
        _line(smooth(((0.0, -3.6), (4.6, -8.2), (5.4, -4.4), (0.0, -3.6)))),
    )


def give_horses() -> Shapes:
    """Draw two horseshoes and the way they go."""
    arrow = (_line(((-7.0, 7.4), (7.6, 7.4))), _line(((4.6, 4.8), (7.6, 7.4), (4.6, 10.0))))
    return (*_horseshoe(-4.6, -3.0, 0.66), *_horseshoe(4.6, -3.0, 0.66), *arrow)


def discard() -> Shapes:
    """Draw a card that is laid down."""
    arrow = (_line(((0.0, -8.8), (0.0, 3.2))), _line(((-3.0, 0.4), (0.0, 3.2), (3.0, 0.4))))
    return (*arrow, _line(((-7.0, -1.0), (-7.0, 7.4), (7.0, 7.4), (7.0, -1.0))))


SIGNS: dict[str, Callable[[], Shapes]] = {  # by the name of the zone, its number aside
    sign.__name__: sign
    for sign in (
        raid,
        defence,
        proposal,
        alliance,
        stick,
        market,
        pile,
        laid_away,
        breed,
        hunt,
        discard,
    )
}
BESIDE = {  # what else is done at a camp's places, by a smaller sign: at the last two by others
    "raid": stick,
    "defence": gift,
    "proposal": give_horses,
}
