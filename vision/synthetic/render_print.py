"""Print cards: drawings or pictures after a cheap printer, scissors and many evenings.

A rendered card is never the template's own bitmap. It is drawn again at another resolution, the
inks spread and shift, the cut is not quite straight, and handled cards show wear.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art import deck_art
from vision.reading import Image
from vision.synthetic.scene import WEAR

PX_PER_MM = 10.0
PRINTS = 160  # Number of cached prints, of 1.7 MB each.
PAPER_BGR = (238.0, 246.0, 248.0)  # Slightly warm, like copier paper.

Floats = NDArray[np.float32]
Source = Callable[[str | None], Image]  # Returns a card's clean face, or the back for None.


class Press:
    """Prints cards and caches the prints, so the same copy of a card always looks the same.

    Drawn decks are known by name, and all presses with the same seed share their prints. `sources`
    adds other decks and maps each name to the deck's faces and its card size in mm. Several
    renderers can share a press. With `kept`, a press caches that number of prints and shares none.
    """

    def __init__(
        self,
        sources: Mapping[str, tuple[Source, tuple[float, float]]] | None = None,
        seed: int = 0,
        kept: int | None = None,
    ) -> None:
        self._sources = dict(sources or {})
        self._seed = seed
        self._own = lru_cache(maxsize=kept or PRINTS)(self._print_own)
        self._drawn = _print_shared if kept is None else lru_cache(maxsize=kept)(_print_drawn)

    def size_mm(self, deck: str) -> tuple[float, float]:
        """Return the card size of a deck; raise `LookupError` if it is unknown."""
        return self._sources[deck][1] if deck in self._sources else deck_art(deck).size_mm

    def face(self, deck: str, card: str | None, copy: int = 0, wear: float = WEAR) -> Image:
        """Print a card, or the back for None; raise `LookupError` if the deck has no such card."""
        if deck in self._sources:
            return self._own(deck, card, copy, wear)
        return self._drawn(deck, card, copy, wear, self._seed)

    def _print_own(self, deck: str, card: str | None, copy: int, wear: float) -> Image:
        return print_card(self._sources[deck][0](card), f"{deck}/{card}/{copy}", self._seed, wear)


def _print_drawn(deck: str, card: str | None, copy: int, wear: float, seed: int) -> Image:
    return print_card(art_source(deck)(card), f"{deck}/{card}/{copy}", seed, wear)


_print_shared = lru_cache(maxsize=PRINTS)(_print_drawn)


def art_source(where: str | Path) -> Source:
    """Return a function for the faces of a drawn deck, at another resolution than the templates."""
    art = deck_art(where)
    return lambda card: art.picture(card, round(art.size_mm[1] * PX_PER_MM))


def print_card(face: Image, name: str, seed: int, wear: float) -> Image:
    """Print, cut and wear a face; return BGR of the same size.

    `name` and `seed` determine the randomness, so the same copy of a card always looks the same.
    """
    chance = np.random.default_rng([seed, zlib.crc32(name.encode())])
    image = _cut(_inked(face, chance), chance)
    if wear > 0:
        _wear(image, chance, wear)
    return np.clip(image, 0, 255, out=image).astype(np.uint8)


def _inked(face: Image, chance: np.random.Generator) -> Floats:
    gain = chance.uniform(0.2, 0.7)
    spread = cv2.erode(face, np.ones((3, 3), np.uint8))  # Ink spreads, so dark areas grow.
    wet = np.asarray(cv2.addWeighted(face, 1 - gain, spread, gain, 0), np.uint8)
    planes = []
    for channel in range(3):  # Each ink is shifted a little and has its own tone curve.
        dx, dy = chance.normal(0, 0.5, 2)
        shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        plane = cv2.warpAffine(
            wet[:, :, channel], shift, wet.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
        curve = 255 * (np.arange(256) / 255) ** chance.uniform(0.88, 1.15)
        planes.append(np.asarray(cv2.LUT(plane, curve.astype(np.float32)), np.float32))
    grain = np.zeros(face.shape[:2], np.float32)
    cv2.GaussianBlur(chance.standard_normal(grain.shape, np.float32), (0, 0), 0.9, grain)
    black = np.float32(chance.uniform(14, 34))  # Toner is never fully black.
    paper = np.array(PAPER_BGR, np.float32) + chance.normal(0, 2.5, 3).astype(np.float32)
    for plane, white in zip(planes, paper, strict=True):
        plane += (30 - plane * (30 / 255)) * grain  # Coarse dots appear in the ink.
        np.clip(plane, 0, 255, out=plane)
        plane *= (white - black) / np.float32(255)
        plane += black
    image = np.asarray(cv2.merge(planes), np.float32)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8, image), np.float32)


def _cut(image: Floats, chance: np.random.Generator) -> Floats:
    height, width = image.shape[:2]
    turn = chance.normal(0, 0.25)
    move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    move = move + np.column_stack([np.zeros((2, 2)), chance.normal(0, 0.25 * PX_PER_MM, 2)])
    moved = cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _wear(image: Floats, chance: np.random.Generator, wear: float) -> None:
    """Let a print look used. No copy is made, because a print has 7 MB."""
    height, width = image.shape[:2]
    paper = np.array(PAPER_BGR, np.float32) * np.float32(1 - 0.08 * wear)
    # Ink rubs off at the edges first.
    x, y = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)[:, None]
    from_edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) / PX_PER_MM
    rough = cv2.resize(chance.random((24, 18), np.float32), (width, height))
    rubbed = np.clip(1.2 * wear * rough - from_edge / 8, 0, 1)
    _mix(image, rubbed, paper * 0.92)
    for _ in range(chance.poisson(9 * wear)):  # Scratches and creases.
        ends = chance.uniform((0, 0), (width, height), (2, 2)).astype(int)
        thick = int(chance.integers(1, 3 + int(3 * wear)))
        strength = np.float32(chance.uniform(0.2, 0.6))
        tone = paper * np.float32(1 if chance.random() < 0.7 else 0.25)
        _scratch(image, ends, thick, strength, tone)
    stain = cv2.resize(
        chance.random((5, 4), np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    tint = np.array([0.80, 0.93, 0.98], np.float32)  # Thumbs and coffee tint the card.
    amount = np.clip((stain - 0.55) * 1.2 * wear, 0, 0.6)
    for channel, by in enumerate(tint):
        image[..., channel] *= 1 - amount + amount * by


def _scratch(
    image: Floats, ends: NDArray[np.int_], thick: int, strength: np.float32, tone: Floats
) -> None:
    """Draw a scratch between two ends (x, y) into a picture; only its surroundings change."""
    reach = thick + 2
    from_px, to_px = np.maximum(ends.min(axis=0) - reach, 0), ends.max(axis=0) + reach + 1
    here = image[from_px[1] : to_px[1], from_px[0] : to_px[0]]
    layer = np.zeros(here.shape[:2], np.float32)
    start, end = (ends - from_px).tolist()
    cv2.line(layer, start, end, 1.0, thick, cv2.LINE_AA)
    _mix(here, layer * strength, tone)


def _mix(image: Floats, share: Floats, tone: Floats) -> None:
    """Replace a share of each pixel (h x w) of a picture by another tone, BGR."""
    for channel, by in enumerate(tone):
        image[..., channel] = image[..., channel] * (1 - share) + by * share
