"""Reuse the places found in the last frame: only changed areas are searched again.

Contours are searched only in windows around the changes. Unchanged cards in a window are painted
over with the bare mat. Clusters and hands are not painted over; they are detected on the whole mat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.rectified_mat import RectifiedMat
from vision.geometry import Floats, boxes_apart, enlarged, rescaled
from vision.pixels import whiteness
from vision.reading import Corners, Found, Image

# The corners of a card of which any part changed are at most this far from the change, in card
# heights.
REACH = 1.4
# A painted-over area is this many times as large as its card, because blur widens the card's edges
# by a pixel.
PAINTED = 1.03

Window = tuple[slice, slice]  # rows, columns
WindowBox = tuple[int, int, int, int]  # left, top, right, bottom


@dataclass(frozen=True)
class Known:
    """The places found on a mat, and the areas that have `changed` since then.

    The areas are (n, 4, 2), in pixels. The places are unchanged, and anything else on the mat lies
    in the changed areas.
    """

    places: Sequence[Found]
    changed: Sequence[Corners] = ()


@dataclass(frozen=True)
class SearchArea:
    """The area of a rectified mat to search, in its pixels.

    It consists of `windows` (None means the whole mat), without the `unchanged` cards (4 x 2 each).
    """

    unchanged: Sequence[Corners] = ()
    windows: Sequence[Window] | None = None

    @classmethod
    def around(
        cls,
        standing: Sequence[Corners],
        changed: Sequence[Corners],
        card_height: float,
        size: tuple[int, int],
    ) -> SearchArea:
        """Return the area around the quads (4 x 2) that `changed` on a mat of this size.

        `size` is height and width.
        """
        boxes = [_window_box(quad, REACH * card_height, size) for quad in changed]
        boxes = [box for box in boxes if box[0] < box[2] and box[1] < box[3]]
        merged: list[WindowBox] = []
        while boxes:
            box = boxes.pop()
            meets = [n for n, other in enumerate(boxes) if not boxes_apart(box, other)]
            if meets:
                met = [box, *(boxes.pop(n) for n in reversed(meets))]
                lefts, tops, rights, downs = zip(*met, strict=True)
                boxes.append((min(lefts), min(tops), max(rights), max(downs)))
            else:
                merged.append(box)
        windows = [(slice(top, down), slice(left, right)) for left, top, right, down in merged]
        return cls(standing, windows)

    def scaled_down(self, times: int) -> SearchArea:
        """Return the same area on the mat reduced by a factor in each direction."""
        windows = self.windows and [
            cast(Window, tuple(slice(s.start // times, -(-s.stop // times)) for s in window))
            for window in self.windows
        ]
        return SearchArea([rescaled(quad, 1 / times) for quad in self.unchanged], windows)

    def contains(self, points: Floats) -> NDArray[np.bool_]:
        """Return which points (n x 2) are in the area, (n,)."""
        if self.windows is None:
            return np.ones(len(points), np.bool_)
        shown = np.zeros(len(points), np.bool_)
        x, y = points.T
        for rows, columns in self.windows:
            inside = (rows.start <= y) & (y < rows.stop)
            shown |= inside & (columns.start <= x) & (x < columns.stop)
        return shown

    def mask_outside(self, seen: RectifiedMat) -> RectifiedMat:
        """Return a mat that looks bare outside the area."""
        if self.windows is None:
            return seen
        difference = np.zeros_like(seen.difference)
        for window in self.windows:
            difference[window] = seen.difference[window]
        return replace(seen, difference=difference)

    def cut_windows(self, seen: RectifiedMat) -> Iterator[tuple[RectifiedMat, Floats]]:
        """Yield each window, without the unchanged cards, and its origin (x, y)."""
        paper, difference = seen.paper, seen.difference
        if self.unchanged:
            paper, difference = paper.copy(), difference.copy()
            _paint(paper, difference, whiteness(seen.ground), self.unchanged)
        for window in self.windows if self.windows is not None else [(slice(0, None),) * 2]:
            rows, columns = window
            part = replace(
                seen,
                colour=seen.colour[window],
                ground=seen.ground[window],
                paper=paper[window],
                difference=difference[window],
            )
            yield part, np.array((columns.start, rows.start), np.float32)


def _window_box(quad: Corners, grown: float, size: tuple[int, int]) -> WindowBox:
    """Return a quad's enlarged bounding box, clipped to a picture; it is empty if outside."""
    low = np.floor(np.maximum(quad.min(0) - grown, 0)).astype(int)
    high = np.ceil(np.minimum(quad.max(0) + grown, size[::-1])).astype(int)
    return cast(WindowBox, (*low.tolist(), *high.tolist()))


def _paint(paper: Image, difference: Image, bare: Image, cards: Sequence[Corners]) -> None:
    """Paint over cards with the whiteness of the bare mat."""
    mask = np.zeros_like(paper)
    for quad in cards:
        cv2.fillConvexPoly(mask, enlarged(quad, PAINTED).round().astype(np.int32), 255)
    cv2.copyTo(bare, mask, paper)
    difference[mask > 0] = 0
