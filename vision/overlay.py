"""The camera's view with what was read drawn on it.

Green is certain, amber doubtful, grey not known; the thick edge is the card's upper one. Thin lines
are the mats, their zones and the cells of their grids, where they are taken to lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from vision.geometry import Floats
from vision.mat import Mat, Plane, Rect
from vision.reading import CardReading, Image, Verdict

WIDTH_PX = 960
LINE_BGR = (210, 190, 150)
BENDS = 9  # points along a line, which a lens may bend
FONT = cv2.FONT_HERSHEY_SIMPLEX
COLOURS = {  # blue, green, red
    Verdict.CERTAIN: (90, 190, 60),
    Verdict.DOUBTFUL: (0, 160, 240),
    Verdict.UNKNOWN: (150, 150, 150),
    Verdict.UNCLEAR: (150, 150, 150),
}


@dataclass(frozen=True)
class View:
    """A frame (height x width x 3, BGR), the cards in it, and lines (n x 2) to draw below them."""

    picture: Image
    cards: Sequence[CardReading] = ()
    lines: Sequence[Floats] = ()


def seen(mat: Mat, plane: Plane) -> Iterator[Floats]:
    """Yield where a mat's edge, its zones and the lines of its grids are seen (n x 2, pixels)."""
    for rect in ((0.0, 0.0, *mat.size_mm), *mat.zones.values()):
        yield plane.seen(_outline(rect))
    for grid in mat.grids.values():
        left, top, right, bottom = grid.box_mm
        for column in range(grid.columns + 1):
            x = left + column * grid.cell_mm[0]
            yield plane.seen(_line(x, top, x, bottom))
        for row in range(grid.rows + 1):
            y = top + row * grid.cell_mm[1]
            yield plane.seen(_line(left, y, right, y))


def _outline(rect: Rect) -> Floats:
    left, top, right, bottom = rect
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    sides = [_line(*one, *other) for one, other in pairwise(corners)]
    return np.concatenate(sides)


def _line(x0: float, y0: float, x1: float, y1: float) -> Floats:
    return np.linspace((x0, y0), (x1, y1), BENDS, dtype=np.float32)


def overlay_jpeg(views: Sequence[View], quality: int = 80) -> bytes:
    """Return a JPEG of one or more views, side by side and made smaller, with the cards drawn."""
    width = WIDTH_PX // len(views)
    canvases = [_canvas(view, width) for view in views]
    high = max(canvas.shape[0] for canvas in canvases)
    level = [
        cv2.copyMakeBorder(canvas, 0, high - canvas.shape[0], 0, 0, cv2.BORDER_CONSTANT)
        for canvas in canvases
    ]
    done, data = cv2.imencode(".jpg", cv2.hconcat(level), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("a frame could not be written as JPEG")
    return data.tobytes()


def _canvas(view: View, width: int) -> Image:
    high, wide = view.picture.shape[:2]
    scale = min(1.0, width / wide)
    size = (round(wide * scale), round(high * scale))
    canvas = np.asarray(cv2.resize(view.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    lines = [(line * scale).round().astype(np.int32) for line in view.lines]
    cv2.polylines(canvas, lines, False, LINE_BGR, 1, cv2.LINE_AA)
    for card in view.cards:
        _draw(canvas, card, scale)
    return canvas


def _draw(canvas: Image, card: CardReading, scale: float) -> None:
    colour = COLOURS[card.verdict]
    points = (card.corners * scale).round().astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, 2, cv2.LINE_AA)
    cv2.line(canvas, points[0].tolist(), points[1].tolist(), colour, 5, cv2.LINE_AA)
    text = _label(card)
    (width, height), _ = cv2.getTextSize(text, FONT, 0.6, 2)
    left = int(points[:, 0].mean()) - width // 2 - 4
    top = int(points[:, 1].max()) + 4  # beneath the card, where it hides nothing of it
    if top + height + 10 > canvas.shape[0]:
        top = int(points[:, 1].min()) - height - 14
    cv2.rectangle(canvas, (left, top), (left + width + 8, top + height + 10), (25, 25, 25), -1)
    at = (left + 4, top + height + 5)
    cv2.putText(canvas, text, at, FONT, 0.6, colour, 2, cv2.LINE_AA)


def _label(card: CardReading) -> str:
    if card.card is None:
        return "??"
    return card.card if card.verdict is Verdict.CERTAIN else f"{card.card} ?"
