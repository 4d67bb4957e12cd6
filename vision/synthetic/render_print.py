"""Printed cards: drawings or pictures as a cheap printer, scissors and evenings leave them.

A rendered card never is the template's own bitmap: it is drawn anew at another resolution, its
inks spread and shift, the cut is never quite true, and what was handled shows it.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art import deck_art
from vision.reading import Image

PX_PER_MM = 10.0
PAPER_BGR = (238.0, 246.0, 248.0)  # a little warm, as copier paper is

Floats = NDArray[np.float32]
Source = Callable[[str | None], Image]  # a card's plain face, or the back for None


class Press:
    """Prints cards and keeps the prints: the same copy of a card always looks the same.

    Decks are drawn by their name; `sources` adds others: a name, its faces and its card size in
    mm. One press may serve several renderers.
    """

    def __init__(
        self, sources: Mapping[str, tuple[Source, tuple[float, float]]] | None = None, seed: int = 0
    ) -> None:
        self._sources = dict(sources or {})
        self._seed = seed
        self.face = lru_cache(maxsize=160)(self._face)

    def size_mm(self, deck: str) -> tuple[float, float]:
        """Return the card size of a deck; raises `LookupError` for one that is not known."""
        return self._source(deck)[1]

    def _source(self, deck: str) -> tuple[Source, tuple[float, float]]:
        if deck not in self._sources:
            self._sources[deck] = (art_source(deck), deck_art(deck).size_mm)
        return self._sources[deck]

    def _face(self, deck: str, card: str | None, copy: int, wear: float) -> Image:
        """Print a card (None: the back); raises `LookupError` for what the deck has not."""
        return printed(self._source(deck)[0](card), f"{deck}/{card}/{copy}", self._seed, wear)


def art_source(name: str) -> Source:
    """Return the faces of a drawn deck, at a resolution unlike the templates'."""
    art = deck_art(name)
    return lambda card: art.picture(card, round(art.size_mm[1] * PX_PER_MM))


def printed(face: Image, name: str, seed: int, wear: float) -> Image:
    """Print, cut and wear a face; returns BGR of the same size.

    `name` and `seed` fix the chance in it: the same copy of a card always looks the same.
    """
    chance = np.random.default_rng([seed, zlib.crc32(name.encode())])
    image = _cut(_inked(face, chance), chance)
    if wear > 0:
        image = _worn(image, chance, wear)
    return np.clip(image, 0, 255).astype(np.uint8)


def _inked(face: Image, chance: np.random.Generator) -> Floats:
    gain = chance.uniform(0.2, 0.7)
    spread = cv2.erode(face, np.ones((3, 3), np.uint8))  # ink runs outward, dark grows
    wet = np.asarray(cv2.addWeighted(face, 1 - gain, spread, gain, 0), np.uint8)
    planes = []
    for channel in range(3):  # each ink lands a little beside the others, and dries its own way
        dx, dy = chance.normal(0, 0.5, 2)
        shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        plane = cv2.warpAffine(
            wet[:, :, channel], shift, wet.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
        curve = 255 * (np.arange(256) / 255) ** chance.uniform(0.88, 1.15)
        planes.append(curve.astype(np.float32)[plane])
    image: Floats = np.stack(planes, axis=-1)
    grain = np.zeros(image.shape[:2], np.float32)
    cv2.GaussianBlur(chance.standard_normal(grain.shape, np.float32), (0, 0), 0.9, grain)
    image += (30 - image * (30 / 255)) * grain[:, :, None]  # coarse dots where the ink lies
    black = np.float32(chance.uniform(14, 34))  # toner is never black
    paper = np.array(PAPER_BGR, np.float32) + chance.normal(0, 2.5, 3).astype(np.float32)
    image = np.clip(image, 0, 255) * ((paper - black) / np.float32(255)) + black
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.float32)


def _cut(image: Floats, chance: np.random.Generator) -> Floats:
    height, width = image.shape[:2]
    turn = chance.normal(0, 0.25)
    move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    move = move + np.column_stack([np.zeros((2, 2)), chance.normal(0, 0.25 * PX_PER_MM, 2)])
    moved = cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _worn(image: Floats, chance: np.random.Generator, wear: float) -> Floats:
    height, width = image.shape[:2]
    paper = np.array(PAPER_BGR, np.float32) * np.float32(1 - 0.08 * wear)
    # Ink rubs off at the edges first.
    y, x = np.mgrid[:height, :width].astype(np.float32)
    from_edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) / PX_PER_MM
    rough = cv2.resize(chance.random((24, 18), np.float32), (width, height))
    rubbed = np.clip(1.2 * wear * rough - from_edge / 8, 0, 1)[:, :, None]
    image = np.asarray(image * (1 - rubbed) + (paper * 0.92) * rubbed, np.float32)
    for _ in range(chance.poisson(9 * wear)):  # scratches and creases
        ends = chance.uniform((0, 0), (width, height), (2, 2)).astype(int)
        layer = np.zeros((height, width), np.float32)
        thick = int(chance.integers(1, 3 + int(3 * wear)))
        cv2.line(layer, ends[0].tolist(), ends[1].tolist(), 1.0, thick, cv2.LINE_AA)
        strength = layer[:, :, None] * np.float32(chance.uniform(0.2, 0.6))
        tone = paper if chance.random() < 0.7 else paper / 4
        image = image * (1 - strength) + tone * strength
    stain = cv2.resize(
        chance.random((5, 4), np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    tint = np.array([0.80, 0.93, 0.98], np.float32)  # thumbs and coffee
    amount = np.clip((stain - 0.55) * 1.2 * wear, 0, 0.6)[:, :, None]
    return np.asarray(image * (1 - amount + amount * tint), np.float32)
