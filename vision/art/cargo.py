"""What lies in a canoe on one card: it stands on y = 0, in mm, 30 across and 22 high at most."""

from __future__ import annotations

import math
from collections.abc import Callable

from vision.art.shapes import (
    Clip,
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


def solid(outline: Points, ink: str = "ink") -> Shapes:
    """Draw a dark area, clear of the land behind it."""
    return (Stroke(outline, 1.8, "paper", True), Fill((outline,), ink))


def hollow(outline: Points, rim: float = 1.2) -> Shapes:
    """Draw a white area with a rim, clear of the land behind it."""
    return (
        Stroke(outline, rim + 1.6, "paper", True),
        Fill((outline,), "paper"),
        Stroke(outline, rim, "ink", True),
    )


def companion() -> Shapes:
    """Draw the companion: a dog that sits and looks ahead."""
    body = smooth(
        (
            (9.0, 3.0),
            (9.6, -4.0),
            (6.0, -10.0),
            (1.6, -13.0),
            (1.0, -17.0),
            (2.2, -22.0),
            (-1.4, -19.6),
            (-5.4, -18.6),
            (-11.0, -15.4),
            (-10.4, -12.6),
            (-5.6, -12.0),
            (-5.4, -7.0),
            (-6.0, 3.0),
        )
    )
    tail = smooth(((8.6, -0.6), (13.6, -3.0), (14.6, -9.0)))
    return (
        Stroke(tail, 4.2, "paper"),
        Stroke(tail, 2.6, "ink"),
        *solid(body),
        Disc((-4.0, -16.2), 0.9, "paper"),
        Stroke(((-5.0, -10.6), (1.4, -11.6)), 1.5, "paper"),
        Stroke(smooth(((2.6, 2.0), (1.6, -3.0), (4.8, -6.0))), 1.0, "paper"),
    )


def dynamite() -> Shapes:
    """Draw three sticks of dynamite with a burning fuse."""
    sticks: Shapes = ()
    for x in (-7.0, 7.0, 0.0):
        sticks += hollow(rounded(x - 3.6, -13.6 if x else -15.0, x + 3.6, 3.0, 1.2))
    fuse = smooth(((0.0, -15.0), (0.6, -19.0), (5.0, -19.6), (8.6, -17.6)))
    return (
        *sticks,
        Fill((rect(-11.2, -9.4, 11.2, -5.4),), "ink"),
        Stroke(fuse, 2.8, "paper"),
        Stroke(fuse, 1.3, "ink"),
        *solid(star((11.0, -17.4), 5.0, 8, 0.45)),
        Disc((11.0, -17.4), 1.3, "paper"),
    )


def eagle() -> Shapes:
    """Draw an eagle with its wings spread, its head to the left."""
    wing = (
        (0.0, -12.6),
        (4.6, -17.6),
        (10.6, -20.6),
        (17.6, -21.0),
        (14.8, -18.0),
        (17.2, -16.6),
        (13.4, -14.8),
        (15.2, -12.8),
        (11.0, -11.8),
        (12.0, -9.4),
        (7.0, -8.4),
        (2.0, -4.8),
    )
    tail = ((-2.2, -6.0), (2.2, -6.0), (5.6, 2.0), (2.4, 0.6), (0.0, 2.6), (-2.4, 0.6), (-5.6, 2.0))
    head = smooth(((1.8, -11.6), (2.6, -15.4), (0.0, -17.8), (-3.0, -16.6), (-2.4, -12.2)))
    beak = ((-2.6, -17.2), (-6.4, -14.6), (-5.8, -12.8), (-2.4, -14.0))
    return (
        *solid(wing),
        *solid(tuple((-x, y) for x, y in wing)),
        *solid(tail),
        Fill((circle((0.0, -8.6), 3.4, 1.4),), "ink"),
        Stroke(beak, 1.2, "paper", True),
        Fill((beak,), "ink"),
        Fill((head,), "paper"),
        Stroke(head, 0.9, "ink", True),
        Disc((-0.9, -15.2), 0.8, "ink"),
    )


def fur() -> Shapes:
    """Draw a pelt stretched on a frame of poles."""
    half = (
        (0.0, -17.6),
        (3.0, -15.6),
        (8.4, -17.0),
        (6.4, -12.0),
        (7.2, -6.0),
        (10.0, -1.6),
        (4.4, -2.6),
        (0.0, 1.0),
    )
    pelt = (*half, *((-x, y) for x, y in reversed(half[1:-1])))
    frame = (
        ((-11.5, 3.0), (-11.5, -21.0)),
        ((11.5, 3.0), (11.5, -21.0)),
        ((-14.0, -19.4), (14.0, -19.4)),
    )
    strings = tuple(
        Stroke(((sx * x, y), (sx * 11.5, y - 1.6)), 0.7, "ink")
        for sx in (-1, 1)
        for x, y in ((8.4, -17.0), (6.8, -9.0), (10.0, -1.6))
    )
    return (
        Fill((rect(-11.5, -19.4, 11.5, 2.0),), "paper"),
        *(Stroke(pole, 1.8, "ink") for pole in frame),
        *strings,
        Fill((pelt,), "ink"),
        *(
            Stroke(((x, y), (x, y + 2.4)), 0.8, "paper")
            for x, y in ((0, -13), (-3, -10), (3, -10), (0, -7), (-3, -4.4), (3, -4.4))
        ),
    )


def _leaf(length: float) -> Points:
    half = smooth(
        ((0.0, 0.0), (length * 0.26, length * 0.35), (length * 0.2, length * 0.72), (0.0, length))
    )
    return (*half, *((-x, y) for x, y in reversed(half[1:-1])))


def tobacco() -> Shapes:
    """Draw three broad leaves, hung up by their stems."""
    leaves: Shapes = ()
    for turn, x in ((34, -2.2), (-34, 2.2), (0, 0.0)):
        leaf = _leaf(20.0)
        one = (
            *(hollow(leaf) if turn else solid(leaf)),
            Stroke(((0.0, 2.0), (0.0, 17.0)), 0.9, "ink" if turn else "paper"),
            *(
                Stroke(((0.0, y), (s * 3.0, y + 2.6)), 0.8, "ink" if turn else "paper")
                for y in (6.0, 10.0)
                for s in (-1, 1)
            ),
        )
        leaves += placed(one, x, -18.6, 1.0, turn)
    return (
        *leaves,
        Stroke(((-13.0, -20.6), (13.0, -20.6)), 3.2, "paper"),
        Stroke(((-13.0, -20.6), (13.0, -20.6)), 1.8, "ink"),
        Fill((rect(-3.4, -20.6, 3.4, -16.6),), "ink"),
    )


def tent() -> Shapes:
    """Draw a tent of poles and hide, its door open."""
    cover = ((-13.0, 3.0), (-1.4, -18.0), (1.4, -18.0), (13.0, 3.0))
    poles = tuple(Stroke(((x, -22.6), (-x * 0.4, -17.0)), 1.3, "ink") for x in (-4.4, 0.0, 4.4))
    door = ((-3.6, 3.0), (0.0, -8.6), (3.6, 3.0))
    band = ((-13.0, -5.0), (13.0, -5.0), (13.0, -11.0), (-13.0, -11.0))
    teeth = tuple(
        Fill((((x - 2.2, -5.6), (x + 2.2, -5.6), (x, -10.2)),), "paper") for x in range(-11, 12, 4)
    )
    return (
        *poles,
        *hollow(cover),
        Clip((cover,), (Fill((band,), "ink"), *teeth)),
        Stroke(door, 1.8, "paper", True),
        Fill((door,), "ink"),
    )


def firewater() -> Shapes:
    """Draw a stoneware jug with a handle, a cork, and a flame on it."""
    jug = (
        *smooth(((-2.6, -16.4), (-3.0, -13.6), (-8.6, -9.0), (-9.0, 3.0))),
        *smooth(((9.0, 3.0), (8.6, -9.0), (3.0, -13.6), (2.6, -16.4))),
    )
    handle = arc((4.6, -13.0), 4.6, -120, 100)
    flame = smooth(
        (
            (0.0, 0.4),
            (-4.0, -1.6),
            (-3.6, -5.2),
            (-0.8, -8.8),
            (0.8, -5.6),
            (2.4, -6.6),
            (4.0, -2.4),
            (0.0, 0.4),
        )
    )
    return (
        Stroke(handle, 3.8, "paper"),
        Stroke(handle, 2.2, "ink"),
        *solid(jug),
        Fill((rect(-2.0, -20.4, 2.0, -17.2),), "ink"),
        Fill((flame,), "paper"),
    )


def totem() -> Shapes:
    """Draw a carved post: three blocks of patterns under two spread boards."""
    board = (
        (-15.0, -20.6),
        (-3.0, -18.0),
        (3.0, -18.0),
        (15.0, -20.6),
        (12.6, -14.4),
        (-12.6, -14.4),
    )
    blocks = ((-21.6, -14.0, 5.2), (-13.6, -6.2, 6.0), (-5.8, 3.0, 6.8))
    post = tuple(
        shape for top, foot, x in blocks for shape in hollow(rounded(-x, top, x, foot, 1.0), 1.3)
    )
    zigzag = tuple((-4.8 + 2.4 * i, -11.6 if i % 2 else -8.2) for i in range(5))
    return (
        *solid(board),
        *(Disc((x, -17.2), 1.2, "paper") for x in (-11.0, 11.0)),
        *post,
        Fill((((-3.4, -17.6), (0.0, -20.6), (3.4, -17.6), (0.0, -14.8)),), "ink"),
        Stroke(zigzag, 1.5, "ink"),
        *(Disc((x, -2.4), 1.9, "ink") for x in (-3.4, 3.4)),
        Stroke(((-5.0, 1.4), (5.0, 1.4)), 1.2, "ink"),
    )


def axe() -> Shapes:
    """Draw an axe about the origin."""
    blade = smooth(
        ((0.0, -7.4), (5.0, -10.6), (8.6, -12.4), (10.4, -4.0), (8.6, 4.4), (5.0, 2.6), (0.0, -0.6))
    )
    upright: Shapes = (
        Stroke(((0.0, -16.0), (0.0, 16.0)), 4.4, "paper"),
        Stroke(blade, 2.2, "paper", True),
        Stroke(((0.0, -15.4), (0.0, 15.4)), 2.6, "ink"),
        Fill((blade,), "ink"),
        Fill((rect(-3.0, -7.4, 0.6, -0.6),), "ink"),
        *(Stroke(((-1.2, y), (1.2, y - 1.2)), 0.8, "paper") for y in (8.0, 10.6, 13.2)),
    )
    return placed(upright, turn_deg=28)


def blow() -> Shapes:
    """Draw the lines of a blow that fell at the origin."""
    return tuple(
        Stroke(tuple((r * math.cos(turn), r * math.sin(turn)) for r in (9.0, far)), 1.5, "ink")
        for turn, far in ((3.5, 15.0), (3.93, 17.0), (2.88, 14.0), (2.44, 16.0), (4.36, 14.0))
    )


SINGLES: dict[str, Callable[[], Shapes]] = {
    "companion": companion,
    "dynamite": dynamite,
    "eagle": eagle,
    "fur": fur,
    "tobacco": tobacco,
    "tent": tent,
    "firewater": firewater,
}
