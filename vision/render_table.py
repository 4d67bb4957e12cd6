"""What lies under the cards: the printed mat, or a bare table of wood or cloth."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art.matart import PALETTE, mat_drawing
from vision.art.raster import raster
from vision.mat import Mat
from vision.reading import Image
from vision.scene import CLOTH, DARK_WOOD, LIGHT_WOOD, MAT

PX_PER_MM = 4.0
AROUND_MM = 300.0  # of table beyond the mat's edges

WOODS = {DARK_WOOD: (38.0, 52.0, 74.0), LIGHT_WOOD: (132.0, 172.0, 205.0)}  # BGR
CLOTH_BGR = (64.0, 92.0, 58.0)


def table_picture(table: str, mat: Mat, seed: int) -> Image:
    """Draw the table with `AROUND_MM` beyond the mat's place on each side, `PX_PER_MM` fine.

    Raises `ValueError` for a table that is not known.
    """
    chance = np.random.default_rng([seed, 7])
    width = round((mat.size_mm[0] + 2 * AROUND_MM) * PX_PER_MM)
    height = round((mat.size_mm[1] + 2 * AROUND_MM) * PX_PER_MM)
    if table == CLOTH:
        return _cloth(width, height, chance)
    if table in WOODS:
        return _wood(width, height, WOODS[table], chance)
    if table != MAT:
        raise ValueError(f"there is no table {table!r} to draw")
    picture = _wood(width, height, WOODS[LIGHT_WOOD if seed % 2 else DARK_WOOD], chance)
    _lay_mat(picture, mat, chance)
    return picture


def _lay_mat(picture: Image, mat: Mat, chance: np.random.Generator) -> None:
    size = (round(mat.size_mm[0] * PX_PER_MM), round(mat.size_mm[1] * PX_PER_MM))
    sheet = raster(mat_drawing(mat), PALETTE, size, 2)
    grain = cv2.GaussianBlur(
        chance.normal(0, 1, (size[1], size[0])).astype(np.float32), (0, 0), 0.8
    )
    printed = 20 + sheet * ((240 - 20) / 255) + 5 * grain[:, :, None]
    edge = round(AROUND_MM * PX_PER_MM)
    window = picture[edge : edge + size[1], edge : edge + size[0]]
    window[:] = np.clip(printed, 0, 255).astype(np.uint8)


def _wood(
    width: int, height: int, colour: tuple[float, float, float], chance: np.random.Generator
) -> Image:
    plank = chance.uniform(90, 160) * PX_PER_MM
    y = np.arange(height, dtype=np.float32)[:, None]
    bend = cv2.resize(
        chance.normal(0, 1, (5, 7)).astype(np.float32), (width, height), interpolation=2
    )
    board = np.floor((y + 0 * bend) / plank)
    tones = chance.normal(1, 0.07, 64).astype(np.float32)[board.astype(int) % 64]
    shift = chance.uniform(0, 900, 64).astype(np.float32)[board.astype(int) % 64]
    rings = np.sin((y + shift + 26 * bend) / 7.5 + 3 * np.sin((y + shift) / 61 + bend))
    fibre = cv2.resize(
        chance.normal(0, 1, (height // 2, width // 40)).astype(np.float32), (width, height)
    )
    seam = ((y % plank) < 0.8 * PX_PER_MM).astype(np.float32)
    tone = tones * (1 + 0.07 * rings + 0.07 * fibre) * (1 - 0.45 * seam)
    return _toned(tone, colour)


def _cloth(width: int, height: int, chance: np.random.Generator) -> Image:
    weave: NDArray[np.float32] = chance.normal(0, 1, (height, width)).astype(np.float32)
    weave = cv2.GaussianBlur(weave, (0, 0), 1.2) * 0.22
    folds = cv2.resize(
        chance.normal(0, 1, (4, 6)).astype(np.float32), (width, height), interpolation=2
    )
    return _toned(1 + weave + 0.06 * folds, CLOTH_BGR)


def _toned(tone: NDArray[np.float32], colour: tuple[float, float, float]) -> Image:
    planes = [np.clip(tone * c, 0, 255).astype(np.uint8) for c in colour]
    return np.asarray(cv2.merge(planes), np.uint8)
