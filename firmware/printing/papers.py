"""Sizes of paper, crop marks, and writing a PDF file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.pdf import Pdf
from referee.disk.storage import write_whole
from referee.disk.textfiles import reason

PAPERS_MM = {
    "A2": (420.0, 594.0),
    "A3": (297.0, 420.0),
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "letter": (215.9, 279.4),
}
MARGIN_MM = 5.5  # A home printer leaves a margin this wide blank.

Pair = tuple[float, float]


def paper_mm(name: str) -> Pair:
    """Return the width and height of a paper in mm. Raise `PrintError` for an unknown one."""
    try:
        return PAPERS_MM[name]
    except KeyError:
        raise PrintError("cli.print.no_paper", paper=name, papers=tuple(PAPERS_MM)) from None


def write(pdf: Pdf, out_pdf: str | Path) -> int:
    """Write a PDF completely or not at all. Return its number of pages.

    Raise `PrintError` on failure.
    """
    path, data = Path(out_pdf), pdf.data()
    try:
        write_whole(path.resolve(), data)
    except OSError as error:
        raise PrintError("cli.print.unwritable", file=str(out_pdf), reason=reason(error)) from error
    return pdf.pages


CROP_MM = (1.0, 4.5)  # Distances of a crop mark's two ends from the cut.


def crop_marks(pdf: Pdf, xs: Sequence[float], ys: Sequence[float]) -> None:
    """Draw crop marks around the cuts at `xs` and `ys`, in mm."""
    near, far = CROP_MM
    for x in xs:
        pdf.line(x, ys[0] - far, x, ys[0] - near)
        pdf.line(x, ys[-1] + near, x, ys[-1] + far)
    for y in ys:
        pdf.line(xs[0] - far, y, xs[0] - near, y)
        pdf.line(xs[-1] + near, y, xs[-1] + far, y)
