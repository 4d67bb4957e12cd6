"""Prints a mat on one page if it fits, or otherwise as tiles that fill their sheets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from firmware.printing.papers import PAPERS, Paper, crop_marks, rulers, write
from firmware.printing.pdf import Box, Pair, Pdf
from referee.words import DEFAULT
from vision.art.matart import RULE, mat_svg
from vision.mat import Mat

NOTE_MM = 1.5  # Distance from a tile's side to the note next to it.
NOTE_HIGH_MM = 1.7
NEXT_MM = 6.0  # Distance from a tile's corner to the numbers of its neighbours.
STRIPS = 4  # Maximum number of strips of a mat's last row or column on one sheet.
APART_MM = 3.0  # Gap between strips. White paper there shows where to cut.


class Tile(NamedTuple):
    """A part of a mat, with its row and column, and its place (`at`) and `size` in mm."""

    row: int
    column: int
    at: Pair
    size: Pair


class Tiling(NamedTuple):
    """The page, and the tiles of each sheet. They lie side by side along `axis` (0 or 1)."""

    page: Pair
    grid: tuple[int, int]
    axis: int
    sheets: tuple[tuple[Tile, ...], ...]


def print_mats(
    out_pdf: str | Path,
    mats: Sequence[Mat],
    paper_name: str = "A4",
    ground: bool = True,
    language: str = DEFAULT,
) -> int:
    """Write mats as a PDF. A mat that does not fit on one page becomes tiles to join.

    Each page is portrait or landscape, as its mat needs. Without `ground`, print only the
    marks, for use on dark card. Return the number of pages. Raise `PrintError` for an
    unwritable file.
    """
    on = PAPERS[paper_name]
    pdf = Pdf(on.size_mm, "mat", language)
    for mat in mats:
        _print_mat(pdf, mat, on, ground)
    return write(pdf, out_pdf)


def tiling(size_mm: Pair, paper: Paper) -> Tiling:
    """Return how to divide a mat over the fewest sheets.

    Several strips of the last row or column may share a sheet.
    """
    pages = (paper, paper._replace(size_mm=paper.size_mm[::-1]))
    for page in pages:
        beside = {side - length for side, length in zip(page.size_mm, size_mm, strict=True)}
        if (
            beside == {0.0} or min(beside) >= 2 * paper.margin_mm
        ):  # The mat fills a copy shop's sheet, or leaves room for crop marks.
            return Tiling(page.size_mm, (1, 1), 1, ((Tile(0, 0, (0.0, 0.0), size_mm),),))
    tilings = [
        tiled
        for strips in range(1, STRIPS + 1)
        for page in pages
        for axis in (1, 0)
        if (tiled := _striped(size_mm, page, axis, strips)) is not None
    ]
    return min(
        tilings, key=lambda tiled: (len(tiled.sheets), max(map(len, tiled.sheets)), tiled.page)
    )


def _striped(size_mm: Pair, paper: Paper, axis: int, strips: int) -> Tiling | None:
    """Return a tiling whose last strips along `axis` share sheets, with `strips` on each sheet.

    Return None if that is impossible.
    """
    other, page, margin = 1 - axis, paper.size_mm, paper.margin_mm
    lanes = math.ceil(size_mm[other] / (page[other] - 2 * margin))
    room = page[axis] - 2 * margin - (strips - 1) * APART_MM
    rows = math.ceil((size_mm[axis] / room * strips - 1) / strips)  # whole ones
    unit = size_mm[axis] / (rows * strips + 1)
    wide = size_mm[other] / lanes
    rims = (page[other] - wide, page[axis] - strips * unit - (strips - 1) * APART_MM)
    no_room = max(rims) < 2 * (margin + NOTE_MM + NOTE_HIGH_MM)  # for the notes
    if strips == 1 and no_room:
        rows += 1
        unit = size_mm[axis] / (rows + 1)
    if strips > 1 and (no_room or rows < 1 or 0 < lanes % strips <= strips / 2):
        return None

    def tile(row: int, lane: int) -> Tile:
        far = (lane * wide, row * strips * unit)
        side = (wide, unit * (strips if row < rows else 1))
        row_column = (row, lane) if axis else (lane, row)
        return Tile(*row_column, *((pair if axis else pair[::-1]) for pair in (far, side)))

    whole = [(tile(row, lane),) for row in range(rows) for lane in range(lanes)]
    last = [tile(rows, lane) for lane in range(lanes)]
    sheets = [*whole, *(tuple(last[at : at + strips]) for at in range(0, lanes, strips))]
    if strips == 1:
        sheets.sort()
    grid = (rows + 1, lanes) if axis else (lanes, rows + 1)
    return Tiling(page, grid, axis, tuple(sheets))


def mat_title(mat: Mat) -> str:
    """Return a mat's name for people, with its seat if it is one seat's."""
    return mat.title if mat.seat is None else f"{mat.title} {mat.seat + 1}"


def _print_mat(pdf: Pdf, mat: Mat, on: Paper, ground: bool) -> None:
    """Add a mat's pages, as tiles that meet edge to edge at their crop marks.

    A note in the margin of a sheet names its tiles. Another note at each joined side names the
    neighbour.
    """
    tiled = tiling(mat.size_mm, on)
    pdf.turn(tiled.page)
    pdf.keep(mat.name, mat_svg(mat, ground))
    name = mat_title(mat)
    for tiles in tiled.sheets:
        boxes = list(_placed(tiles, tiled))
        for tile, (left, top, right, bottom) in zip(tiles, boxes, strict=True):
            foot = top - tile.at[1] + mat.size_mm[1]
            pdf.show(mat.name, left - tile.at[0], foot, (left, top, right, bottom))
        if pdf.pages == 0:
            notes_mm = NOTE_MM + NOTE_HIGH_MM if _notes_run_down(boxes) else 0.0
            rulers(pdf, on.margin_mm, (*boxes[0][:2], *boxes[-1][2:]), RULE, notes_mm)
        if min(boxes[0][:2]) > 0:
            xs, ys = ({box[side] for box in boxes for side in (axis, axis + 2)} for axis in (0, 1))
            crop_marks(pdf, sorted(xs), sorted(ys), on.margin_mm, gutters=True)
            _notes(pdf, name, tiles, tiled.grid, boxes)
        pdf.end_page()


def _placed(tiles: Sequence[Tile], tiled: Tiling) -> Iterator[Box]:
    """Yield the left, top, right and bottom of each tile of a sheet on the page."""
    axis, page = tiled.axis, tiled.page
    step = tiles[0].size[axis] + APART_MM
    taken = list(tiles[0].size)
    taken[axis] += (len(tiles) - 1) * step
    for number, tile in enumerate(tiles):
        corner = [(side - length) / 2 for side, length in zip(page, taken, strict=True)]
        corner[axis] += number * step
        yield corner[0], corner[1], corner[0] + tile.size[0], corner[1] + tile.size[1]


def _notes_run_down(boxes: Sequence[Box]) -> bool:
    """Whether the notes of a sheet run along its left and right sides, whose rims are wider."""
    left, top, *_ = boxes[0]
    return left > top


def _notes(
    pdf: Pdf,
    name: str,
    tiles: Sequence[Tile],
    grid: tuple[int, int],
    boxes: Sequence[Box],
) -> None:
    """Write the tiles' rows and columns and their neighbours into the wider margins.

    A home printer may be unable to print in the narrower margins.
    """
    left, top, right, bottom = (*boxes[0][:2], *boxes[-1][2:])
    down = _notes_run_down(boxes)
    start, length = (top, bottom - top) if down else (left, right - left)
    first = boxes[0][2 + down] - start  # The marks of a gap are beyond the first tile.
    sides = (left, right) if down else (top, bottom)

    def write(text: str, far: float, beyond: bool) -> None:
        near = sides[1] + NOTE_MM + NOTE_HIGH_MM if beyond else sides[0] - NOTE_MM
        if down:  # text that reads down the page has its foot at its left
            pdf.note(text, near - NOTE_HIGH_MM, start + far, down)
        else:
            pdf.note(text, start + far, near)

    def tile_at(along: int, across: int) -> str:
        """Return the name of the tile at this offset along and across, or an empty string."""
        row, column = tiles[0].row, tiles[0].column
        place = (row + along, column + across) if down else (row + across, column + along)
        is_one = all(0 <= at < most for at, most in zip(place, grid, strict=True))
        return f"{place[0] + 1}.{place[1] + 1}" if is_one else ""

    these = " + ".join(f"{tile.row + 1}.{tile.column + 1}" for tile in tiles)
    write(f"{name}   {these} / {grid[0]}.{grid[1]}   100 %", first / 2, False)
    if tiles[1:]:
        return
    write(tile_at(0, -1), length * 5 / 6, False)
    write(tile_at(0, 1), length * 5 / 6, True)
    for step, far, arrows in ((-1, NEXT_MM, "« {}"), (1, length - NEXT_MM, "{} »")):
        if beside := tile_at(step, 0):
            write(arrows.format(beside), far, False)
