"""Prints the markers of mats alone, to cut out and glue on dark card.

Each marker keeps its white rim, and a label below it gives the place of its centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from firmware.printing.layout import Layout, layout
from firmware.printing.naming import must_be_printable
from firmware.printing.papers import CROP_MM, PAPERS, RULER_RIM_MM, Paper, crop_marks, rulers, write
from firmware.printing.pdf import GREY, MARK, Box, Pdf
from firmware.printing.tiles import mat_title
from firmware.printing.typeset import Style, marked, paragraph
from referee.contract import Message
from referee.words import say
from vision.art.matart import marker_svg
from vision.mat import Mat

GUTTER_MM = 16.0  # Room for a label below each marker, also below those of the last row.
ASIDE_MM = 6.0  # A label is wider than its marker by this much on each side.
LABEL_MM = 5.0  # Distance from the cut to the label.
LABEL_PT = 8.0


def print_markers(
    out_pdf: str | Path, mats: Sequence[Mat], language: str, paper_name: str = "A4"
) -> int:
    """Write all markers of some mats as a PDF. Return the number of pages.

    Raise `PrintError` for an unknown language, or an unwritable file.
    """
    must_be_printable(language)
    on = PAPERS[paper_name]
    pdf = Pdf(on.size_mm, "markers", language)
    one_size = groupby(sorted(mats, key=_side_mm), _side_mm)
    for side_mm, equal in one_size:
        markers = [(mat, number) for mat in equal for number in mat.markers]
        grid = layout(len(markers), _without_labels(on), (side_mm, side_mm), GUTTER_MM)
        for at in range(0, len(markers), grid.count):
            _page(pdf, markers[at : at + grid.count], language, on, grid)
    return write(pdf, out_pdf)


def _without_labels(on: Paper) -> Paper:
    """Return the paper for the markers, without the rim for labels and rulers."""
    wide, high = on.size_mm
    margin_mm = on.margin_mm + RULER_RIM_MM + ASIDE_MM - CROP_MM[1]
    return Paper((wide, high - GUTTER_MM + ASIDE_MM), margin_mm)


def _side_mm(mat: Mat) -> float:
    return mat.marker_mm + 2 * mat.quiet_mm


def _page(
    pdf: Pdf, markers: Sequence[tuple[Mat, int]], language: str, on: Paper, grid: Layout
) -> None:
    xs, ys = grid.xs, grid.ys
    if pdf.pages == 0:
        rulers(pdf, on.margin_mm, (xs[0], ys[0], xs[-1], ys[-1] + GUTTER_MM), GREY)
    for (mat, number), place in zip(markers, grid.boxes(), strict=False):
        name = f"{mat.name} {number}"
        pdf.keep(name, marker_svg(mat, number))
        pdf.show(name, place[0], place[3])
        _label(pdf, mat, number, place, language)
    crop_marks(pdf, xs, ys, on.margin_mm, gutters=True)
    pdf.end_page()


def _label(pdf: Pdf, mat: Mat, number: int, place: Box, language: str) -> None:
    across, down = mat.markers[number]
    label = f"<b>{marked(f'{mat_title(mat)}: {number}')}</b><br/>" + marked(
        say(Message("cli.print.marker", {"across": across, "down": down}), language)
    )
    left, _, right, bottom = place
    style = Style(LABEL_PT, MARK, centred=True, leading=1.1)
    block = paragraph(label, right - left + 2 * ASIDE_MM, style)
    block.draw(pdf, left - ASIDE_MM, bottom + LABEL_MM)
