"""`coyote bench moves` and `rules`, run small: no promise is broken, and a broken one is told."""

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
from referee.contract import AskPlace, By, Cell, Game, Message, Offer, Presentation
from referee.table import Card, Outline, Zone
from tests.bench.command import bench_command
from tests.bench.rules import moves
from tests.referee.shelved import shelve


def figures(*arguments: str) -> dict[str, Any]:
    """Run a bench. Return its figures by their names."""
    done = CliRunner().invoke(bench_command, [*arguments, "--json"])
    assert done.exception is None
    return {one["name"]: one for one in map(json.loads, done.output.splitlines())}


def test_random_moves_break_no_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "STATES_EVERY", 5)
    monkeypatch.setattr(moves, "PAGES_EVERY", 50)
    found = figures("moves", "--moves", "100")
    for name in library.names():
        assert found[f"{name}: random legal moves"]["value"] == 100
        assert found[f"{name}: states taken to JSON and back"]["value"] == 20
        assert found[f"{name}: pages made"]["value"] > 2 * 6
        assert found[f"{name}: promises broken"]["met"]
    found = figures("moves", "--game", "coyote", "--matches", "2", "--option", "actions=true")
    assert found["coyote: matches"]["value"] == 2
    assert found["coyote: promises broken"]["met"]


def test_the_rules_are_measured_game_by_game() -> None:
    found = figures("rules", "--matches", "1")
    rows = ("rulings included", "from JSON", "with offers, layout and view")
    assert [*found] == [
        f"{name}: checked moves a CPU second, {row}" for name in library.names() for row in rows
    ]
    assert all(one["value"] > 0 for one in found.values())


def test_every_option_that_may_be_chosen_is() -> None:
    random = Random(1)
    tables = [moves.chosen(library.game("coyote"), random) for _ in range(200)]
    assert {seats for _, seats in tables} == set(range(2, 7))
    assert {options.edition for options, _ in tables} == {"kidult", "tomahawk", "oliphante"}
    actions = {options.actions for options, _ in tables}
    assert {True, False} < actions
    assert any(0 < len(one) < 6 for one in actions if isinstance(one, tuple))


Part = tuple[str, str, Callable[..., Any]]  # of a game: its object, the function, a broken one
GRID = Zone("grid")


def _silent(game: Game[Any, Any, Any]) -> Part:
    return "rules", "apply", lambda state, move: (game.rules.apply(state, move)[0], ())


def _in_debt(game: Game[Any, Any, Any]) -> Part:
    def view(state: Any, seat: int | None) -> Any:
        shown = game.shown.view(state, seat)
        first, *others = shown.seats
        debt = replace(first, tokens=tuple(replace(one, count=-1) for one in first.tokens))
        return replace(shown, seats=(debt, *others))

    return "shown", "view", view


def _two_in_a_cell(game: Game[Any, Any, Any]) -> Part:
    two = (Card("duke", GRID, (0, 0)), Card("captain", GRID, (0, 0)))
    return "table", "layout", lambda state: replace(game.table.layout(state), cards=two)


def _outlines_nothing(game: Game[Any, Any, Any]) -> Part:
    one = (Outline(GRID, ((0, 0),)),)
    return "table", "layout", lambda state: replace(game.table.layout(state), outlines=one)


def _laid_on_another(game: Game[Any, Any, Any]) -> Part:
    def offers(state: Any) -> Any:
        ask = AskPlace("laid", "mat", (Cell("duke", 0, 0),), {"captain": ((0, 0),)})
        lay = Offer("lay", Presentation(Message("lay")), ask=(ask,), by=By.CAMERA)
        found = game.rules.offers(state)
        return replace(found, items=(*found.items, lay))

    return "rules", "offers", offers


WRONG = [_silent, _in_debt, _two_in_a_cell, _outlines_nothing, _laid_on_another]


@pytest.mark.parametrize("broken", WRONG)
def test_a_promise_that_is_broken_is_told_with_its_match(
    monkeypatch: pytest.MonkeyPatch, broken: Callable[[Game[Any, Any, Any]], Part]
) -> None:
    game = library.game("coup")
    part, name, function = broken(game)
    changed = dataclasses.replace(getattr(game, part), **{name: function})
    shelve(monkeypatch, dataclasses.replace(game, **{part: changed}))
    tally = moves.play("coup", 100, 60.0, Random(2))
    assert len(tally.broken) == 1
    said, header, *played = tally.broken[0].splitlines()
    assert said.startswith("coup: not kept: ")
    assert json.loads(header)["game"] == "coup"
    assert len(played) == tally.moves == 1
