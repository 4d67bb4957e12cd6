"""Rows and columns without a mat: the cards' own spacing tells their cells, or there is none."""

from __future__ import annotations

import math

import numpy as np

from tests.vision.spacing.seen import Chance, Place, camera, seen
from vision.spacing.lattice import Cell, Lattice, lattice
from vision.spacing.level import level

CARD_MM = (44.0, 63.0)


def laid(
    cells: list[Cell], gap_mm: tuple[float, float], chance: Chance, turn_deg: float = 0.0
) -> list[Place]:
    """Return cards in cells that lie `gap_mm` apart, all turned, each as hands lay it."""
    wide, high = CARD_MM[0] + gap_mm[0], CARD_MM[1] + gap_mm[1]
    turn = math.radians(turn_deg)
    places = []
    for row, column in cells:
        x, y = column * wide, row * high
        dx, dy, askew = (chance.normal(0, size) for size in (1.5, 1.5, 2.0))
        places.append(
            (
                x * math.cos(turn) - y * math.sin(turn) + dx,
                x * math.sin(turn) + y * math.cos(turn) + dy,
                turn_deg + askew,
            )
        )
    return places


def read(places: list[Place], chance: Chance) -> Lattice | None:
    quads = seen(camera(chance), places, CARD_MM, chance)
    return lattice(quads, level(quads, CARD_MM), CARD_MM)


def from_first(cells: list[Cell]) -> tuple[Cell, ...]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple((row - top, column - left) for row, column in cells)


def grown(chance: Chance, count: int) -> list[Cell]:
    """Return cells each of which touches another by a side or a corner (OG-11)."""
    cells = [(1, 6)]
    while len(cells) < count:
        row, column = cells[int(chance.integers(len(cells)))]
        more = (row + int(chance.integers(-1, 2)), column + int(chance.integers(-1, 2)))
        if more not in cells and 0 <= more[0] < 3 and 0 <= more[1] < 14:
            cells.append(more)
    return cells


def test_og_60_each_card_has_its_cell_whatever_lies_between_them_and_however_it_is_seen() -> None:
    for seed in range(60):
        chance = np.random.default_rng(seed)
        cells = grown(chance, int(chance.integers(2, 43)))
        gap = (float(chance.uniform(0, 15)), float(chance.uniform(0, 18)))
        result = read(laid(cells, gap, chance, float(chance.uniform(-10, 10))), chance)
        assert result is not None
        assert result.cells == from_first(cells), seed
        assert result.sure_up


def test_what_lies_apart_is_reached_over_empty_cells_and_asked_about_between_two() -> None:
    chance = np.random.default_rng(3)
    apart = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 3), (0, 4)]
    lattice = read(laid(apart, (6.0, 5.0), chance), chance)
    assert lattice is not None
    assert lattice.cells == tuple(apart)
    places = laid(apart, (6.0, 5.0), chance)
    off = [*places[:4], *((x + 25.0, y, turn) for x, y, turn in places[4:])]
    lattice = read(off, chance)
    assert lattice is not None
    assert lattice.cells == (*apart[:4], None, None)


def test_over_more_steps_than_cards_tell_nothing_has_a_cell() -> None:
    """One above the other tells how far apart rows are, and of columns nothing."""
    chance = np.random.default_rng(7)
    for cells in ([(0, 0), (1, 0), (1, 3), (2, 7)], [(0, 0), (0, 1), (0, 8), (0, 9)]):
        for _ in range(20):
            gap = (float(chance.uniform(0, 15)), float(chance.uniform(0, 15)))
            lattice = read(laid(cells, gap, chance), chance)
            if lattice is not None:
                assert None in lattice.cells
                sure = [(cell, at) for cell, at in zip(lattice.cells, cells, strict=True) if cell]
                assert len({(cell[0] - at[0], cell[1] - at[1]) for cell, at in sure}) == 1


def test_cards_of_which_no_two_lie_side_by_side_have_no_cells() -> None:
    chance = np.random.default_rng(4)
    assert read([(0.0, 0.0, 0.0), (140.0, 10.0, 0.0), (300.0, 120.0, 0.0)], chance) is None


def test_a_card_upon_another_or_askew_has_no_cell() -> None:
    chance = np.random.default_rng(5)
    places = laid([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)], (6.0, 5.0), chance)
    lattice = read([*places, (100.0, 8.0, 0.0)], chance)  # where the third lies
    assert lattice is not None
    assert (lattice.cells[2], lattice.cells[5]) == (None, None)
    lattice = read([*places, (100.0, 68.0, 60.0)], chance)
    assert lattice is not None
    assert lattice.cells[5] is None
    assert lattice.cells[0] == (0, 0)


def test_upside_down_seen_or_laid_the_rows_count_from_the_cards_own_top() -> None:
    chance = np.random.default_rng(6)
    cells = [(0, 0), (0, 1), (0, 2), (1, 1)]
    turned = [(-x, -y, t + 180) for x, y, t in laid(cells, (6.0, 5.0), chance)]
    lattice = read(turned, chance)
    assert lattice is not None
    assert lattice.cells == tuple(cells)
    some = [
        (x, y, t + 180 * (n % 2)) for n, (x, y, t) in enumerate(laid(cells, (6.0, 5.0), chance))
    ]
    lattice = read(some, chance)
    assert lattice is not None
    assert not lattice.sure_up
