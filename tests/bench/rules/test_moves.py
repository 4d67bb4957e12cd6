"""`coyote bench moves`, run small: no promise is broken, and one that is broken is told."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from referee import library
from referee.contract import (
    AskPlace,
    BadOptions,
    By,
    Cell,
    Game,
    Message,
    Offer,
    Presentation,
    SeatView,
)
from referee.table import Card, Outline, Zone
from tests.bench.command import bench_command
from tests.bench.rules import moves
from tests.referee.shelved import shelve


def test_random_moves_break_no_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "STATES_EVERY", 5)
    monkeypatch.setattr(moves, "PAGES_EVERY", 50)
    done = CliRunner().invoke(bench_command, ["moves", "--moves", "100", "--json"])
    assert done.exception is None
    figures = {one["name"]: one for one in map(json.loads, done.output.splitlines())}
    for name in library.names():
        assert figures[f"{name}: random legal moves"]["value"] == 100
        assert figures[f"{name}: states taken to JSON and back"]["value"] == 20
        assert figures[f"{name}: pages made"]["value"] > 2 * 6
        assert figures[f"{name}: promises broken"]["met"]


def test_the_rules_are_measured_game_by_game() -> None:
    done = CliRunner().invoke(bench_command, ["rules", "--matches", "1", "--json"])
    assert done.exception is None
    figures = [json.loads(line) for line in done.output.splitlines()]
    checked = "checked moves a CPU second"
    rows = ("rulings included", "from JSON", "with offers, layout and view")
    assert [one["name"] for one in figures] == [
        f"{name}: {checked}, {row}" for name in library.names() for row in rows
    ]
    assert all(one["value"] > 0 and one["goal"].startswith("at least") for one in figures)


def test_matches_with_an_option_that_is_fixed() -> None:
    args = ["moves", "--game", "coyote", "--matches", "12", "--option", "actions=true", "--json"]
    done = CliRunner().invoke(bench_command, args)
    figures = {one["name"]: one for one in map(json.loads, done.output.splitlines())}
    assert figures["coyote: matches"]["value"] == 12
    assert figures["coyote: promises broken"]["met"]
    with pytest.raises(BadOptions):
        moves.chosen(library.game("coyote"), Random(1), {"actions": "many"})


def test_every_option_that_may_be_chosen_is() -> None:
    random = Random(1)
    tables = [moves.chosen(library.game("coup"), random) for _ in range(200)]
    assert {seats for _, seats in tables} == set(range(2, 7))
    assert {options.two_players for options, _ in tables} == {"sheet", "one_coin", "sets"}
    assert {options.named_block for options, _ in tables} == {True, False}
    tables = [moves.chosen(library.game("coyote"), random) for _ in range(200)]
    assert {options.edition for options, _ in tables} == {"kidult", "tomahawk", "oliphante"}
    actions = {options.actions for options, _ in tables}
    assert {True, False} < actions
    assert any(0 < len(one) < 6 for one in actions if isinstance(one, tuple))


Broken = dict[str, dict[str, Any]]  # By part of the game.


def _silent(game: Game[Any, Any, Any]) -> Broken:
    return {"rules": {"apply": lambda state, move: (game.rules.apply(state, move)[0], ())}}


def _in_debt(game: Game[Any, Any, Any]) -> Broken:
    return _shown(
        game, lambda seat: {"tokens": tuple(replace(one, count=-1) for one in seat.tokens)}
    )


GRID = Zone("grid")


def _two_in_a_cell(game: Game[Any, Any, Any]) -> Broken:
    two = (Card("duke", GRID, (0, 0)), Card("captain", GRID, (0, 0)))
    return {"table": {"layout": lambda state: replace(game.table.layout(state), cards=two)}}


def _outlines_nothing(game: Game[Any, Any, Any]) -> Broken:
    one = (Outline(GRID, ((0, 0),)),)
    return {"table": {"layout": lambda state: replace(game.table.layout(state), outlines=one)}}


def _laid_on_another(game: Game[Any, Any, Any]) -> Broken:
    def offers(state: Any) -> Any:
        ask = AskPlace("laid", "mat", (Cell("duke", 0, 0),), {"captain": ((0, 0),)})
        lay = Offer("lay", Presentation(Message("lay")), ask=(ask,), by=By.CAMERA)
        found = game.rules.offers(state)
        return replace(found, items=(*found.items, lay))

    return {"rules": {"offers": offers}}


def _shown(game: Game[Any, Any, Any], wrong: Callable[[SeatView], dict[str, Any]]) -> Broken:
    """Show of the first seat something that cannot be."""

    def view(state: Any, seat: int | None) -> Any:
        shown = game.shown.view(state, seat)
        (first, *others) = shown.seats
        return replace(shown, seats=(replace(first, **wrong(first)), *others))

    return {"shown": {"view": view}}


WRONG = [_silent, _in_debt, _two_in_a_cell, _outlines_nothing, _laid_on_another]


@pytest.mark.parametrize("broken", WRONG)
def test_a_promise_that_is_broken_is_told_with_its_match(
    monkeypatch: pytest.MonkeyPatch, broken: Any
) -> None:
    game = library.game("coup")
    wrong = dataclasses.replace(
        game,
        **{
            part: dataclasses.replace(getattr(game, part), **wrong)
            for part, wrong in broken(game).items()
        },
    )
    shelve(monkeypatch, wrong)
    tally = moves.play("coup", 100, 60.0, Random(2))
    assert len(tally.broken) == 1
    said, header, *played = tally.broken[0].splitlines()
    assert "BrokenPromise" in said
    assert json.loads(header)["game"] == "coup"
    assert len(played) == tally.moves == 1
