"""Pictograms of the special cards: readable without a language."""

from __future__ import annotations

from vision.art.glyphs import word
from vision.art.shapes import (
    Clip,
    Fill,
    Points,
    Shapes,
    Stroke,
    arc,
    circle,
    hatching,
    placed,
    rect,
    rounded,
    star,
    wave,
)


def crescent(radius: float) -> Points:
    """Return a waning moon about the origin."""
    outer = arc((0, 0), radius, 50, 310)
    # The inner edge is a circle through the outer arc's two ends.
    x, y = outer[0]
    shift = radius * 0.45
    inner_radius = ((x - shift) ** 2 + y**2) ** 0.5
    from math import atan2, degrees

    end = degrees(atan2(y, x - shift))
    return (*outer, *arc((shift, 0), inner_radius, 360 - end, end))


def peak(width: float, height: float) -> Points:
    """Return a mountain standing on y = 0, its foot centred on x = 0."""
    return (
        (-width / 2, 0),
        (-width * 0.1, -height),
        (width * 0.06, -height * 0.86),
        (width / 2, 0),
    )


def hatched(outline: Points, ink: str, rim: float = 0.9, pitch: float = 2.6) -> Shapes:
    """Draw an outline open and hatched: the form of what is taken away."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    lines = hatching((min(xs), min(ys), max(xs), max(ys)), pitch)
    return (
        Fill((outline,), "paper"),
        Clip((outline,), tuple(Stroke(line, pitch * 0.36, ink) for line in lines)),
        Stroke(outline, rim, ink, True),
    )


def night() -> Shapes:
    """Draw the night: a moon and stars over the sand, in a dark field."""
    sand = wave(
        -21, 21, lambda x: 13.5 + 2.2 * (x / 21) ** 2 - 1.6 * (x / 12 if x > 0 else -x / 30)
    )
    return (
        Fill((rounded(-21, -21, 21, 21, 3),), "ink"),
        Fill((placed_points(crescent(11.5), -1, -4),), "paper"),
        *(
            Fill((star((x, y), r, 4, 0.4),), "paper")
            for x, y, r in ((11, -12, 4.2), (15, 1, 2.8), (-15, -15, 2.6), (4.5, -4, 2.4))
        ),
        Clip((rounded(-21, -21, 21, 21, 3),), (Fill(((*sand, (21, 21), (-21, 21)),), "light"),)),
    )


def placed_points(points: Points, x: float, y: float) -> Points:
    """Return points moved."""
    return tuple((px + x, py + y) for px, py in points)


def draw() -> Shapes:
    """Draw the unknown card: a question mark on the top card of a pile."""
    card = rounded(-13, -18.5, 13, 18.5, 2.5)
    shapes: Shapes = ()
    for turn in (-14, -7):
        shapes += placed((Fill((card,), "light"), Stroke(card, 1.1, "ink", True)), turn_deg=turn)
    return (
        *shapes,
        Fill((card,), "paper"),
        Stroke(card, 1.3, "ink", True),
        *word("?", 26, "ink", 0.2),
    )


def double() -> Shapes:
    """Draw the double: one ring becomes two, behind a large ×2."""
    return (
        Stroke(circle((-5.5, 0), 14.5), 4, "light", True),
        Stroke(circle((5.5, 0), 14.5), 4, "light", True),
        *word("×2", 24, "ink", 0.2),
    )


def highest_to_zero() -> Shapes:
    """Draw three peaks, the highest hollow: it counts nothing."""
    ground = 8.0
    return (
        *_peaks(ground),
        *placed(_hollow(peak(15, 25)), 0, ground),
        Stroke(((-20, ground), (20, ground)), 1.6, "ink"),
        *placed(word("→0", 8.5, "ink", 0.2), 0, 15),
    )


def highest_turned() -> Shapes:
    """Draw three peaks, the highest turned below the ground: it is taken away."""
    ground = -5.0
    turned = tuple((x, -y) for x, y in peak(15, 25))
    return (
        *_peaks(ground),
        *placed(hatched(turned, "ink", 1.2), 0, ground),
        Stroke(((-20, ground), (20, ground)), 1.6, "ink"),
        *placed(word("−", 16, "ink", 0.24), 12.5, 11),
    )


def _hollow(outline: Points) -> Shapes:
    return Fill((outline,), "paper"), Stroke(outline, 1.2, "ink", True)


def _peaks(ground: float) -> Shapes:
    left, right = peak(13, 11), peak(13, 14)
    return placed((Fill((left,), "ink"),), -13, ground) + placed(
        (Fill((right,), "ink"),), 13, ground
    )


def summit(hollow: bool) -> Shapes:
    """Draw the small sign for "the highest": a peak under a bar, 1 unit high about the origin."""
    outline = peak(0.72, 0.72)
    del hollow
    return (
        *placed((Fill((outline,), "ink"),), 0, 0.5),
        Stroke(((-0.3, -0.42), (0.3, -0.42)), 0.16, "ink"),
    )


__all__ = ["crescent", "double", "draw", "highest_to_zero", "highest_turned", "night", "rect"]
