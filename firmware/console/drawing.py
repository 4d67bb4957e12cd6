"""Draws a screen as a picture of 128 × 64 one-bit pixels, for the display and the page."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from PIL import Image, ImageDraw

from firmware.console.glyphs import HEIGHT, WIDTH, glyph
from firmware.console.menus.screen import ROWS, Screen

SIZE = (128, 64)
ARROWS_X = SIZE[0] - 2  # The free column to the right of 21 letters.


def draw(screen: Screen) -> Image.Image:
    """Return the picture of a screen in mode "1", where 1 is lit. A line separates title and
    entries.
    """
    image = Image.new("1", SIZE)
    pen = ImageDraw.Draw(image)
    for row, title in enumerate(screen.title):
        _write(image, row * HEIGHT, title)
    edge = len(screen.title) * HEIGHT + 1
    pen.line((0, edge, SIZE[0] - 1, edge), fill=1)
    top = below = SIZE[1] - HEIGHT * (ROWS - len(screen.title))
    for line in screen.lines:
        if line.marked:
            pen.rectangle((0, top, ARROWS_X - 1, top + HEIGHT - 1), fill=1)
        _write(image, top, line.text, lit=not line.marked)
        top += HEIGHT
    if screen.above:
        _dots(pen, (below + 1, below + 3, below + 5))
    if screen.below:
        _dots(pen, (SIZE[1] - 6, SIZE[1] - 4, SIZE[1] - 2))
    return image


def png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _write(image: Image.Image, top: int, text: str, lit: bool = True) -> None:
    for column, letter in enumerate(text):
        image.paste(int(lit), (column * WIDTH, top), glyph(letter))


def _dots(pen: ImageDraw.ImageDraw, rows: Iterable[int]) -> None:
    """Draw dots at the edge; they show that there is more in that direction."""
    for y in rows:
        pen.line((ARROWS_X, y, SIZE[0] - 1, y), fill=1)
