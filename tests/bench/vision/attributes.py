"""A drawn deck of 81 cards that differ in four attributes, on wooden tables.

Each card shows one to three equal figures: an oval, a lozenge or a wave, in one of three colours,
filled, striped or open. Thin lines on white paper are hard to read: neighbours differ only in the
stripes between the same outlines, or in the colour of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import cv2
import numpy as np

from tests.bench.vision.tally import Truth
from vision.decks.deck import Card, Deck
from vision.enrol.selftest import Wear, worn
from vision.geometry import homography, rectangle
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import DARK_WOOD, LIGHT_WOOD, Lens, Light, PlacedCard, Scene

NAME = "attributes"
SIZE_MM = (57.0, 88.0)
PX_PER_MM = 10
COUNTS, SHAPES = ("1", "2", "3"), ("oval", "lozenge", "wave")
COLOURS = {"red": (60, 50, 220), "green": (75, 140, 20), "violet": (130, 45, 90)}  # BGR
FILLINGS = ("solid", "striped", "open")
PAPER = 252
FIGURE_MM, BETWEEN_MM = (40.0, 18.0), 23.0  # A figure's size, and the distance of two figures.
LINE_MM, STRIPE_MM, STRIPE_STEP_MM = 0.8, 0.35, 1.3  # Widths of lines, and the stripes' distance.

COLUMNS, ROWS = 4, 3  # of cards on a table
TABLE_MM = (520.0, 420.0)
PICTURE = (1600, 1200)


def names() -> tuple[str, ...]:
    """Return the names of all cards, such as ``2 red striped wave``."""
    return tuple(" ".join(card) for card in product(COUNTS, COLOURS, FILLINGS, SHAPES))


@lru_cache(maxsize=100)
def drawn(card: str | None) -> Image:
    """Return a card as it is printed (height x width x 3, BGR); None is the back."""
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    image = np.full((height, width, 3), PAPER, np.uint8)
    if card is None:
        cv2.rectangle(image, (40, 40), (width - 41, height - 41), (120, 60, 60), -1)
        return image
    count, colour, filling, shape = card.split()
    for number in range(int(count)):
        y = SIZE_MM[1] / 2 + BETWEEN_MM * (number - (int(count) - 1) / 2)
        _draw(image, (SIZE_MM[0] / 2, y), COLOURS[colour], filling, shape)
    return image


def _draw(
    image: Image,
    middle_mm: tuple[float, float],
    colour: tuple[int, int, int],
    filling: str,
    shape: str,
) -> None:
    outline = np.rint((_outline(shape) + middle_mm) * PX_PER_MM).astype(np.int32)
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline], 255, cv2.LINE_AA)
    ink = np.zeros_like(inside)
    if filling == "solid":
        ink[:] = 255
    elif filling == "striped":
        step, wide = round(STRIPE_STEP_MM * PX_PER_MM), round(STRIPE_MM * PX_PER_MM)
        for x in range(int(outline[:, 0].min()), int(outline[:, 0].max()), step):
            ink[:, x : x + wide] = 255
    ink = np.minimum(ink, inside)
    cv2.polylines(ink, [outline], True, 255, round(LINE_MM * PX_PER_MM), cv2.LINE_AA)
    share = ink[..., None] / 255.0
    image[:] = np.rint(image * (1 - share) + np.array(colour) * share)


def _outline(shape: str) -> np.ndarray:
    """Return a figure's outline around its middle (n x 2, mm)."""
    wide, high = FIGURE_MM[0] / 2, FIGURE_MM[1] / 2
    turn = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    if shape == "lozenge":
        return np.array([(-wide, 0), (0, -high), (wide, 0), (0, high)])
    if shape == "oval":  # a rectangle with half circles at its ends
        x = np.cos(turn) * high + np.sign(np.cos(turn)) * (wide - high)
        return np.stack([x, np.sin(turn) * high], 1)
    x, y = np.cos(turn) * wide, np.sin(turn) * 0.62 * high
    return np.stack([x, y + 0.38 * high * np.sin(2.6 * x / wide)], 1)


@lru_cache(maxsize=2)
def press(seed: int = 0) -> Press:
    """Return what prints the deck."""
    return Press({NAME: (drawn, SIZE_MM)}, seed)
