"""Sheets of cards and markers in true size, from the drawings of the templates and the pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.papers import CROP_MM, MARGIN_MM, Pair, crop_marks, paper_mm, write
from firmware.printing.pdf import Pdf
from vision.art import art_names, deck_art, pieces_art, pieces_names
from vision.art.svg import to_greyscale
from vision.decks.deck import load_deck

BACK = "back"


def print_deck(
    name: str, out_pdf: str | Path, paper: str = "A4", bw: bool = False, backs: bool = True
) -> int:
    """Write a drawn deck as a PDF to cut out, with as many copies of each card as the deck has.

    With `backs`, each sheet is followed by a sheet of backs, for printing on both sides and turning
    over the long edge. Return the number of pages. Raise `PrintError` for a deck without drawings,
    an unknown paper or an unwritable file, and `DeckError` for a bad deck.
    """
    if name not in art_names():
        raise PrintError("cli.print.no_art", deck=name, decks=art_names())
    art, deck = deck_art(name), load_deck(name, pictures=False)
    copies = [(card.name, BACK) for card in deck.cards for _ in range(card.count)]
    pdf = Pdf(paper_mm(paper), f"{name}: {len(copies)} cards")
    for card in deck.names:
        pdf.keep(card, _inked(art.drawing(card), bw))
    pdf.keep(BACK, _inked(art.drawing(None), bw))
    sheets(pdf, name, copies, paper_mm(paper), art.size_mm, backs)
    return write(pdf, out_pdf)


def print_pieces(
    name: str, out_pdf: str | Path, paper: str = "A4", bw: bool = False, backs: bool = True
) -> int:
    """Write a game's markers as a PDF to cut out, in sheets of equal size. See `print_deck`."""
    if name not in pieces_names():
        raise PrintError("cli.print.no_pieces", game=name, games=pieces_names())
    pieces = pieces_art(name)
    pdf = Pdf(paper_mm(paper), f"{name}: {sum(piece.count for piece in pieces)} pieces")
    for piece in pieces:
        for side, drawing in piece.sides.items():
            pdf.keep(side, _inked(drawing, bw))
    for size_mm, equal in groupby(pieces, lambda piece: piece.size_mm):
        copies = [(one.name, one.reverse) for one in equal for _ in range(one.count)]
        kind = f"{name}   {size_mm[0]:g} mm"
        sheets(pdf, kind, copies, paper_mm(paper), size_mm, backs)
    return write(pdf, out_pdf)


def _inked(svg: str, bw: bool) -> str:
    return to_greyscale(svg) if bw else svg


def sheets(
    pdf: Pdf, name: str, copies: Sequence[tuple[str, str]], page: Pair, size: Pair, backs: bool
) -> None:
    """Add sheets for `copies`, which are pairs of a stored face and a stored back of one size."""
    columns, rows = (
        int((side - 2 * MARGIN_MM) // one) for side, one in zip(page, size, strict=True)
    )
    least = math.ceil(len(copies) / (columns * rows))
    rows = math.ceil(len(copies) / least / columns)  # Full rows, spread evenly over the sheets.
    parts = [copies[i : i + columns * rows] for i in range(0, len(copies), columns * rows)]
    for number, sheet in enumerate(parts, 1):
        note = f"{name}   {number}/{len(parts)}   100 %"
        _sheet(pdf, [face for face, _ in sheet], page, size, (columns, rows), note)
        if backs:
            # On a partly filled sheet, the backs are mirrored, so that each lies behind its front.
            places = [sheet[i][1] if i < len(sheet) else None for i in range(columns * rows)]
            turned = [
                places[r * columns + c] for r in range(rows) for c in reversed(range(columns))
            ]
            _sheet(pdf, turned, page, size, (columns, rows), f"{note}   b")


def _sheet(
    pdf: Pdf,
    forms: list[str | None] | list[str],
    page: Pair,
    card: Pair,
    grid: tuple[int, int],
    note: str,
) -> None:
    columns, rows = grid
    left, top = (page[0] - columns * card[0]) / 2, (page[1] - rows * card[1]) / 2
    for i, form in enumerate(forms):
        if form is not None:
            pdf.show(form, left + i % columns * card[0], top + (i // columns + 1) * card[1])
    across = [left + i * card[0] for i in range(columns + 1)]
    crop_marks(pdf, across, [top + i * card[1] for i in range(rows + 1)])
    pdf.note(note, page[0] / 2, top - CROP_MM[1] - 1)
    pdf.end_page()
