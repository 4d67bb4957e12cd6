"""Curves of how readings hold up as a hardship grows, as pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.bench.vision.tally import Outcome, Tally
from vision.reading import Image

SIZE = (320, 200)
FINER = 3  # drawn so many times larger, then shrunk
LEFT, RIGHT, TOP, BOTTOM = 38, 12, 14, 24
PAPER, INK, GRID = (255, 255, 255), (60, 60, 60), (225, 225, 225)
BANDS = (  # from the bottom up: what may be counted, and its colour (BGR), safe for all eyes
    (("right",), (115, 158, 0)),
    (("refused",), (200, 222, 170)),
    (("doubtful", "unknown", "unclear"), (66, 200, 245)),
    (("missed",), (200, 200, 200)),
    (("wrong",), (0, 60, 213)),
)
WRONG_MARK = 5  # radius of a dot where anything was wrong: a share of one in a thousand is no width


def curve(columns: Sequence[Tally]) -> Image:
    """Draw how the shares change from the first column to the last; returns SIZE, BGR."""
    width, height = SIZE[0] * FINER, SIZE[1] * FINER
    image = np.full((height, width, 3), PAPER, np.uint8)
    box = LEFT * FINER, TOP * FINER, width - RIGHT * FINER, height - BOTTOM * FINER
    xs = np.linspace(box[0], box[2], max(2, len(columns)))
    shares = np.array([_shares(tally) for tally in columns])
    if len(columns) == 1:
        shares = np.repeat(shares, 2, axis=0)
    below = np.zeros(len(xs))
    for band, (_, colour) in enumerate(BANDS):
        above = below + shares[:, band]
        edge = np.concatenate(
            [np.column_stack([xs, _y(box, above)]), np.column_stack([xs, _y(box, below)])[::-1]]
        )
        cv2.fillPoly(image, [np.rint(edge).astype(np.int32)], colour, cv2.LINE_AA)
        below = above
    for share in (0.0, 0.5, 1.0):
        y = round(float(_y(box, np.array(share))))
        cv2.line(image, (box[0], y), (box[2], y), GRID if share else INK, FINER // 2 + 1)
        _write(image, f"{share:.0%}", (4 * FINER, y + 4 * FINER))
    for severity, (x, tally) in enumerate(zip(xs, columns, strict=False)):
        at = (round(float(x)), box[3])
        cv2.line(image, at, (at[0], at[1] + 3 * FINER), INK, FINER // 2 + 1)
        _write(image, str(severity), (at[0] - 3 * FINER, height - 7 * FINER))
        if tally.mistaken:
            top = (at[0], box[1])
            cv2.circle(image, top, WRONG_MARK * FINER, BANDS[-1][1], cv2.FILLED, cv2.LINE_AA)
    return np.asarray(cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def strip(thumbnails: Sequence[Image], gap: int = 4) -> Image:
    """Return small pictures side by side."""
    height = thumbnails[0].shape[0]
    between = np.full((height, gap, 3), PAPER, np.uint8)
    parts = [part for thumbnail in thumbnails for part in (thumbnail, between)]
    return np.asarray(np.hstack(parts[:-1]), np.uint8)


def sheet(curves: Sequence[tuple[str, Image]], across: int = 5) -> Image:
    """Return all curves on one sheet, each under its name."""
    title = 24
    empty = np.full((SIZE[1] + title, SIZE[0], 3), PAPER, np.uint8)
    cells = []
    for name, picture in curves:
        cell = empty.copy()
        cell[title:] = picture
        cv2.putText(
            cell, name, (LEFT, title - 6), cv2.FONT_HERSHEY_SIMPLEX, 0.5, INK, 1, cv2.LINE_AA
        )
        cells.append(cell)
    cells += [empty] * (-len(cells) % across)
    lines = [np.hstack(cells[i : i + across]) for i in range(0, len(cells), across)]
    return np.asarray(np.vstack(lines), np.uint8)


def _shares(tally: Tally) -> list[float]:
    total = max(1, tally.cards)
    return [sum(tally.counts[Outcome(o)] for o in outcomes) / total for outcomes, _ in BANDS]


def _y(box: tuple[int, int, int, int], share: np.ndarray) -> np.ndarray:
    return np.asarray(box[3] - share * (box[3] - box[1]))


def _write(image: Image, text: str, at: tuple[int, int]) -> None:
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36 * FINER, INK, FINER // 2 + 1,
                cv2.LINE_AA)  # fmt: skip
