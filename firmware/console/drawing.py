"""Draws a screen as a picture of 128 × 64 one-bit pixels, for the display and the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from io import BytesIO
from itertools import groupby

from PIL import Image, ImageDraw, ImageOps

from firmware.console.glyphs import HEIGHT, WIDTH, glyph
from firmware.console.menus.screen import ROWS, Screen

SIZE = (128, 64)
LARGE = 3  # Scale of the digits of a large number.
ARROWS_X = SIZE[0] - 2  # The free column to the right of 21 letters.


def draw(screen: Screen, leftward: bool = False) -> Image.Image:
    """Return the picture of a screen in mode "1", where 1 is lit. A line separates title and
    entries. If `leftward`, its language is written from right to left.
    """
    image = Image.new("1", SIZE)
    pen = ImageDraw.Draw(image)
    top = 0
    for title in screen.title:
        _write_line(image, top, title, leftward)
        top += HEIGHT
    pen.line((0, top + 1, SIZE[0] - 1, top + 1), fill=1)
    top = SIZE[1] - HEIGHT * (ROWS - len(screen.title))
    below = top
    if screen.large:
        height = HEIGHT * LARGE
        room = SIZE[1] - top - HEIGHT * len(screen.lines)
        scale = LARGE if room >= height else 2
        width = scale * WIDTH * len(screen.large)
        _write(
            image, (SIZE[0] - width) // 2, top + (room - scale * HEIGHT) // 2, screen.large, scale
        )
        top = SIZE[1] - HEIGHT * len(screen.lines)
    for line in screen.lines:
        if line.marked:
            pen.rectangle((0, top, ARROWS_X - 1, top + HEIGHT - 1), fill=1)
        _write_line(image, top, line.text, leftward, lit=not line.marked)
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


def _write_line(image: Image.Image, top: int, text: str, leftward: bool, lit: bool = True) -> None:
    x = ARROWS_X - WIDTH * len(text) if leftward else 0
    _write(image, x, top, visual(text, leftward), lit=lit)


def _write(image: Image.Image, x: int, y: int, text: str, scale: int = 1, lit: bool = True) -> None:
    for letter in text:
        image.paste(
            int(lit), (x, y), ImageOps.scale(glyph(letter), scale, Image.Resampling.NEAREST)
        )
        x += WIDTH * scale


def _dots(pen: ImageDraw.ImageDraw, rows: Iterable[int]) -> None:
    """Draw dots at the edge; they show that there is more in that direction."""
    for y in rows:
        pen.line((ARROWS_X, y, SIZE[0] - 1, y), fill=1)


_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_JOINS = ".,:/−-+"  # Between digits, or before one, these belong to the number.


# -- the order of letters -------------------------------------------------------------------------


def visual(line: str, leftward: bool) -> str:
    """Return a line as it is drawn. If `leftward`, its language is written from right to left.

    Numbers, and names in Latin letters, still run to the right. This is Unicode's bidirectional
    algorithm for one line without embedded directions.

    >>> visual("Ada", False), visual("אבג 12 Ada", True), visual("Bo אבג", False)
    ('Ada', 'Ada 12 גבא', 'Bo גבא')
    """
    if line.isascii() and not leftward:
        return line
    runs = [
        (level, "".join(letter for letter, _ in run))
        for level, run in groupby(zip(line, _levels(line, leftward), strict=True), lambda at: at[1])
    ]
    drawn = [run if level % 2 == 0 else run[::-1].translate(_MIRRORED) for level, run in runs]
    if leftward:
        return "".join(reversed(drawn))
    return "".join(drawn)


def _levels(line: str, leftward: bool) -> list[int]:
    """Return the level of each letter: odd ones run to the left."""
    base, other = (1, 2) if leftward else (0, 1)
    kinds = [_kind(line, at) for at in range(len(line))]
    levels, before = [], ""
    for at, kind in enumerate(kinds):
        if kind == "sign":  # A space or a sign belongs to the words on both its sides.
            after = next((one for one in kinds[at:] if one != "sign"), "")
            levels.append(other if before == after == ("L" if leftward else "R") else base)
        else:
            before = kind
            levels.append(1 if kind == "R" else 2 * leftward)
    return levels


def _kind(line: str, at: int) -> str:
    """Return whether a letter runs to the left or to the right, or is a digit or another sign."""
    kind = unicodedata.bidirectional(line[at])
    if kind in ("R", "AL"):
        return "R"
    begins = line[at] in _JOINS and line[at + 1 : at + 2].isdecimal()
    return "L" if kind == "L" else "digit" if kind in ("EN", "AN") or begins else "sign"
