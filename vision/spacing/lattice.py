"""Find rows and columns of cards, and the cell of each card, from the cards next to it.

The distance between cells is not known, and some cells are empty. Neighbouring cards, side by side
or corner to corner, show the distance, because no card fits between them. Separate groups are
connected if they are a whole number of steps apart; otherwise their cards have no cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, Matrix, apply, quarter_turn, side_lengths
from vision.mat import BETWEEN_CELLS

# The distance between the middles of neighbours, as a share of a card's side. At the minimum the
# cards overlap by a border. At the maximum there is clearly no room for a card between them.
NEIGHBOUR_DISTANCE = (0.9, 1.55)
ROW_OFFSET = 0.4  # Maximum offset within a row or column, as a share of a card's side.
# The deviation allowed from a whole number of steps, in cells: first between neighbours, then over
# empty cells, where an error of the step counts several times.
STEP_TOLERANCE = 0.3
GAP_TOLERANCE = 0.25
# The largest error of a card's side after rectification. A larger error means that the plane is
# wrong, as with three cards in one line. If corners are found to 1 %, the error is 0.05.
MAX_STRETCHED = 0.12
FREE_STEPS = 2  # This many empty steps are always allowed.
ASKEW_DEG = 25.0  # A card that is turned farther from all others is in no row.
# The share of the cards whose tops must point the same way. Otherwise the top of the rows is not
# known.
UPRIGHT = 0.65

Cell = tuple[int, int]  # Row and column, from the top left.


@dataclass(frozen=True)
class Lattice:
    """Rows and columns on a table, with each card's cell, or None if uncertain.

    `to_image` is the homography (3 x 3) from cells (column, row; whole numbers are their middles)
    to the picture. `cell_mm` is the distance between cells, across and down. If no two cards show
    the distance, it is the card's own size.
    """

    cells: tuple[Cell | None, ...]
    to_image: Matrix
    cell_mm: tuple[float, float]
    sure_up: bool


def lattice(quads: Floats, plane: Matrix, card_mm: tuple[float, float]) -> Lattice | None:
    """Return the rows and columns of cards (n x 4 x 2, TL, TR, BR, BL, pixels).

    `plane` is the homography (3 x 3) from the picture to the table, in mm. Return None if too few
    cards are in rows.
    """
    flat = np.array([apply(plane, quad) for quad in quads], np.float64)
    sides = side_lengths(flat) / [*card_mm, *card_mm]
    if np.abs(sides - 1).max() > MAX_STRETCHED:
        return None
    ways = flat[:, :2].mean(1) - flat[:, 2:].mean(1)
    up = ways[:, 0] + 1j * ways[:, 1]
    up /= np.maximum(np.abs(up), 1e-9)
    twice = (up**2).sum()  # A card the other way up is in the same cell.
    axis = np.sqrt(twice / max(abs(twice), 1e-9))
    tops = np.real(up * np.conj(axis))
    if (tops > 0).mean() < 0.5:
        axis, tops = -axis, -tops
    turn = -1j * np.conj(axis)  # Turns the rows' upward direction to that of the picture.
    straight = np.array([[turn.real, -turn.imag, 0], [turn.imag, turn.real, 0], [0, 0, 1]])
    middles = apply(straight, flat.mean(1).astype(np.float32)).astype(np.float64)
    aligned = np.abs(tops) > np.cos(np.radians(ASKEW_DEG))
    if not aligned.any():
        return None
    result = _cells(middles[aligned], np.array(card_mm))
    if result is None:
        return None
    known, steps = result
    cells: list[Cell | None] = [None] * len(quads)
    for number, cell in zip(np.flatnonzero(aligned), known, strict=True):
        cells[int(number)] = cell
    origin, across, down = _grid(cells, middles, steps)
    to_table = np.vstack([np.column_stack([across, down, origin]), (0, 0, 1)])
    to_image = cast(Matrix, np.linalg.inv(straight @ plane) @ to_table)
    sure = max((tops > 0).mean(), (tops < 0).mean()) >= UPRIGHT
    cell_mm = (float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    top, left = _first(cells)
    return Lattice(
        tuple(None if cell is None else (cell[0] - top, cell[1] - left) for cell in cells),
        to_image @ np.array([[1.0, 0, left], [0, 1, top], [0, 0, 1]]),
        cell_mm,
        bool(sure),
    )


def _cells(middles: Floats, card: Floats) -> tuple[list[Cell | None], Floats] | None:
    """Return the cells of upright cards from their middles (n x 2, mm), and the steps."""
    off = middles[None] - middles[:, None]  # Vectors from the first card to the second.
    share = off / card
    near = (np.abs(share) > NEIGHBOUR_DISTANCE[0]) & (np.abs(share) < NEIGHBOUR_DISTANCE[1])
    in_line = np.abs(share) < ROW_OFFSET
    beside = near[..., 0] & in_line[..., 1]
    below = in_line[..., 0] & near[..., 1]
    corner = near.all(2)
    pairs = (beside if beside.any() else corner, below if below.any() else corner)
    measured = np.array([bool(pair.any()) for pair in pairs])
    steps = np.array(
        [
            np.median(np.abs(off[..., side])[pairs[side]]) if measured[side] else card[side]
            for side in (0, 1)
        ]
    )
    links = beside | below | corner
    parts = _connected_parts(links)
    cells: list[Cell | None] = [None] * len(middles)
    main = parts[0]
    if len(main) == 1 and len(middles) > 1:
        return None
    if not _walk(main, links, off, steps, cells):
        return None
    apart = parts[1:]
    while joined := [p for p in apart if _join(p, links, off, middles, steps, measured, cells)]:
        apart = [part for part in apart if part not in joined]
    _drop_shared_cells(cells)
    known, at = _placed(cells)
    if not known:
        return None
    origin, across, down = _grid(cells, middles, steps)
    here = middles[known] - (origin + at[:, :1] * across + at[:, 1:] * down)
    for n, far in zip(known, np.abs(here / steps).max(1), strict=True):
        if far > BETWEEN_CELLS:
            cells[n] = None
    return (cells, steps) if any(cell is not None for cell in cells) else None


def _connected_parts(links: NDArray[np.bool_]) -> list[list[int]]:
    """Return the connected groups of cards, the largest first."""
    left = set(range(len(links)))
    parts: list[list[int]] = []
    while left:
        part = [min(left)]
        left.discard(part[0])
        for number in part:
            more = [n for n in np.flatnonzero(links[number]).tolist() if n in left]
            part += more
            left.difference_update(more)
        parts.append(part)
    return sorted(parts, key=len, reverse=True)


def _walk(
    part: Sequence[int],
    links: NDArray[np.bool_],
    off: Floats,
    steps: Floats,
    cells: list[Cell | None],
) -> bool:
    """Assign cells to connected cards, from neighbour to neighbour.

    A card gets no cell if different routes lead to different cells. Return False if that is so for
    most cards.
    """
    cells[part[0]] = (0, 0)
    for number in part:
        row, column = cells[number] or (0, 0)
        for other in np.flatnonzero(links[number]).tolist():
            if cells[other] is None:
                by = np.rint(off[number, other] / steps).astype(int)
                cells[other] = (row + int(by[1]), column + int(by[0]))
    wrong = []
    for index in part:
        mine = cells[index]
        against = 0
        around = np.flatnonzero(links[index]).tolist()
        for other in around:
            yours = cells[other]
            if mine is None or yours is None:
                continue
            answer = np.array([yours[1] - mine[1], yours[0] - mine[0]])
            against += bool((np.abs(off[index, other] / steps - answer) > STEP_TOLERANCE).any())
        if 2 * against > len(around):
            wrong.append(index)
    for item in wrong:
        cells[item] = None
    return 2 * len(wrong) <= len(part)


def _join(
    part: Sequence[int],
    links: NDArray[np.bool_],
    off: Floats,
    middles: Floats,
    steps: Floats,
    measured: NDArray[np.bool_],
    cells: list[Cell | None],
) -> bool:
    """Assign cells to a separate group of cards, over a whole number of steps.

    Return whether that was possible. The distance must not exceed the span of the cards with cells,
    because an error of the step adds up. In a direction in which the step was not `measured`, there
    must be no gap.
    """
    _, at = _placed(cells)
    origin, across, down = _grid(cells, middles, steps)
    to_cells = np.linalg.inv(np.column_stack([across, down]))
    own: list[Cell | None] = [None] * len(cells)
    _walk(part, links, off, steps, own)
    there = [n for n in part if own[n] is not None]
    if not there:
        return False
    place = (middles[there] - origin) @ to_cells.T - np.array([own[n] for n in there])[:, ::-1]
    by = np.rint(place.mean(0))
    new = by + np.array([own[n] for n in there])[:, ::-1]
    beyond = np.maximum(at.min(0) - new, new - at.max(0)).min(0)
    most = np.where(measured, np.maximum(np.ptp(at, axis=0), FREE_STEPS), 0)
    if (np.abs(place - by) > GAP_TOLERANCE).any() or (beyond > most).any():
        return False
    for n in there:
        row, column = own[n] or (0, 0)
        cells[n] = (row + int(by[1]), column + int(by[0]))
    return True


def _drop_shared_cells(cells: list[Cell | None]) -> None:
    """Remove the cells of cards that were assigned the same cell."""
    often = Counter(cell for cell in cells if cell is not None)
    for n, cell in enumerate(cells):
        if cell is not None and often[cell] > 1:
            cells[n] = None


def _placed(cells: Sequence[Cell | None]) -> tuple[list[int], Floats]:
    """Return the indices of the cards with cells, and their columns and rows (n x 2)."""
    known = [n for n, cell in enumerate(cells) if cell is not None]
    at = np.array([cells[n] for n in known], np.float64).reshape(-1, 2)
    return known, at[:, ::-1]


def _grid(
    cells: Sequence[Cell | None], middles: Floats, steps: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the place of cell (0, 0) and the steps across and down (2,), in mm.

    They are fitted to the cards with cells. If all of them are in one row, the step down is at
    right angles to it.
    """
    known, at = _placed(cells)
    middles = middles[known]
    spread = np.ptp(at, axis=0) > 0
    terms = np.column_stack([np.ones(len(at)), *(at[:, n] for n in (0, 1) if spread[n])])
    if np.linalg.matrix_rank(terms) < terms.shape[1]:  # a diagonal
        return (middles - at * steps).mean(0), *np.diag(steps)
    origin, *ways = np.linalg.lstsq(terms, middles, rcond=None)[0]
    if spread.all():
        return origin, *ways
    if not spread.any():
        return origin, *np.diag(steps)
    (way,) = ways
    beside = quarter_turn(way) / max(float(np.linalg.norm(way)), 1e-9)
    if spread[0]:
        return origin, way, beside * steps[1]
    return origin, -beside * steps[0], way


def _first(cells: Sequence[Cell | None]) -> Cell:
    known = [cell for cell in cells if cell is not None]
    return min(row for row, _ in known), min(column for _, column in known)
