"""What takes two cards: one picture of 76 mm about x = 0, on y = 0, of which each shows a half.

The white of both cards lies between, as a window's frame does, so nothing that matters is there.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from vision.art.cargo import hollow, solid
from vision.art.shapes import (
    Clip,
    Disc,
    Fill,
    Point,
    Shapes,
    Stroke,
    circle,
    hatching,
    rounded,
    smooth,
)


def _wheel(at: Point, radius: float) -> Shapes:
    x, y = at
    spokes = tuple(
        Stroke(((x, y), (x + radius * math.cos(t), y + radius * math.sin(t))), 1.1, "ink")
        for t in (math.pi / 4 * i for i in range(8))
    )
    return (
        Disc(at, radius + 1.8, "paper"),
        *spokes,
        Stroke(circle(at, radius), 2.2, "ink", True),
        Disc(at, 2.2, "ink"),
    )


def cannon() -> Shapes:
    """Draw a cannon: breech and wheel at the left, muzzle and balls at the right."""
    barrel = ((-25.0, -12.4), (-23.0, -16.6), (31.0, -17.8), (31.0, -10.6), (-23.0, -7.6))
    trail = ((-20.0, -9.0), (-38.0, 2.0), (-30.0, 4.0), (-10.0, -6.0))
    balls = tuple(
        shape
        for x, y in ((16.0, -1.6), (24.0, -1.6), (32.0, -1.6), (20.0, -6.6), (28.0, -6.6))
        for shape in (Disc((x, y), 3.9, "paper"), Disc((x, y), 3.2, "ink"))
    )
    return (
        *solid(trail),
        *solid(barrel),
        Disc((-27.0, -12.2), 2.6, "ink"),
        *(Stroke(((x, -16.2), (x, -8.4)), 1.2, "paper") for x in (-16.0, 8.0, 25.0)),
        Stroke(((31.0, -18.8), (31.0, -9.6)), 2.6, "ink"),
        *balls,
        *_wheel((-13.0, -6.0), 8.4),
    )


def bear() -> Shapes:
    """Draw a bear that walks to the right."""
    body = smooth(
        (
            (-30.0, 6.0),
            (-31.0, -4.0),
            (-29.0, -14.0),
            (-20.0, -19.0),
            (-6.0, -17.6),
            (8.0, -20.6),
            (16.0, -19.6),
            (20.6, -21.4),
            (23.4, -19.0),
            (28.6, -15.4),
            (35.0, -12.0),
            (34.4, -8.6),
            (27.0, -7.6),
            (20.0, -5.0),
            (18.0, 6.0),
        )
    )
    return (
        *solid(body),
        Disc((26.4, -13.6), 1.1, "paper"),
        Disc((20.4, -19.6), 1.0, "paper"),
        Stroke(smooth(((-22.0, 4.0), (-19.0, -4.0), (-21.0, -10.0))), 1.2, "paper"),
        Stroke(smooth(((8.0, 4.0), (9.0, -4.0), (6.0, -9.0))), 1.2, "paper"),
        *(
            Stroke(((x, y), (x - 2.0, y + 1.4)), 0.9, "paper")
            for x, y in ((-12.0, -13.0), (-16.0, -8.0), (-10.0, -6.0), (12.0, -14.0), (16.0, -9.0))
        ),
    )


def bison() -> Shapes:
    """Draw a bison that looks to the left."""
    rear = smooth(
        (
            (-8.0, 6.0),
            (-8.0, -19.0),
            (6.0, -17.0),
            (20.0, -14.0),
            (30.0, -12.4),
            (33.0, -6.0),
            (31.0, 6.0),
        )
    )
    front = smooth(
        (
            (-4.0, 6.0),
            (2.0, -6.0),
            (3.0, -17.0),
            (-6.0, -22.6),
            (-16.0, -20.8),
            (-23.0, -15.6),
            (-31.0, -12.0),
            (-34.6, -5.6),
            (-33.6, -0.6),
            (-29.6, 0.2),
            (-26.4, 5.8),
        )
    )
    horn = smooth(((-27.4, -11.6), (-31.6, -13.0), (-33.0, -16.4), (-31.0, -19.6)))
    tail = smooth(((31.0, -11.0), (35.6, -13.6), (36.6, -6.0)))
    lines = hatching((-8, -20, 34, 8), 3.4, 0.5)
    return (
        Stroke(tail, 3.0, "paper"),
        Stroke(tail, 1.5, "ink"),
        *hollow(rear),
        Clip((rear,), tuple(Stroke(line, 0.8, "ink") for line in lines)),
        *solid(front),
        Stroke(horn, 3.6, "paper"),
        Stroke(horn, 2.0, "ink"),
        Disc((-29.6, -6.4), 1.1, "paper"),
        *(
            Stroke(((x, y), (x + 0.8, y + 2.6)), 0.9, "paper")
            for x, y in (
                (-20.0, -12.0),
                (-15.0, -16.0),
                (-14.0, -8.0),
                (-8.0, -12.0),
                (-19.0, -3.0),
            )
        ),
    )


def wood() -> Shapes:
    """Draw a pile of logs: their ends at the left, their bark at the right."""
    logs = ((-24.0, -1.6), (-24.0, -9.2), (-24.0, -16.8))
    shapes: Shapes = ()
    for number, (x, y) in enumerate(logs):
        far = 33.0 - 4.0 * number
        side = rounded(x, y - 3.8, far, y + 3.8, 3.4)
        shapes += (
            *hollow(side),
            Stroke(((x + 9.0, y - 1.0), (far - 6.0, y - 1.0)), 0.9, "ink"),
            Stroke(((x + 14.0, y + 1.4), (far - 12.0, y + 1.4)), 0.9, "ink"),
            Disc((far - 3.6, y), 1.5, "ink"),
            Disc((x, y), 4.6, "ink"),
            Disc((x, y), 3.4, "paper"),
            Stroke(circle((x, y), 1.8), 0.9, "ink", True),
        )
    stub = ((16.0, -20.0), (22.0, -24.0), (24.0, -22.4), (21.6, -19.6))
    rope = tuple(Stroke(((x, -21.0), (x + 1.0, 3.0)), 2.2, "ink") for x in (-12.0, 13.0))
    return (*solid(stub), *shapes, *rope)


def gold() -> Shapes:
    """Draw a heap of gold, a sack at its left and a shovel at its right."""
    heap = smooth(
        (
            (-38.0, 5.0),
            (-26.0, -3.0),
            (-12.0, -10.6),
            (0.0, -14.6),
            (12.0, -12.0),
            (24.0, -5.0),
            (37.0, 5.0),
        )
    )
    nuggets = tuple(
        shape
        for x, y, r in (
            (-9.0, -7.0, 2.0),
            (-5.0, -2.0, 2.4),
            (-11.5, -1.0, 1.6),
            (6.0, -10.0, 1.7),
            (7.0, -4.0, 2.4),
            (13.0, -6.6, 2.2),
            (18.0, -2.0, 2.2),
            (12.0, 0.0, 1.6),
            (26.0, 0.0, 1.7),
        )
        for shape in (Disc((x, y), r, "ink"), Disc((x - 0.5, y - 0.5), r * 0.45, "paper"))
    )
    sack = smooth(
        (
            (-32.0, 5.0),
            (-34.0, -3.0),
            (-29.0, -11.0),
            (-25.0, -14.0),
            (-28.4, -19.0),
            (-22.6, -17.2),
            (-16.6, -19.4),
            (-20.0, -14.0),
            (-16.0, -10.0),
            (-13.0, -2.0),
            (-15.0, 5.0),
        )
    )
    blade = ((19.6, -2.0), (20.2, -8.6), (28.2, -8.6), (28.8, -2.0), (24.2, 2.6))
    return (
        *hollow(heap),
        *nuggets,
        *solid(sack),
        Stroke(((-25.8, -14.2), (-19.4, -14.2)), 1.2, "paper"),
        Stroke(circle((-23.4, -4.6), 3.6), 1.2, "paper", True),
        Disc((-23.4, -4.6), 1.5, "paper"),
        Stroke(((24.2, -8.0), (24.2, -21.6)), 3.2, "paper"),
        Stroke(((24.2, -8.0), (24.2, -21.6)), 1.8, "ink"),
        Stroke(((21.2, -22.2), (27.2, -22.2)), 2.2, "ink"),
        *solid(blade),
    )


def horse() -> Shapes:
    """Draw a piebald horse that looks to the right."""
    body = smooth(
        (
            (-27.0, 6.0),
            (-29.0, -6.0),
            (-26.0, -13.6),
            (-20.0, -15.0),
            (-8.0, -13.0),
            (4.0, -13.0),
            (12.0, -17.4),
            (18.0, -23.0),
            (21.4, -24.6),
            (22.4, -21.6),
            (27.0, -18.6),
            (33.0, -12.0),
            (30.6, -8.6),
            (24.6, -11.4),
            (20.6, -11.0),
            (17.4, -4.0),
            (15.0, 6.0),
        )
    )
    patches = (
        circle((-25.0, -9.0), 6.4, 0.9),
        circle((-2.0, -6.0), 5.0, 0.9),
        circle((13.0, -4.0), 6.0, 0.9),
        circle((27.0, -17.6), 4.0, 0.9),
    )
    saddle = smooth(
        (
            (-17.0, -15.6),
            (-14.4, -14.4),
            (-9.0, -13.6),
            (-6.4, -17.0),
            (-5.0, -13.0),
            (-7.0, -5.6),
            (-15.0, -6.0),
            (-17.0, -15.6),
        )
    )
    mane = smooth(((20.0, -23.4), (14.6, -19.4), (9.6, -13.6), (5.0, -12.0)))
    tail = smooth(((-27.6, -11.0), (-33.6, -10.0), (-35.6, 3.0)))
    return (
        Stroke(tail, 5.6, "paper"),
        Stroke(tail, 3.8, "ink"),
        *hollow(body),
        Clip((body,), tuple(Fill((patch,), "ink") for patch in patches)),
        Stroke(body, 1.3, "ink", True),
        *solid(saddle),
        Stroke(((-11.0, -6.0), (-11.0, -1.0)), 1.2, "ink"),
        Stroke(circle((-11.0, 0.8), 1.9), 1.2, "ink", True),
        Stroke(mane, 3.6, "ink"),
        Disc((25.6, -16.4), 1.0, "paper"),
    )


PAIRS: dict[str, Callable[[], Shapes]] = {
    "cannon": cannon,
    "bear": bear,
    "bison": bison,
    "wood": wood,
    "gold": gold,
    "horse": horse,
}
