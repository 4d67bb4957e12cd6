"""Player aids: reference cards with a player's possible actions, in one language per side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.naming import Book
from firmware.printing.papers import MARGIN_MM, Pair, paper_mm, write
from firmware.printing.pdf import Pdf
from firmware.printing.sheets import sheets
from firmware.printing.typeset import Block, Style, gap, marked, stacked, words
from referee import library
from referee.booklet import aids
from referee.words import Voice
from vision.art import deck_art
from vision.art.svg import main_colour

CARD_MM = (63.0, 88.0)
INSET_MM = 3.0  # The colour extends this far beyond the cut.
PADDING_MM = 2.6
ROUND_MM = 2.5
HEAD_MM = 8.6
PLAIN, PAPER = "#3c4a52", "#ffffff"  # Colours for a game without drawings.
TIGHT = 1.12  # Line height, as a multiple of the type size.
# Type sizes in points. The largest one that fits is used. If a text is too long even for the
# smallest, the aid is refused.
SIZES_PT = tuple(size / 100 for size in range(850, 470, -10))


def print_aids(books: Sequence[Book], out_pdf: str | Path, paper: str = "A4") -> int:
    """Write a game's aids as a PDF to cut out: one card per player, with one language per side.

    `books` is the game in one language or two. Return the number of pages. Raise `PrintError` for a
    game without an aid, a text too long for a card, an unknown paper, or an unwritable file.
    """
    page, first = paper_mm(paper), books[0]
    pdf = Pdf(page, first.title)
    for book in books:
        with pdf.kept(book.language, CARD_MM):
            _card(pdf, book)
    seats = library.game(first.game).seats[-1]
    copies = [(books[0].language, books[-1].language)] * _filling(seats, page)
    sheets(pdf, first.title, copies, page, CARD_MM, backs=True)
    return write(pdf, out_pdf)


def _filling(count: int, page: Pair) -> int:
    """Return how many cards to print for `count` players, so that sheets have equal full rows."""
    columns, rows = (
        int((side - 2 * MARGIN_MM) // one) for side, one in zip(page, CARD_MM, strict=True)
    )
    full = math.ceil(count / (columns * rows))
    return full * columns * math.ceil(count / full / columns)


def _card(pdf: Pdf, book: Book) -> None:
    """Draw one side of a card."""
    left, top, right, bottom = INSET_MM, INSET_MM, CARD_MM[0] - INSET_MM, CARD_MM[1] - INSET_MM
    ink = PLAIN if book.deck is None else main_colour(deck_art(book.deck).drawing(None))
    pdf.box(left, top, right, top + HEAD_MM, ink, ROUND_MM)
    pdf.box(left, top + HEAD_MM - ROUND_MM, right, top + HEAD_MM, ink)
    wide = right - left - 2 * PADDING_MM
    title = words(marked(book.title), wide, Style(12.5, PAPER, bold=True))
    title.draw(pdf, left + PADDING_MM, top + (HEAD_MM - title.high_mm) / 2 - 0.3)
    if edition := book.subtitle.partition(",")[0]:
        beside = words(marked(edition), wide, Style(8, PAPER, right=True))
        beside.draw(pdf, left + PADDING_MM, top + (HEAD_MM - beside.high_mm) / 2)
    room = bottom - top - HEAD_MM - 1.2
    body = next(
        (one for size in SIZES_PT if (one := _body(book, wide, size, ink)).high_mm <= room), None
    )
    if body is None:
        raise PrintError("cli.print.aid_too_long", game=book.game, language=book.language)
    body.draw(pdf, left + PADDING_MM, top + HEAD_MM + 0.6)
    pdf.frame(left, top, right, bottom, ROUND_MM)


def _body(book: Book, wide_mm: float, size_pt: float, ink: str) -> Block:
    """Return all sections as one block in one type size."""
    voice, blocks = Voice(book.language), list[Block]()
    parts = aids.aid(book.game, book.edition)
    if not parts:
        raise PrintError("cli.print.no_aid", game=book.game, games=aid_names())
    for part in parts:
        blocks.append(gap(size_pt * 0.1))
        title = marked(_capital(voice.say(part.title)))
        blocks.append(words(title, wide_mm, Style(size_pt * 1.12, ink, bold=True), size_pt * 0.02))
        for line in part.lines:
            name = f"<b>{marked(_capital(voice.say(line.name)))}</b>&nbsp; " if line.name else ""
            said = voice.say(line.text) if name else _capital(voice.say(line.text))
            blocks.append(
                words(name + marked(said), wide_mm, Style(size_pt, leading=TIGHT), size_pt * 0.05)
            )
    return stacked(blocks)


def aid_names() -> tuple[str, ...]:
    """Return the games that have an aid."""
    return tuple(name for name in library.names() if library.data(name).aid.sections)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
