"""Player aids: reference cards with a player's possible actions, in one language per side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import repeat
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.layout import layout
from firmware.printing.naming import Book
from firmware.printing.papers import PAPERS, write
from firmware.printing.pdf import Pdf
from firmware.printing.sheets import sheets
from firmware.printing.typeset import SOFT, Block, Style, flowed, gap, marked, paragraph, stacked
from referee import library
from referee.booklet import aids
from referee.words import Voice
from vision.art import deck_art
from vision.art.svg import main_colour

CARD_MM = (63.0, 88.0)  # A panel. A long text takes two, side by side, which people fold.
MOST_PANELS = 2
INSET_MM = 3.0  # The colour extends this far beyond the cut.
PADDING_MM = 2.6
ROUND_MM = 2.5
HEAD_MM = 8.6
TEXT_MM = CARD_MM[0] - 2 * INSET_MM - 2 * PADDING_MM  # Width of the text on a panel.
PLAIN, PAPER = "#3c4a52", "#ffffff"  # Colours for a game without drawings.
TIGHT = 1.12  # Line height, as a multiple of the type size.
FOLD = (2.2, 2.2)
# Type sizes in points. The largest size that fits is used. A text that is too long even for the
# smallest takes another panel, and is refused if there is none.
SIZES_PT = tuple(size / 10 for size in range(100, 79, -1))


def print_aids(books: Sequence[Book], out_pdf: str | Path, paper_name: str = "A4") -> int:
    """Write a game's aids as a PDF to cut out: one card per player, with one language per side.

    `books` is the game in one language or two. Return the number of pages. Raise `PrintError` for a
    game without an aid, a text too long for a card, or an unwritable file.
    """
    on, first = PAPERS[paper_name], books[0]
    pdf = Pdf(on.size_mm, first.title, books[-1].language)
    panels = max(map(panels_of, books))
    size_mm = (panels * CARD_MM[0], CARD_MM[1])
    for book in books:
        with pdf.kept(book.language, size_mm):
            _card(pdf, book, panels)
    grid = layout(library.game(first.game).seats[-1], on, size_mm)
    sheets_of_paper = math.ceil(library.game(first.game).seats[-1] / grid.count)
    copies = [(books[0].language, books[-1].language)] * (sheets_of_paper * grid.count)
    sheets(pdf, first.title, copies, on, grid, backs=True)
    return write(pdf, out_pdf)


def panels_of(book: Book) -> int:
    """Return how many panels an aid needs. Raise `PrintError` if it needs too many, or is none."""
    for panels in range(1, MOST_PANELS + 1):
        if _columns(book, panels) is not None:
            return panels
    raise PrintError("cli.print.aid_too_long", game=book.game, language=book.language)


def _columns(book: Book, panels: int) -> list[list[Block]] | None:
    """Return the text of each panel in the largest type that fits, or None if none does."""
    room, ink = CARD_MM[1] - 2 * INSET_MM - HEAD_MM - 1.2, _ink(book)
    for size_pt in SIZES_PT:
        blocks = _body(book, size_pt, ink)
        columns = flowed(blocks, repeat(room))
        if len(columns) <= panels and all(block.high_mm <= room for block in blocks):
            return columns
    return None


def _ink(book: Book) -> str:
    return PLAIN if book.deck is None else main_colour(deck_art(book.deck).drawing(None))


def _card(pdf: Pdf, book: Book, panels: int) -> None:
    """Draw one side of a card."""
    left, top, bottom = INSET_MM, INSET_MM, CARD_MM[1] - INSET_MM
    right = panels * CARD_MM[0] - INSET_MM
    ink = _ink(book)
    pdf.box(left, top, right, top + HEAD_MM, ink, ROUND_MM)
    pdf.box(left, top + HEAD_MM - ROUND_MM, right, top + HEAD_MM, ink)
    title = paragraph(marked(book.title), TEXT_MM, Style(12.5, PAPER, bold=True))
    title.draw(pdf, left + PADDING_MM, top + (HEAD_MM - title.high_mm) / 2 - 0.3)
    if edition := book.subtitle.partition(",")[0]:
        beside = paragraph(marked(edition), TEXT_MM, Style(8, PAPER, right=True))
        beside.draw(pdf, right - PADDING_MM - TEXT_MM, top + (HEAD_MM - beside.high_mm) / 2)
    for number, column in enumerate(_columns(book, panels) or []):
        far = number * CARD_MM[0]
        stacked(column).draw(pdf, far + left + PADDING_MM, top + HEAD_MM + 0.6)
        if number:
            pdf.path([(far, top + HEAD_MM), (far, bottom)], 0.3, SOFT, FOLD)
    pdf.frame(left, top, right, bottom, ROUND_MM)


def _body(book: Book, size_pt: float, ink: str) -> list[Block]:
    """Return the headings and lines of all sections in one type size."""
    voice, blocks = Voice(book.language), list[Block]()
    style = Style(size_pt, leading=TIGHT)
    parts = aids.aid(book.game, book.edition)
    if not parts:
        raise PrintError("cli.print.no_aid", game=book.game, games=aid_names())
    for part in parts:
        title = marked(_capital(voice.say(part.title)))
        head = paragraph(title, TEXT_MM, Style(size_pt * 1.12, ink, bold=True), size_pt * 0.02)
        blocks.append(stacked([gap(size_pt * 0.1), head], heading=True))
        for line in part.lines:
            name = f"<b>{marked(_capital(voice.say(line.name)))}</b>&nbsp; " if line.name else ""
            text = voice.say(line.text) if name else _capital(voice.say(line.text))
            blocks.append(paragraph(name + marked(text), TEXT_MM, style, size_pt * 0.05))
    return blocks


def aid_names() -> tuple[str, ...]:
    """Return the games that have an aid."""
    return tuple(name for name in library.names() if library.data(name).aid.sections)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
