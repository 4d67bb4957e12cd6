"""Cards in rows and columns of their own: each one's cell, told by the cards beside it.

How far apart cells are is not known, nor is every cell taken: cards that lie side by side, or
corner to corner, tell it, as no card has room between them. What lies apart is reached over whole
numbers of such steps. Where these do not tell, there is no cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Floats, Matrix, apply
from vision.mat import BETWEEN

# Of a card's side, from one middle to the next beside it. The least is that of cards that lap by a
# rim's width, the most leaves no doubt whether a card has room between.
BESIDE = (0.9, 1.55)
ALONG = 0.4  # of a card's side: so far may cards of one row, or of one column, be off each other
# Of a cell, off a whole number of steps: between cards side by side, and over empty cells, where
# an error in the step counts as often as there are steps.
OFF = 0.3
OFF_APART = 0.25
# Of a card's side, that any comes out longer or shorter: the plane was told wrongly then, as
# by three cards in one line. By corners found to 1 % it is 0.05.
MAX_STRETCHED = 0.12
FEW_STEPS = 2  # may always be gone over
ASKEW_DEG = 25.0  # off all others: a card turned further lies in no row
# Of all cards, whose tops point one way: fewer do not tell where the rows' own top is.
UPRIGHT = 0.65

Cell = tuple[int, int]  # row and column, from the uppermost and the leftmost


@dataclass(frozen=True)
class Lattice:
    """Rows and columns on a table: each card's cell, None where that is not sure.

    `to_image` is the homography (3 x 3) to the picture from cells: column and row, of which whole
    numbers are middles. `cell_mm` is how far apart they are, across and down: a card's own side
    where no two cards tell.
    """

    cells: tuple[Cell | None, ...]
    to_image: Matrix
    cell_mm: tuple[float, float]
    sure_up: bool


def lattice(quads: Floats, plane: Matrix, card_mm: tuple[float, float]) -> Lattice | None:
    """Return the rows and columns of cards (n x 4 x 2, TL, TR, BR, BL, pixels), one or more.

    `plane` is the homography (3 x 3) from the picture to the table, in mm. None where too few lie
    as in rows for any of them to have a cell.
    """
    flat = np.array([apply(plane, quad) for quad in quads], np.float64)
    sides = np.linalg.norm(np.roll(flat, -1, 1) - flat, axis=2) / [*card_mm, *card_mm]
    if np.abs(sides - 1).max() > MAX_STRETCHED:
        return None
    up = _complex(flat[:, :2].mean(1) - flat[:, 2:].mean(1))
    up /= np.maximum(np.abs(up), 1e-9)
    twice = (up**2).sum()  # alike for a card the other way up
    axis = np.sqrt(twice / max(abs(twice), 1e-9))
    tops = np.real(up * np.conj(axis))
    if (tops > 0).mean() < 0.5:
        axis, tops = -axis, -tops
    turn = -1j * np.conj(axis)  # which takes the rows' up to that of a picture
    straight = np.array([[turn.real, -turn.imag, 0], [turn.imag, turn.real, 0], [0, 0, 1]])
    middles = apply(straight, flat.mean(1).astype(np.float32)).astype(np.float64)
    aligned = np.abs(tops) > np.cos(np.radians(ASKEW_DEG))
    if not aligned.any():
        return None
    found = _cells(middles[aligned], np.array(card_mm))
    if found is None:
        return None
    known, steps = found
    cells: list[Cell | None] = [None] * len(quads)
    for number, cell in zip(np.flatnonzero(aligned), known, strict=True):
        cells[int(number)] = cell
    placed = [n for n, cell in enumerate(cells) if cell is not None]
    at = np.array([cells[n] for n in placed], np.float64)[:, ::-1]
    origin, across, down = _grid(at, middles[placed], steps)
    to_mm = np.array(
        [[*_components(across, down, 0), origin[0]], [*_components(across, down, 1), origin[1]]]
    )
    to_table = np.vstack([to_mm, (0, 0, 1)])
    to_image = cast(Matrix, np.linalg.inv(straight @ plane) @ to_table)
    sure = max((tops > 0).mean(), (tops < 0).mean()) >= UPRIGHT
    cell_mm = (float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    return Lattice(_from_first(cells), _shifted(to_image, cells), cell_mm, bool(sure))


def _cells(middles: Floats, card: Floats) -> tuple[list[Cell | None], Floats] | None:
    """Return the cells of cards that lie upright, by their middles (n x 2, mm), and the steps."""
    off = middles[None] - middles[:, None]  # from the first to the second
    share = off / card
    near = (np.abs(share) > BESIDE[0]) & (np.abs(share) < BESIDE[1])
    level_ = np.abs(share) < ALONG
    beside = near[..., 0] & level_[..., 1]
    below = level_[..., 0] & near[..., 1]
    corner = near.all(2)
    pairs = (beside if beside.any() else corner, below if below.any() else corner)
    told = np.array([bool(one.any()) for one in pairs])
    steps = np.array(
        [
            np.median(np.abs(off[..., side])[pairs[side]]) if told[side] else card[side]
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
    while joined := [p for p in apart if _join(p, links, off, middles, steps, told, cells)]:
        apart = [part for part in apart if part not in joined]
    _drop_shared_cells(cells)
    known = [n for n, cell in enumerate(cells) if cell is not None]
    if not known:
        return None
    at = np.array([cells[n] for n in known], np.float64)[:, ::-1]
    origin, across, down = _grid(at, middles[known], steps)
    here = middles[known] - (origin + at[:, :1] * across + at[:, 1:] * down)
    for n, far in zip(known, np.abs(here / steps).max(1), strict=True):
        if far > BETWEEN:
            cells[n] = None
    return (cells, steps) if any(cell is not None for cell in cells) else None


def _connected_parts(links: NDArray[np.bool_]) -> list[list[int]]:
    """Return the numbers of cards that hang together, the most first."""
    left = set(range(len(links)))
    parts: list[list[int]] = []
    while left:
        part = [min(left)]
        left.discard(part[0])
        for one in part:
            more = [n for n in np.flatnonzero(links[one]).tolist() if n in left]
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
    """Give cards that hang together their cells, from neighbour to neighbour.

    Where two ways lead to different cells a card has none; False where that is so of most.
    """
    cells[part[0]] = (0, 0)
    for one in part:
        row, column = cells[one] or (0, 0)
        for other in np.flatnonzero(links[one]).tolist():
            if cells[other] is None:
                by = np.rint(off[one, other] / steps).astype(int)
                cells[other] = (row + int(by[1]), column + int(by[0]))
    wrong = []
    for one in part:
        mine = cells[one]
        against = 0
        around = np.flatnonzero(links[one]).tolist()
        for other in around:
            yours = cells[other]
            if mine is None or yours is None:
                continue
            told = np.array([yours[1] - mine[1], yours[0] - mine[0]])
            against += bool((np.abs(off[one, other] / steps - told) > OFF).any())
        if 2 * against > len(around):
            wrong.append(one)
    for one in wrong:
        cells[one] = None
    return 2 * len(wrong) <= len(part)


def _join(
    part: Sequence[int],
    links: NDArray[np.bool_],
    off: Floats,
    middles: Floats,
    steps: Floats,
    told: NDArray[np.bool_],
    cells: list[Cell | None],
) -> bool:
    """Give cards that lie apart from all others their cells, over whole numbers of steps.

    Tell whether it was done: not across more steps than the cards span that have cells, as an error
    in a step counts with each, nor along a side on which no two cards have `told` the step.
    """
    known = [n for n, cell in enumerate(cells) if cell is not None]
    at = np.array([cells[n] for n in known], np.float64)[:, ::-1]
    origin, across, down = _grid(at, middles[known], steps)
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
    most = np.where(told, np.maximum(np.ptp(at, axis=0), FEW_STEPS), 0)
    if (np.abs(place - by) > OFF_APART).any() or (beyond > most).any():
        return False
    for n in there:
        row, column = own[n] or (0, 0)
        cells[n] = (row + int(by[1]), column + int(by[0]))
    return True


def _drop_shared_cells(cells: list[Cell | None]) -> None:
    """Take their cell from cards that came to the same one."""
    often = Counter(cell for cell in cells if cell is not None)
    for n, cell in enumerate(cells):
        if cell is not None and often[cell] > 1:
            cells[n] = None


def _grid(at: Floats, middles: Floats, steps: Floats) -> tuple[Floats, Floats, Floats]:
    """Return where the cell (0, 0) lies, and the steps across and down (2,) each, in mm.

    Fitted to cells (n x 2, column and row) as far as they tell: where all lie in one row, the step
    down is at right angles to it.
    """
    spread = np.ptp(at, axis=0) > 0
    terms = np.column_stack([np.ones(len(at)), *(at[:, n] for n in (0, 1) if spread[n])])
    if np.linalg.matrix_rank(terms) < terms.shape[1]:  # a diagonal
        origin = (middles - at * steps).mean(0)
        return origin, np.array([steps[0], 0.0]), np.array([0.0, steps[1]])
    fit = list(np.linalg.lstsq(terms, middles, rcond=None)[0])
    origin = fit.pop(0)
    across = fit.pop(0) if spread[0] else None
    down = fit.pop(0) if spread[1] else None
    if across is None and down is None:
        return origin, np.array([steps[0], 0.0]), np.array([0.0, steps[1]])
    if across is None and down is not None:
        across = np.array([down[1], -down[0]]) * steps[0] / float(np.linalg.norm(down))
    if down is None and across is not None:
        down = (
            np.array([-across[1], across[0]]) * steps[1] / max(float(np.linalg.norm(across)), 1e-9)
        )
    assert across is not None
    assert down is not None
    return origin, across, down


def _components(across: Floats, down: Floats, side: int) -> tuple[float, float]:
    return float(across[side]), float(down[side])


def _first(cells: Sequence[Cell | None]) -> Cell:
    known = [cell for cell in cells if cell is not None]
    return min(row for row, _ in known), min(column for _, column in known)


def _from_first(cells: Sequence[Cell | None]) -> tuple[Cell | None, ...]:
    top, left = _first(cells)
    return tuple(None if cell is None else (cell[0] - top, cell[1] - left) for cell in cells)


def _shifted(to_image: Matrix, cells: Sequence[Cell | None]) -> Matrix:
    top, left = _first(cells)
    return cast(Matrix, to_image @ np.array([[1.0, 0, left], [0, 1, top], [0, 0, 1]]))


def _complex(vectors: Floats) -> NDArray[np.complex128]:
    return np.asarray(vectors[:, 0] + 1j * vectors[:, 1], np.complex128)
