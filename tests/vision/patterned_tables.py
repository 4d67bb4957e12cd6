"""Draw tables for tests: a plain cloth, and patterns with lines and corners like a card's."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image
from vision.synthetic.render_table import BOARDS, TABLES, stretched, toned

Floats = NDArray[np.float32]
Chance = np.random.Generator
Drawing = Callable[[int, int, float, Chance], Floats]

CLOTH = "cloth"  # A plain green one.
CLOTH_BGR = (64.0, 92.0, 58.0)
WHITE = (225.0, 228.0, 230.0)  # BGR, like all colours here.
DYES = ((60.0, 52.0, 160.0), (120.0, 74.0, 40.0), (62.0, 110.0, 58.0), (70.0, 150.0, 205.0))
LEAF = (70.0, 120.0, 75.0)
OAK = (96.0, 140.0, 178.0)


@lru_cache(maxsize=2)
def _cloth(width: int, height: int, px_per_mm: float, seed: int) -> Image:
    chance = np.random.default_rng([seed % BOARDS, 8])
    weave = np.zeros((height, width), np.float32)
    cv2.GaussianBlur(chance.standard_normal(weave.shape, np.float32), (0, 0), 1.2, weave)
    folds = stretched(chance, 4, 6, width, height)
    return toned(1 + 0.055 * px_per_mm * weave + 0.06 * folds, CLOTH_BGR)


@lru_cache(maxsize=1)
def woven(draw: Drawing, width: int, height: int, px_per_mm: float, seed: int) -> Image:
    """Draw a patterned table of `width` x `height` pixels, BGR; `seed` gives colours and sizes."""
    chance = np.random.default_rng([seed, 9])
    picture = draw(width, height, px_per_mm, chance)
    weave = np.empty((height, width), np.float32)
    cv2.GaussianBlur(chance.standard_normal(weave.shape, np.float32), (0, 0), 1.0, weave)
    picture *= (1 + 0.05 * weave)[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def _tartan(width: int, height: int, px_per_mm: float, chance: Chance) -> Floats:
    """Cross a set of coloured bands with itself, as in a twill weave."""
    bands = chance.integers(5, 9)
    colours = np.array((WHITE, (40.0, 40.0, 44.0), *DYES), np.float32)
    sett = np.repeat(
        colours[chance.integers(0, len(colours), bands)],
        np.maximum(2, (chance.uniform(3, 30, bands) * px_per_mm).astype(int)),
        axis=0,
    )
    across = np.resize(sett, (width, 3))
    down = np.resize(sett, (height, 3))
    return np.asarray((across[None] + down[:, None]) / 2, np.float32)


def _flowers(width: int, height: int, px_per_mm: float, chance: Chance) -> Floats:
    """Scatter flowers with leaves on a pale or dark background."""
    ground = WHITE if chance.random() < 0.5 else DYES[1]
    picture = np.full((height, width, 3), ground, np.float32)
    size_mm = chance.uniform(14, 40)
    for _ in range(int(1.1 * width * height / (size_mm * 2 * px_per_mm) ** 2)):
        middle = chance.uniform(0, (width, height))
        reach = chance.uniform(0.5, 1.0) * size_mm * px_per_mm
        dye = DYES[chance.integers(len(DYES))]
        turn, petals = chance.uniform(0, 360), int(chance.integers(5, 8))
        for number in range(petals + 2):
            leaf = number < 2
            way = np.deg2rad(turn + 360 * number / (2.2 if leaf else petals))
            at = middle + (0.9 if leaf else 0.5) * reach * np.array((np.cos(way), np.sin(way)))
            axes = (int(0.42 * reach), int((0.16 if leaf else 0.24) * reach))
            centre = (int(at[0]), int(at[1]))
            colour = LEAF if leaf else dye
            cv2.ellipse(picture, centre, axes, float(np.rad2deg(way)), 0, 360, colour, -1)
        cv2.circle(picture, (int(middle[0]), int(middle[1])), int(0.2 * reach), DYES[3], -1)
    return picture


def _parquet(width: int, height: int, px_per_mm: float, chance: Chance) -> Floats:
    """Lay short boards of many tones in shifted rows; some are as long as a card."""
    wide = chance.uniform(45, 75) * px_per_mm
    long = wide * chance.uniform(1.3, 5)
    rows = int(height / wide) + 1
    picture = np.empty((height, width, 3), np.float32)
    for row in range(rows):
        start = chance.uniform(0, long)
        board = ((np.arange(width) + start) // long).astype(int)
        tone = chance.normal(1, 0.14, board.max() + 1)[board]
        seam = (np.arange(width) + start) % long < px_per_mm
        stretch = slice(int(row * wide), int((row + 1) * wide))
        picture[stretch] = (tone * np.where(seam, 0.55, 1))[None, :, None] * np.array(
            OAK, np.float32
        )
        picture[int(row * wide) : int(row * wide + px_per_mm)] *= 0.55
    fibre = chance.standard_normal((height // 2, max(4, width // 60)), np.float32)
    picture *= (
        1 + 0.06 * cv2.resize(fibre, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    )
    return picture


PATTERNS: dict[str, Drawing] = {
    "tartan": _tartan,
    "flowers": _flowers,
    "parquet": _parquet,
}
TABLES[CLOTH] = _cloth
TABLES.update({name: partial(woven, draw) for name, draw in PATTERNS.items()})
