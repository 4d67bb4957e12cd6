"""The cards of a grid as a layout: what is sure has a cell, everything else is asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.mats import load_mats
from firmware.pictures.cells import Doubt, cells_of
from referee.contract import Cell
from tests.firmware.reading.looks import settled
from vision.reading import BACK, CardReading, Verdict

_, FIRST, SECOND = load_mats("ogallala", 2)
GRID = FIRST.grids["territory:0"]


def lying(card: str, row: float, column: float, verdict: Verdict = Verdict.CERTAIN) -> CardReading:
    x, y = GRID.left_top_mm
    width, height = GRID.cell_mm
    place = (x + (column + 0.5) * width, y + (row + 0.5) * height)
    zone = FIRST.zone_of(*place)
    return settled("", card, verdict, zone, place_mm=place, mat="territory:0").reading


def test_a_card_a_little_beside_its_cell_lies_in_the_nearest() -> None:
    there = cells_of([lying("totem", 2.2, 13.3), lying("fur", 0.9, -0.3)], GRID)
    assert there.cells == (Cell("fur", 1, 0), Cell("totem", 2, 13))
    assert there.doubtful == ()


@pytest.mark.parametrize(
    ("cards", "doubts"),
    [
        ([lying("fur", 1, 4.5)], [(Doubt.BETWEEN, None)]),
        ([lying("fur", 0.45, 4)], [(Doubt.BETWEEN, None)]),
        ([lying("fur", 1, 4), lying("tipi", 1, 4.2)], [(Doubt.SHARED, (1, 4))] * 2),
        ([lying("fur", 1, 4, Verdict.DOUBTFUL)], [(Doubt.CARD, (1, 4))]),
        ([replace(lying(BACK, 1, 4), face_down=True)], [(Doubt.CARD, (1, 4))]),
    ],
)
def test_what_is_not_sure_has_no_cell_and_is_asked_about(
    cards: list[CardReading], doubts: list[tuple[Doubt, tuple[int, int] | None]]
) -> None:
    there = cells_of([lying("totem", 0, 0), *cards], GRID)
    assert there.cells == (Cell("totem", 0, 0),)
    assert [(doubtful.doubt, doubtful.cell) for doubtful in there.doubtful] == doubts
