"""What light and lens do to a picture that is rendered already: cheap, on bytes."""

from __future__ import annotations

import math
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.scenes.sight import Bands, Moire, Shade, Sight
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import VEIL_GREY
from vision.synthetic.scene import Glare, Sheen

Floats = NDArray[np.float32]

COARSE = 8  # pixels: light is smooth
GAIN_ONE = 128  # what leaves light as it is, in a map of bytes: 255 is nearly twice as much
COLOURS_APART = 2.1  # radians between the fringes of two colours


class Lights:
    """Does to the pictures of one camera what light does that changes from frame to frame."""

    def __init__(self, camera: PinholeCamera) -> None:
        self._size = camera.width, camera.height
        xs, ys = (np.arange(COARSE / 2, side, COARSE) for side in self._size)
        grid = np.stack(np.meshgrid(xs, ys), axis=-1)
        ground = camera.ground(grid.reshape(-1, 2)).reshape(grid.shape)
        self._ground: Floats = ground.astype(np.float32)
        self._px: Floats = grid.astype(np.float32)

    def lit(self, image: Image, sight: Sight) -> Image:
        """Return a picture under lamps that flicker, shadows, and another gain."""
        if sight.bands is None and not sight.shades:
            return gained(image, sight.gain)
        gain = np.full(self._px.shape[:2], GAIN_ONE, np.float32)
        if sight.bands is not None:
            gain *= self._banded(sight.bands)
        for shade in sight.shades:
            gain *= self._shaded(shade)
        colours = cv2.merge([gain * np.float32(part) for part in sight.gain])
        coarse = np.clip(np.rint(colours), 0, 255).astype(np.uint8)
        full = cv2.resize(coarse, self._size)
        return cast(Image, cv2.multiply(image, full, scale=1 / GAIN_ONE))

    def reflect(self, image: Image, glares: tuple[Glare, ...], cards: Image) -> None:
        """Add lamps' reflections to a picture; a table throws back half of what `cards` (a mask,
        height x width) do."""
        for glare in glares:
            away = self._away(glare.x_mm, glare.y_mm) / glare.radius_mm
            half = 255 * glare.strength / 2 * np.exp(-(away**2))
            added = cv2.resize(half.clip(0, 255).astype(np.uint8), self._size)
            both = cv2.merge([added] * 3)
            cv2.add(image, both, image)
            cv2.add(image, both, image, cards)

    def pale(self, image: Image, sheens: tuple[Sheen, ...], cards: Image) -> None:
        """Take contrast from `cards` (a mask, height x width) where sheen lies on them."""
        for sheen in sheens:
            turn = math.radians(sheen.turn_deg)
            x, y = self._ground[..., 0] - sheen.x_mm, self._ground[..., 1] - sheen.y_mm
            along = (x * math.cos(turn) + y * math.sin(turn)) / sheen.length_mm
            across = (y * math.cos(turn) - x * math.sin(turn)) / sheen.width_mm
            veil = 255 * sheen.strength * np.exp(-(along**2) - across**2)
            full = cv2.resize(veil.astype(np.uint8), self._size)
            full = cv2.bitwise_and(full, cards)
            left = cv2.merge([255 - full] * 3)
            kept = cv2.multiply(image, left, scale=1 / 255)
            cv2.add(kept, cv2.merge([cv2.convertScaleAbs(full, alpha=VEIL_GREY / 255)] * 3), image)

    def _away(self, x_mm: float, y_mm: float) -> Floats:
        away = np.hypot(self._ground[..., 0] - x_mm, self._ground[..., 1] - y_mm)
        return np.asarray(away, np.float32)

    def _banded(self, bands: Bands) -> Floats:
        width, height = self._size
        lean = math.radians(bands.lean_deg)
        x, y = self._px[..., 0] / width, self._px[..., 1] / height
        rows = x * math.sin(lean) + y * math.cos(lean)
        depth: Floats = np.full(rows.shape, bands.depth, np.float32)
        if bands.near_deg is not None:
            near = math.radians(bands.near_deg)
            depth *= np.clip(0.5 + (x - 0.5) * math.cos(near) + (y - 0.5) * math.sin(near), 0, 1)
        wave = np.sin(2 * math.pi * bands.cycles * rows + bands.phase)
        return np.asarray(1 + depth * wave, np.float32)

    def _shaded(self, shade: Shade) -> Floats:
        away = self._away(shade.x_mm, shade.y_mm) / shade.radius_mm
        return np.asarray(1 - shade.depth * np.exp(-(away**4)), np.float32)


def gained(image: Image, gain: tuple[float, float, float]) -> Image:
    """Return a picture whose blue, green and red are multiplied."""
    if gain == (1.0, 1.0, 1.0):
        return image
    levels = np.arange(256, dtype=np.float32)[:, None] * np.array(gain, np.float32)
    table = np.clip(np.rint(levels), 0, 255).astype(np.uint8).reshape(1, 256, 3)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def fringe(image: Image, moire: Moire, outline: NDArray[np.int32]) -> None:
    """Lay fringes over what is within an outline (n x 2) in a picture."""
    left, top, width, height = cv2.boundingRect(outline)
    right, bottom = min(left + width, image.shape[1]), min(top + height, image.shape[0])
    left, top = max(0, left), max(0, top)
    if right <= left or bottom <= top:
        return
    inside = np.zeros((bottom - top, right - left), np.float32)
    cv2.fillConvexPoly(inside, outline - np.array((left, top), np.int32), moire.depth)
    turn = math.radians(moire.turn_deg)
    step = 2 * math.pi / moire.period_px
    x = np.arange(left, right, dtype=np.float32)[None] * np.float32(step * math.cos(turn))
    y = np.arange(top, bottom, dtype=np.float32)[:, None] * np.float32(step * math.sin(turn))
    # The sine of a sum, as two products of a column and a row.
    waves = []
    for colour in range(3):
        phase = y + np.float32(moire.phase + COLOURS_APART * colour)
        waves.append((np.sin(phase) @ np.cos(x) + np.cos(phase) @ np.sin(x)) * inside)
    here = image[top:bottom, left:right]
    here[:] = cv2.add(here, cv2.merge(waves), dtype=cv2.CV_8U)


def pushed(
    image: Image, camera: PinholeCamera, turn_deg: tuple[float, float, float], zoom: float
) -> Image:
    """Return what a camera sees that was turned about its own eye and sees all larger."""
    if not any(turn_deg) and zoom == 1.0:
        return image
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
    longer = np.diag((zoom, zoom, 1.0))
    matrix = lens @ longer @ about_z @ about_x @ about_y @ np.asarray(np.linalg.inv(lens))
    size = (camera.width, camera.height)
    moved = cv2.warpPerspective(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
