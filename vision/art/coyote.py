"""The three Coyote decks: one system of numerals and bands, three families of texture.

The sign is form before it is colour: a positive card has a full band, a negative card an open
and hatched one with a minus as wide as its numeral, a special card a frame. The index of an
even card is light on dark, that of an odd card dark on light: 6 and 9, 3 and 8 part at a glance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from vision.art import marks
from vision.art.deckart import BORDER, MIDDLE, PANEL, RADIUS, SIZE_MM, DeckArt, on_paper
from vision.art.glyphs import outlined, width_of, word
from vision.art.shapes import (
    Clip,
    Disc,
    Drawing,
    Fill,
    Points,
    Shapes,
    Stroke,
    arc,
    circle,
    hatching,
    inked,
    placed,
    rect,
    regular,
    rounded,
    wave,
)
from vision.art.textures import Box, dunes, facets, orbits

BAND = 13.5  # half its height
INDEX_HEIGHT = 10.0
NOTCH_BOTTOM = 20.5  # of the notch that the index stands in

NIGHT = "night"
POSITIVE, NEGATIVE, ZERO, SPECIAL = "positive", "negative", "zero", "special"
PICTURES: dict[str, Callable[[], Shapes]] = {
    "?": marks.draw,
    "max0": marks.highest_to_zero,
    "max-": marks.highest_turned,
    "x2": marks.double,
}
DARK_INDEX = {"2", "4", "6", "8", "10", "20", "night", "max-"}

TONES = {  # pale, mid and deep of each family of colours
    "teal": ("#e3f1ec", "#86bfb2", "#1f7068"),
    "blue": ("#e4ecf7", "#8fb0d8", "#2c5c96"),
    "plum": ("#f0e6f2", "#bd9ccb", "#6c4485"),
    "red": ("#fbe8df", "#eba58b", "#b23f28"),
    "amber": ("#fdf3d7", "#f0c45a", "#b9741a"),
    "stone": ("#f1eee7", "#c9c2b3", "#7d7464"),
}

Edge = Callable[[Random], Points]  # a band's upper edge, left to right, about the card's middle


@dataclass(frozen=True)
class Edition:
    """What sets one deck apart: its colour, its texture, the edge of its bands, its back."""

    name: str
    colour: str
    texture: Callable[[Box, str], Shapes]
    edge: Edge
    ring: Callable[[float], Points]  # of the back, at a radius
    frame: Callable[[float], Points]  # of the special cards, drawn in by some mm
    notch: tuple[float, int]  # radius and steps of its inner corner: one step is a chamfer
    cards: tuple[str, ...]
    takes: str = ""  # a letter a card: which of the textures tried parts it best from the others


def _seed(edition: Edition, card: str) -> str:
    take = edition.takes[edition.cards.index(card)] if edition.takes else "a"
    return f"{card}{take}"


def kind_of(card: str) -> str:
    """Return a card's kind: positive, negative, zero or special."""
    if card == NIGHT or card in PICTURES:
        return SPECIAL
    return ZERO if card == "0" else NEGATIVE if card.startswith("-") else POSITIVE


def _flowing(dice: Random) -> Points:
    lean, swing = dice.uniform(-0.16, 0.16), dice.uniform(2.0, 3.4)
    length, phase = dice.uniform(34, 60), dice.uniform(0, 2 * math.pi)
    return wave(-30, 30, lambda x: lean * x + swing * math.sin(2 * math.pi * x / length + phase))


def _broken(dice: Random) -> Points:
    lean = dice.uniform(-0.16, 0.16)
    xs = [-30.0, *(x + dice.uniform(-4, 4) for x in (-18, -6, 6, 18)), 30.0]
    return tuple((x, lean * x + dice.uniform(-3.2, 3.2)) for x in xs)


def _bowed(dice: Random) -> Points:
    lean, bow = dice.uniform(-0.14, 0.14), dice.choice((-1, 1)) * dice.uniform(3.0, 5.5)
    return wave(-30, 30, lambda x: lean * x + bow * ((x / 30) ** 2 - 0.3))


def _band(edition: Edition, card: str) -> Points:
    """Return a card's band: each its own ribbon, always clear of the numeral."""
    dice = Random(f"band {edition.name} {_seed(edition, card)}")
    upper, lower = edition.edge(dice), tuple((-x, -y) for x, y in edition.edge(dice))
    too_low = max(0.0, max(y for x, y in upper if abs(x) < 17) - 2.2)
    too_high = min(0.0, min(y for x, y in lower if abs(x) < 17) + 2.2)
    above = tuple((x, y - too_low - BAND) for x, y in upper)
    return above + tuple((x, y - too_high + BAND) for x, y in lower)


def _label(card: str) -> str:
    return "×2" if card == "x2" else card.replace("-", "−")


def _centre(card: str, kind: str, edition: Edition) -> Shapes:
    if kind == SPECIAL:
        return _framed(card, edition.frame)
    outline, text = _band(edition, card), _label(card)
    height = 20.0 * min(1.0, 50 / width_of(text, 20.0, 0.2))
    numeral = word(text, height, "ink", 0.2)
    if kind == POSITIVE:
        return (Fill((outline,), "ink"), *inked(numeral, "paper"))
    rim = Stroke(outline, 1.6, "ink", True)
    if kind == ZERO:
        return (Fill((outline,), "paper"), rim, *outlined(numeral, 1.1, "ink", "paper"))
    lines = hatching((-31, -BAND - 8, 31, BAND + 8), 4.2)
    return (
        Fill((outline,), "paper"),
        Clip((outline,), tuple(Stroke(line, 1.5, "deep") for line in lines)),
        rim,
        *(Stroke(s.points, s.width + 4.4, "paper") for s in numeral if isinstance(s, Stroke)),
        *numeral,
    )


def _framed(card: str, frame: Callable[[float], Points]) -> Shapes:
    outer, inner = frame(0), frame(2.2)
    picture = marks.night(frame(2.9)) if card == NIGHT else PICTURES[card]()
    return (
        Fill((outer,), "paper"),
        Stroke(outer, 1.8, "ink", True),
        *picture,
        Stroke(inner, 0.6, "ink", True),
    )


def _index(card: str, kind: str) -> tuple[Shapes, float]:
    """Return the index about its numeral's centre, and its width; the bar below is its foot."""
    if card == NIGHT:
        width, sign = 9.0, placed((Fill((marks.crescent(4.9),), "ink"),), 1.2, 0)
    elif card in {"max0", "max-"}:
        tail = "0" if card == "max0" else "−"
        width = 14.5
        sign = placed(marks.highest(), -3.6, 0, INDEX_HEIGHT)
        sign += placed(word(tail, INDEX_HEIGHT, "ink", 0.2), 4.2)
    else:
        text = _label(card)
        width, sign = width_of(text, INDEX_HEIGHT, 0.2), word(text, INDEX_HEIGHT, "ink", 0.2)
    half = max(width, 6.4) / 2
    bar = rect(-half, 6.6, half, 8.9)
    if kind == POSITIVE:
        foot: Shapes = (Fill((bar,), "ink"),)
    elif kind == NEGATIVE:
        foot = marks.hatched(bar, "ink", 0.5, 1.6)
    elif kind == ZERO:
        foot = (Stroke(bar, 0.6, "ink", True),)
    else:
        foot = tuple(Stroke(((-half, y), (half, y)), 0.7, "ink") for y in (6.9, 8.6))
    return sign + foot, 2 * half


def _face(card: str, edition: Edition) -> Drawing:
    kind = kind_of(card)
    index, width = _index(card, kind)
    notch_right = BORDER + width + 3.8
    panel = _notched(notch_right, *edition.notch)
    ground = "paper"
    if card in DARK_INDEX:
        ground = "ink"
        index = tuple(s for shape in index for s in inked((shape,), "paper"))
    left, top = BORDER + 1.4 + width / 2, BORDER + 1.6 + INDEX_HEIGHT / 2
    inside = edition.texture(PANEL, _seed(edition, card)) + placed(
        _centre(card, kind, edition), *MIDDLE
    )
    whole = rounded(*PANEL, RADIUS)
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, *SIZE_MM),), "paper"),
            Fill((whole,), ground),
            Clip((panel,), inside),
            Stroke(panel, 0.5, "ink", True),
            *placed(index, left, top),
            *placed(index, SIZE_MM[0] - left, SIZE_MM[1] - top, turn_deg=180),
        ),
    )


def _notched(notch_right: float, inner: float, steps: int) -> Points:
    """Return the panel's outline, with notches at two corners for the indices."""
    left, top, right, _ = PANEL
    r = RADIUS
    half = (
        (left, NOTCH_BOTTOM + r),
        *arc((left + r, NOTCH_BOTTOM + r), r, 180, 270),
        *arc((notch_right - inner, NOTCH_BOTTOM - inner), inner, 90, 0, steps=steps),
        *arc((notch_right + r, top + r), r, 180, 270),
        *arc((right - r, top + r), r, 270, 360),
    )
    return half + tuple((SIZE_MM[0] - x, SIZE_MM[1] - y) for x, y in half)


def _back(edition: Edition) -> Drawing:
    panel = rounded(*PANEL, RADIUS)
    # Broad rings: finer ones run into each other a metre below a camera.
    rings = tuple(Stroke(edition.ring(7.0 * i), 2.5, "pale", True) for i in range(11, 2, -1))
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, *SIZE_MM),), "paper"),
            Clip((panel,), (Fill((panel,), "deep"), *placed(rings, *MIDDLE))),
            *placed((Disc((0, 0), 16.4, "deep"), *marks.sun_wheel("pale")), *MIDDLE),
            Stroke(panel, 0.5, "ink", True),
        ),
    )


def _deck(edition: Edition) -> DeckArt:
    family = {POSITIVE: edition.colour, NEGATIVE: "red", ZERO: "stone", SPECIAL: "amber"}
    ink = "#1b2130"
    return DeckArt(
        name=edition.name,
        size_mm=SIZE_MM,
        faces={card: _face(card, edition) for card in edition.cards},
        backs=(_back(edition),),
        palettes={card: on_paper(*TONES[family[kind_of(card)]], ink) for card in edition.cards},
        palette=on_paper(*TONES[edition.colour], ink),
    )


_NUMBERS = tuple(str(n) for n in (*range(1, 11), 15, 20))
_PLUMES = (*_NUMBERS, "-5", "-10", "?", "max0", "max-", "x2", "night")
_KIDULT = ("1", "2", "3", "4", "5", "10", "15", "20", "0", "-5", "-10", "?", "max0", "x2", "night")


def _round(radius: float) -> Points:
    return circle((0, 0), radius)


def _diamond(radius: float) -> Points:
    return tuple((x * 0.85, y * 1.15) for x, y in regular((0, 0), radius * 1.3, 4))


def _soft_frame(inset: float) -> Points:
    return rounded(inset - 25, inset - 21, 25 - inset, 21 - inset, max(4 - inset * 0.6, 2))


def _cut_frame(inset: float) -> Points:
    x, y, cut = 25 - inset, 21 - inset, 7 - 0.4 * inset
    half = ((cut - x, -y), (x - cut, -y), (x, cut - y), (x, y - cut))
    return half + tuple((-x, -y) for x, y in half)


def _oval_frame(inset: float) -> Points:
    return circle((0, 0), 26.5 - inset, (22.5 - inset) / (26.5 - inset))


def _hexagon(radius: float) -> Points:
    return regular((0, 0), radius * 1.1, 6)


EDITIONS = {
    "coyote-kidult": Edition(
        name="coyote-kidult",
        colour="teal",
        texture=dunes,
        edge=_flowing,
        ring=_round,
        frame=_soft_frame,
        notch=(RADIUS, 0),
        cards=_KIDULT,
        takes="aneddfdagbplmgi",
    ),
    "coyote-tomahawk": Edition(
        name="coyote-tomahawk",
        colour="blue",
        texture=facets,
        edge=_broken,
        ring=_diamond,
        frame=_cut_frame,
        notch=(3.4, 1),
        cards=_PLUMES,
        takes="jbnbjbhofkkhldmfgho",
    ),
    "coyote-oliphante": Edition(
        name="coyote-oliphante",
        colour="plum",
        texture=orbits,
        edge=_bowed,
        ring=_hexagon,
        frame=_oval_frame,
        notch=(4.6, 0),
        cards=_PLUMES,
        takes="inlgdcahbfafpdjkjij",
    ),
}


def deck(name: str) -> DeckArt:
    """Draw one of the three decks; raises `KeyError` for another name."""
    return _deck(EDITIONS[name])
