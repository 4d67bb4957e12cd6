"""Pictures full of specks, lines or squares: noise, halftone, print, cloth, keys.

Each kind takes a size (width, height) and returns a picture of it, height x width x 3, BGR.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

Size = tuple[int, int]
LETTERS = list("abcdefghijklmnopqrstuvwxyzABC   ")


def noise(size: Size, share: float = 1.0) -> Image:
    """Return noise, in a share of the pixels of a grey picture."""
    chance = np.random.default_rng(0)
    grains = chance.integers(0, 256, (size[1], size[0], 3), np.uint8)
    grains[chance.random(grains.shape[:2]) >= share] = 200
    return grains


def stripes(size: Size, broad: int) -> Image:
    """Return black and white stripes, each so many pixels broad."""
    row = np.where(np.arange(size[0]) // broad % 2, 255, 0)
    return _grey(np.tile(row, (size[1], 1)))


def checks(size: Size, side: int) -> Image:
    """Return a board of squares with so many pixels on each side."""
    across, down = np.arange(size[0]) // side, np.arange(size[1]) // side
    return _grey(np.where((down[:, None] + across) % 2, 255, 0))


def modules(size: Size, side: int) -> Image:
    """Return black and white squares at random, like those of a QR code."""
    fine = (size[1] // side + 1, size[0] // side + 1)
    drawn = np.random.default_rng(0).integers(0, 2, fine, np.uint8) * 255
    whole = drawn.repeat(side, 0).repeat(side, 1)
    return _grey(whole[: size[1], : size[0]])


def halftone(size: Size, period: int) -> Image:
    """Return dots in slanting rows, of sizes that grow and shrink, as in a newspaper's picture."""
    x, y = np.meshgrid(*(np.arange(side, dtype=np.float32) for side in size))
    turn, wave = np.radians(30), 2 * np.pi / period
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    grey = 0.9 * np.sin(x / 400) * np.sin(y / 300)
    return _grey(np.where(np.sin(along * wave) * np.sin(across * wave) > grey, 255, 0))


def text(size: Size, high: float) -> Image:
    """Return lines of letters, of so many times 22 pixels."""
    chance = np.random.default_rng(0)
    page = np.full((size[1], size[0], 3), 235, np.uint8)
    for y in range(round(34 * high), size[1], round(34 * high)):
        line = "".join(chance.choice(LETTERS, size=round(size[0] / (18 * high))))
        thick = max(1, round(2 * high))
        cv2.putText(page, line, (5, y), cv2.FONT_HERSHEY_SIMPLEX, high, (20, 20, 20), thick)
    return page


def grass(size: Size) -> Image:
    """Return blades that lie over one another."""
    chance = np.random.default_rng(0)
    lawn = np.full((size[1], size[0], 3), (30, 70, 30), np.uint8)
    count = size[0] * size[1] // 60
    feet = chance.uniform(0, 1, (count, 2)) * size
    tips = feet + chance.normal(0, 1, (count, 2)) * (8, 25)
    for foot, tip, green in zip(feet, tips, chance.integers(40, 220, count).tolist(), strict=True):
        ends = (foot.astype(int).tolist(), tip.astype(int).tolist())
        cv2.line(lawn, *ends, (green // 3, green, green // 3), 2)
    return lawn


def keys(size: Size, side: int) -> Image:
    """Return light keys on a dark board, each with a letter."""
    board = np.full((size[1], size[0], 3), 40, np.uint8)
    gap = side // 12
    for row, y in enumerate(range(0, size[1], side)):
        for column, x in enumerate(range(row * side // 3 % side, size[0], side)):
            low, high = (x + gap, y + gap), (x + side - gap, y + side - gap)
            cv2.rectangle(board, low, high, (220, 220, 220), cv2.FILLED)
            at, letter = (x + side // 4, y + side * 2 // 3), LETTERS[(row + column) % 26]
            cv2.putText(board, letter, at, cv2.FONT_HERSHEY_SIMPLEX, side / 60, (10, 10, 10), 2)
    return board


def nests(size: Size, side: int) -> Image:
    """Return squares in squares, like those in the corners of QR codes."""
    page = np.full((size[1], size[0], 3), 255, np.uint8)
    for y in range(4, size[1] - side, side + 6):
        for x in range(4, size[0] - side, side + 6):
            for inset, ink in ((0, 0), (side // 7, 255), (2 * side // 7, 0)):
                low, high = (x + inset, y + inset), (x + side - inset, y + side - inset)
                cv2.rectangle(page, low, high, (ink, ink, ink), cv2.FILLED)
    return page


def _grey(picture: NDArray[Any]) -> Image:
    return np.repeat(picture.astype(np.uint8)[..., None], 3, axis=2)


TEXTURES: dict[str, Callable[[Size], Image]] = {
    "noise": noise,
    "noise in a tenth": lambda size: noise(size, 0.1),
    "stripes of a pixel": lambda size: stripes(size, 1),
    "stripes of 40 pixels": lambda size: stripes(size, 40),
    "halftone of 6 pixels": lambda size: halftone(size, 6),
    "halftone of 12 pixels": lambda size: halftone(size, 12),
    "small print": lambda size: text(size, 0.3),
    "print": lambda size: text(size, 1.0),
    "grass": grass,
    "checks of 2 pixels": lambda size: checks(size, 2),
    "checks of 4 pixels": lambda size: checks(size, 4),
    "checks of 20 pixels": lambda size: checks(size, 20),
    "checks of 100 pixels": lambda size: checks(size, 100),
    "a code of 8 pixels": lambda size: modules(size, 8),
    "keys of 40 pixels": lambda size: keys(size, 40),
    "keys of 100 pixels": lambda size: keys(size, 100),
    "nests of 140 pixels": lambda size: nests(size, 140),
}
