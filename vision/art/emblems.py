"""A deck of 20 emblems without border or index, to try readers on what they may not count on."""

from __future__ import annotations

import math

from vision.art.deckart import DeckArt
from vision.art.shapes import (
    Disc,
    Drawing,
    Fill,
    Palette,
    Points,
    Shapes,
    Stroke,
    circle,
    placed,
    rect,
    regular,
    star,
)

NAME = "emblems"
SIZE_MM = (59.0, 91.0)
FIGURES = ("ring", "star", "leaf", "wave", "tower")
GROUNDS = ("night", "moss", "rust", "sand")
PALETTES: dict[str, Palette] = {
    "night": {"ground": "#232c4d", "figure": "#e9c46a", "second": "#7a8fd0"},
    "moss": {"ground": "#2f5d3a", "figure": "#f1ead2", "second": "#86b36b"},
    "rust": {"ground": "#8f3b26", "figure": "#f3d9b1", "second": "#d98a5b"},
    "sand": {"ground": "#d9c08f", "figure": "#33302b", "second": "#9c7b45"},
}


def _leaf() -> Points:
    upper = [(x / 12, -0.42 * math.sin(math.pi * (x + 12) / 24)) for x in range(-12, 13)]
    return tuple(upper) + tuple((x, -y) for x, y in reversed(upper))


def _figure(figure: str, count: int) -> Shapes:
    """Draw a figure of `count` parts, 1 to 4, within 20 mm of the origin, its top up."""
    shapes: Shapes = ()
    match figure:
        case "ring":
            for i in range(count):
                shapes += (Stroke(circle((0, 0), 18 - 4.6 * i), 2.4, "figure", True),)
            return (*shapes, Disc((0, -18), 4.2, "second"))
        case "star":
            shapes = (Fill((star((0, 0), 19, 3 + 2 * count, 0.5),), "figure"),)
            return (*shapes, Fill((regular((0, 2), 6, 3),), "ground"))
        case "leaf":
            for i in range(count):
                turn = -90 + (i - (count - 1) / 2) * 34
                leaf = placed((Fill((_leaf(),), "figure"),), 10, 0, 10)
                shapes += placed(leaf, 0, 12, 1.25, turn)
            return (*shapes, Stroke(((0, 10), (0, 20)), 2.2, "second"))
        case "wave":
            for i in range(count + 1):
                y = -14 + 28 * i / count
                line = tuple((x, y + 3.4 * math.sin(x / 3.3)) for x in range(-19, 20))
                shapes += (Stroke(line, 2.6, "figure" if i else "second"),)
            return shapes
        case _:
            for i in range(count):
                half, y = 17 - 3.6 * i, 18 - 9 * i
                shapes += (Fill((rect(-half, y - 7.4, half, y),), "figure"),)
            return (*shapes, Fill((regular((0, 10 - 9 * count), 5, 3),), "second"))


def _face(figure: str, ground: int) -> Drawing:
    width, height = SIZE_MM
    corners: Shapes = ()
    for i in range(ground + 1):
        corners += (Disc((width / 2 + (i - ground / 2) * 7, height - 12), 2.4, "second"),)
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, width, height),), "ground"),
            Stroke(rect(4.5, 4.5, width - 4.5, height - 4.5), 0.8, "second", True),
            *placed(_figure(figure, ground + 1), width / 2, 38),
            *corners,
        ),
    )


def _back() -> Drawing:
    width, height = SIZE_MM
    shapes: Shapes = (Fill((rect(0, 0, width, height),), "ground"),)
    for i in range(-10, 24):
        shapes += (Stroke(((i * 6.0, 0), (i * 6.0 + 60, height)), 1.2, "second"),)
        shapes += (Stroke(((i * 6.0, 0), (i * 6.0 - 60, height)), 1.2, "second"),)
    return Drawing(SIZE_MM, shapes)


def deck() -> DeckArt:
    """Draw the deck."""
    cards = {
        f"{figure}-{ground}": (figure, i) for figure in FIGURES for i, ground in enumerate(GROUNDS)
    }
    return DeckArt(
        name=NAME,
        size_mm=SIZE_MM,
        faces={card: _face(*made) for card, made in cards.items()},
        backs=(_back(),),
        palettes={card: PALETTES[GROUNDS[made[1]]] for card, made in cards.items()},
        palette=PALETTES["night"],
    )
