"""Printed sheets as pictures, cut apart where their own crop marks stand."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from vision.reading import Corners, Image

PX_PER_MM = 10
PATIENCE_S = 300
MOST_PAGES = 999
INK = 200  # of 255: what is darker is printed
MARK_MM = (3.0, 4.2)  # a crop mark is so long, and
THIN_MM = 0.3  # so thin at most: no letter and no drawing in a sheet's rim is
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
        """Yield the corners (4 x 2: TL, TR, BR, BL) of what is cut out, row by row."""
        for top, bottom in zip(self.ys, self.ys[1:], strict=False):
            for left, right in zip(self.xs, self.xs[1:], strict=False):
                outline = ((left, top), (right, top), (right, bottom), (left, bottom))
                yield np.array(outline, np.float32)


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


def cuts(page: Image) -> Cuts | None:
    """Return where the crop marks say to cut, None for a sheet without any; raises `BadSheet`."""
    ink = (cv2.cvtColor(page, cv2.COLOR_BGR2GRAY) < INK).astype(np.uint8)
    above, below = _marks(ink)
    left, right = _marks(np.ascontiguousarray(ink.T))
    if not any((above, below, left, right)):
        return None
    for side, other in ((above, below), (left, right)):
        if len(side) < 2 or len(side) != len(other) or np.abs(np.subtract(side, other)).max() > 1:
            raise BadSheet(f"crop marks at {side} do not face those at {other}")
    return Cuts(above, left)


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
