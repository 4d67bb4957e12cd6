"""A French-suited deck of 52, to try readers on: many near-alikes that small indices set apart.

Cards are named as ``QH`` and ``10S``. Courts show their letter and crown, not a person.
"""

from __future__ import annotations

import math

from vision.art.deckart import DeckArt
from vision.art.glyphs import word
from vision.art.shapes import (
    Disc,
    Drawing,
    Fill,
    Points,
    Shapes,
    Stroke,
    placed,
    rect,
    rounded,
    star,
)

NAME = "suits"
SIZE_MM = (63.0, 88.0)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
INKS = {"paper": "#ffffff", "black": "#1a1a1f", "red": "#c22430", "blue": "#28456f"}

# Where the pips of a rank stand: columns at -1, 0, 1, rows at -1 (top) to 1.
_SIDES = {2: (-1.0, 1.0), 3: (-1.0, 0.0, 1.0), 4: (-1.0, -1 / 3, 1 / 3, 1.0)}
_PIPS: dict[str, tuple[int, tuple[float, ...]]] = {  # how many in each side column; the middle's
    "A": (0, (0.0,)),
    "2": (0, (-1.0, 1.0)),
    "3": (0, (-1.0, 0.0, 1.0)),
    "4": (2, ()),
    "5": (2, (0.0,)),
    "6": (3, ()),
    "7": (3, (-0.5,)),
    "8": (3, (-0.5, 0.5)),
    "9": (4, (0.0,)),
    "10": (4, (-2 / 3, 2 / 3)),
}


def _heart() -> Points:
    turns = [2 * math.pi * i / 48 for i in range(48)]
    return tuple(
        (
            0.5 * math.sin(t) ** 3,
            -(0.41 * math.cos(t) - 0.16 * math.cos(2 * t) - 0.06 * math.cos(3 * t)) + 0.02,
        )
        for t in turns
    )


def suit_sign(suit: str, ink: str) -> Shapes:
    """Draw a suit's sign, one unit high about the origin."""
    stem = Fill((((-0.05, 0.1), (0.05, 0.1), (0.2, 0.5), (-0.2, 0.5)),), ink)
    if suit == "D":
        return (Fill((((0, -0.55), (0.4, 0), (0, 0.55), (-0.4, 0)),), ink),)
    if suit == "H":
        return (Fill((_heart(),), ink),)
    if suit == "S":
        blade = tuple((x * 0.95, 0.05 - y * 0.95) for x, y in _heart())
        return (Fill((blade,), ink), stem)
    leaves = ((0.0, -0.24), (-0.24, 0.12), (0.24, 0.12))
    return (*(Disc(leaf, 0.23, ink) for leaf in leaves), Disc((0, 0.02), 0.14, ink), stem)


def _face(rank: str, suit: str) -> Drawing:
    ink = "red" if suit in "HD" else "black"
    width, height = SIZE_MM
    corner = placed(word(rank, 8.4, ink, 0.17), 6.4, 8.4)
    corner += placed(suit_sign(suit, ink), 6.4, 17.0, 5.6)
    middle = _court(rank, suit, ink) if rank in "JQK" else _pips(rank, suit, ink)
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, width, height),), "paper"),
            *corner,
            *placed(corner, width, height, turn_deg=180),
            *placed(middle, width / 2, height / 2),
        ),
    )


def _pips(rank: str, suit: str, ink: str) -> Shapes:
    beside, between = _PIPS[rank]
    size = 22.0 if rank == "A" else 11.0
    spots = [(x, y) for x in (-1, 1) for y in _SIDES.get(beside, ())] + [(0, y) for y in between]
    shapes: Shapes = ()
    for x, y in spots:
        turn = 180 if y > 0 else 0
        shapes += placed(suit_sign(suit, ink), x * 11.5, y * 29.0, size, turn)
    return shapes


def _court(rank: str, suit: str, ink: str) -> Shapes:
    """Draw a framed letter, a crown of as many points as the rank is high, and the suit."""
    points = {"J": 3, "Q": 5, "K": 7}[rank]
    frame = rounded(-18, -33, 18, 33, 3)
    crown: list[tuple[float, float]] = [(-9, -14)]
    for i in range(points):
        x = -9 + 18 * i / (points - 1)
        crown += [(x, -25)] + ([(x + 9 / (points - 1), -18.5)] if i < points - 1 else [])
    crown.append((9, -14))
    half = (
        Fill((tuple(crown),), ink),
        *placed(suit_sign(suit, ink), -12.5, -27.5, 6.5),
        *(Disc((-9 + 18 * i / (points - 1), -27), 1.1, ink) for i in range(points)),
    )
    return (
        Fill((frame,), "paper"),
        Stroke(frame, 0.9, "blue", True),
        *half,
        *placed(half, turn_deg=180),
        *word(rank, 18, ink, 0.17),
    )


def _back() -> Drawing:
    width, height = SIZE_MM
    shapes: Shapes = (Fill((rect(0, 0, width, height),), "paper"),)
    shapes += (Fill((rounded(4, 4, width - 4, height - 4, 3),), "blue"),)
    for i in range(6):
        for j in range(9):
            at = (8.9 + i * 9.04, 8.4 + j * 8.9)
            shapes += (Fill((star(at, 3.6, 8, 0.55),), "paper"), Disc(at, 1.2, "blue"))
    return Drawing(SIZE_MM, shapes)


def deck() -> DeckArt:
    """Draw the deck."""
    return DeckArt(
        name=NAME,
        size_mm=SIZE_MM,
        faces={f"{rank}{suit}": _face(rank, suit) for suit in SUITS for rank in RANKS},
        backs=(_back(),),
        palettes={},
        palette=INKS,
    )
