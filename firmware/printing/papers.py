"""Sizes of paper, the marks around the prints, and writing a PDF file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from firmware.errors import PrintError
from firmware.printing.pdf import Box, Pair, Pdf
from referee.contract import Message
from referee.disk.storage import write_whole
from referee.disk.textfiles import reason
from referee.words import say


class Paper(NamedTuple):
    """A paper's width and height, and the margin that a home printer leaves blank."""

    size_mm: Pair
    margin_mm: float = 5.5

    @property
    def rim_mm(self) -> float:
        """Return how wide a rim must be to hold crop marks that a home printer prints."""
        return self.margin_mm + CROP_MM[1]


PAPERS = {
    "A2": Paper((420.0, 594.0)),
    "A3": Paper((297.0, 420.0)),
    "A4": Paper((210.0, 297.0)),
    "A5": Paper((148.0, 210.0)),
    "letter": Paper((215.9, 279.4), 6.35),
    "tabloid": Paper((279.4, 431.8), 6.35),
}
CROP_MM = (1.0, 4.5)  # Distances of a crop mark's two ends from the cut.
TICK_MM = 3.2  # Length of the marks that lie on a cut; a corner rounder takes most of them away.
HAIRLINE_MM = 0.09
RULER_MM, STEP_MM, HIGH_MM = 100.0, 10.0, 2.0  # A check ruler: its length, steps and ticks.
RULER_PT = 5.5
NOTE_AT_MM = 65.0  # Place of the ruler's note, away from the crop marks of a narrow rim.
NOTE_WIDE_MM = 32.0  # Its width, at most; no step of the ruler is marked there.
RULER_RIM_MM = 3.0  # A rim this wide holds a ruler; otherwise the ruler is in the printed box,
INSIDE_MM = 5.0  # this far from its edge.
CORNER_MM = 60.0  # A marker and its rim are nearer to a mat's corner.


def write(pdf: Pdf, out_pdf: str | Path) -> int:
    """Write a PDF completely or not at all. Return its number of pages.

    Raise `PrintError` on failure.
    """
    write_file(out_pdf, pdf.data())
    return pdf.pages


def write_file(out: str | Path, data: bytes) -> None:
    """Write a file completely or not at all. Raise `PrintError` on failure."""
    try:
        write_whole(Path(out), data)
    except OSError as error:
        raise PrintError("cli.print.unwritable", file=str(out), reason=reason(error)) from error


def crop_marks(
    pdf: Pdf, xs: Sequence[float], ys: Sequence[float], rim_mm: float, gutters: bool = False
) -> None:
    """Draw crop marks for the cuts at `xs` and `ys`, in mm.

    Marks in the rim show each cut at both ends, as far as the printer's margin of `rim_mm` allows.
    Ticks on the cuts, at each corner of a part, are still there after any other cut. With
    `gutters`, each second strip is thrown away, and the ticks lie at its sides.
    """
    (near, far), (wide, high) = CROP_MM, pdf.page_mm
    for x in xs:
        for start, end in ((ys[0] - near, ys[0] - far), (ys[-1] + near, ys[-1] + far)):
            if rim_mm <= end <= high - rim_mm:
                pdf.line(x, start, x, end)
    for y in ys:
        for start, end in ((xs[0] - near, xs[0] - far), (xs[-1] + near, xs[-1] + far)):
            if rim_mm <= end <= wide - rim_mm:
                pdf.line(start, y, end, y)
    for (x, aside), (y, above) in product(_outward(xs, gutters), _outward(ys, gutters)):
        for end in _ends(x, xs, gutters):
            pdf.line(x, y + above, end, y + above)
        for end in _ends(y, ys, gutters):
            pdf.line(x + aside, y, x + aside, end)


def _outward(cuts: Sequence[float], gutters: bool) -> Iterator[Pair]:
    """Yield each cut, and the distance that moves a mark on it off the part."""
    for number, cut in enumerate(cuts):
        first, last = number == 0, number == len(cuts) - 1
        if gutters:
            first, last = number % 2 == 0, number % 2 == 1
        yield cut, HAIRLINE_MM / 2 * (last - first)


def _ends(cut: float, cuts: Sequence[float], gutters: bool) -> Iterator[float]:
    """Yield the far ends of the ticks that begin at a cut, along the parts next to it."""
    number = cuts.index(cut)
    if number and (not gutters or number % 2):
        yield cut - TICK_MM
    if number < len(cuts) - 1 and (not gutters or number % 2 == 0):
        yield cut + TICK_MM


def rulers(
    pdf: Pdf, margin_mm: float, box: Box, ink: str, notes_mm: float = 0.0, turns: bool = False
) -> None:
    """Draw a ruler of 100 mm in each direction, outside of the printed `box`.

    They say to print at actual size and, if the sheet `turns`, on which edge. If the rim is too
    narrow, the ruler lies in the box, in a colour (`ink`) that suits it. Notes take `notes_mm` of
    the rim at the left; the ruler then lies at the right of the box.
    """
    wide, high = pdf.page_mm
    left, top, right, bottom = box
    size = say(Message("cli.print.actual_size", {"mm": f"{RULER_MM:g}"}), pdf.language)
    edge = f"{RULER_MM:g} mm   {say(Message('cli.print.long_edge'), pdf.language)}"
    edge = edge if turns else size
    if high - bottom >= margin_mm + RULER_RIM_MM:
        _ruler(pdf, (wide - RULER_MM) / 2, high - margin_mm - 0.1, 0, "", size)
    else:
        _ruler(pdf, _clear_of_corners(left, right), bottom - INSIDE_MM, 0, ink, size)
    if left >= margin_mm + RULER_RIM_MM + notes_mm:
        _ruler(pdf, margin_mm + 0.1, (high - RULER_MM) / 2, -90, "", edge)
    else:
        inside = right - INSIDE_MM if notes_mm else left + INSIDE_MM
        _ruler(pdf, inside, _clear_of_corners(top, bottom), -90, ink, edge)


def _clear_of_corners(start: float, end: float) -> float:
    """Return the start of a ruler that avoids the first corner: a mat has a marker there."""
    middle = (start + end - RULER_MM) / 2
    return middle if middle - start >= CORNER_MM else end - RULER_MM - 2 * INSIDE_MM


def _ruler(pdf: Pdf, left: float, top: float, degrees: float, ink: str, note: str) -> None:
    with pdf.turned(left, top, degrees):
        pdf.line(0, 0, RULER_MM, 0, ink)
        for step in range(round(RULER_MM / STEP_MM) + 1):
            at = step * STEP_MM
            end = at in (0, RULER_MM)
            if end or abs(at - NOTE_AT_MM) > NOTE_WIDE_MM / 2:
                pdf.line(at, 0, at, -HIGH_MM if end else -0.6 * HIGH_MM, ink)
        pdf.note(note, NOTE_AT_MM, -0.5, size_pt=RULER_PT, ink=ink)
