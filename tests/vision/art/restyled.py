"""A deck drawn again by another hand: other lines, other letters, other inks.

What makes a card that card stays: what its parts are, and where.
"""

from __future__ import annotations

import colorsys
import math
import re
from random import Random
from xml.etree import ElementTree as ET
from zlib import crc32

import cv2
import numpy as np

from vision.art.deckart import DeckArt
from vision.art.svg import SVG, render
from vision.reading import Image

PX_PER_MM = 4
FINER = 2  # what is shaken is drawn at so many times the pixels
LETTER = "aria-label"  # of a letter's group: its strokes stand on y = 0 and reach up to y = -1
LEANING = "matrix(0.88 0 -0.18 1 -0.09 0)"  # narrow, about the middle of the letter's height
FOOT = 0.09  # half of a letter's foot
NUMBER = r"-?\d*\.?\d+"


def felt_pen(art: DeckArt, card: str) -> Image:
    """Draw a face by a hand that shakes, with a broad pen, italics and inks of its own."""
    root = ET.fromstring(art.drawing(card))
    _broadened(root, 1.25, 0.3, 1.0)
    _slab_italics(root)
    _inked(root, turn=0.09, pale=0.85)
    px_per_mm = FINER * PX_PER_MM
    width, height = (round(side * px_per_mm) for side in art.size_mm)
    fine = render(ET.tostring(root, "unicode"), (width, height))
    dice = Random(crc32(card.encode()))
    (a, f, p), (b, g, q) = (
        (dice.uniform(0.2, 0.5), dice.uniform(0.25, 0.5), dice.uniform(0, 2 * math.pi))
        for _ in range(2)
    )
    y, x = np.mgrid[:height, :width].astype(np.float32) / px_per_mm
    from_x, from_y = x - a * np.sin(f * y + p), y - b * np.sin(g * x + q)
    shaken = cv2.remap(
        fine,
        (from_x * px_per_mm).astype(np.float32),
        (from_y * px_per_mm).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    size = (width // FINER, height // FINER)
    return np.asarray(cv2.resize(shaken, size, interpolation=cv2.INTER_AREA), np.uint8)


def _broadened(element: ET.Element, wide: float, more: float, scale: float) -> None:
    """Draw all lines `wide` as wide and `more` mm, within groups that are scaled."""
    for by in re.findall(rf"scale\(({NUMBER})\)", element.get("transform", "")):
        scale *= float(by)
    if (width := element.get("stroke-width")) is not None:
        element.set("stroke-width", f"{wide * float(width) + more / scale:.4f}")
    for inner in element:
        _broadened(inner, wide, more, scale)


def _slab_italics(root: ET.Element) -> None:
    """Make letters those of another font: they lean and are narrow, each line's end has a foot."""
    letters = [element for element in root.iter() if len(element.get(LETTER, "")) == 1]
    for letter in letters:
        letter.set("transform", f"{letter.get('transform', '')} {LEANING}".strip())
        for path in letter.iter(f"{{{SVG}}}path"):
            lines = [line for line in path.get("d", "").split("M") if line and "Z" not in line]
            ends = [
                end
                for line in lines
                for numbers in [re.findall(NUMBER, line)]
                for end in (numbers[:2], numbers[-2:])
            ]
            feet = [
                f"M{float(x) - FOOT:.3f} {y}L{float(x) + FOOT:.3f} {y}"
                for x, y in ends
                if float(y) in (0.0, -1.0)
            ]
            path.set("d", path.get("d", "") + "".join(feet))


def _inked(root: ET.Element, turn: float, pale: float) -> None:
    """Give a drawing other hues and lightness; what is nearly black or white keeps its part."""

    def changed(colour: str) -> str:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        hue, light, strong = colorsys.rgb_to_hls(*parts)
        if 0.16 < light < 0.97:
            light = min(0.93, light * pale)
        other = colorsys.hls_to_rgb((hue + turn) % 1, light, 0.85 * strong)
        return "#" + "".join(f"{round(255 * part):02x}" for part in other)

    for element in root.iter():
        for name in ("fill", "stroke"):
            if (colour := element.get(name, "")).startswith("#"):
                element.set(name, changed(colour))
