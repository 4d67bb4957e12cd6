"""The camera's view with what was read drawn on it.

Green is certain, amber doubtful, grey not known; the thick edge is the card's upper one.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.reading import CardReading, Image, Verdict

WIDTH_PX = 960
View = tuple[Image, Sequence[CardReading]]  # a frame (height x width x 3, BGR) and its cards
FONT = cv2.FONT_HERSHEY_SIMPLEX
COLOURS = {  # blue, green, red
    Verdict.CERTAIN: (90, 190, 60),
    Verdict.DOUBTFUL: (0, 160, 240),
    Verdict.UNKNOWN: (150, 150, 150),
    Verdict.UNCLEAR: (150, 150, 150),
}


def overlay_jpeg(views: Sequence[View], quality: int = 80) -> bytes:
    """Return a JPEG of one or more views, side by side and made smaller, with the cards drawn."""
    width = WIDTH_PX // len(views)
    canvases = [_canvas(image, cards, width) for image, cards in views]
    high = max(canvas.shape[0] for canvas in canvases)
    level = [
        cv2.copyMakeBorder(canvas, 0, high - canvas.shape[0], 0, 0, cv2.BORDER_CONSTANT)
        for canvas in canvases
    ]
    done, data = cv2.imencode(".jpg", cv2.hconcat(level), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("a frame could not be written as JPEG")
    return data.tobytes()


def _canvas(image: Image, cards: Sequence[CardReading], width: int) -> Image:
    scale = min(1.0, width / image.shape[1])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    canvas = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    for card in cards:
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
