"""People in a canoe, as silhouettes: they face its bow, to the left, and stand on y = 0, in mm.

A tribe shows in the cloak: one is full, the other hatched. Those who belong to a pair are told by
hat and tool. All fit 28 mm across and 23 mm above the rail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.art.shapes import (
    Clip,
    Disc,
    Fill,
    Point,
    Points,
    Shapes,
    Stroke,
    arc,
    circle,
    hatching,
    rounded,
    smooth,
)

FULL, HATCHED, PLAIN = "full", "hatched", "plain"


@dataclass(frozen=True)
class Pose:
    """How a paddler sits: how far they lean forward, both ends of the paddle, and the cloak."""

    lean: float
    grip: Point  # the upper hand
    tip: Point  # where the paddle's blade ends
    weave: int = 0  # of the cloak
    seat: float = 0.0  # how far back they sit


# Told by the paddle: from reaching far ahead to pushing off behind.
POSES = (
    Pose(2.5, (-1.0, -18.0), (-15.0, 13.0), 0, 0.0),
    Pose(-1.5, (5.0, -17.0), (14.5, 13.0), 2, 3.0),
    Pose(0.5, (-9.5, -20.0), (-8.5, 14.0), 3, 1.5),
    Pose(3.5, (12.0, -13.0), (-16.0, -3.0), 1, 1.0),
    Pose(0.0, (13.0, -3.0), (-13.0, -20.5), 2, -2.0),
    Pose(-2.5, (10.5, -21.0), (8.5, 14.0), 3, -3.0),
    Pose(1.5, (-14.0, -10.0), (15.0, -21.0), 1, 0.5),
)
STEERING = Pose(-2.0, (1.0, -14.5), (17.0, 14.0))
BOWMAN = Pose(3.0, (-2.0, -17.0), (-10.0, 14.0))


def _coat(outline: Points, cloth: str, weave: int = 0) -> Shapes:
    """Draw what a person wears: all in one ink, hatched by one of four weaves, or plain paper."""
    lines: Sequence[Points] = (
        hatching((-10, -17, 10, 4), 3.0, 0.8),
        hatching((-10, -17, 10, 4), 3.0, -0.8),
        [((-10.0, y), (10.0, y)) for y in (-12.4, -9.2, -6.0, -2.8, 0.4)],
        [((x, -17.0), (x, 4.0)) for x in (-6.4, -3.2, 0.0, 3.2, 6.4)],
    )[weave % 4]
    ground, thread, width = ("tribe", "paper", 0.6) if cloth == FULL else ("paper", "ink", 1.2)
    if cloth == FULL:
        lines = lines[::2]
    return (
        Fill((outline,), ground),
        Clip((outline,), tuple(Stroke(line, width, thread) for line in lines if cloth != PLAIN)),
        Stroke(outline, 1.1, "ink", True),
    )


def _trunk(lean: float) -> Points:
    shoulders = (
        (-5.2 - lean, -9.0),
        (-3.4 - lean, -13.2),
        (2.6 - lean, -13.6),
        (5.4 - lean, -10.0),
    )
    return ((-5.6, 3.0), *smooth((*((-5.4, -2.0),), *shoulders, (7.4, -3.0))), (7.6, 3.0))


def _head(lean: float) -> Shapes:
    """Draw a head that looks to the left, its hair bound behind."""
    x = -1.6 - 1.15 * lean
    return (
        Disc((x, -17.6), 4.3, "paper"),
        Stroke(((x + 1.6, -16.2), (x + 4.6, -11.2)), 1.8, "ink"),
        Disc((x, -17.6), 3.5, "ink"),
        Stroke(((x - 3.2, -18.6), (x + 3.2, -18.6)), 0.9, "paper"),
    )


def paddle(grip: Point, tip: Point) -> Shapes:
    """Draw a paddle from its grip to the tip of its blade."""
    (x0, y0), (x1, y1) = grip, tip
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    ux, uy = (x1 - x0) / long, (y1 - y0) / long

    def at(along: float, aside: float) -> Point:
        return x1 - ux * along - uy * aside, y1 - uy * along + ux * aside

    blade = smooth(
        (
            at(9.5, 0.6),
            at(6.0, 2.3),
            at(1.6, 2.2),
            at(0.0, 0.0),
            at(1.6, -2.2),
            at(6.0, -2.3),
            at(9.5, -0.6),
        )
    )
    return (
        Stroke((grip, at(8.5, 0.0)), 2.6, "paper"),
        Stroke(blade, 1.6, "paper", True),
        Stroke((grip, at(8.5, 0.0)), 1.5, "ink"),
        Fill((blade,), "ink"),
        Disc(grip, 1.3, "ink"),
    )


def _arm(shoulder: Point, hand: Point) -> Shapes:
    elbow = ((shoulder[0] + hand[0]) / 2 + 0.8, max(shoulder[1], hand[1]) + 1.0)
    line = smooth((shoulder, elbow, hand), 5)
    return (Stroke(line, 3.4, "paper"), Stroke(line, 2.2, "ink"))


def paddler(pose: Pose, cloth: str) -> Shapes:
    """Draw someone who paddles."""
    (x0, y0), (x1, y1) = pose.grip, pose.tip
    low = (x0 + 0.42 * (x1 - x0), y0 + 0.42 * (y1 - y0))
    return (
        *_coat(_trunk(pose.lean), cloth, pose.weave),
        *_arm((2.4 - pose.lean, -11.0), pose.grip),
        *paddle(pose.grip, pose.tip),
        *_arm((-3.0 - pose.lean, -10.4), low),
        *_head(pose.lean),
    )


def lasso(cloth: str) -> Shapes:
    """Draw someone who swings a lasso."""
    loop = circle((-11.6, -13.6), 6.8, 0.72)
    rope = smooth(
        ((-5.0, -12.4), (1.0, -9.6), (8.4, -12.4), (12.6, -8.4), (9.8, -3.4), (13.4, 0.6))
    )
    return (
        *_coat(_trunk(-3.0), cloth, 3),
        *_arm((5.0, -11.0), (9.0, -12.6)),
        Stroke(loop, 3.2, "paper", True),
        Stroke(rope, 3.2, "paper"),
        Stroke(loop, 1.8, "ink", True),
        Stroke(rope, 1.8, "ink"),
        *_arm((0.4, -10.4), (-4.4, -6.4)),
        *_head(-3.0),
    )


def archer(cloth: str) -> Shapes:
    """Draw someone who bends a bow."""
    stave = arc((-0.4, -9.4), 13.0, 128, 232)
    return (
        *_coat(_trunk(-2.0), cloth, 1),
        *_arm((-1.0, -10.4), (-12.4, -9.4)),
        Stroke(stave, 3.6, "paper"),
        Stroke(stave, 2.2, "ink"),
        Stroke((stave[0], (4.0, -9.4), stave[-1]), 0.8, "ink"),
        Stroke(((-15.0, -9.4), (6.0, -9.4)), 2.6, "paper"),
        Stroke(((-15.0, -9.4), (6.0, -9.4)), 1.3, "ink"),
        Fill((((-18.6, -9.4), (-14.4, -11.8), (-14.4, -7.0)),), "ink"),
        *_arm((5.4, -10.8), (5.0, -9.4)),
        *_head(-2.0),
    )


# -- those who belong to a pair -----------------------------------------------------------


def _person(coat: str) -> Shapes:
    return (Disc((-1.6, -16.2), 3.4, "ink"), *_coat(_trunk(0.0), coat))


def _shaft(foot: Point, top: Point, width: float = 1.6) -> Shapes:
    return (Stroke((foot, top), width + 1.4, "paper"), Stroke((foot, top), width, "ink"))


def soldier() -> Shapes:
    """Draw a soldier: a peaked cap, crossed belts, a musket with its bayonet."""
    cap = ((-5.4, -18.6), (-4.6, -23.4), (1.6, -23.4), (2.0, -18.6))
    return (
        *_person(PLAIN),
        Fill((cap,), "ink"),
        Stroke(((-7.8, -18.0), (1.6, -18.4)), 1.4, "ink"),
        Stroke(((-4.6, -12.4), (5.4, -1.0)), 1.7, "ink"),
        Stroke(((3.4, -12.4), (-5.0, -1.0)), 1.7, "ink"),
        *_shaft((10.0, 1.0), (8.4, -16.0), 2.2),
        *_shaft((8.4, -16.0), (7.8, -23.6), 0.9),
        *_arm((4.6, -10.4), (9.4, -7.0)),
    )


def bear_hunter() -> Shapes:
    """Draw a hunter in a fur cap, a long rifle across."""
    return (
        *_person(FULL),
        Stroke(((1.6, -19.4), (5.4, -14.4), (5.0, -9.6)), 4.0, "paper"),
        Stroke(((1.6, -19.4), (5.4, -14.4), (5.0, -9.6)), 2.8, "ink"),
        *(Stroke(((4.4, y), (6.6, y)), 0.7, "paper") for y in (-13.6, -11.4)),
        Fill((rounded(-6.2, -22.6, 3.4, -17.4, 2.4),), "ink"),
        Stroke(((-6.0, -17.3), (2.6, -17.3)), 0.9, "paper"),
        *_shaft((8.0, -2.6), (-17.0, -10.6)),
        Fill((((6.0, -5.0), (13.4, -2.0), (12.4, 1.4), (5.4, -1.6)),), "ink"),
        *_arm((-3.4, -10.6), (-9.0, -8.0)),
    )


def bison_hunter() -> Shapes:
    """Draw a hunter under a flat, broad hat, a long spear upright."""
    head = ((-12.0, -23.6), (-10.2, -18.0), (-12.0, -16.4), (-13.8, -18.0))
    return (
        *_person(HATCHED),
        Stroke(((-8.0, -18.6), (5.0, -18.6)), 1.8, "ink"),
        Stroke(((-3.6, -20.0), (0.6, -20.0)), 2.8, "ink"),
        *_shaft((-12.0, 2.0), (-12.0, -17.0)),
        Stroke(head, 1.4, "paper", True),
        Fill((head,), "ink"),
        *_arm((-3.4, -10.6), (-11.6, -8.4)),
    )


def woodcutter() -> Shapes:
    """Draw a woodcutter: a knitted cap, a beard, braces and an axe on the shoulder."""
    blade = ((11.2, -20.4), (16.4, -22.6), (17.2, -15.4), (12.2, -16.6))
    return (
        *_person(PLAIN),
        Fill((((-5.6, -17.6), (-4.4, -21.4), (0.6, -24.0), (2.4, -17.6)),), "ink"),
        Stroke(((-5.0, -17.9), (1.8, -17.9)), 1.0, "paper"),
        Fill((((-5.4, -15.6), (1.0, -15.0), (-3.2, -9.6)),), "ink"),
        *(Stroke(((-5.6, y), (7.0, y)), 1.5, "ink") for y in (-8.0, -4.4, -0.8)),
        *_shaft((-3.0, -5.0), (13.4, -18.6)),
        Stroke(blade, 1.4, "paper", True),
        Fill((blade,), "ink"),
        *_arm((4.4, -10.4), (5.6, -11.6)),
    )


def gold_digger() -> Shapes:
    """Draw a gold digger: a slouched hat, a pickaxe and a pan."""
    return (
        *_person(FULL),
        Stroke(smooth(((-7.6, -17.0), (-3.0, -18.6), (4.8, -16.6))), 1.8, "ink"),
        Fill((((-5.2, -18.2), (-4.0, -22.0), (0.4, -21.2), (2.2, -18.0)),), "ink"),
        *_shaft((11.0, 2.0), (9.0, -17.0)),
        Stroke(arc((10.2, -8.0), 11.4, 224, 304), 3.4, "paper"),
        Stroke(arc((10.2, -8.0), 11.4, 224, 304), 2.2, "ink"),
        *_arm((4.6, -10.4), (9.8, -8.0)),
        *_arm((-3.4, -10.6), (-9.6, -5.0)),
        Fill((((-16.4, -6.6), (-6.6, -6.6), (-8.6, -3.2), (-14.4, -3.2)),), "paper"),
        Stroke(((-16.4, -6.6), (-6.6, -6.6), (-8.6, -3.2), (-14.4, -3.2)), 1.1, "ink", True),
        *(Disc((x, -7.4), 1.0, "ink") for x in (-13.6, -11.4, -9.2)),
    )


def cowboy() -> Shapes:
    """Draw a cowboy: a tall hat with a turned brim, a neckerchief, reins."""
    crown = smooth(((-5.6, -18.8), (-5.0, -23.8), (-2.0, -22.8), (1.4, -24.0), (2.4, -18.8)))
    scarf = ((-4.6, -14.0), (2.4, -14.2), (-2.6, -8.4))
    return (
        *_person(HATCHED),
        Fill((crown,), "ink"),
        Stroke(smooth(((-9.4, -20.6), (-6.0, -18.4), (2.6, -18.2), (6.6, -21.0))), 1.8, "ink"),
        Fill((scarf,), "tribe"),
        Stroke(scarf, 0.7, "ink", True),
        *_arm((-3.4, -10.0), (-9.0, -6.4)),
        Stroke(smooth(((-9.0, -6.4), (-13.6, -4.8), (-17.0, -8.4))), 1.2, "ink"),
        Stroke(smooth(((-9.0, -6.4), (-12.6, -1.8), (-17.4, -3.4))), 1.2, "ink"),
    )


CHARACTERS: dict[str, tuple[str, Callable[[], Shapes]]] = {  # whose pair each belongs to
    "soldier": ("cannon", soldier),
    "bear_hunter": ("bear", bear_hunter),
    "bison_hunter": ("bison", bison_hunter),
    "woodcutter": ("wood", woodcutter),
    "gold_digger": ("gold", gold_digger),
    "cowboy": ("horse", cowboy),
}
