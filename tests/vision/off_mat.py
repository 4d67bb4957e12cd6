"""Tables without a mat, as somebody who sits there photographs them: tricks, and rows of cards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from vision.decks.deck import load_deck
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import LIGHT_WOOD, Lens, Light, PlacedCard, Scene

OF_MM = (560.0, 420.0)  # of a table, in whose middle a trick lies
DECK = "coup_detat"
UNSEEN = Mat(OF_MM, "4X4_50", 1.0, 0.0, {}, {})  # its outline alone: a table shows no mat


def trick(
    cards: Mapping[int, str],
    seats: int,
    sender: int,
    chance: np.random.Generator,
    *,
    tilt_deg: float = 20.0,
    size: tuple[int, int] = (1600, 1200),
) -> Image:
    """Return the picture (height x width x 3, BGR) that the `sender` takes of cards, by seat.

    Each lies before its player, 25° at most from where they look, and about 12 mm off its place;
    the trick's middle is 40 mm at most off the picture's.
    """
    far = float(chance.uniform(75, 115))
    middle = np.array(OF_MM) / 2 + chance.uniform(-40, 40, 2)
    lying = []
    for seat, card in cards.items():
        turn = 360.0 / seats * ((seat - sender) % seats)  # clockwise from the sender
        away = far * float(chance.uniform(0.9, 1.15))
        to = np.array([-math.sin(math.radians(turn)), math.cos(math.radians(turn))])
        x, y = (middle + away * to + chance.normal(0, 12, 2)).tolist()
        askew = float(chance.uniform(-25, 25))
        lying.append(PlacedCard(load_deck(DECK).name, card, x, y, turn + askew))
    return rendered(lying, chance, tilt_deg=tilt_deg, size=size)


def rows(
    deck: str,
    cards: Mapping[tuple[int, int], str],
    chance: np.random.Generator,
    *,
    gap_mm: tuple[float, float] = (6.0, 5.0),
    turn_deg: float = 3.0,
    table: str = LIGHT_WOOD,
    size: tuple[int, int] = (1600, 900),
) -> Image:
    """Return a picture (height x width x 3, BGR) of cards in rows and columns, by row and column.

    They lie `gap_mm` apart, across and down, all turned, each as little beside as hands lay it.
    """
    wide, high = (side + gap for side, gap in zip(load_deck(deck).size_mm, gap_mm, strict=True))
    turn = math.radians(turn_deg)
    middle = np.mean([(column, row) for row, column in cards], axis=0)
    lying = []
    for (row, column), card in cards.items():
        far_x, far_y = (column - middle[0]) * wide, (row - middle[1]) * high
        x = far_x * math.cos(turn) - far_y * math.sin(turn) + OF_MM[0] / 2
        y = far_x * math.sin(turn) + far_y * math.cos(turn) + OF_MM[1] / 2
        dx, dy = chance.normal(0, 1.2, 2).tolist()
        askew = float(np.clip(chance.normal(0, 1.5), -3, 3))
        lying.append(PlacedCard(load_deck(deck).name, card, x + dx, y + dy, turn_deg + askew))
    return rendered(lying, chance, table=table, size=size)


def rendered(
    lying: Sequence[PlacedCard],
    chance: np.random.Generator,
    *,
    tilt_deg: float = 20.0,
    table: str = LIGHT_WOOD,
    size: tuple[int, int] = (1600, 1200),
) -> Image:
    """Return a picture of cards on a table without a mat, by a hand-held phone."""
    camera = PinholeCamera.above(
        OF_MM,
        *size,
        tilt_deg=tilt_deg,
        from_deg=90.0 + float(chance.normal(0, 6)),
        roll_deg=float(chance.normal(0, 4)),
        room=1.0,
        eye_height_mm=650.0 * math.cos(math.radians(tilt_deg)),
    )
    light, lens = Light(gradient=0.3), Lens(noise=3.0)
    seed = int(chance.integers(1 << 30))
    return Renderer(camera, UNSEEN).render(Scene(tuple(lying), table), light, lens, seed).image
