"""The plan of a match's table: zones and cells where the mats have them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from firmware.decks import Decks
from firmware.mats import Mats, load_mats
from firmware.plans import Plans, plan_of
from referee.match.commands import Begin
from referee.match.desk import Desk
from vision.art import deck_art
from vision.spread import Spread

GAMES = [("coyote", 6), ("coup", 4), ("coup_detat", 4), ("ogallala", 5), ("plenty_coups", 6)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_zones_and_cells_lie_where_the_camera_and_the_virtual_table_have_them(
    game: str, seats: int
) -> None:
    mats = load_mats(game, seats)
    spread = Spread.side_by_side(mats)
    deck = "coyote-tomahawk" if game == "coyote" else game
    plan = plan_of(mats, deck)
    assert (plan.zones, plan.size_mm) == (spread.zones, spread.size_mm)
    assert plan.card_mm == deck_art(deck).size_mm
    assert len(plan.mats) == len(mats)
    for name, grid in plan.grids.items():
        for row in range(grid.rows):
            for column in range(grid.columns):
                x, y, _ = spread.cell_mm(name, row, column)
                assert grid.middle(row, column) == pytest.approx((x, y), abs=0.1)
    for zone, places in plan.places.items():
        left, top, right, bottom = plan.zones[zone]
        assert all(left < x < right and top < y < bottom for x, y in places)
    assert {zone.partition(":")[0] for zone in plan.places} >= (
        {"market", "raid"} if game == "plenty_coups" else set()
    )
    for drawing in (plan.drawing, plan.back):
        assert ElementTree.fromstring(drawing).tag.endswith("svg")


def test_the_drawing_is_the_mats_own_without_what_only_a_camera_reads() -> None:
    plan = plan_of(load_mats("coup_detat", 4), None)
    assert "#000000" not in plan.drawing  # of the markers
    assert "#0072b2" in plan.drawing  # a seat's symbol
    assert plan.back == ""


def test_a_plan_is_made_once_for_equal_matches(tmp_path: Path) -> None:
    desk = Desk.open(tmp_path / "journal.sqlite")
    plans = Plans(desk, Mats(), Decks(desk))
    empty = plans.current()
    desk.do(Begin("coup", {}, 4))
    coup = plans.current()
    assert coup.card_mm == empty.card_mm
    desk.do(Begin("coup", {}, 4))
    assert plans.current() is coup
    desk.do(Begin("plenty_coups", {}, 6))
    assert plans.current().size_mm == (952.0, 597.0)
    desk.close()
