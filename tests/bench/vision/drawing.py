"""Draw pictures that explain something: outlines, heat maps, and rows of pictures with titles.

Colours are BGR.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from vision.geometry import Floats
from vision.reading import Corners, Image

CARD_PX = 320  # Height of a card in a row of pictures.
GAP_PX = 16
FONT = Path("firmware/printing/font/SourceSansPro-Semibold.ttf")
PAPER, INK = (250, 249, 246), (40, 38, 36)
GREEN, YELLOW, RED, GREY = (90, 140, 20), (20, 160, 235), (40, 60, 205), (150, 150, 150)
PALE = 0.25  # What is not to be looked at keeps this share of its contrast.

Colour = tuple[int, int, int]
Shown = NDArray[np.bool_]  # rows x columns


def heat(seen: Floats, alike: Floats, shows: Shown, inset: int) -> Image:
    """Draw agreements from -1 to 1 (rows x columns) on a pale card: green agrees, red does not.

    Only places that `shows` are drawn. They fill the card except for a border of `inset` pixels.
    """
    size = seen.shape[1], seen.shape[0]
    inner = size[0] - 2 * inset, size[1] - 2 * inset
    share = np.clip(
        cv2.resize(alike.astype(np.float32), inner, interpolation=cv2.INTER_NEAREST), 0, 1
    )
    colour = np.array(RED) * (1 - share[..., None]) + np.array(GREEN) * share[..., None]
    print_here = cv2.resize(shows.astype(np.uint8), inner, interpolation=cv2.INTER_NEAREST) > 0
    pale = 255 - (255 - np.clip(seen * 1.2, 0, 255)) * PALE
    part = pale[inset : size[1] - inset, inset : size[0] - inset]
    part[print_here] = 0.35 * part[print_here] + 0.65 * colour[print_here]
    return np.asarray(pale, np.uint8)


def boxed(image: Image, places: Sequence[tuple[int, int, int]]) -> Image:
    """Draw square places on a card that is otherwise pale."""
    shown = np.zeros(image.shape[:2], bool)
    for left, top, side in places:
        shown[top : top + side, left : left + side] = True
    pale = 255 - (255 - image.astype(np.float32)) * PALE
    pale[shown] = image[shown]
    found, _ = cv2.findContours(shown.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    done = np.ascontiguousarray(pale.astype(np.uint8))
    cv2.drawContours(done, found, -1, RED, 1, cv2.LINE_AA)
    return done


def outline(image: Image, corners: Corners, colour: Colour) -> None:
    """Draw a quad (4 x 2 pixels)."""
    fine = 4  # bits behind the point
    quad = (np.asarray(corners) * 2**fine).round().astype(np.int32)
    cv2.polylines(image, [quad], True, colour, 4, cv2.LINE_AA, fine)


def row(images: Sequence[Image], titles: Sequence[str]) -> Image:
    """Return pictures in one row, each with its title above."""
    landscape = images[0].shape[1] > images[0].shape[0]
    high = round(CARD_PX * 0.8) if landscape else CARD_PX
    cells = [_scaled(image, high) for image in images]
    wide = [max(cell.shape[1], 170) for cell in cells]
    sheet = np.full((high + 44, sum(wide) + GAP_PX * (len(cells) + 1), 3), PAPER, np.uint8)
    left, texts = GAP_PX, []
    for cell, width, title in zip(cells, wide, titles, strict=True):
        start = left + (width - cell.shape[1]) // 2
        sheet[36 : 36 + high, start : start + cell.shape[1]] = cell
        texts.append((title, np.array([left + width / 2, 18])))
        left += width + GAP_PX
    return write(sheet, texts, [INK] * len(texts), plain=True)


def write(
    image: Image,
    texts: Sequence[tuple[str, Floats]],
    colours: Sequence[Colour],
    *,
    plain: bool = False,
) -> Image:
    """Write texts around their middles; unless `plain`, on boxes of these colours."""
    canvas = PillowImage.fromarray(np.ascontiguousarray(image[:, :, ::-1]))
    pen, font = ImageDraw.Draw(canvas), _font(19 if plain else 24)
    for (text, (x, y)), colour in zip(texts, colours, strict=True):
        box = pen.textbbox((x, y), text, font=font, anchor="mm")
        if not plain:
            pen.rounded_rectangle(
                (box[0] - 8, box[1] - 5, box[2] + 8, box[3] + 6), 6, fill=colour[::-1]
            )
        pen.text((x, y), text, font=font, anchor="mm", fill=INK[::-1] if plain else (255, 255, 255))
    return np.ascontiguousarray(np.asarray(canvas)[:, :, ::-1])


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), size)


def _scaled(image: Image, high: int) -> Image:
    size = round(image.shape[1] * high / image.shape[0]), high
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
