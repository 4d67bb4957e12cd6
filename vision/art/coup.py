"""The Coup deck: five characters, each a tool, a frame, a colour and a pattern of its own.

Nothing rests on one of them alone: without colour the patterns part them, without the mark
the corner does, and who reads neither English nor French reads the picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from vision.art import courtiers
from vision.art.deckart import BORDER, MIDDLE, PANEL, RADIUS, SIZE_MM, DeckArt, on_paper
from vision.art.glyphs import width_of, word
from vision.art.shapes import (
    Clip,
    Disc,
    Drawing,
    Fill,
    Points,
    Shape,
    Shapes,
    Stroke,
    circle,
    placed,
    rect,
    regular,
    rounded,
    swapped,
    wave,
)

NAME = "coup"
HEAD = 14.0  # height of the strips with index and names
FIELD = (BORDER, BORDER + HEAD, SIZE_MM[0] - BORDER, SIZE_MM[1] - BORDER - HEAD)
INDEX = 12.2  # height of the corner's mark
CAPITAL = 3.5  # height of the names' letters
INK = "#1b2130"

TONES = {  # pale, mid and deep of each character's colour
    "duke": ("#fbf0cf", "#eebd4e", "#a8690f"),
    "assassin": ("#f9e3da", "#e29a80", "#9c3520"),
    "captain": ("#dff0ec", "#7fbdb2", "#1a6a63"),
    "ambassador": ("#e2eaf6", "#8aacd8", "#28568f"),
    "contessa": ("#efe4f2", "#bb98ca", "#67407f"),
}
BACK_TONES = ("#f2e3e4", "#c18f98", "#5f2438")


@dataclass(frozen=True)
class Character:
    """What sets one card apart from the others, beside its mark."""

    names: tuple[str, ...]  # English, then French where it differs
    pattern: Callable[[], Shapes]  # about the card's middle, over all of the field
    frame: Callable[[float], Points]  # of the mark, drawn in by some mm
    scale: float  # of the mark, so that it fills its frame
    dark: bool  # the strips: paper on ink, or ink on paper


# -- patterns: about the origin, over 57 x 54 mm ------------------------------------------


def _rays() -> Shapes:
    """Light that comes from behind the mark."""
    shapes: list[Shape] = [Fill((rect(-30, -30, 30, 30),), "pale")]
    for i in range(14):
        a, b = (math.radians(360 / 14 * (i + part) + 6) for part in (0.0, 0.52))
        tip = (
            (0.0, 0.0),
            (50 * math.cos(a), 50 * math.sin(a)),
            (50 * math.cos(b), 50 * math.sin(b)),
        )
        shapes.append(Fill((tip,), "deep" if i % 2 else "mid"))
    return tuple(shapes)


def _slashes() -> Shapes:
    """Cuts from one corner to the other, no two of one breadth."""
    shapes: list[Shape] = [Fill((rect(-30, -30, 30, 30),), "mid")]
    x = -66.0
    for i, breadth in enumerate((7, 3, 10, 4, 6, 12, 3, 8, 5, 9, 4, 7, 11, 3)):
        cut = ((x, 32.0), (x + 38, -32.0), (x + 38 + breadth, -32.0), (x + breadth, 32.0))
        shapes.append(Fill((cut,), "deep" if i % 2 == 0 else "pale"))
        x += breadth + 2.0
    return tuple(shapes)


def _sea() -> Shapes:
    """Waves that grow towards the one who holds the card."""
    shapes: list[Shape] = [Fill((rect(-30, -30, 30, 30),), "pale")]
    y, high, tones = -24.0, 1.5, ("mid", "deep", "pale")
    for i in range(9):
        crest = wave(-31, 31, _swell(y, high, 1.9 * i))
        shapes.append(Fill(((*crest, (31.0, 40.0), (-31.0, 40.0)),), tones[i % 3]))
        y, high = y + 4.6 + 0.55 * i, high + 0.22
    return tuple(shapes)


def _swell(y: float, high: float, phase: float) -> Callable[[float], float]:
    return lambda x: y + high * math.sin(x / (2.2 + high) + phase)


def _lozenges() -> Shapes:
    """A floor of lozenges in two colours, each with a stud."""
    shapes: list[Shape] = [Fill((rect(-30, -30, 30, 30),), "deep")]
    for i in range(-4, 5):
        for j in range(-5, 6):
            x, y = i * 11.0 + (5.5 if j % 2 else 0.0), j * 7.5
            tile = ((x, y - 7.5), (x + 5.5, y), (x, y + 7.5), (x - 5.5, y))
            if j % 2:
                shapes.append(Fill((tile,), "pale"))
            shapes.append(Disc((x, y), 2.1, "mid"))
    return tuple(shapes)


def _scales() -> Shapes:
    """Rows of shells, as on a silk."""
    shapes: list[Shape] = [Fill((rect(-30, -30, 30, 30),), "mid")]
    for j in range(-3, 6):
        for i in range(-3, 4):
            x, y = i * 15.0 + (7.5 if j % 2 else 0.0), j * 8.4
            for radius, tone in ((8.4, "deep"), (6.6, "pale"), (4.2, "mid"), (2.0, "deep")):
                shapes.append(Disc((x, y), radius, tone))
    return tuple(shapes)


# -- frames: about the origin -------------------------------------------------------------


def _octagon(inset: float) -> Points:
    return regular((0, 0), (25.5 - inset) / math.cos(math.pi / 8), 8, 22.5)


def _blade(inset: float) -> Points:
    x, y, cut = 20.0 - inset, 26.2 - inset, 12.0 - 0.5 * inset
    half = ((cut - x, -y), (x - cut, -y), (x, cut - y), (x, y - cut))
    return half + tuple((-px, -py) for px, py in half)


def _porthole(inset: float) -> Points:
    return circle((0, 0), 25.2 - inset)


def _sheet(inset: float) -> Points:
    return rounded(inset - 23.5, inset - 20.5, 23.5 - inset, 20.5 - inset, max(6 - inset, 1.5))


def _shield(inset: float) -> Points:
    x, top, flank = 24.5 - inset, inset - 21.5, 2.0
    foot = 25.5 - 1.25 * inset
    right = tuple(
        (x * math.cos(t) ** 0.9, flank + (foot - flank) * math.sin(t))
        for t in (math.pi / 2 * i / 16 for i in range(16))
    )
    left = tuple((-px, py) for px, py in reversed(right))
    return ((-x, top), (x, top), *right, (0.0, foot), *left)


CHARACTERS = {
    "duke": Character(("DUKE", "DUC"), _rays, _octagon, 0.98, True),
    "assassin": Character(("ASSASSIN",), _slashes, _blade, 1.1, False),
    "captain": Character(("CAPTAIN", "CAPITAINE"), _sea, _porthole, 1.0, True),
    "ambassador": Character(("AMBASSADOR", "AMBASSADEUR"), _lozenges, _sheet, 0.86, False),
    "contessa": Character(("CONTESSA", "COMTESSE"), _scales, _shield, 1.0, True),
}


def _head(card: str) -> Shapes:
    """Draw the strip at the top: the index in the corner, the names beside it."""
    left, top, right, _ = PANEL
    names = CHARACTERS[card].names
    x = (left + 1.5 + INDEX + right) / 2
    shapes = placed(
        courtiers.MARKS[card](), left + 1.4 + INDEX / 2, top + HEAD / 2, INDEX / 2 / courtiers.REACH
    )
    room = right - left - INDEX - 6.0
    for i, name in enumerate(names):
        height = CAPITAL * (1.0 if i == 0 else 0.86)
        height *= min(1.0, room / width_of(name, height, 0.17))
        y = top + HEAD / 2 + (0.0 if len(names) == 1 else (-2.6, 2.5)[i])
        shapes += placed(word(name, height, "ink", 0.17), x, y)
    return shapes


def _face(card: str) -> Drawing:
    look = CHARACTERS[card]
    whole, field = rounded(*PANEL, RADIUS), rect(*FIELD)
    head = swapped(_head(card)) if look.dark else _head(card)
    outer, inner = look.frame(0), look.frame(2.0)
    middle = (
        Fill((outer,), "paper"),
        Stroke(outer, 1.6, "ink", True),
        Stroke(inner, 0.6, "ink", True),
        *placed(courtiers.MARKS[card](), scale=look.scale),
    )
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, *SIZE_MM),), "paper"),
            Fill((whole,), "ink" if look.dark else "paper"),
            Clip((field,), placed(look.pattern(), *MIDDLE)),
            Stroke(field, 0.7, "ink", True),
            *placed(middle, *MIDDLE),
            *head,
            *placed(head, *SIZE_MM, turn_deg=180),
            Stroke(whole, 0.5, "ink", True),
        ),
    )


def _keyhole() -> Shapes:
    """Draw one of the two keyholes of the backs, its round end up, its foot at the origin."""
    ward = ((-3.4, -1.2), (-1.3, -9.0), (1.3, -9.0), (3.4, -1.2))
    return (Fill((ward,), "ink"), Disc((0.0, -9.6), 3.3, "ink"))


def _back() -> Drawing:
    """Draw herringbone and two keyholes: it looks the same from both ends."""
    panel = rounded(*PANEL, RADIUS)
    zigzags: list[Shape] = []
    for i in range(-16, 17):
        y = i * 5.6
        line = tuple(((x + 0.5) * 7.2, y + (3.6 if x % 2 else -3.6)) for x in range(-6, 6))
        zigzags.append(Stroke(line, 2.3 if i % 2 else 0.9, "mid" if i % 2 else "pale"))
    medal = circle((0, 0), 17.0)
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, *SIZE_MM),), "paper"),
            Clip((panel,), (Fill((panel,), "deep"), *placed(zigzags, *MIDDLE))),
            *placed(
                (
                    Fill((medal,), "paper"),
                    Stroke(medal, 1.6, "ink", True),
                    Stroke(circle((0, 0), 14.6), 0.7, "ink", True),
                    *_keyhole(),
                    *placed(_keyhole(), turn_deg=180),
                ),
                *MIDDLE,
            ),
            Stroke(panel, 0.5, "ink", True),
        ),
    )


def deck() -> DeckArt:
    """Draw the deck."""
    return DeckArt(
        name=NAME,
        size_mm=SIZE_MM,
        faces={card: _face(card) for card in CHARACTERS},
        backs=(_back(),),
        palettes={card: on_paper(*TONES[card], INK) for card in CHARACTERS},
        palette=on_paper(*BACK_TONES, INK),
    )
