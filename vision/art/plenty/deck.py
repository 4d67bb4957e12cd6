"""The deck of Plenty Coups: 24 warriors of six clans, weapons, horses and coup sticks.

A warrior's card shows its clan's emblem as often as it is strong, on a ground of the clan's own,
and in two corners the symbol of the seat whose lamp has the clan's colour. Nothing rests on
colour alone: without it emblem, ground and symbol are left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from vision.art.deckart import DeckArt, on_paper
from vision.art.glyphs import word
from vision.art.matart import PALETTE, seat_symbol
from vision.art.plenty import things
from vision.art.plenty.clans import EMBLEMS, NAMES
from vision.art.plenty.grounds import GROUNDS, fields, ground
from vision.art.shapes import (
    Clip,
    Drawing,
    Fill,
    Palette,
    Point,
    Shapes,
    Stroke,
    circle,
    inked,
    placed,
    rect,
    regular,
    rounded,
    swapped,
)
from vision.art.smallcard import PANEL, SIZE_MM, small_card

NAME = "plenty_coups"
VALUES = (1, 2, 3, 4)  # of a clan's warriors
INK = "#1d1c22"
TONES = {  # pale, mid and deep of each ground, about the colour of the seat's lamp
    "heron": ("#e3f0f8", "#9cc8e6", "#3d8ec2"),
    "lynx": ("#fdeadb", "#f5b98a", "#dd7429"),
    "lizard": ("#e0f3ec", "#93d3b9", "#2ea37d"),
    "bee": ("#fffbdc", "#f5ea86", "#cdb81f"),
    "moth": ("#faecf4", "#e2b3cf", "#b9658f"),
    "swallow": ("#eaf6fd", "#aedcf5", "#5fb2e0"),
    "weapon": ("#f1ece4", "#cdbfa9", "#96816a"),
    "horse": ("#f1f2dc", "#cdcf94", "#93964c"),
    "coup_stick": ("#f6e6e2", "#d9a79b", "#a55f51"),
    "back": ("#ece4da", "#9c7c66", "#4b3832"),
}
WEAPONS: dict[int, Callable[[], Shapes]] = {2: things.clubs, 3: things.arrows, 4: things.shield}
SIZES = {1: 1.24, 2: 0.84, 3: 0.7, 4: 0.62}  # of an emblem, by how many there are
RING = (11.6, 7.6)  # mm from the middle, across and down, where several emblems stand

# A letter a card, in order: which of the grounds and turns tried part it best from all others.
TAKES = "didbdmjjnmacdigeimcmmnlhmflca"


def seat_sign(seat: int) -> Shapes:
    """Draw a seat's symbol, 9 mm wide with its rim, clear of the ground."""
    symbol = placed(seat_symbol(seat, "seat"), scale=7.4)
    return (*things.clear(symbol, 2.0), *inked(things.clear(symbol, 0.9), "ink"), *symbol)


def _plate(left: Shapes, right: Shapes, dark: tuple[bool, bool]) -> Shapes:
    """Draw an index of two halves about their own middles, each in ink on paper or the reverse."""
    plate, halves = rounded(0.0, 0.0, 24.0, 13.4, 1.6), list[Fill | Clip]()
    for x, width, sign, is_dark in ((0.0, 11.4, left, dark[0]), (11.4, 12.6, right, dark[1])):
        window = rect(x, 0.0, x + width, 13.4)
        inner = placed(swapped(sign) if is_dark else sign, x + width / 2, 6.7)
        halves += [Fill((window,), "ink" if is_dark else "paper"), Clip((window,), inner)]
    return (
        Stroke(plate, 2.2, "paper", True),
        Clip((plate,), tuple(halves)),
        Stroke(plate, 0.8, "ink", True),
    )


def _numeral(value: int) -> Shapes:
    return word(str(value), 10.4, "ink", 0.21)


def _places(count: int, turn_deg: float) -> Sequence[Point]:
    """Return where so many emblems stand about the card's middle."""
    if count == 1:
        return ((0.0, 0.0),)
    angles = (math.radians(turn_deg + 360 * i / count) for i in range(count))
    return [(RING[0] * math.cos(a), RING[1] * math.sin(a)) for a in angles]


def _warrior(clan: str, value: int, take: str) -> Drawing:
    seat, emblem, seed = NAMES.index(clan), EMBLEMS[clan](), f"{value} {take}"
    dice = Random(f"turn {clan} {seed}")
    # Two stand aslant, so that neither is under an index.
    turn = dice.choice((40, 140)) + dice.uniform(-15, 15) if value == 2 else dice.uniform(0, 360)
    middle = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
    figures = tuple(
        shape
        for x, y in _places(value, turn)
        for shape in placed(things.clear(emblem, 1.1), middle[0] + x, middle[1] + y, SIZES[value])
    )
    corner = placed(seat_sign(seat), 35.0, 9.2)
    scenery = (
        *ground(GROUNDS[clan], seed),
        *corner,
        *placed(corner, *SIZE_MM, turn_deg=180),
        *figures,
    )
    dark = ((value + seat) % 2 == 0, (value + seat) // 2 % 2 == 0)
    return small_card(scenery, _plate(_numeral(value), placed(emblem, scale=0.58), dark))


def _thing(draw: Callable[[], Shapes], left: Shapes, dark: tuple[bool, bool], seed: str) -> Drawing:
    """Draw a card that belongs to no clan."""
    picture, middle = draw(), (SIZE_MM[0] / 2, SIZE_MM[1] / 2)
    scenery = (*ground(fields, seed), *placed(picture, *middle, 0.95))
    return small_card(scenery, _plate(left, placed(picture, scale=0.36), dark))


def _horseshoe() -> Shapes:
    shoe = (*placed((Stroke(circle((0, 0), 3.6)[5:-5], 2.2, "ink"),), turn_deg=90),)
    return placed(shoe, 0.0, 0.6)


def _crossed() -> Shapes:
    return tuple(Stroke(((-3.6 * s, 4.2), (3.6 * s, -4.2)), 1.8, "ink") for s in (1, -1))


def _back() -> Drawing:
    """Draw lozenges round the six symbols of the seats: it looks the same from both ends."""
    lattice: list[Stroke | Fill] = []
    for row in range(-7, 8):
        for column in range(-4, 5):
            at = (column * 8.0 + row % 2 * 4.0, row * 5.4)
            lattice.append(Stroke(regular(at, 4.2, 4), 0.9, "mid", True))
            lattice.append(Fill((regular(at, 1.7, 4),), "pale" if column % 2 else "mid"))
    half = tuple(
        shape
        for seat, turn in zip((0, 1, 2), (-60.0, 0.0, 60.0), strict=True)
        for shape in placed(seat_symbol(seat, "deep"), *_on_ring(turn), 5.6, turn)
    )
    medal = circle((0, 0), 16.0)
    return small_card(
        (
            Fill((PANEL,), "deep"),
            *placed(
                (
                    *lattice,
                    Fill((medal,), "paper"),
                    Stroke(medal, 1.4, "deep", True),
                    *half,
                    *placed(half, turn_deg=180),
                    Fill((regular((0, 0), 4.6, 4),), "deep"),
                    Fill((regular((0, 0), 2.0, 4),), "paper"),
                ),
                SIZE_MM[0] / 2,
                SIZE_MM[1] / 2,
            ),
        )
    )


def _on_ring(turn_deg: float) -> Point:
    turn = math.radians(turn_deg - 90)
    return 10.6 * math.cos(turn), 10.6 * math.sin(turn)


def palette_of(tones: str) -> Palette:
    """Return the inks of a clan, or of another kind of card."""
    seat = PALETTE[f"seat:{NAMES.index(tones)}"] if tones in NAMES else INK
    return {**on_paper(*TONES[tones], INK), "seat": seat}


def deck(takes: str = TAKES) -> DeckArt:
    """Draw the deck, each card as its letter has it."""
    take = iter(takes)
    faces = {
        f"{clan}_{value}": _warrior(clan, value, next(take)) for clan in NAMES for value in VALUES
    }
    palettes = {f"{clan}_{value}": palette_of(clan) for clan in NAMES for value in VALUES}
    for value, draw in WEAPONS.items():
        card = f"weapon_{value}"
        dark = (value != 3, value == 3)
        faces[card] = _thing(draw, _numeral(value), dark, f"{card} {next(take)}")
        palettes[card] = palette_of("weapon")
    for card, draw, left, dark in (
        ("horse", things.horse, _horseshoe(), (False, True)),
        ("coup_stick", things.stick, _crossed(), (True, False)),
    ):
        faces[card] = _thing(draw, left, dark, f"{card} {next(take)}")
        palettes[card] = palette_of(card)
    return DeckArt(NAME, SIZE_MM, faces, (_back(),), palettes, palette_of("back"))
