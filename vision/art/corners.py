"""The index of a card of the canoe deck, in mm from its corner: 13 high, and told by form.

Red has its number in a full disc and black in an open diamond, beside the sign of who it is;
things stand on a plate, a half says where its other half belongs, a character has a ring.
"""

from __future__ import annotations

from vision.art import clans
from vision.art.glyphs import word
from vision.art.shapes import Clip, Disc, Fill, Shapes, Stroke, circle, placed, rounded, swapped


def _red_number(text: str) -> Shapes:
    return (
        Disc((6.4, 6.4), 6.4, "paper"),
        Disc((6.4, 6.4), 5.8, "tribe"),
        *placed(word(text, 8.6, "paper", 0.18), 6.4, 6.4),
    )


def _black_number(text: str) -> Shapes:
    diamond = ((6.4, -0.2), (13.0, 6.4), (6.4, 13.0), (-0.2, 6.4))
    return (
        Fill((diamond,), "paper"),
        Stroke(diamond, 0.8, "ink", True),
        *placed(word(text, 7.8, "ink", 0.18), 6.4, 6.4),
    )


def strength_index(
    tribe: str, strength: int, sign: Shapes, dark: bool, special: bool = False
) -> Shapes:
    """Draw the index of someone who is strong: the sign behind the number.

    The sign of one who does something when laid is on a longer plate.
    """
    x, y, red = 19.6, 6.4, tribe == "red"
    far = x + (9.6 if special else 6.2)
    rim = rounded(x - 6.2, y - 6.2, far, y + 6.2, 6.1 if red else 1.2)
    placed_sign = placed(sign, (x - 6.2 + far) / 2 + (0.6 if special else 0.0), y, 0.96)
    return (
        Stroke(rim, 1.8, "paper", True),
        Fill((rim,), "ink" if dark else "paper"),
        Stroke(rim, 0.8, "ink", True),
        *(swapped(placed_sign) if dark else placed_sign),
        *(_red_number if red else _black_number)(str(strength)),
    )


def thing_index(mark: Shapes, dark: bool) -> Shapes:
    """Draw the index of a thing that stands on y = 0: the same, smaller, on a plate."""
    plate = rounded(0.0, 0.0, 16.6, 13.0, 1.4)
    small = placed(mark, 8.3, 11.2, 0.43)
    return (
        Fill((plate,), "ink" if dark else "paper"),
        Clip((plate,), swapped(small) if dark else small),
        Stroke(plate, 0.8, "ink", True),
    )


def end_index(sign: Shapes, dark: bool) -> Shapes:
    """Draw the index of an end that nobody mans."""
    plate = rounded(0.0, 0.0, 13.0, 13.0, 1.4)
    return (
        Fill((plate,), "ink" if dark else "paper"),
        Stroke(plate, 0.8, "ink", True),
        *placed(swapped(sign) if dark else sign, 6.5, 6.5, 1.05),
    )


def half_index(pair: str, side: str) -> Shapes:
    """Draw the index of a half: an arrow shows where the other half belongs."""
    dark = side == "right"
    sign = placed(clans.SETS[pair](), 6.5, 6.5, 1.05)
    plate = rounded(0.0, 0.0, 13.0, 13.0, 1.0)
    near, far = (18.6, 15.0) if dark else (15.0, 18.6)
    arrow = ((near, 3.0), (far, 6.5), (near, 10.0))
    return (
        Fill((plate,), "ink" if dark else "paper"),
        Stroke(plate, 0.8, "ink", True),
        *(swapped(sign) if dark else sign),
        Stroke(arrow, 3.4, "paper"),
        Stroke(arrow, 2.0, "ink"),
    )


def character_index(pair: str, dark: bool) -> Shapes:
    """Draw the index of a character: the sign of the pair in a ring."""
    at, sign = (6.6, 6.6), clans.SETS[pair]()
    return (
        Disc(at, 6.6, "ink" if dark else "paper"),
        Stroke(circle(at, 6.2), 0.9, "paper" if dark else "ink", True),
        *placed(swapped(sign) if dark else sign, *at, 0.86),
    )
