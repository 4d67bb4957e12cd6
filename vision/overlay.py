"""Make a smaller view of the camera's picture, with the mats drawn in and the cards listed.

A page draws the cards. Thin lines show the detected mats, their zones and grid cells. No text is
drawn here, because OpenCV keeps a 6 MB font for each thread that ever draws text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Floats, box_corners
from vision.mat import Mat
from vision.plane import Plane
from vision.reading import CardReading, Image

WIDTH_PX = 960
LINE_BGR = (210, 190, 150)
BENDS = 9  # Number of points along a line, because the lens may bend it.

Shares = tuple[tuple[float, float], ...]  # corners TL, TR, BR, BL, as shares of width and height


@dataclass(frozen=True)
class CameraView:
    """A frame (height x width x 3, BGR), the cards in it, and lines (n x 2) to draw below them."""

    picture: Image
    cards: Sequence[CardReading] = ()
    lines: Sequence[Floats] = ()


@dataclass(frozen=True)
class Thumbnail:
    """A JPEG of views in one row, its width and height, and the corners of each card in it."""

    jpeg: bytes
    size: tuple[int, int]
    cards: tuple[tuple[Shares, CardReading], ...]


def mat_lines(mat: Mat, plane: Plane) -> Iterator[Floats]:
    """Yield the lines of a mat's edge, zones and grids in the picture (n x 2, pixels)."""
    for rect in (mat.box_mm, *mat.zones.values()):
        corners = box_corners(*rect)
        sides = [_line(*corners[n - 1], *corners[n]) for n in (1, 2, 3, 0)]
        yield plane.to_pixels(np.concatenate(sides))
    for grid in mat.grids.values():
        left, top, right, bottom = grid.box_mm
        for column in range(grid.columns + 1):
            x = left + column * grid.cell_mm[0]
            yield plane.to_pixels(_line(x, top, x, bottom))
        for row in range(grid.rows + 1):
            y = top + row * grid.cell_mm[1]
            yield plane.to_pixels(_line(left, y, right, y))


def _line(x0: float, y0: float, x1: float, y1: float) -> Floats:
    return np.linspace((x0, y0), (x1, y1), BENDS, dtype=np.float32)


def thumbnail(views: Sequence[CameraView], quality: int = 80) -> Thumbnail:
    """Return the views in one row at a smaller size, with their lines drawn."""
    width = WIDTH_PX // len(views)
    canvases = [_canvas(view, width) for view in views]
    high, wide = max(map(len, canvases)), sum(canvas.shape[1] for canvas in canvases)
    level = [
        cv2.copyMakeBorder(canvas, 0, high - canvas.shape[0], 0, 0, cv2.BORDER_CONSTANT)
        for canvas in canvases
    ]
    done, data = cv2.imencode(".jpg", cv2.hconcat(level), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("a frame could not be written as JPEG")
    cards: list[tuple[Shares, CardReading]] = []
    left = 0
    for view, canvas in zip(views, canvases, strict=True):
        scale = canvas.shape[1] / view.picture.shape[1]
        for card in view.cards:
            places = (card.corners * scale + (left, 0)) / (wide, high)
            cards.append((tuple((round(x, 4), round(y, 4)) for x, y in places.tolist()), card))
        left += canvas.shape[1]
    return Thumbnail(data.tobytes(), (wide, high), tuple(cards))


def _canvas(view: CameraView, width: int) -> Image:
    high, wide = view.picture.shape[:2]
    scale = min(1.0, width / wide)
    size = (round(wide * scale), round(high * scale))
    canvas = np.asarray(cv2.resize(view.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    lines = [(line * scale).round().astype(np.int32) for line in view.lines]
    cv2.polylines(canvas, lines, False, LINE_BGR, 1, cv2.LINE_AA)
    return canvas
