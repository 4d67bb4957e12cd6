"""Typesets paragraphs of a given width, and fills columns with blocks."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Paragraph

from firmware.printing.fonts import BOLD, SIGNS, TEXT, fonts
from firmware.printing.pdf import Pdf
from referee.words import direction, texts, unmarked

INK, SOFT = "#1b1d1f", "#5f666b"
_TALL = 10_000.0  # Points. No paragraph is higher.
_NARROW, _BOUND = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
_BOX, _JOINERS = "□", "\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}"  # of an emoji's parts


class Block(NamedTuple):
    """A block that stays in one column. `draw` draws it with its left and top edges at given mm.

    A `heading` never ends a column.
    """

    high_mm: float
    draw: Callable[[Pdf, float, float], None]
    heading: bool = False


class Style(NamedTuple):
    """How to set text: size in points, colour, bold or not, and centred or right-aligned.

    `leading` is the line height as a multiple of the size.
    """

    size_pt: float
    ink: str = INK
    bold: bool = False
    centred: bool = False
    right: bool = False
    leading: float = 1.24


def has_letters(language: str) -> bool:
    """Whether the sheets can be printed in a language.

    The fonts must have its letters, and paragraphs are only set from left to right.
    """
    has = fonts()[TEXT]
    used = {letter for text in texts("", language).values() for letter in text if letter.isalpha()}
    return direction(language) == "ltr" and all(ord(letter) in has for letter in used)


def marked(text: str) -> str:
    """Return text as paragraph markup. A character that the text font lacks uses the symbol font.

    A narrow no-break space becomes an ordinary no-break space, which the library knows.
    """
    has = fonts()[TEXT]
    plain = escape(unmarked(text).replace(_NARROW, _BOUND))
    return "".join(
        sign if ord(sign) in has or sign.isspace() else f'<font name="{SIGNS}">{sign}</font>'
        for sign in plain
    )


def paragraph(markup: str, width_mm: float, style: Style, gap_mm: float = 0.0) -> Block:
    """Return a paragraph of marked-up text with the given width, and with a gap below it."""
    fonts()
    flowable = Paragraph(
        markup,
        ParagraphStyle(
            "",
            fontName=BOLD if style.bold else TEXT,
            fontSize=style.size_pt,
            leading=style.size_pt * style.leading,
            textColor=style.ink,
            alignment=TA_CENTER if style.centred else TA_RIGHT if style.right else TA_LEFT,
        ),
    )
    _, high = flowable.wrap(width_mm * mm, _TALL)
    high_mm = high / mm

    def draw(pdf: Pdf, left: float, top: float) -> None:
        pdf.paragraph(flowable, left, top + high_mm)

    return Block(high_mm + gap_mm, draw)


def fitting(text: str, width_mm: float, style: Style, least_pt: float = 0.0) -> Style:
    """Return a style small enough for the text to fit on one line of this width.

    It is not smaller than `least_pt`, at which a long text needs more lines.
    """
    fonts()
    wide = stringWidth(text, BOLD if style.bold else TEXT, style.size_pt) / mm
    size_pt = style.size_pt * min(1.0, 0.98 * width_mm / wide)
    return style._replace(size_pt=max(size_pt, least_pt))


def to_copy(text: str) -> str:
    """Return text as markup that shows every character of it, for somebody who types it.

    Spaces stay as they are, and a character that no font has becomes a box.
    """
    has = frozenset().union(*fonts().values())
    shown = (sign for sign in unicodedata.normalize("NFC", text) if sign not in _JOINERS)
    return marked(
        "".join(_BOUND if sign == " " else sign if ord(sign) in has else _BOX for sign in shown)
    )


def gap(high_mm: float) -> Block:
    """Return an empty block of this height."""
    return placed(high_mm, [])


def placed(
    high_mm: float, parts: Iterable[tuple[float, float, Block]], heading: bool = False
) -> Block:
    """Return a block of other blocks, each this far from its left and top edges."""
    kept = list(parts)

    def draw(pdf: Pdf, left: float, top: float) -> None:
        for right, down, block in kept:
            block.draw(pdf, left + right, top + down)

    return Block(high_mm, draw, heading)


def stacked(blocks: Sequence[Block], heading: bool = False) -> Block:
    """Stack blocks into one block that is never split between columns."""
    *tops, high = accumulate((block.high_mm for block in blocks), initial=0.0)
    return placed(high, ((0.0, top, one) for top, one in zip(tops, blocks, strict=True)), heading)


def flowed(blocks: Iterable[Block], heights_mm: Iterator[float]) -> list[list[Block]]:
    """Return the blocks of each column, for columns of these heights. No column is empty."""
    columns: list[list[Block]] = [[]]
    room = next(heights_mm)
    for block in blocks:
        if block.high_mm > room and columns[-1]:
            taken = columns[-1].pop() if columns[-1][-1].heading and columns[-1][1:] else None
            columns.append([taken] if taken else [])
            room = next(heights_mm) - (taken.high_mm if taken else 0.0)
        columns[-1].append(block)
        room -= block.high_mm
    return columns
