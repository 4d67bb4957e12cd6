"""Printed sheets as pictures, cut apart where their own crop marks stand."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from vision.reading import Corners, Image

PX_PER_MM = 10
PATIENCE_S = 300
MOST_PAGES = 999
INK = 40  # of 255: a thin line that is so much darker than what is around it is a mark
AROUND_MM = 0.6
GROUND = 200  # of 255: a mat's ground is darker
MARK_MM = (3.0, 4.2)  # a crop mark is so long, and
THIN_MM = 0.3  # so thin at most: no letter and no drawing in a sheet's rim is
WASTE_MM = 20.0  # What is narrower, between two cuts, is a gutter.
APART_MM = 0.3  # marks that differ less stand in one line
CAN_RASTERISE = "pdftoppm"


class BadSheet(Exception):
    """A sheet whose crop marks cannot be cut by; the message says why."""


@dataclass(frozen=True)
class Cuts:
    """Where a sheet is cut, in pixels: across (`xs`, from the left) and down (`ys`)."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def cells(self) -> Iterator[Corners]:
        """Yield the corners (4 x 2: TL, TR, BR, BL) of what is cut out, row by row.

        What lies between two gutters is thrown away.
        """
        for top, bottom in self._parts(self.ys):
            for left, right in self._parts(self.xs):
                outline = ((left, top), (right, top), (right, bottom), (left, bottom))
                yield np.array(outline, np.float32)

    @property
    def columns(self) -> int:
        """Return how many parts lie side by side."""
        return len(self._parts(self.xs))

    def turned_over(self, width_px: int) -> Cuts:
        """Return where the same cuts are on the back of the sheet, turned over its long edge."""
        return Cuts(tuple(width_px - x for x in reversed(self.xs)), self.ys)

    @staticmethod
    def _parts(cuts: tuple[float, ...]) -> list[tuple[float, float]]:
        return [(start, end) for start, end in pairwise(cuts) if end - start > WASTE_MM * PX_PER_MM]


def rasterised(
    pdf: Path, grey: bool = False, last: int = MOST_PAGES, px_per_mm: int = PX_PER_MM
) -> Iterator[Image]:
    """Yield the pages of a PDF as BGR pictures; `grey`: as a printer without colour prints them.

    None after the `last` one. Raises `FileNotFoundError` where `CAN_RASTERISE` is missing.
    """
    with TemporaryDirectory() as folder:
        options = ["-r", str(25.4 * px_per_mm), "-l", str(last), *(["-gray"] if grey else [])]
        command = [CAN_RASTERISE, *options, str(pdf), str(Path(folder) / "page")]
        subprocess.run(command, check=True, timeout=PATIENCE_S)
        for path in sorted(Path(folder).iterdir()):
            yield np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


def cuts(page: Image, parts: tuple[int, int] | None = None) -> Cuts | None:
    """Return where the crop marks say to cut, None for a sheet without any; raises `BadSheet`.

    `parts` are the tiles of a mat across and down, where they are known: what is drawn on them may
    look like a mark at one end of a cut.
    """
    grey = np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), np.uint8)
    above, below = _marks(thin_lines(grey))
    left, right = _marks(thin_lines(np.ascontiguousarray(grey.T)))
    if not any((above, below, left, right)):
        return None
    across, down = (None, None) if parts is None else (2 * one for one in parts)
    xs, ys = _facing(above, below, across), _facing(left, right, down)
    # The printer's margin takes the marks of a narrow rim; a mat's own edge is there.
    xs = xs or _edges(np.ascontiguousarray(grey.T), ys)
    ys = ys or _edges(grey, xs)
    for found, due, side, other in ((xs, across, above, below), (ys, down, left, right)):
        if not found or due not in (None, len(found)):
            raise BadSheet(f"crop marks at {side} do not face those at {other}")
    return Cuts(xs, ys)


def _facing(
    side: tuple[float, ...], other: tuple[float, ...], due: int | None
) -> tuple[float, ...]:
    """Return the marks at both ends of the cuts, or nothing if there are not `due` of them.

    Where their number is not known, each end must have just these.
    """
    both = tuple(one for one in side if any(abs(one - end) <= 1 for end in other))
    same = len(both) == len(side) == len(other) > 1 if due is None else len(both) == due
    return both if same else ()


def _edges(grey: Image, xs: tuple[float, ...]) -> tuple[float, ...]:
    """Return where what is dark between the first and the last cut begins and ends."""
    inside = grey[:, round(xs[0]) : round(xs[-1])] if xs else grey
    dark = np.pad((inside < GROUND).mean(1) > 0.7, 1)
    runs = np.flatnonzero(dark[1:] != dark[:-1]).reshape(-1, 2)
    return tuple(
        float(end) for start, stop in runs if stop - start > PX_PER_MM for end in (start, stop)
    )


def thin_lines(grey: Image) -> Image:
    """Return 1 where a thin upright line is, on paper or on a colour."""
    around = np.ones((1, round(AROUND_MM * PX_PER_MM)), np.uint8)
    return (cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, around) > INK).astype(np.uint8)


def _marks(ink: Image) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return where upright crop marks stand in the first line of them, and in the last."""
    least, most = (round(mm * PX_PER_MM) for mm in MARK_MM)
    upright = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((least, 1), np.uint8))
    _, _, stats, centres = cv2.connectedComponentsWithStats(upright)
    thin = THIN_MM * PX_PER_MM
    marks = [
        (int(top), float(centre[0]))
        for (_, top, wide, high, _), centre in zip(stats, centres, strict=True)
        if wide <= thin and high <= most
    ]
    tops = [top for top, _ in marks]
    lines = []
    for end in (min(tops, default=0), max(tops, default=0)):
        line = [x for top, x in marks if abs(top - end) <= APART_MM * PX_PER_MM]
        lines.append(tuple(sorted(line)))
    return lines[0], lines[1]
