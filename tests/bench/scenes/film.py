"""A script rendered frame by frame; what did not change since the last frame is kept."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.scenes.script import Bands, Instant, Script
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import MAT, Light, Lying


class Film:
    """Renders scripts for one camera above a mat; its table and cards are kept between them."""

    def __init__(self, camera: PinholeCamera, mat: Mat, press: Press | None = None) -> None:
        self.camera = camera
        self._renderer = Renderer(camera, mat, press)
        self._laid = lru_cache(maxsize=3)(self._lay)

    def shoot(self, script: Script) -> Iterator[tuple[Instant, Image]]:
        """Yield each instant of a script with its picture (height x width x 3, BGR)."""
        picture: Image | None = None
        for number, instant in enumerate(script.instants):
            if picture is None or not instant.frozen:
                picture = self._picture(instant, script.light, number)
            yield instant, picture

    def _picture(self, instant: Instant, light: Light, number: int) -> Image:
        image = self._laid(tuple(piece.card for piece in instant.pieces), light).copy()
        for hand in instant.hands:
            self._renderer.reach(image, hand, light)
        if any(instant.turn_deg):
            image = _turned(image, self.camera, instant.turn_deg)
        if instant.bands is not None:
            image = _banded(image, instant.bands)
        if instant.gain != (1.0, 1.0, 1.0):
            image = _gained(image, instant.gain)
        return self._renderer.through_lens(image, instant.lens, number)

    def _lay(self, cards: tuple[Lying, ...], light: Light) -> Image:
        if not cards:
            return self._renderer.bare(MAT, light)
        image = self._laid(cards[:-1], light).copy()
        self._renderer.lay(image, cards[-1], light)
        return image


def _turned(image: Image, camera: PinholeCamera, turn_deg: tuple[float, float, float]) -> Image:
    """Return what a camera sees that was turned about its own eye: a homography of the picture."""
    side, down, axis = (math.radians(part) for part in turn_deg)
    about_y = np.array(
        [(math.cos(side), 0, math.sin(side)), (0, 1, 0), (-math.sin(side), 0, math.cos(side))]
    )
    about_x = np.array(
        [(1, 0, 0), (0, math.cos(down), -math.sin(down)), (0, math.sin(down), math.cos(down))]
    )
    about_z = np.array(
        [(math.cos(axis), -math.sin(axis), 0), (math.sin(axis), math.cos(axis), 0), (0, 0, 1)]
    )
    focal_px = camera.focal * camera.width
    lens = np.array(
        [
            (focal_px, 0, (camera.width - 1) / 2),
            (0, focal_px, (camera.height - 1) / 2),
            (0, 0, 1),
        ]
    )
    matrix = lens @ about_z @ about_x @ about_y @ np.asarray(np.linalg.inv(lens))
    size = (camera.width, camera.height)
    moved = cv2.warpPerspective(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _banded(image: Image, bands: Bands) -> Image:
    height = image.shape[0]
    rows = 2 * math.pi * bands.cycles * np.arange(height) / height + bands.phase
    gain: NDArray[np.float32] = (1 + bands.depth * np.sin(rows)).astype(np.float32)
    lit = image * gain[:, None, None]
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _gained(image: Image, gain: tuple[float, float, float]) -> Image:
    levels = np.arange(256, dtype=np.float32)[:, None] * np.array(gain, np.float32)
    table = np.clip(np.rint(levels), 0, 255).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(image, table), np.uint8)
