"""Draw the surface under the cards: the printed mat, or a table of wood, cloth or a pattern."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art.matart import mat_svg
from vision.art.svg import render
from vision.reading import Image
from vision.spread import PlacedMat, Spread
from vision.synthetic.render_cloth import PATTERNS, cloth_picture
from vision.synthetic.scene import CLOTH, DARK_WOOD, LIGHT_WOOD, MAT

FINEST_PX_PER_MM = 4.0
AROUND_MM = 300.0  # Width of the table around the mat.

WOODS = {DARK_WOOD: (38.0, 52.0, 74.0), LIGHT_WOOD: (132.0, 172.0, 205.0)}  # BGR
CLOTH_BGR = (64.0, 92.0, 58.0)
FLOOR_BGR = (70, 66, 62)  # Colour of the floor around the table.
BOARDS = 2  # Number of variants of each kind of wood.


def table_picture(table: str, spread: Spread, px_per_mm: float, seed: int) -> Image:
    """Draw the table, BGR, with `AROUND_MM` around the mats on each side.

    Raise `ValueError` for an unknown table.
    """
    width = round((spread.size_mm[0] + 2 * AROUND_MM) * px_per_mm)
    height = round((spread.size_mm[1] + 2 * AROUND_MM) * px_per_mm)
    if table == CLOTH:
        return _cloth(width, height, px_per_mm, seed % BOARDS)
    if table in WOODS:
        return _wood(width, height, px_per_mm, WOODS[table], seed % BOARDS)
    if table in PATTERNS:
        return cloth_picture(table, width, height, px_per_mm, seed)
    if table != MAT:
        raise ValueError(f"there is no table {table!r} to draw")
    wood = WOODS[LIGHT_WOOD if seed % 2 else DARK_WOOD]
    picture = _wood(width, height, px_per_mm, wood, seed % BOARDS).copy()
    chance = np.random.default_rng([seed, 7])
    for laid in spread.placed:
        _lay_mat(picture, laid, px_per_mm, chance)
    return picture


def _lay_mat(
    picture: Image, laid: PlacedMat, px_per_mm: float, chance: np.random.Generator
) -> None:
    mat = laid.mat
    size = (round(mat.size_mm[0] * px_per_mm), round(mat.size_mm[1] * px_per_mm))
    sheet = render(mat_svg(mat), size)
    grain = cv2.GaussianBlur(
        chance.normal(0, 1, (size[1], size[0])).astype(np.float32), (0, 0), 0.8
    )
    printed = 20 + sheet * ((240 - 20) / 255) + 5 * grain[:, :, None]
    printed = np.clip(printed, 0, 255).astype(np.uint8)
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


@lru_cache(maxsize=4)
def _wood(
    width: int, height: int, px_per_mm: float, colour: tuple[float, float, float], board: int
) -> Image:
    chance = np.random.default_rng([board, 7])
    plank_mm = chance.uniform(90, 160)
    y = np.arange(height, dtype=np.float32)[:, None] / np.float32(px_per_mm)
    bend = _stretched(chance, 5, 7, width, height)
    plank = (y // plank_mm).astype(int) % 16
    tone = chance.normal(1, 0.07, 16).astype(np.float32)[plank]
    at = y + chance.uniform(0, 220, 16).astype(np.float32)[plank] + 6.5 * bend
    rings = np.sin(at / 1.9 + 3 * np.sin(at / 15))
    fibre = _stretched(chance, height // 2, max(4, width // 40), width, height)
    seam = ((y % plank_mm) < 0.8).astype(np.float32)
    return _toned(tone * (1 + 0.07 * rings + 0.07 * fibre) * (1 - 0.45 * seam), colour)


@lru_cache(maxsize=2)
def _cloth(width: int, height: int, px_per_mm: float, board: int) -> Image:
    chance = np.random.default_rng([board, 8])
    weave = np.zeros((height, width), np.float32)
    cv2.GaussianBlur(chance.standard_normal(weave.shape, np.float32), (0, 0), 1.2, weave)
    folds = _stretched(chance, 4, 6, width, height)
    return _toned(1 + 0.055 * px_per_mm * weave + 0.06 * folds, CLOTH_BGR)


def _stretched(
    chance: np.random.Generator, rows: int, columns: int, width: int, height: int
) -> NDArray[np.float32]:
    small = chance.standard_normal((rows, columns), np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _toned(tone: NDArray[np.float32], colour: tuple[float, float, float]) -> Image:
    planes = [np.clip(tone * c, 0, 255).astype(np.uint8) for c in colour]
    return np.asarray(cv2.merge(planes), np.uint8)
