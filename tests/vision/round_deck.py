"""A drawn deck of round cards, each with eight of twenty signs, to try the reader on."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.decks.deck import ROUND, Card, Deck
from vision.reading import Image
from vision.synthetic.render_print import PX_PER_MM, Press

NAME = "signs"
DIAMETER_MM = 85.0
NAMES = tuple("ABCDEFGHIJKLMN")
COLOURS = ((40, 40, 40), (40, 40, 200), (190, 90, 20), (40, 140, 40), (30, 150, 230))


@cache
def face(card: str) -> Image:
    """Return a card's picture (BGR), a square around the circle."""
    chance = np.random.default_rng([NAMES.index(card), 57])
    side = round(DIAMETER_MM * PX_PER_MM)
    image = np.full((side, side, 3), 250, np.uint8)
    first = chance.uniform(0, 2 * np.pi)
    for place, sign in enumerate(chance.permutation(20)[:8]):
        far = 0.0 if place == 7 else 27.0
        turn = first + 2 * np.pi * place / 7
        middle = DIAMETER_MM / 2 + far * np.array([np.cos(turn), np.sin(turn)])
        _sign(image, int(sign), middle, float(chance.uniform(6, 10)), chance.uniform(0, 2 * np.pi))
    return image


def _sign(image: Image, sign: int, middle_mm: np.ndarray, mm: float, turn: float) -> None:
    """Draw one of twenty signs: stars and blades of several points, some with an eye."""
    points = 3 + sign // 4
    angles = turn + np.linspace(0, 2 * np.pi, 240, endpoint=False)
    shape = 0.68 + 0.32 * np.cos(points * (angles - turn))
    if sign % 2:
        shape *= 0.75 + 0.25 * np.cos(angles - turn)
    around = np.stack([np.cos(angles), np.sin(angles)], 1) * (shape * mm)[:, None]
    outline = ((middle_mm + around) * PX_PER_MM).astype(np.int32)
    cv2.fillPoly(image, [outline], COLOURS[sign % 5], cv2.LINE_AA)
    if sign % 4 > 1:
        at = middle_mm + 0.3 * mm * np.array([np.cos(turn), np.sin(turn)])
        cv2.circle(
            image, (at * PX_PER_MM).astype(int).tolist(), round(1.5 * PX_PER_MM), (250,) * 3, -1
        )


@cache
def deck(whole: bool = True, names: str = "".join(NAMES)) -> Deck:
    """Return the deck, or the part of it with these names, taught from clean pictures."""
    cards = tuple(Card(name, 1, f"{name}.png") for name in names)
    small = {
        name: np.asarray(cv2.resize(face(name), (600, 600), interpolation=cv2.INTER_AREA), np.uint8)
        for name in names
    }
    return Deck(NAME, (DIAMETER_MM, DIAMETER_MM), cards, small, whole=whole, outline=ROUND)


@cache
def press(seed: int = 0) -> Press:
    """Return what prints the deck."""
    return Press({NAME: (lambda card: face(card or "A"), (DIAMETER_MM, DIAMETER_MM))}, seed)
