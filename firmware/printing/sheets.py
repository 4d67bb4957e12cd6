"""Sheets of cards and markers in true size, from the drawings of the templates and the pages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.faces import faces
from firmware.printing.layout import Layout, layout
from firmware.printing.papers import CROP_MM, PAPERS, RULER_RIM_MM, Paper, crop_marks, rulers, write
from firmware.printing.pdf import GREY, Pair, Pdf
from referee.words import DEFAULT
from vision.art import art_names, pieces_art, pieces_names
from vision.art.svg import BLEED_MM, to_greyscale
from vision.decks.deck import load_deck

BACK = "back"
NOTE_MM = 1.4  # Distance from the cut to the note next to it.


def print_deck(
    name: str,
    out_pdf: str | Path,
    paper_name: str = "A4",
    bw: bool = False,
    backs: bool = True,
    language: str = DEFAULT,
) -> int:
    """Write a drawn deck as a PDF to cut out, with as many copies of each card as the deck has.

    With `backs`, each sheet is followed by a sheet of backs, for printing on both sides and turning
    over the long edge. The last sheet is filled with blank cards. Words are in the `language`.
    Return the number of pages. Raise `PrintError` for a deck without drawings or
    an unwritable file, and `DeckError` for a bad deck.
    """
    if name not in art_names():
        raise PrintError("cli.print.no_art", deck=name, decks=art_names())
    drawn, deck, on = faces(name, language), load_deck(name, pictures=False), PAPERS[paper_name]
    copies: list[tuple[str | None, str]] = [
        (card.name, BACK) for card in deck.cards for _ in range(card.count)
    ]
    pdf = Pdf(on.size_mm, f"{name}: {len(copies)} cards", language)
    for card in deck.names:
        pdf.keep(card, _inked(drawn.drawing(card), bw))
    pdf.keep(BACK, _inked(drawn.seamless, bw), BLEED_MM)
    grid = layout(len(copies), on, drawn.size_mm)
    copies += [(None, BACK)] * (-len(copies) % grid.count)
    sheets(pdf, name, copies, on, grid, backs)
    return write(pdf, out_pdf)


def print_pieces(
    name: str, out_pdf: str | Path, paper_name: str = "A4", bw: bool = False, backs: bool = True
) -> int:
    """Write a game's markers as a PDF to cut out, in sheets of equal size. See `print_deck`.

    Their colour goes over the cut on both sides, so there is a gutter between them.
    """
    if name not in pieces_names():
        raise PrintError("cli.print.no_pieces", game=name, games=pieces_names())
    pieces, on = pieces_art(name), PAPERS[paper_name]
    pdf = Pdf(on.size_mm, f"{name}: {sum(piece.count for piece in pieces)} pieces")
    for piece in pieces:
        for side, drawing in piece.sides.items():
            pdf.keep(side, _inked(drawing, bw), BLEED_MM)
    for size_mm, equal in groupby(pieces, lambda piece: piece.size_mm):
        copies = [(print_.name, print_.reverse) for print_ in equal for _ in range(print_.count)]
        kind = f"{name}   {size_mm[0]:g} mm"
        sheets(pdf, kind, copies, on, pieces_layout(len(copies), on, size_mm), backs)
    return write(pdf, out_pdf)


def pieces_layout(count: int, on: Paper, size_mm: Pair) -> Layout:
    """Return the grid for pieces, with room for the rulers outside of their colour."""
    margin_mm = on.margin_mm + RULER_RIM_MM + BLEED_MM - CROP_MM[1]
    return layout(count, on._replace(margin_mm=margin_mm), size_mm, 2 * BLEED_MM)


def _inked(svg: str, bw: bool) -> str:
    return to_greyscale(svg) if bw else svg


def sheets(
    pdf: Pdf,
    name: str,
    copies: Sequence[tuple[str | None, str]],
    on: Paper,
    grid: Layout,
    backs: bool,
) -> None:
    """Add sheets for `copies`, which are pairs of a stored face and a stored back of one size."""
    parts = [copies[i : i + grid.count] for i in range(0, len(copies), grid.count)]
    for number, sheet in enumerate(parts, 1):
        _show(pdf, [face for face, _ in sheet], grid, 90)
        _marks(pdf, f"{name}   {number}/{len(parts)}   100 %", on, grid)
        if pdf.pages == 0:
            printed = (grid.xs[0], grid.ys[0], grid.xs[-1], grid.ys[-1])
            rulers(pdf, on.margin_mm, printed, GREY, turns=backs)
        crop_marks(pdf, grid.xs, grid.ys, on.margin_mm, gutters=bool(grid.gutter_mm))
        pdf.end_page()
        if backs:
            # The backs are mirrored, so that each lies behind its front. Nobody cuts along them.
            places = [sheet[i][1] if i < len(sheet) else None for i in range(grid.count)]
            columns = grid.columns
            turned = [
                places[r * columns + c] for r in range(grid.rows) for c in reversed(range(columns))
            ]
            _show(pdf, turned, grid, -90)
            pdf.end_page()


def _show(pdf: Pdf, forms: Sequence[str | None], grid: Layout, turned: float) -> None:
    """Show the forms in their places, those of a turned grid turned by this many degrees."""
    for form, (left, top, right, bottom) in zip(forms, grid.boxes(), strict=False):
        if form is None:
            continue
        if not grid.turned:
            pdf.show(form, left, bottom)
            continue
        corner = (left, bottom) if turned > 0 else (right, top)
        with pdf.turned(*corner, turned):
            pdf.show(form, 0, grid.size_mm[1])


def _marks(pdf: Pdf, note: str, on: Paper, grid: Layout) -> None:
    """Write the sheet's note above its first part.

    If colour leaves no room above, the note is at the left and reads down.
    """
    left, right, *_ = grid.xs
    rim = grid.ys[0]
    if rim >= on.rim_mm + 3:
        pdf.note(note, grid.page_mm[0] / 2, rim - CROP_MM[1] - 1)
    elif grid.gutter_mm:
        pdf.note(note, left - on.rim_mm, grid.page_mm[1] / 2, down=True)
    else:
        pdf.note(note, (left + right) / 2, rim - NOTE_MM)
