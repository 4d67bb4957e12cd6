"""The layout of cards or pieces of one size on a sheet."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from firmware.errors import PrintError
from firmware.printing.papers import Paper
from firmware.printing.pdf import Box, Pair


@dataclass(frozen=True)
class Layout:
    """A grid of parts in the middle of a page; `turned` parts lie with their tops to the left.

    `gutter_mm` is the gap between parts, 0 if one cut parts two of them.
    """

    page_mm: Pair
    size_mm: Pair
    columns: int
    rows: int
    turned: bool
    gutter_mm: float

    @property
    def count(self) -> int:
        """Return the number of parts on a sheet."""
        return self.columns * self.rows

    @property
    def xs(self) -> list[float]:
        """Return where to cut across, in mm from the page's left edge."""
        return self._cuts(0, self.columns)

    @property
    def ys(self) -> list[float]:
        """Return where to cut down, in mm from the page's top edge."""
        return self._cuts(1, self.rows)

    def boxes(self) -> Iterator[Box]:
        """Yield the place of each part, row by row."""
        step = 2 if self.gutter_mm else 1
        for top, bottom in list(pairwise(self.ys))[::step]:
            for left, right in list(pairwise(self.xs))[::step]:
                yield left, top, right, bottom

    def _cuts(self, axis: int, count: int) -> list[float]:
        card_mm = (self.size_mm[::-1] if self.turned else self.size_mm)[axis]
        step = card_mm + self.gutter_mm
        first = (self.page_mm[axis] - count * step + self.gutter_mm) / 2
        starts = [first + number * step for number in range(count)]
        return (
            [cut for start in starts for cut in (start, start + card_mm)]
            if self.gutter_mm
            else [*starts, starts[-1] + card_mm]
        )


def layout(
    count: int, paper: Paper, size_mm: Pair, gutter_mm: float = 0.0, full: bool = False
) -> Layout:
    """Return the grid for `count` parts that needs the fewest sheets, in full rows.

    With `full`, it has as many parts as the sheet holds. Raise `PrintError` if a part is larger
    than the paper.
    """
    grids = [
        (columns, rows, turned)
        for turned in (False, True)
        for columns, rows in [_room(paper, size_mm[::-1] if turned else size_mm, gutter_mm)]
        if columns and rows
    ]
    if not grids:
        wide, high = map(round, size_mm)
        raise PrintError("cli.print.part_too_large", width=wide, height=high)
    # Of grids that need equally many sheets, the first one wins: its parts are upright.
    columns, rows, turned = min(grids, key=lambda grid: math.ceil(count / (grid[0] * grid[1])))
    if not full:
        sheets = math.ceil(count / (columns * rows))
        rows = math.ceil(count / sheets / columns)  # Full rows, spread evenly over the sheets.
    return Layout(paper.size_mm, size_mm, columns, rows, turned, gutter_mm)


def _room(paper: Paper, size_mm: Pair, gutter_mm: float) -> tuple[int, int]:
    """Return how many parts fit across and down, with room for crop marks around them."""
    columns, rows = (
        int((side - 2 * paper.rim_mm + gutter_mm + 1e-6) // (length + gutter_mm))
        for side, length in zip(paper.size_mm, size_mm, strict=True)
    )
    return columns, rows
