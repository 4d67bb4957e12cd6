"""The cards of a grid as a layout: what is sure has a cell, everything else is asked about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from firmware.mats import load_mats
from firmware.reading.placing import Placed, judge_place, moved
from firmware.reading.territory import Doubt, from_origin, layout
from referee.contract import AskPlace, Cell, Message, Places, Want, Watch
from referee.reports.status import Question
from vision.observation import SettledCard
from vision.reading import BACK, CardReading, Verdict

_, FIRST, SECOND = load_mats("ogallala", 2)
GRID = FIRST.grids["territory:0"]


def lying(card: str, row: float, column: float, verdict: Verdict = Verdict.CERTAIN) -> CardReading:
    x, y = GRID.left_top_mm
    width, height = GRID.cell_mm
    place = (x + (column + 0.5) * width, y + (row + 0.5) * height)
    nothing = np.zeros((4, 2), np.float32), 0.0, np.zeros((8, 6, 3), np.uint8)
    zone = FIRST.zone_of(*place)
    return CardReading(card, verdict, 0.9, 0.1, (), *nothing, place, zone, mat="territory:0")


def test_a_card_a_little_beside_its_cell_lies_in_the_nearest() -> None:
    there = layout([lying("totem", 2.2, 13.3), lying("fur", 0.9, -0.3)], GRID)
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
    there = layout([lying("totem", 0, 0), *cards], GRID)
    assert there.cells == (Cell("totem", 0, 0),)
    assert [(one.doubt, one.cell) for one in there.doubtful] == doubts


def test_what_lies_on_another_mat_is_of_no_interest() -> None:
    assert layout([lying("fur", 1, 4)], SECOND.grids["territory:1"]).cells == ()


def test_a_territory_moved_along_its_rows_is_the_same_from_its_origin() -> None:
    cells = (Cell("fur", 0, 3), Cell("tipi", 1, 2), Cell("totem", 2, 9))
    moved = tuple(Cell(cell.card, cell.row, cell.column + 4) for cell in reversed(cells))
    assert from_origin(moved) == from_origin(cells)
    assert from_origin(cells)[1] == Cell("tipi", 1, 0)
    lower = tuple(Cell(cell.card, (cell.row + 1) % 3, cell.column) for cell in cells)
    assert from_origin(lower) != from_origin(cells)
    assert from_origin(()) == ()


# -- what a game asks of a territory, whose columns count from anywhere -----------------------


def on_table(*cards: tuple[str, float, float]) -> list[SettledCard]:
    return [SettledCard(f"{n}", lying(*card)) for n, card in enumerate(cards)]


def asked(known: tuple[Cell, ...], leaves: bool = False, **places: tuple[int, int]) -> AskPlace:
    where: Places = {card: (at,) for card, at in places.items()}
    return AskPlace("laid", "territory:0", known, where, floating=True, leaves=leaves)


KNOWN = (Cell("fur", 0, 0), Cell("tipi", 0, 1), Cell("eagle", 1, -1))


def test_the_first_card_may_lie_anywhere() -> None:
    there = on_table(("totem", 2, 6))
    assert judge_place(asked((), totem=(2, 0)), GRID, there, {}, "q") == Placed(
        there[0], Cell("totem", 2, 0)
    )


@pytest.mark.parametrize("along", [1, 5, 11])
def test_a_card_is_placed_by_those_that_lie_there_wherever_they_were_moved_to(along: int) -> None:
    there = on_table(
        ("fur", 0, along), ("tipi", 0, along + 1), ("eagle", 1, along - 1), ("totem", 1, along + 1)
    )
    placed = judge_place(asked(KNOWN, totem=(1, 1)), GRID, there, {}, "q")
    assert placed == Placed(there[3], Cell("totem", 1, 1))
    elsewhere = judge_place(asked(KNOWN, totem=(2, 1)), GRID, there, {}, "q")
    assert isinstance(elsewhere, Question)
    assert elsewhere.message.key == "table.ask.place.elsewhere"


def test_one_card_moved_by_one_cell_is_told() -> None:
    there = on_table(("fur", 0, 3), ("tipi", 0, 4), ("eagle", 1, 3))
    want = Want("territory:0", Watch.KEEP, Message("keep"), cells=KNOWN, floating=True)
    grids = {"territory:0": GRID}
    told = moved([want], grids, there, {}, "q")
    assert told is not None
    assert told.message == Message("table.ask.place.back", {"cards": ("eagle",)})
    assert (
        moved([want], grids, on_table(*((c.card, c.row, c.column + 4) for c in KNOWN)), {}, "q")
        is None
    )


def test_a_card_that_may_leave_is_the_answer_once_it_lies_there_no_more() -> None:
    ask = asked(KNOWN, leaves=True, tipi=(0, 1), eagle=(1, -1))
    assert (
        judge_place(ask, GRID, on_table(*((c.card, c.row, c.column + 2) for c in KNOWN)), {}, "q")
        is None
    )
    gone = on_table(("fur", 0, 2), ("eagle", 1, 1))
    assert judge_place(ask, GRID, gone, {}, "q") == Placed(None, Cell("tipi", 0, 1))
    protected = judge_place(ask, GRID, on_table(("tipi", 0, 3), ("eagle", 1, 1)), {}, "q")
    assert isinstance(protected, Question)
    assert protected.message == Message("table.ask.place.back", {"cards": ("fur",)})


def test_of_two_alike_the_one_that_lay_there_first_is_the_known_one() -> None:
    there = on_table(("fur", 0, 5), ("fur", 0, 7))
    placed = judge_place(asked((Cell("fur", 0, 0),), fur=(0, 2)), GRID, there, {}, "q")
    assert placed == Placed(there[1], Cell("fur", 0, 2))
