"""Decks drawn again by another hand: other lines, other letters, other inks, another printer.

Each style takes a deck's art and gives a face anew (BGR). What makes a card that card stays: what
its parts are, and where.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from zlib import crc32

import cv2
import numpy as np

from vision.art import glyphs
from vision.art.deckart import DeckArt
from vision.art.raster import raster
from vision.art.shapes import Clip, Disc, Drawing, Palette, Point, Points, Shape, Stroke, rgb
from vision.reading import Image

Style = Callable[[DeckArt, str], Image]

PX_PER_MM = 4
PARTS = 3  # pieces that a long straight side is drawn in, by a hand that shakes


def plain(art: DeckArt, card: str) -> Image:
    """Draw a face as the project does."""
    return art.picture(card, round(art.size_mm[1] * PX_PER_MM))


def felt_pen(art: DeckArt, card: str) -> Image:
    """Draw a face by a hand that shakes, with a broad pen and inks of its own."""
    dice = Random(crc32(card.encode()))
    waves = [
        (dice.uniform(0.2, 0.5), dice.uniform(0.25, 0.5), dice.uniform(0, 2 * math.pi))
        for _ in range(2)
    ]

    def shaken(point: Point) -> Point:
        (a, f, p), (b, g, q) = waves
        x, y = point
        return x + a * math.sin(f * y + p), y + b * math.sin(g * x + q)

    drawing = _mapped(art.drawing(card), shaken, 1.25, 0.3)
    return _raster(art, drawing, _inks(art.inks(card), turn=0.09, pale=0.85))


def newspaper(art: DeckArt, card: str) -> Image:
    """Print a face in four screens of dots, one turned against the other."""
    fine = art.picture(card, round(art.size_mm[1] * PX_PER_MM * 2)).astype(np.float32) / 255
    black = 1 - fine.max(2)
    height, width = black.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    printed = np.ones_like(fine)
    inks = [(1 - fine[..., c] - black, turn, c) for c, turn in ((0, 5), (1, 75), (2, 15))]
    for amount, turn, channel in [*inks, (black, 45, None)]:
        u, v = (
            np.cos(np.deg2rad(turn + more)) * x + np.sin(np.deg2rad(turn + more)) * y
            for more in (0, 90)
        )
        pitch = 2 * PX_PER_MM * 0.7
        screen = 0.5 - 0.25 * (np.cos(2 * np.pi * u / pitch) + np.cos(2 * np.pi * v / pitch))
        dots = (amount > screen) & (amount > 0.02)
        if channel is None:
            printed[dots] = 0.1
        else:
            printed[..., channel][dots] *= 0.15
    small = cv2.resize(printed, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(255 * small, 0, 255), np.uint8)


def slab_italics() -> Mapping[str, glyphs.Glyph]:
    """Return letters of another font: they lean and are narrow, and every line's end has a foot."""
    return {name: _leaning(glyph) for name, glyph in glyphs.GLYPHS.items()}


def _leaning(glyph: glyphs.Glyph) -> glyphs.Glyph:
    lines = [tuple((0.88 * x - 0.18 * (y + 0.5), y) for x, y in line) for line in glyph.lines]
    feet = [
        ((x - 0.09, y), (x + 0.09, y))
        for line in lines
        if line[0] != line[-1]
        for x, y in (line[0], line[-1])
        if y in (0.0, -1.0)
    ]
    return glyphs.Glyph(0.88 * glyph.width, (*lines, *feet))


def _mapped(drawing: Drawing, move: Callable[[Point], Point], wide: float, more: float) -> Drawing:
    """Return a drawing with its points moved and its lines `wide` as wide and `more` mm."""

    def line(points: Points, closed: bool) -> Points:
        ends = [*points[1:], points[0]] if closed else points[1:]
        between = [
            (a[0] + (b[0] - a[0]) * i / PARTS, a[1] + (b[1] - a[1]) * i / PARTS)
            for a, b in zip(points, ends, strict=False)
            for i in range(PARTS)
        ]
        return tuple(move(point) for point in (between if closed else [*between, points[-1]]))

    def mapped(shape: Shape) -> Shape:
        match shape:
            case Stroke():
                points = line(shape.points, shape.closed)
                return replace(shape, points=points, width=wide * shape.width + more)
            case Disc():
                return replace(shape, centre=move(shape.centre))
            case Clip():
                window = tuple(line(ring, True) for ring in shape.window)
                return Clip(window, tuple(mapped(inner) for inner in shape.shapes))
            case _:
                return replace(shape, rings=tuple(line(ring, True) for ring in shape.rings))

    first, *rest = drawing.shapes  # the paper, whose edges are cut straight
    return replace(drawing, shapes=(first, *(mapped(shape) for shape in rest)))


def _inks(palette: Palette, turn: float, pale: float) -> Palette:
    """Return inks of other hues and lightness; what is nearly black or white keeps its part."""
    inks = {}
    for ink, colour in palette.items():
        hue, light, strong = colorsys.rgb_to_hls(*(part / 255 for part in rgb(colour)))
        if 0.16 < light < 0.97:
            light = min(0.93, light * pale)
        changed = colorsys.hls_to_rgb((hue + turn) % 1, light, 0.85 * strong)
        inks[ink] = "#" + "".join(f"{round(255 * part):02x}" for part in changed)
    return inks


def _raster(art: DeckArt, drawing: Drawing, inks: Palette) -> Image:
    size = (round(art.size_mm[0] * PX_PER_MM), round(art.size_mm[1] * PX_PER_MM))
    return raster(drawing, inks, size)


STYLES: Mapping[str, Style] = {
    "felt pen": felt_pen,
    "newspaper": newspaper,
}
