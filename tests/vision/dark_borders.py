"""A drawn deck with black borders, and a pictured playmat, to try the reader on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.deck import Card, Deck
from vision.reading import Image
from vision.synthetic.render_print import PX_PER_MM, Press

NAME = "bordered"
SIZE_MM = (63.0, 88.0)
BORDER_MM = 3.0
NAMES = tuple("ABCDEFGHIJKLMNOP")
# Frames of five colours, as cards of one kind share them; BGR.
FRAMES = ((205, 222, 228), (150, 96, 40), (52, 48, 50), (58, 66, 168), (70, 110, 62))

Chance = np.random.Generator


@cache
def face(card: str) -> Image:
    """Return a card's picture (BGR): a black border around a frame, a picture and lines of text."""
    number = NAMES.index(card)
    chance = np.random.default_rng([number, 31])
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    image = np.full((height, width, 3), 16, np.uint8)
    _block(image, (BORDER_MM, BORDER_MM, 60, 85), FRAMES[number % len(FRAMES)])
    light = tuple(int(v) for v in chance.uniform(190, 235, 3))
    _block(image, (5, 5, 58, 10.5), light)
    _picture(image, (5.5, 12, 57.5, 48), chance)
    _block(image, (5, 49.5, 58, 55), light)
    _block(image, (5.5, 56.5, 57.5, 81), (215, 226, 230))
    for top in (5.8, 50.3, *np.arange(59, 59 + 4 * chance.integers(3, 6), 4)):
        _letters(image, 7.5, float(top), float(chance.uniform(20, 46)), chance)
    return image


def _block(image: Image, box: Sequence[float], colour: Sequence[int]) -> None:
    left, top, right, bottom = (round(v * PX_PER_MM) for v in box)
    cv2.rectangle(image, (left, top), (right, bottom), tuple(colour), -1)
    cv2.rectangle(image, (left, top), (right, bottom), (20, 20, 20), 4)


def _picture(image: Image, box: Sequence[float], chance: Chance) -> None:
    left, top, right, bottom = (round(v * PX_PER_MM) for v in box)
    part = image[top:bottom, left:right]
    part[:] = blobs(part.shape[1], part.shape[0], PX_PER_MM, chance)


def _letters(image: Image, x: float, y: float, long: float, chance: Chance) -> None:
    while long > 0:
        wide = float(chance.uniform(0.7, 2.2))
        points = chance.uniform((x, y), (x + wide, y + 2.6), (4, 2)) * PX_PER_MM
        cv2.polylines(image, [points.astype(np.int32)], False, (25, 25, 25), 5, cv2.LINE_AA)
        x, long = x + wide + 0.5, long - wide - 0.5


def blobs(width: int, height: int, px_per_mm: float, chance: Chance) -> NDArray[np.float32]:
    """Return a painted picture (BGR): a gradient, soft clouds and some clear shapes."""
    corners = chance.uniform(20, 170, (2, 2, 3)).astype(np.float32)
    picture = cv2.resize(corners, (width, height), interpolation=cv2.INTER_LINEAR)
    for cells, strength in ((4, 60), (9, 40), (25, 22)):
        rough = chance.normal(0, strength, (cells, cells, 3)).astype(np.float32)
        picture = cv2.add(
            picture, cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
        )
    size = min(width, height)
    for _ in range(7):
        at = tuple(int(v) for v in chance.uniform(0, (width, height)))
        axes = tuple(int(v) for v in chance.uniform(0.04, 0.22, 2) * size)
        colour = tuple(chance.uniform(10, 220, 3).tolist())
        cv2.ellipse(picture, at, axes, float(chance.uniform(0, 180)), 0, 360, colour, -1)
    picture = cv2.GaussianBlur(picture, (0, 0), 0.15 * px_per_mm)
    return np.asarray(np.clip(picture, 8, 235), np.float32)


def playmat(width: int, height: int, px_per_mm: float, chance: Chance) -> NDArray[np.float32]:
    """Return a dark pictured playmat (BGR) with shapes of all sizes."""
    picture = blobs(width, height, px_per_mm, chance)
    for size_mm, strength in ((40, 30), (15, 25), (5, 18)):
        cells = (
            max(2, int(width / px_per_mm / size_mm)),
            max(2, int(height / px_per_mm / size_mm)),
        )
        rough = chance.normal(0, strength, (cells[1], cells[0], 3)).astype(np.float32)
        picture += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(60):
        middle = chance.uniform(0, (width, height))
        points = middle + chance.normal(0, chance.uniform(8, 40) * px_per_mm, (5, 2))
        colour = tuple(chance.uniform(5, 200, 3).tolist())
        cv2.fillPoly(picture, [points.astype(np.int32)], colour, cv2.LINE_AA)
    return np.asarray(np.clip(picture, 8, 235) * 0.4, np.float32)


@cache
def deck(whole: bool = True) -> Deck:
    """Return the deck, taught from clean pictures."""
    cards = tuple(Card(name, 1, f"{name}.png") for name in NAMES)
    small = {
        name: np.asarray(cv2.resize(face(name), (430, 600), interpolation=cv2.INTER_AREA), np.uint8)
        for name in NAMES
    }
    return Deck(NAME, SIZE_MM, cards, small, whole=whole)


@cache
def press(seed: int = 0) -> Press:
    """Return what prints the deck."""
    return Press({NAME: (lambda card: face(card or "A"), SIZE_MM)}, seed)
