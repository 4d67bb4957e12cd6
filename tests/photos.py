"""Photographs as a phone sends them: rendered, with noise, as JPEG, turned by its EXIF mark."""

from __future__ import annotations

import struct
from collections.abc import Callable

import cv2
import numpy as np

from vision.decks.deck import load_deck
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import LIGHT_WOOD, Lens, Light, PlacedCard, Scene

# How a picture is stored under each EXIF mark. The mark turns it upright again.
STORED: dict[int, Callable[[Image], Image]] = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: np.rot90(image),
    7: lambda image: image[::-1, ::-1].transpose(1, 0, 2),
    8: lambda image: np.rot90(image, -1),
}


def jpeg(image: Image, mark: int = 1, quality: int = 80) -> bytes:
    """Return a picture (height x width x 3, BGR) as JPEG that an EXIF mark, 1 to 8, turns upright.

    EXIF 2.3, 4.6.4 A: orientation.
    """
    stored = np.ascontiguousarray(STORED[mark](image))
    done, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, mark, 0)
    tiff = b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    exif = b"Exif\0\0" + tiff
    head = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    plain = data.tobytes()
    return plain[:2] + head + plain[2:]


def photo(
    deck: str,
    cards: list[tuple[str, float, float, float]],
    mat: Mat,
    *,
    table: str = LIGHT_WOOD,
    tilt_deg: float = 20.0,
    size: tuple[int, int] = (1600, 1200),
    mark: int = 1,
) -> bytes:
    """Return a phone's picture of cards, each by its name, place in mm and turn in degrees."""
    lying = [PlacedCard(load_deck(deck).name, *card) for card in cards]
    camera = PinholeCamera.above(mat.size_mm, *size, tilt_deg=tilt_deg)
    light, lens = Light(gradient=0.3), Lens(noise=3.0)
    frame = Renderer(camera, mat).render(Scene(tuple(lying), table), light, lens, seed=5)
    return jpeg(frame.image, mark)


def territory(
    cells: list[tuple[str, int, int]],
    mat: Mat,
    *,
    size: tuple[int, int] = (2000, 800),
) -> bytes:
    """Return a phone's picture of cards in the cells of a mat's only grid: card, row, column."""
    (grid,) = mat.grids.values()
    chance = np.random.default_rng(5)
    lying = [
        PlacedCard("ogallala", card, x + chance.uniform(-2, 2), y + chance.uniform(-2, 2), turn)
        for card, row, column in cells
        for x, y in (grid.middle_mm(row, column),)
        for turn in (chance.uniform(-3, 3),)
    ]
    camera = PinholeCamera.above(mat.size_mm, *size, tilt_deg=20.0)
    light, lens = Light(gradient=0.3), Lens(noise=3.0)
    frame = Renderer(camera, mat).render(Scene(tuple(lying)), light, lens, seed=5)
    return jpeg(frame.image)
