"""The deck of Coup d'État: 32 cards of four suits, the Coup card and six contract cards.

Rank and suit stand large in a shield and small in two corners; each suit has a colour of its
own and each card an inlay of its own, so nothing rests on colour, corner or middle alone.
Courts carry two letters: K, Q and J at the left, the French R, D and V at the right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vision.art import regalia
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
    arc,
    circle,
    placed,
    rect,
    rounded,
    star,
    swapped,
)
from vision.art.suits import suit_sign
from vision.art.textures import inlay

NAME = "coup_detat"
INK = "#1d1a24"
SEED = 83  # of all inlays: the one that sets the most alike of all cards furthest apart

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
FRENCH = {"J": "V", "Q": "D", "K": "R"}
SUITS = {  # pale, mid and deep of each suit's inlay, and the ink of its signs
    "C": ("#e4efdf", "#9cbf93", "#3f6f47", "#1d4a2b"),
    "D": ("#fdeed2", "#efbf6a", "#b9761a", "#8f4f00"),
    "H": ("#fbe3e1", "#e5958f", "#aa3138", "#a01722"),
    "S": ("#e2e8f3", "#93a6cc", "#33477d", "#17203f"),
}
COUP_TONES = ("#f1dfae", "#c79a3b", "#5a2038")
CONTRACT_TONES = ("#efe7f4", "#b9a5cc", "#5d4580")
BACK_TONES = ("#e0ecec", "#7fa7a9", "#24494f")

NAMES = {  # English, then French where it differs
    "barbu": ("BARBU",),
    "victory": ("VICTORY", "VICTOIRE"),
    "siege": ("SIEGE", "SIÈGE"),
    "prison": ("PRISON",),
    "guillotine": ("GUILLOTINE",),
    "dominoes": ("DOMINOES", "DOMINOS"),
}


# -- the 32 cards -------------------------------------------------------------------------


def _heater() -> Points:
    """Return a shield that comes to a point at its foot."""
    return ((-19, -29), (19, -29), (19, 14), (12, 24), (0, 31), (-12, 24), (-19, 14))


def _lozenge() -> Points:
    """Return a long six-sided plate, pointed above and below."""
    return ((0, -37), (20.5, -22), (20.5, 22), (0, 37), (-20.5, 22), (-20.5, -22))


def _oval() -> Points:
    return circle((0, 0), 22.5, 1.5)


def _arch() -> Points:
    """Return a window: round above, square below."""
    return (*arc((0, -9), 20.5, 180, 360, 1.05), (20.5, 30), (-20.5, 30))


@dataclass(frozen=True)
class Style:
    """What is dark in a card, and whether its shield is upright (1) or turned (-1)."""

    dark: bool
    up: int
    dark_rank: bool
    dark_suit: bool


def _style(rank: str, suit: str) -> Style:
    """Return one of four styles: a rank's four suits differ in it, and ranks less than 4 apart."""
    number = (RANKS.index(rank) + list(SUITS).index(suit)) % 4
    return Style(number % 2 == 1, 1 if number < 2 else -1, number in (1, 2), number in (2, 3))


def _rank(rank: str) -> Shapes:
    """Draw a rank 20 mm high about the origin: a numeral, or what a court carries."""
    if rank in regalia.COURTS:
        return placed(regalia.COURTS[rank](), scale=0.6)
    return word(rank, 19.0 if _high(rank) else 23.0, "ink", 0.2)


def _index(rank: str, suit: str, style: Style) -> Shapes:
    """Draw a corner: the rank over its suit, each on paper or on ink."""
    upper, lower = rect(-8, -2, 24, 13.0), rect(-8, 13.0, 24, 28)
    size = 0.86 if _high(rank) else 1.0
    numeral = placed(word(rank, 10.4, "ink", 0.2), 7.8, 7.0, size)
    sign = placed(suit_sign(suit, "ink"), 7.8, 18.3, 9.0 * size)
    plate = rounded(0.0, 0.0, 15.6, 24.4, 2.0)
    halves = (
        Fill((upper,), "ink" if style.dark_rank else "paper"),
        Fill((lower,), "ink" if style.dark_suit else "paper"),
        *(swapped(numeral) if style.dark_rank else numeral),
        *(swapped(sign) if style.dark_suit else sign),
    )
    rim = (Stroke(plate, 3.4, "mid", True),) if _high(rank) else ()
    return (Clip((plate,), (*halves, *rim)), Stroke(plate, 0.6, "ink", True))


def _tab(letter: str) -> Shapes:
    """Draw the corner with a court's other letter."""
    plate = rounded(-10.5, 0.0, 0.0, 11.5, 2.0)
    return (
        Fill((plate,), "paper"),
        Stroke(plate, 0.6, "ink", True),
        *placed(word(letter, 7.2, "ink", 0.18), -5.2, 5.8),
    )


SHIELDS = {"C": _arch, "D": _lozenge, "H": _heater, "S": _oval}


def _both_ends(shapes: Shapes) -> Shapes:
    return (*shapes, *placed(shapes, *SIZE_MM, turn_deg=180))


def _ground(card: str) -> Shapes:
    panel = rounded(*PANEL, RADIUS)
    return (Fill((rect(0, 0, *SIZE_MM),), "paper"), Clip((panel,), inlay(PANEL, f"{card} {SEED}")))


def _high(rank: str) -> bool:
    """Tell whether a rank is a court or an ace."""
    return RANKS.index(rank) > 3


def _rim(shield: Points, rank: str) -> Shapes:
    """Draw the band inside the shield of courts and aces."""
    if not _high(rank):
        return ()
    return (Clip((shield,), (Stroke(shield, 8.6, "ink", True), Stroke(shield, 7.0, "mid", True))),)


def _face(rank: str, suit: str) -> Drawing:
    style = _style(rank, suit)
    shield = tuple((x, y * style.up) for x, y in SHIELDS[suit]())
    far, size = (12.2, 19.5) if _high(rank) else (13.0, 25.0)
    marks = (
        *placed(_rank(rank), 0.0, -far * style.up),
        *placed(suit_sign(suit, "ink"), 0.0, far * style.up, size),
    )
    corners = placed(_index(rank, suit, style), BORDER, BORDER, 0.94)
    if rank in FRENCH:
        corners += placed(_tab(FRENCH[rank]), SIZE_MM[0] - BORDER, BORDER)
    middle = (
        Fill((shield,), "ink" if style.dark else "paper"),
        *_rim(shield, rank),
        Stroke(shield, 1.2, "ink", True),
        *(swapped(marks) if style.dark else marks),
    )
    return Drawing(
        SIZE_MM,
        (
            *_ground(rank + suit),
            *placed(middle, *MIDDLE, 0.84),
            *_both_ends(corners),
            Stroke(rounded(*PANEL, RADIUS), 0.5, "ink", True),
        ),
    )


# -- the Coup card, the contracts and the back --------------------------------------------


def _banner(mark: Callable[[], Shapes], names: tuple[str, ...], dark: bool) -> Shapes:
    """Draw the strip at a card's end: its mark in the corner, its names beside it."""
    strip, paper, ink = rect(0, 0, 57.0, 15.0), "paper", "ink"
    if dark:
        paper, ink = ink, paper
    shapes: list[Shape] = [
        Fill((strip,), paper),
        *placed(swapped(mark()) if dark else mark(), 7.8, 7.5, 6.2 / regalia.REACH),
    ]
    for i, name in enumerate(names):
        height = (4.6 if i == 0 else 3.8) * min(1.0, 39.0 / width_of(name, 4.6, 0.17))
        y = 7.5 if len(names) == 1 else (4.9, 10.6)[i]
        shapes += placed(word(name, height, ink, 0.17), 35.5, y)
    shapes.append(Stroke(((0.0, 15.0), (57.0, 15.0)), 0.7, "ink"))
    return tuple(shapes)


def _emblem(
    card: str, mark: Callable[[], Shapes], names: tuple[str, ...], plate: Points, dark: bool
) -> Drawing:
    """Draw a card that is none of the 32: its mark on a plate, its names at both ends."""
    banner = placed(_banner(mark, names, dark), BORDER, BORDER)
    return Drawing(
        SIZE_MM,
        (
            *_ground(card),
            *placed(
                (
                    Fill((plate,), "paper"),
                    Stroke(plate, 1.4, "ink", True),
                    *mark(),
                ),
                *MIDDLE,
            ),
            Clip((rounded(*PANEL, RADIUS),), _both_ends(banner)),
            Stroke(rounded(*PANEL, RADIUS), 0.5, "ink", True),
        ),
    )


def _ticket() -> Points:
    """Return the plate of a contract: a sheet with its corners cut."""
    x, y, cut = 24.0, 24.5, 6.0
    return (
        (cut - x, -y),
        (x - cut, -y),
        (x, cut - y),
        (x, y - cut),
        (x - cut, y),
        (cut - x, y),
        (-x, y - cut),
        (-x, cut - y),
    )


def _burst() -> Points:
    """Return the plate of the Coup: a disc that has burst."""
    return star((0.0, 0.0), 27.4, 18, 0.84)


def _back() -> Drawing:
    """Draw lattice and four suits about the middle: it looks the same from both ends."""
    panel = rounded(*PANEL, RADIUS)
    lattice: list[Shape] = []
    for i in range(-14, 15):
        for lean in (-1, 1):
            line = ((i * 7.0 - 45 * lean, -45.0), (i * 7.0 + 45 * lean, 45.0))
            lattice.append(Stroke(line, 1.5, "mid"))
        for j in range(-7, 8):
            lattice.append(Disc((i * 7.0, j * 7.0), 1.5, "pale"))
    window = ((0.0, -17.0), (17.0, 0.0), (0.0, 17.0), (-17.0, 0.0))
    sign = placed(suit_sign("S", "ink"), 0.0, -6.6, 11.0)
    side = placed(suit_sign("D", "ink"), 7.4, 0.0, 9.0)
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, *SIZE_MM),), "paper"),
            Clip((panel,), (Fill((panel,), "deep"), *placed(lattice, *MIDDLE))),
            *placed(
                (
                    Fill((window,), "paper"),
                    Stroke(window, 1.6, "ink", True),
                    *sign,
                    *placed(sign, turn_deg=180),
                    *side,
                    *placed(side, turn_deg=180),
                ),
                *MIDDLE,
            ),
            Stroke(panel, 0.5, "ink", True),
        ),
    )


def deck() -> DeckArt:
    """Draw the deck."""
    faces = {rank + suit: _face(rank, suit) for suit in SUITS for rank in RANKS}
    palettes = {rank + suit: on_paper(*tones) for suit, tones in SUITS.items() for rank in RANKS}
    faces["coup"] = _emblem("coup", regalia.toppled, ("COUP",), _burst(), True)
    palettes["coup"] = on_paper(*COUP_TONES, INK)
    for number, (contract, mark) in enumerate(regalia.CONTRACTS.items()):
        faces[contract] = _emblem(contract, mark, NAMES[contract], _ticket(), number % 4 > 1)
        palettes[contract] = on_paper(*CONTRACT_TONES, INK)
    return DeckArt(NAME, SIZE_MM, faces, (_back(),), palettes, on_paper(*BACK_TONES, INK))
