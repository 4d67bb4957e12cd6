"""Draw the surface under the cards: the printed mat, or a table of wood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art.matart import mat_svg
from vision.art.svg import render
from vision.reading import Image
from vision.spread import PlacedMat, Spread
from vision.synthetic.scene import DARK_WOOD, LIGHT_WOOD, MAT

FINEST_PX_PER_MM = 4.0
AROUND_MM = 300.0  # Width of the table around the mat.

DARK_BGR, LIGHT_BGR = (38.0, 52.0, 74.0), (132.0, 172.0, 205.0)
FLOOR_BGR = (70, 66, 62)  # Colour of the floor around the table.
BOARDS = 2  # Number of variants of each kind of wood.
# Drawn at a time, because the numbers of a whole table fill 300 MB. It is a multiple of `COARSE`.
STRIP_ROWS = 64


def table_picture(table: str, spread: Spread, px_per_mm: float, seed: int) -> Image:
    """Draw the table, BGR, with `AROUND_MM` around the mats on each side.

    Raise `ValueError` for an unknown table.
    """
    width = round((spread.size_mm[0] + 2 * AROUND_MM) * px_per_mm)
    height = round((spread.size_mm[1] + 2 * AROUND_MM) * px_per_mm)
    under = (LIGHT_WOOD if seed % 2 else DARK_WOOD) if table == MAT else table
    if under not in TABLES:
        raise ValueError(f"there is no table {table!r} to draw")
    picture = TABLES[under](width, height, px_per_mm, seed)
    chance = np.random.default_rng([seed, 7])
    for laid in spread.placed if table == MAT else ():
        _lay_mat(picture, laid, px_per_mm, chance)
    return picture


def _lay_mat(
    picture: Image, laid: PlacedMat, px_per_mm: float, chance: np.random.Generator
) -> None:
    mat = laid.mat
    size = (round(mat.size_mm[0] * px_per_mm), round(mat.size_mm[1] * px_per_mm))
    sheet = render(mat_svg(mat), size)
    grain = np.empty((size[1], size[0]), np.float32)
    for rows in strips(size[1]):
        grain[rows] = chance.normal(0, 1, grain[rows].shape)
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32)
    printed = np.empty_like(sheet)
    for rows in strips(size[1]):
        light = 20 + sheet[rows] * ((240 - 20) / 255) + 5 * grain[rows, :, None]
        printed[rows] = np.clip(light, 0, 255)
    here = np.array([[px_per_mm, 0, -0.5], [0, px_per_mm, -0.5], [0, 0, 1]])
    around = np.array([[1, 0, AROUND_MM], [0, 1, AROUND_MM], [0, 0, 1]])
    to_table = here @ around @ laid.to_table @ np.linalg.inv(here)
    cv2.warpAffine(
        printed,
        to_table[:2],
        picture.shape[1::-1],
        picture,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_TRANSPARENT,
    )


def _wood(
    colour: tuple[float, float, float], width: int, height: int, px_per_mm: float, seed: int
) -> Image:
    chance = np.random.default_rng([seed % BOARDS, 7])
    plank_mm = chance.uniform(90, 160)
    bend = stretched(chance, 5, 7, width, height)
    tones = chance.normal(1, 0.07, 16).astype(np.float32)
    starts = chance.uniform(0, 220, 16).astype(np.float32)
    fibres = chance.standard_normal((-(-height // 2), max(4, width // 40)), np.float32)
    picture = np.empty((height, width, 3), np.uint8)
    for rows in strips(height):
        y = np.arange(rows.start, rows.stop, dtype=np.float32)[:, None] / np.float32(px_per_mm)
        plank = (y // plank_mm).astype(int) % 16
        at = y + starts[plank] + 6.5 * bend[rows]
        rings = np.sin(at / 1.9 + 3 * np.sin(at / 15))
        seam = ((y % plank_mm) < 0.8).astype(np.float32)
        grain = 1 + 0.07 * rings + 0.07 * _twice_as_high(fibres, rows, width)
        picture[rows] = toned(tones[plank] * grain * (1 - 0.45 * seam), colour)
    return picture


def strips(height: int) -> Iterator[slice]:
    """Yield the rows of a picture, some at a time."""
    for top in range(0, height, STRIP_ROWS):
        yield slice(top, min(top + STRIP_ROWS, height))


def _twice_as_high(noise: NDArray[np.float32], rows: slice, width: int) -> NDArray[np.float32]:
    """Return some rows of noise that is stretched to twice its height and to a width."""
    around = 2  # Cubic interpolation looks at two rows in each direction.
    first = max(0, rows.start // 2 - around)
    near = noise[first : -(-rows.stop // 2) + around]
    strip = cv2.resize(near, (width, 2 * len(near)), interpolation=cv2.INTER_CUBIC)
    return np.asarray(strip[rows.start - 2 * first : rows.stop - 2 * first], np.float32)


def stretched(
    chance: np.random.Generator, rows: int, columns: int, width: int, height: int
) -> NDArray[np.float32]:
    """Return noise (height x width) that is stretched from rows and columns."""
    small = chance.standard_normal((rows, columns), np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def toned(tone: NDArray[np.float32], colour: tuple[float, float, float]) -> Image:
    """Return a picture (BGR) of one colour, lighter and darker by a tone (height x width)."""
    planes = [np.clip(tone * c, 0, 255).astype(np.uint8) for c in colour]
    return np.asarray(cv2.merge(planes), np.uint8)


# The tables that can be drawn; tests add more. Each is drawn from its width and height in pixels,
# the pixels for each millimetre, and a seed.
TABLES: dict[str, Callable[[int, int, float, int], Image]] = {
    DARK_WOOD: partial(_wood, DARK_BGR),
    LIGHT_WOOD: partial(_wood, LIGHT_BGR),
}
