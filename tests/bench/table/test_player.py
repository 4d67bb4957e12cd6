"""Any game is played by camera: what is done for a move, and what is read of that."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import library
from referee.contract import By
from referee.library import move as typed
from referee.table import Laid, Zone
from tests.bench.games import section
from tests.bench.rules.promises import same_move
from tests.bench.rules.randomplay import play
from tests.bench.table.acts import acts, on_discards
from tests.bench.table.player import Drive, PlayedRow, Player
from tests.bench.table.watched import summed

ROUNDS, TURNS = (section(bench, Drive) for bench in ("rounds", "turns"))


@pytest.mark.parametrize("name", library.names())
def test_what_is_done_for_a_move_of_cards_is_judged_as_that_move(name: str) -> None:
    game, found = library.game(name), 0
    for step in play(game, library.options(game, {}), game.seats[1], Random(3), 60):
        done = acts(game, step.before, step.move)
        offers = game.rules.offers(step.before).matching(step.move)
        by_host = all(offer.by is By.HOST for offer in offers)
        if "proof" in type(step.move).__struct_fields__ and not by_host:
            assert done is not None, step.move
        if done is not None:
            said = game.table.judge(step.before, done.changes)
            ways = (*said.moves, *(said.choice.meanings if said.choice else ()))
            assert any(same_move(way.move, step.move) for way in ways)
            found += 1
    assert found >= 5


@pytest.mark.verify
def test_a_raid_by_camera_is_that_raid_and_a_card_on_the_discards_is_asked_about() -> None:
    match = Player(*ROUNDS, 4, 4.0, Random(1))
    deal = ["heron_1", "lynx_4", "horse", "weapon_2"]
    match.make({"move": "market_read", "cards": deal})
    match.make({"move": "take", "seat": 0, "cards": ["lynx_4", "horse"]})
    match.rest()
    raid = {"move": "raid", "seat": 0, "camp": 1, "cards": ["lynx_4"]}
    done = acts(match.game, match.snapshot.state, typed(match.game, raid))
    assert done is not None
    assert [*done.changes] == [Laid("lynx_4", Zone("raid", 1))]
    match.by_camera(done)
    breed = {"move": "breed", "seat": 0, "cards": ["horse"]}
    state = match.snapshot.state
    bred = acts(match.game, state, typed(match.game, breed))
    assert bred is not None
    elsewhere = on_discards(match.game, state, bred)
    assert elsewhere is not None
    assert [*elsewhere.changes] == [Laid("horse", Zone("discard"))]
    match.by_camera(elsewhere)
    row = match.row("here")
    assert (row.wrong, row.lost, row.alarms) == (0, 0, 0), row.faults
    assert row.asked == 1, row.faults


def test_a_card_read_as_another_is_a_wrong_move(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Player(*TURNS, 2, 5.0, Random(1))
    in_cell = match.table.in_cell
    monkeypatch.setattr(match.table, "in_cell", lambda _, *at: in_cell("eagle", *at))
    cell = {"card": "fur", "row": 1, "column": 0}
    place = {"move": "place", "player": 0, "source": "pile", "laid": cell}
    done = acts(match.game, match.snapshot.state, typed(match.game, place))
    assert done is not None
    match.by_camera(done)
    row = match.row("here")
    assert (row.wrong, row.failed) == (1, True)
    assert "eagle" in row.faults[0]


def test_rows_are_summed_but_for_the_most_questions_in_one_part() -> None:
    def row(moves: int, most: int, lost: int = 0, fault: str = "") -> PlayedRow:
        counts: dict[str, Any] = {"wrong": 0, "asked": 3, "alarms": 0, "alike": 0, "frames": 9}
        faults = (fault,) if fault else ()
        return PlayedRow(parts=2, moves=moves, lost=lost, most=most, faults=faults, **counts)

    both = summed([row(10, 2), row(20, 1, 1, "LOST: a card")])
    assert (both.parts, both.moves, both.asked, both.frames, both.most) == (4, 30, 6, 18, 2)
    assert (both.failed, both.faults) == (True, ("LOST: a card",))
    assert not row(10, 2).failed
