"""Add a camera's effects: blur, noise, JPEG, and the movement of objects while a frame is taken.

A slow shutter smears moving objects, and they slant because the picture is read row by row.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render_card import CardPatch
from vision.synthetic.scene import Lens, PlacedCard, Sweep

Floats = NDArray[np.float32]

SMEAR_PX = 8.0  # Longer smears are computed on fewer pixels.

NoiseMaps = tuple[Image, Image]

NOISE_ROOM_PX = 64  # The noise is larger than a frame, so that each frame has another part of it.


def carried_patch(
    patch: CardPatch,
    card: PlacedCard,
    place_mm: tuple[float, float],
    sweep: Sweep,
    camera: PinholeCamera,
) -> CardPatch | None:
    """Return the patch of a card carried to a place on the table, smeared by its movement.

    It shows the card as it looked in its old place, because nobody reads it on the way. Return None
    if it is outside the picture.
    """
    here = np.array(place_mm)
    points = [(card.x_mm, card.y_mm), here, here + sweep.lean_mm, here + sweep.smear_mm]
    was, now, lean, smear = camera.project(np.array(points))
    lean, smear = (lean - now) / camera.height, smear - now
    height, width = patch.alpha.shape
    corner = np.array((patch.left, patch.top)) + now - was
    ends = corner + np.array([(0, 0), (width, 0), (width, height), (0, height)])
    ends = ends + lean * ends[:, 1:]
    room = np.abs(smear) / 2 + 2
    left, top = np.floor(ends.min(axis=0) - room).astype(int).clip(0)
    right, bottom = np.ceil(ends.max(axis=0) + room).astype(int)
    size = (min(int(right), camera.width) - int(left), min(int(bottom), camera.height) - int(top))
    if min(size) < 2:
        return None
    away = corner - (left, top) + lean * top
    back = np.array([(1, -lean[0], -away[0]), (0, 1 - lean[1], -away[1])], np.float64)
    alpha = patch.alpha[..., None]
    layers = [patch.colour * alpha, patch.alpha, 1 - patch.light_left]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = [
        smeared(np.asarray(cv2.warpAffine(layer, back, size, flags=flags), np.float32), smear)
        for layer in layers
    ]
    colour = np.asarray(moved[0] / np.maximum(moved[1], 1e-3)[..., None], np.float32)
    left_light = np.asarray(1 - moved[2], np.float32)
    return CardPatch(int(left), int(top), colour, moved[1], left_light)


def smeared(layer: Floats, by_px: NDArray[np.float64]) -> Floats:
    """Return a layer (height x width, or with channels) smeared by a movement of (x, y) pixels."""
    length = float(np.hypot(*by_px))
    if length < 1:
        return layer
    shrink = max(1, int(length / SMEAR_PX))
    size = (layer.shape[1], layer.shape[0])
    if shrink > 1:
        small = (max(1, size[0] // shrink), max(1, size[1] // shrink))
        layer = np.asarray(cv2.resize(layer, small, interpolation=cv2.INTER_AREA), np.float32)
    turn = math.degrees(math.atan2(by_px[1], by_px[0]))
    kernel = streak(length / shrink, turn)
    layer = np.asarray(cv2.filter2D(layer, -1, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)
    return layer if shrink == 1 else np.asarray(cv2.resize(layer, size), np.float32)


def streak(length_px: float, turn_deg: float) -> Floats:
    """Return the kernel that smears a picture along a line."""
    half = math.ceil(length_px / 2)
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    dx = math.cos(math.radians(turn_deg)) * length_px / 2
    dy = math.sin(math.radians(turn_deg)) * length_px / 2
    ends = [(round((half + s * dx) * 16), round((half + s * dy) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def through_lens(image: Image, lens: Lens, noise: NoiseMaps | None, seed: int) -> Image:
    """Return a picture with the camera's effects: blur, motion, noise and JPEG.

    `noise` belongs to the lens; None means no noise. `seed` chooses its part for this frame.
    """
    if lens.blur_px > 0.2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), lens.blur_px), np.uint8)
    if lens.motion_px > 1:
        kernel = streak(lens.motion_px, lens.motion_deg)
        image = np.asarray(cv2.filter2D(image, -1, kernel), np.uint8)
    if noise is not None:
        brighter, darker = noise
        chance = np.random.default_rng([seed, 11])
        x, y = (int(v) for v in chance.integers(0, NOISE_ROOM_PX, 2))
        here = np.s_[y : y + image.shape[0], x : x + image.shape[1]]
        image = np.asarray(cv2.subtract(cv2.add(image, brighter[here]), darker[here]), np.uint8)
    if lens.jpeg:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def noise_maps(noise: float, width: int, height: int) -> NoiseMaps:
    """Return noise for frames of a size: what makes each pixel brighter, and what darker."""
    grain = _grain(height + NOISE_ROOM_PX, width + NOISE_ROOM_PX)
    brighter, darker = (  # The noise is rounded and clipped in one pass.
        cv2.addWeighted(grain, by, grain, 0.0, 0.0, dtype=cv2.CV_8U) for by in (noise, -noise)
    )
    return np.asarray(brighter, np.uint8), np.asarray(darker, np.uint8)


def forget_grain() -> None:
    """Free the grain of the last size of frames."""
    _grain.cache_clear()


@lru_cache(maxsize=1)
def _grain(height: int, width: int) -> Floats:
    return np.random.default_rng(5).standard_normal((height, width, 3), np.float32)
