"""What a webcam sees and sends, for the stand-in of the quick tests and for the rig's on USB.

A few cards on a table, as JPEG, by the settings that the webcam uses; and each fault that frames
themselves can have. A real webcam's frames differ by noise, so these do by their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.reading import Image

SIZE = (160, 96)  # Width and height; other sizes are scaled from it.
BITS, BIT_PX = 8, 16  # The frame's number stands in the first rows, a block for each bit.
DARK, LIGHT = 96, 160
FAULTS = ("unreadable", "half", "frozen", "black")
GAMMA = 0.45


@dataclass
class Settings:
    """What a webcam uses: exposure and warmth relative to the right ones, and its blur."""

    exposure: float = 1.0
    warmth: float = 1.0
    blur_px: float = 0.0


@cache
def _scene() -> Image:
    random = np.random.default_rng(7)
    width, height = SIZE
    scene = np.full((height, width, 3), (60, 90, 70), np.float32)
    for left in range(8, width - 32, 36):
        scene[30:80, left : left + 28] = (170, 175, 180)
        pips = random.integers(0, 2, (10, 7, 1), np.uint8).repeat(5, 0).repeat(4, 1)
        scene[30:80, left : left + 28] -= 110 * pips
    return np.clip(scene, 0, 255).astype(np.uint8)


def picture(number: int, settings: Settings | None = None) -> Image:
    """Return the picture of a frame."""
    by = settings or Settings()
    image = _scene().astype(np.float32)
    if by.blur_px > 0:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), by.blur_px), np.float32)
    image *= by.exposure**GAMMA
    image[:, :, 0] /= by.warmth**0.5
    image[:, :, 2] *= by.warmth**0.5
    image += np.random.default_rng(number).normal(0, 2, image.shape)
    for bit in range(BITS):
        level = LIGHT if number >> bit & 1 else DARK
        image[:BIT_PX, bit * BIT_PX : (bit + 1) * BIT_PX] = level
    return np.clip(image, 0, 255).astype(np.uint8)


def number_in(image: Image) -> int:
    """Return the number of a frame, modulo 256, from its picture."""
    small = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)
    middle = (LIGHT + DARK) / 2
    half = BIT_PX // 2
    return sum((small[half, bit * BIT_PX + half].mean() > middle) << bit for bit in range(BITS))


def jpeg(
    number: int,
    settings: Settings | None = None,
    fault: str = "",
    size: tuple[int, int] = SIZE,
) -> bytes:
    """Return a frame as a webcam sends it."""
    if fault == "unreadable":
        return b"\xff\xd8\xff\xdb" + bytes(number % 251 for _ in range(2000))
    image = picture(0 if fault == "frozen" else number, settings)
    if fault == "black":
        image = np.clip(image // 32, 0, 8)
    if size != SIZE:
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_NEAREST), np.uint8)
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
    return encoded[: len(encoded) // 2] if fault == "half" else encoded
