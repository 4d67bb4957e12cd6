"""Decks, markers and mats to print: the drawings of templates and pages, in true millimetres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.pdf import Pdf
from vision.art import art_names, deck_art, pieces_art, pieces_names
from vision.art.matart import mat_svg
from vision.art.svg import without_colour
from vision.deck import load_deck
from vision.files import write_whole
from vision.mat import Mat

PAPERS_MM = {
    "A2": (420.0, 594.0),
    "A3": (297.0, 420.0),
    "A4": (210.0, 297.0),
    "letter": (215.9, 279.4),
}
MARGIN_MM = 5.5  # what a home printer leaves blank
CROP_MM = (1.0, 4.5)  # a crop mark begins and ends this far from the cut
NOTE_MM = 1.5  # from a tile's side to what is written along it
NOTE_HIGH_MM = 1.7
NEXT_MM = 6.0  # from a tile's corner to the number of what is joined round it
BACK = "back"

Pair = tuple[float, float]


def print_deck(
    name: str, out_pdf: str | Path, paper: str = "A4", bw: bool = False, backs: bool = True
) -> int:
    """Write a drawn deck as a PDF to cut out, every card as often as the deck has it.

    With `backs` each sheet is followed by its backs, to be printed on both sides and turned
    over the long edge. Returns the number of pages. Raises `PrintError` for a deck without
    drawings, an unknown paper or a file that cannot be written, `DeckError` for a bad deck.
    """
    if name not in art_names():
        raise PrintError("cli.print.no_art", deck=name, decks=art_names())
    art, deck = deck_art(name), load_deck(name, pictures=False)
    copies = [(card.name, BACK) for card in deck.cards for _ in range(card.count)]
    pdf = Pdf(_paper(paper), f"{name}: {len(copies)} cards")
    for card in deck.names:
        pdf.keep(card, _inked(art.drawing(card), bw))
    pdf.keep(BACK, _inked(art.drawing(None), bw))
    _sheets(pdf, name, copies, _paper(paper), art.size_mm, backs)
    return _write(pdf, out_pdf)


def print_pieces(
    name: str, out_pdf: str | Path, paper: str = "A4", bw: bool = False, backs: bool = True
) -> int:
    """Write a game's markers as a PDF to cut out, as `print_deck` does: sheets of equal size."""
    if name not in pieces_names():
        raise PrintError("cli.print.no_pieces", game=name, games=pieces_names())
    pieces = pieces_art(name)
    pdf = Pdf(_paper(paper), f"{name}: {sum(piece.count for piece in pieces)} pieces")
    for piece in pieces:
        for side, drawing in piece.sides.items():
            pdf.keep(side, _inked(drawing, bw))
    for size_mm, equal in groupby(pieces, lambda piece: piece.size_mm):
        copies = [(one.name, one.reverse) for one in equal for _ in range(one.count)]
        kind = f"{name}   {size_mm[0]:g} mm"
        _sheets(pdf, kind, copies, _paper(paper), size_mm, backs)
    return _write(pdf, out_pdf)


def _inked(svg: str, bw: bool) -> str:
    return without_colour(svg) if bw else svg


def _sheets(
    pdf: Pdf, name: str, copies: Sequence[tuple[str, str]], page: Pair, size: Pair, backs: bool
) -> None:
    """Add sheets of copies, a kept face and back each, that are all of one size."""
    columns, rows = (
        int((side - 2 * MARGIN_MM) // one) for side, one in zip(page, size, strict=True)
    )
    rows = min(rows, math.ceil(len(copies) / columns))
    sheets = [copies[i : i + columns * rows] for i in range(0, len(copies), columns * rows)]
    for number, sheet in enumerate(sheets, 1):
        note = f"{name}   {number}/{len(sheets)}   100 %"
        _sheet(pdf, [face for face, _ in sheet], page, size, (columns, rows), note)
        if backs:
            # A sheet that is not full has its backs where its fronts are, seen from behind.
            places = [sheet[i][1] if i < len(sheet) else None for i in range(columns * rows)]
            turned = [
                places[r * columns + c] for r in range(rows) for c in reversed(range(columns))
            ]
            _sheet(pdf, turned, page, size, (columns, rows), f"{note}   b")


def print_mats(
    out_pdf: str | Path, mats: Sequence[Mat], paper: str = "A4", ground: bool = True
) -> int:
    """Write mats as a PDF: each on one page where the paper holds it, else tiles to join.

    A page is upright or across, as its mat needs it. Without `ground` only the marks are printed,
    to be used on dark card. Returns the number of pages; raises `PrintError` for an unknown paper
    or a file that cannot be written.
    """
    pdf = Pdf(_paper(paper), "mat")
    for mat in mats:
        _tiles(pdf, mat, _paper(paper), ground)
    return _write(pdf, out_pdf)


def _tiles(pdf: Pdf, mat: Mat, paper: Pair, ground: bool) -> None:
    """Add a mat's pages, tiles that meet edge to edge at their crop marks.

    In a tile's rim stands which it is, and at each side that is joined which comes there.
    """
    page, columns, rows = _tiling(mat.size_mm, paper)
    tile = (mat.size_mm[0] / columns, mat.size_mm[1] / rows)
    left, top = (page[0] - tile[0]) / 2, (page[1] - tile[1]) / 2
    pdf.turn(page)
    pdf.keep(mat.name, mat_svg(mat, ground))
    name = mat.name if mat.seat is None else f"{mat.name.partition(':')[0]} {mat.seat + 1}"
    for row in range(rows):
        for column in range(columns):
            window = (left, top, left + tile[0], top + tile[1])
            mat_bottom = top - row * tile[1] + mat.size_mm[1]
            pdf.show(mat.name, left - column * tile[0], mat_bottom, window)
            if min(left, top) >= CROP_MM[1]:
                _crop_marks(pdf, [left, left + tile[0]], [top, top + tile[1]])
                _tile_notes(pdf, name, (row, column), (rows, columns), (left, top), tile)
            pdf.end_page()


def _tile_notes(
    pdf: Pdf, name: str, at: tuple[int, int], grid: tuple[int, int], rim: Pair, tile: Pair
) -> None:
    """Write which tile this is (row, column), and which come beside it, along its wider rims.

    What a home printer leaves blank may be all of the narrower ones.
    """
    down = rim[0] > rim[1]  # written along the sides, read from above
    along, across = (1, 0) if down else (0, 1)
    start, side, length = rim[along], rim[across], tile[along]

    def write(text: str, far: float, beyond: bool) -> None:
        near = side + tile[across] + NOTE_MM + NOTE_HIGH_MM if beyond else side - NOTE_MM
        if down:  # a line that is read down the page has its foot at its left
            pdf.note(text, near - NOTE_HIGH_MM, start + far, down)
        else:
            pdf.note(text, start + far, near)

    def tile_at(*steps: int) -> str:
        """Return the tile so many steps along and across, if there is one."""
        place = list(at)
        for axis, step in zip((1 - along, 1 - across), steps, strict=True):
            place[axis] += step
        is_one = all(0 <= one < most for one, most in zip(place, grid, strict=True))
        return f"{place[0] + 1}.{place[1] + 1}" if is_one else ""

    write(f"{name}   {tile_at(0, 0)} / {grid[0]}.{grid[1]}   100 %", length / 2, False)
    write(tile_at(0, -1), length * 5 / 6, False)
    write(tile_at(0, 1), length * 5 / 6, True)
    for step, far, arrows in ((-1, NEXT_MM, "« {}"), (1, length - NEXT_MM, "{} »")):
        if beside := tile_at(step, 0):
            write(arrows.format(beside), far, False)


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
    _crop_marks(pdf, across, [top + i * card[1] for i in range(rows + 1)])
    pdf.note(note, page[0] / 2, top - CROP_MM[1] - 1)
    pdf.end_page()


def _crop_marks(pdf: Pdf, xs: list[float], ys: list[float]) -> None:
    near, far = CROP_MM
    for x in xs:
        pdf.line(x, ys[0] - far, x, ys[0] - near)
        pdf.line(x, ys[-1] + near, x, ys[-1] + far)
    for y in ys:
        pdf.line(xs[0] - far, y, xs[0] - near, y)
        pdf.line(xs[-1] + near, y, xs[-1] + far, y)


def _paper(name: str) -> Pair:
    try:
        return PAPERS_MM[name]
    except KeyError:
        raise PrintError("cli.print.no_paper", paper=name, papers=tuple(PAPERS_MM)) from None


def _tiling(size_mm: Pair, paper: Pair) -> tuple[Pair, int, int]:
    """Return the page, upright or across, that needs fewest tiles, and their columns and rows."""
    choices: list[tuple[int, Pair, int, int]] = []
    for page in (paper, paper[::-1]):
        beside = {side - one for side, one in zip(page, size_mm, strict=True)}
        if beside == {0.0} or min(beside) >= 2 * MARGIN_MM:  # a copy shop's, or with crop marks
            return page, 1, 1
        columns = math.ceil(size_mm[0] / (page[0] - 2 * MARGIN_MM))
        rows = math.ceil(size_mm[1] / (page[1] - 2 * MARGIN_MM))
        choices.append((columns * rows, page, columns, rows))
    return min(choices)[1:]


def _write(pdf: Pdf, out_pdf: str | Path) -> int:
    try:
        write_whole(Path(out_pdf), pdf.data())
    except OSError as error:
        reason = error.strerror or str(error)
        raise PrintError("cli.print.unwritable", file=str(out_pdf), reason=reason) from error
    return pdf.pages
