"""The three Coyote decks: one system of numerals and bands, three families of texture.

The sign is form before it is colour: a positive card has a full band, a negative card an open
and hatched one with a minus as wide as its numeral, a special card a frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vision.art import marks
from vision.art.deckart import DeckArt
from vision.art.glyphs import outlined, width_of, word
from vision.art.shapes import (
    Clip,
    Disc,
    Drawing,
    Fill,
    Palette,
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
from vision.art.textures import Box, dunes, facets, orbits

SIZE_MM = (63.0, 88.0)
BORDER = 3.0
PANEL: Box = (BORDER, BORDER, SIZE_MM[0] - BORDER, SIZE_MM[1] - BORDER)
MIDDLE = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
INDEX_HEIGHT = 10.0
NOTCH_BOTTOM = 21.0  # of the white notch that the index stands in
RADIUS = 2.5
BAND = 13.5  # half its height

POSITIVE, NEGATIVE, ZERO, SPECIAL = "positive", "negative", "zero", "special"
SPECIALS = {"night", "?", "max0", "max-", "x2"}

TONES: dict[str, tuple[str, str, str, str]] = {  # pale, mid, deep, light of each colour family
    "teal": ("#dcebe6", "#8fc1b5", "#3f8f86", "#bcdcd3"),
    "blue": ("#dfe7f2", "#98b4d6", "#4a78b0", "#c3d4ea"),
    "plum": ("#ebe0ee", "#bd9fc9", "#855d9b", "#d9c6df"),
    "red": ("#f6e1d8", "#e3a78f", "#c4593f", "#f0cdbd"),
    "sand": ("#f3e9d2", "#dcbf7f", "#b08a3c", "#e8d6ab"),
}
GREY = ("#e8e8e8", "#b0b0b0", "#707070", "#d4d4d4")
INK = "#1b2130"


@dataclass(frozen=True)
class Edition:
    """What sets one deck apart: its colour, its texture and the edge of its bands."""

    name: str
    colour: str
    texture: Callable[[Box, str], Shapes]
    edge: Callable[[float, float], Points]
    cards: tuple[str, ...]


def kind_of(card: str) -> str:
    """Return a card's kind: positive, negative, zero or special."""
    if card in SPECIALS:
        return SPECIAL
    return ZERO if card == "0" else NEGATIVE if card.startswith("-") else POSITIVE


def _wavy(left: float, right: float) -> Points:
    from math import pi, sin

    return wave(left, right, lambda x: -BAND + 1.1 * sin(2 * pi * x / 19))


def _zigzag(left: float, right: float) -> Points:
    count = 12
    step = (right - left) / count
    return tuple((left + i * step, -BAND + (1.3 if i % 2 else -1.3)) for i in range(count + 1))


def _bowed(left: float, right: float) -> Points:
    return wave(left, right, lambda x: -BAND - 2.2 + 4.4 * (2 * x / (right - left)) ** 2)


def _band_outline(edge: Callable[[float, float], Points]) -> Points:
    left, right = PANEL[0] - MIDDLE[0] - 1, PANEL[2] - MIDDLE[0] + 1
    upper = edge(left, right)
    return tuple((x, y) for x, y in upper) + tuple((-x, -y) for x, y in upper)


def _label(card: str) -> str:
    return {"x2": "×2"}.get(card, card.replace("-", "−"))


def _centre(card: str, kind: str, edition: Edition) -> Shapes:
    if kind == SPECIAL:
        picture = {
            "night": marks.night,
            "?": marks.draw,
            "max0": marks.highest_to_zero,
            "max-": marks.highest_turned,
            "x2": marks.double,
        }[card]()
        outer, inner = rounded(-25, -25, 25, 25, 5), rounded(-22.6, -22.6, 22.6, 22.6, 3.6)
        return (
            Fill((outer,), "paper"),
            Stroke(outer, 1.6, "ink", True),
            Fill((inner,), "paper"),
            *picture,
            Stroke(inner, 0.8, "ink", True),
        )
    outline = _band_outline(edition.edge)
    text = _label(card)
    height = min(22.0, 22.0 * 50 / width_of(text, 22.0, 0.19))
    if kind == POSITIVE:
        return (Fill((outline,), "ink"), *word(text, height, "paper"))
    if kind == ZERO:
        return (
            Fill((outline,), "paper"),
            Stroke(outline, 1.6, "ink", True),
            *outlined(word(text, height, "ink"), 1.1, "ink", "paper"),
        )
    lines = hatching((-31, -BAND - 3, 31, BAND + 3), 4.2)
    return (
        Fill((outline,), "paper"),
        Clip((outline,), tuple(Stroke(line, 1.5, "deep") for line in lines)),
        Stroke(outline, 1.6, "ink", True),
        *(Stroke(s.points, s.width + 3.4, "paper") for s in _strokes(text, height)),
        *word(text, height, "ink"),
    )


def _strokes(text: str, height: float) -> list[Stroke]:
    return [s for s in word(text, height, "ink") if isinstance(s, Stroke)]


def _index(card: str, kind: str) -> tuple[Shapes, float]:
    """Return the index about its centre, and its width."""
    height = INDEX_HEIGHT
    if card == "night":
        width = 8.5
        sign: Shapes = (Fill((marks.placed_points(marks.crescent(4.9), 0.6, 0),), "ink"),)
    elif card in {"max0", "max-"}:
        width = 15.0
        sign = placed(marks.summit(False), -3.9, 0, height)
        tail = word("0", height, "ink") if card == "max0" else word("−", height, "ink", 0.22)
        sign += placed(tail, 4.0, 0)
    else:
        text = _label(card)
        width = width_of(text, height, 0.19)
        sign = word(text, height, "ink")
    half = max(width, 6.0) / 2
    bar = rect(-half, 6.6, half, 8.8)
    if kind == NEGATIVE:
        mark = marks.hatched(bar, "ink", 0.5, 1.5)
    elif kind == POSITIVE:
        mark = (Fill((bar,), "ink"),)
    elif kind == ZERO:
        mark = (Stroke(bar, 0.5, "ink", True),)
    else:
        mark = (
            Stroke(((-half, 6.9), (half, 6.9)), 0.6, "ink"),
            Stroke(((-half, 8.5), (half, 8.5)), 0.6, "ink"),
        )
    return sign + mark, 2 * half


def _face(card: str, edition: Edition) -> Drawing:
    kind = kind_of(card)
    index, width = _index(card, kind)
    notch_right = BORDER + width + 3.6
    panel = _notched(notch_right)
    left, top = BORDER + 0.6 + width / 2, BORDER + 1.0 + INDEX_HEIGHT / 2
    inside = edition.texture(PANEL, card) + placed(_centre(card, kind, edition), *MIDDLE)
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, *SIZE_MM),), "paper"),
            Clip((panel,), inside),
            Stroke(panel, 0.5, "ink", True),
            *placed(index, left, top),
            *placed(index, SIZE_MM[0] - left, SIZE_MM[1] - top, turn_deg=180),
        ),
    )


def _notched(notch_right: float) -> Points:
    """Return the panel's outline, with white notches for the two indices."""
    left, top, right, bottom = PANEL
    r = RADIUS
    half = (
        (left, NOTCH_BOTTOM + r),
        *arc((left + r, NOTCH_BOTTOM + r), r, 180, 270),
        *arc((notch_right - r, NOTCH_BOTTOM - r), r, 90, 0),
        *arc((notch_right + r, top + r), r, 180, 270),
        *arc((right - r, top + r), r, 270, 360),
    )
    return half + tuple((SIZE_MM[0] - x, SIZE_MM[1] - y) for x, y in half)


def _back(edition: Edition) -> Drawing:
    centre = MIDDLE
    panel = rounded(*PANEL, RADIUS)
    rings: list[Stroke | Fill | Disc] = [Fill((panel,), "deep")]
    for i in range(16, 0, -1):
        rings.append(Stroke(circle(centre, i * 3.4), 1.1, "pale", True))
    shapes: Shapes = (
        Clip((panel,), tuple(rings)),
        Fill((circle(centre, 13),), "ink"),
        Fill((star(centre, 11, 12, 0.62),), "paper"),
        Disc(centre, 5.4, "ink"),
        Stroke(panel, 0.8, "ink", True),
    )
    return Drawing(SIZE_MM, (Fill((rect(0, 0, *SIZE_MM),), "paper"), *shapes))


def _palette(tones: tuple[str, str, str, str], ink: str = INK) -> Palette:
    return dict(zip(("pale", "mid", "deep", "light"), tones, strict=True)) | {
        "ink": ink,
        "paper": "#ffffff",
    }


def _deck(edition: Edition) -> DeckArt:
    family = {POSITIVE: edition.colour, NEGATIVE: "red", ZERO: "sand", SPECIAL: "sand"}
    return DeckArt(
        name=edition.name,
        size_mm=SIZE_MM,
        faces={card: _face(card, edition) for card in edition.cards},
        backs=(_back(edition),),
        palettes={card: _palette(TONES[family[kind_of(card)]]) for card in edition.cards},
        palette=_palette(TONES[edition.colour]),
        palette_bw=_palette(GREY, "#000000"),
    )


_NUMBERS = tuple(str(n) for n in (*range(1, 11), 15, 20))
_PLUMES = (*_NUMBERS, "-5", "-10", "?", "max0", "max-", "x2", "night")
_KIDULT = ("1", "2", "3", "4", "5", "10", "15", "20", "0", "-5", "-10", "x2", "max0", "?", "night")

EDITIONS = {
    e.name: e
    for e in (
        Edition("coyote-kidult", "teal", dunes, _wavy, _KIDULT),
        Edition("coyote-tomahawk", "blue", facets, _zigzag, _PLUMES),
        Edition("coyote-oliphante", "plum", orbits, _bowed, _PLUMES),
    )
}


def deck(name: str) -> DeckArt:
    """Draw one of the three decks; raises `KeyError` for another name."""
    return _deck(EDITIONS[name])
