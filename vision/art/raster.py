"""Drawings as pixels, with OpenCV: at any resolution, smooth by supersampling."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.art.shapes import Clip, Disc, Drawing, Fill, Palette, Points, Shapes, Stroke, rgb
from vision.reading import Image

SHIFT = 4  # fractional bits of OpenCV's drawing coordinates


def raster(
    drawing: Drawing, palette: Palette, size_px: tuple[int, int], supersample: int = 3
) -> Image:
    """Draw on white at `size_px` (width, height); returns a BGR picture.

    The drawing is stretched to the size, which should have its proportions. Inks that the
    palette lacks raise `KeyError`.
    """
    width, height = size_px[0] * supersample, size_px[1] * supersample
    scale = (width / drawing.size_mm[0], height / drawing.size_mm[1])
    canvas = np.full((height, width, 3), 255, np.uint8)
    _draw(canvas, drawing.shapes, palette, scale)
    if supersample == 1:
        return canvas
    return np.asarray(cv2.resize(canvas, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _draw(canvas: Image, shapes: Shapes, palette: Palette, scale: tuple[float, float]) -> None:
    mean_scale = (scale[0] + scale[1]) / 2
    for shape in shapes:
        match shape:
            case Fill(rings, ink):
                points = [_pixels(ring, scale) for ring in rings]
                cv2.fillPoly(canvas, points, _bgr(palette, ink), cv2.LINE_8, SHIFT)
            case Stroke(points, width, ink, closed):
                thickness = max(1, round(width * mean_scale))
                line = [_pixels(points, scale)]
                colour = _bgr(palette, ink)
                cv2.polylines(canvas, line, closed, colour, thickness, cv2.LINE_8, SHIFT)
            case Disc(centre, radius, ink):
                (x, y), r = _pixels((centre,), scale)[0], round(radius * mean_scale * 2**SHIFT)
                at = (int(x), int(y))
                cv2.circle(canvas, at, r, _bgr(palette, ink), cv2.FILLED, cv2.LINE_8, SHIFT)
            case Clip(window, inner):
                _draw_clipped(canvas, window, inner, palette, scale)


def _draw_clipped(
    canvas: Image,
    window: tuple[Points, ...],
    shapes: Shapes,
    palette: Palette,
    scale: tuple[float, float],
) -> None:
    rings = [_pixels(ring, scale) for ring in window]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(mask, rings, 255, cv2.LINE_8, SHIFT)
    left, top, width, height = cv2.boundingRect(mask)
    here = np.s_[top : top + height, left : left + width]
    layer = np.empty_like(canvas)
    layer[here] = canvas[here]
    _draw(layer, shapes, palette, scale)
    cv2.copyTo(layer[here], mask[here], canvas[here])


def _pixels(points: Points, scale: tuple[float, float]) -> NDArray[np.int32]:
    # OpenCV's integer coordinates are pixel centres, the drawing's are edges.
    scaled: NDArray[np.float64] = (np.asarray(points, np.float64) * scale - 0.5) * 2**SHIFT
    return np.rint(scaled).astype(np.int32)


def _bgr(palette: Palette, ink: str) -> tuple[int, int, int]:
    red, green, blue = rgb(palette[ink])
    return blue, green, red
