"""Pictograms of the special cards: readable without a language, about the origin, in mm."""

from __future__ import annotations

import math

from vision.art.glyphs import word
from vision.art.shapes import (
    Clip,
    Disc,
    Fill,
    Points,
    Shapes,
    Stroke,
    arc,
    circle,
    hatching,
    placed,
    rounded,
    star,
    wave,
)

GROUND_HALF = 20.0  # half the length of the line that peaks stand on


def crescent(radius: float) -> Points:
    """Return a moon that opens to the right."""
    outer = arc((0, 0), radius, 50, 310)
    x, y = outer[0]
    shift = radius * 0.45  # the inner edge is another circle through the same two horns
    horn = math.degrees(math.atan2(y, x - shift))
    return (*outer, *arc((shift, 0), math.hypot(x - shift, y), 360 - horn, horn))


def peak(width: float, height: float) -> Points:
    """Return a mountain standing on y = 0, its foot centred on x = 0."""
    return (
        (-width / 2, 0),
        (-width * 0.08, -height),
        (width * 0.08, -height * 0.84),
        (width / 2, 0),
    )


def hatched(outline: Points, ink: str, rim: float, pitch: float) -> Shapes:
    """Draw an outline open and hatched: the form of what is taken away."""
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    lines = hatching((min(xs), min(ys), max(xs), max(ys)), pitch)
    return (
        Fill((outline,), "paper"),
        Clip((outline,), tuple(Stroke(line, pitch * 0.36, ink) for line in lines)),
        Stroke(outline, rim, ink, True),
    )


def night(field: Points) -> Shapes:
    """Draw the night: a moon and stars over the sand, filling a dark field."""
    far = wave(-30, 30, lambda x: 10 + 2.4 * math.sin(x / 9 + 0.6))
    near = wave(-30, 30, lambda x: 14.5 - 2.2 * math.sin(x / 12))
    foot = ((30.0, 30.0), (-30.0, 30.0))
    return (
        Fill((field,), "ink"),
        Clip((field,), (Fill(((*far, *foot),), "deep"), Fill(((*near, *foot),), "pale"))),
        *placed((Fill((crescent(10.5),), "paper"),), -3, -4),
        *(
            Fill((star((x, y), r, 4, 0.36),), "paper")
            for x, y, r in ((11, -11, 4.4), (17, 1.5, 2.8), (-15.5, -9.5, 2.8), (3.5, -4, 2.4))
        ),
    )


def draw() -> Shapes:
    """Draw the unknown card: a question mark on the top card of a pile."""
    card = rounded(-10.5, -15, 10.5, 15, 2.2)
    pile = (Fill((card,), "mid"), Stroke(card, 1.1, "ink", True))
    return (
        *placed(pile, -5, 0.4, turn_deg=-16),
        *placed(pile, 5, 0.4, turn_deg=16),
        Fill((card,), "paper"),
        Stroke(card, 1.4, "ink", True),
        *word("?", 21, "ink", 0.21),
    )


def double() -> Shapes:
    """Draw the double: two suns that overlap, behind a large ×2."""
    suns: Shapes = ()
    for x in (-8.0, 8.0):
        suns += (Fill((star((x, 0), 14.5, 16, 0.8),), "mid"), Disc((x, 0), 10.4, "pale"))
    return (*suns, *word("×2", 21, "ink", 0.21))


def highest_to_zero() -> Shapes:
    """Draw three peaks, the highest an empty outline: it counts nothing."""
    hollow = peak(15, 24)
    return (
        *placed((Fill((hollow,), "paper"), Stroke(hollow, 1.3, "ink", True)), 0, 8),
        *_low_peaks(8),
        *placed(word("→0", 8.5, "ink", 0.21), 0, 13.8),
    )


def highest_turned() -> Shapes:
    """Draw three peaks, the highest turned below the ground: it is taken away."""
    turned = tuple((x, -y) for x, y in peak(15, 22))
    return (
        *placed(hatched(turned, "ink", 1.3, 2.6), 0, -4),
        *_low_peaks(-4),
        *placed(word("−", 16, "ink", 0.24), 14, 9),
    )


def _low_peaks(ground: float) -> Shapes:
    return (
        *placed((Fill((peak(15, 10),), "ink"),), -12.5, ground),
        *placed((Fill((peak(15, 13),), "ink"),), 12.5, ground),
        Stroke(((-GROUND_HALF, ground), (GROUND_HALF, ground)), 1.6, "ink"),
    )


def highest() -> Shapes:
    """Draw the small sign for "the highest", one unit high: a peak that touches a bar."""
    return (
        *placed((Fill((peak(0.76, 0.78),), "ink"),), 0, 0.5),
        Stroke(((-0.34, -0.42), (0.34, -0.42)), 0.17, "ink"),
    )


def sun_wheel(ground: str) -> Shapes:
    """Draw the medallion of the backs, which looks the same from both ends."""
    return (
        Disc((0, 0), 13, "ink"),
        Fill((star((0, 0), 11, 12, 0.66),), "paper"),
        Disc((0, 0), 6.4, "ink"),
        Stroke(circle((0, 0), 4.2), 1.2, "paper", True),
        Stroke(circle((0, 0), 14.6), 1.2, ground, True),
    )
