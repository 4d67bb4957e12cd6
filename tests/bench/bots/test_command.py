"""`coyote bench bots` and `opponents`, run small: figures are told, the dishonest are found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from referee import library
from referee.bots.levels import choose_action
from referee.bots.sample import sampler_of
from referee.coup_detat.state.tricks import SecretAnswers
from referee.determinization import Action
from tests.bench.bots import command, honest, pairings
from tests.bench.command import bench_command
from tests.breadth import breadth

GUESSED = [name for name in library.names() if library.game(name).bot]
NO_ANSWERS = SecretAnswers()
each_game = pytest.mark.parametrize("name", breadth(GUESSED, "coup", "coyote"))


def here(work: Any, items: Any, *_: object) -> Iterator[Any]:
    return (work(item) for item in items)


def figures(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> dict[str, Any]:
    for module in (command, pairings):
        monkeypatch.setattr(module, "spread", here)
    done = CliRunner().invoke(bench_command, [*arguments, "--json"])
    found = {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert done.exit_code == any(one["met"] is False for one in found.values())
    return found


@pytest.mark.verify
def test_players_are_measured_and_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    small = ("--game", "coup", "--matches", "2", "--pairs", "20", "--moves", "40")
    found = figures(monkeypatch, "bots", *small)
    assert {one.name("coup") for one in pairings.chance_pairings("coup")} < found.keys()
    assert found["coup: kept by the process that thinks"]["met"]
    assert found["coup: pairs of states that a seat cannot tell apart"]["value"] >= 20
    assert found["coup: moves held against the offers"]["value"] >= 40
    assert found["coup: choices by what is hidden, or not offered"]["met"]
    assert 0 <= found["coup: claims that are bluffs, of fair"]["value"] <= 100


def test_every_pairing_is_measured_with_its_confidence(monkeypatch: pytest.MonkeyPatch) -> None:
    found = figures(monkeypatch, "opponents", "--game", "coup", "--matches", "2")
    for pairing in pairings.opponents("coup"):
        assert found[pairing.name("coup")]["error"] > 0
    for bot in ("keen, 4 seats", "fair, 2 seats", "bold, 2 seats"):
        assert 0 <= found[f"coup: challenges, when possible: {bot}"]["value"] <= 100


@each_game
def test_nothing_hidden_is_used_nothing_else_done_and_nobody_stuck(name: str) -> None:
    found = honest.tried(name, pairs=30, moves=120, seed=1)
    assert found.faults == []


def test_who_uses_a_secret_of_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeks(game: Any, state: Any, seat: int, own: Any, level: Any, random: Random) -> Action:
        act = choose_action(game, state, seat, own, level, random)
        answers = getattr(state.phase.deal, "answers", NO_ANSWERS)
        lodged = any(one != seat for one in answers.lodged)
        return act._replace(kept=("seen",)) if lodged else act

    monkeypatch.setattr(honest, "choose_action", peeks)
    monkeypatch.setattr(honest, "held", lambda *_: True)
    found = honest.tried("coup_detat", pairs=40, moves=1, seed=7)
    assert found.apart
    assert any("cannot see" in fault for fault in found.faults)


def test_ce_61_what_others_lodged_is_drawn_anew() -> None:
    game = library.game("coup_detat")
    for number in range(40):
        for twin in honest.twins("coup_detat", Random(number), secret=True):
            deal: Any = twin.state.phase.deal
            answers = getattr(deal, "answers", NO_ANSWERS)
            if answers.lodged:
                found = set()
                for seed in range(40):
                    world: Any = sampler_of(game)(twin.state, twin.seat, {}, Random(seed))
                    now = world.state.phase.deal.answers
                    assert now.given[twin.seat] == answers.given[twin.seat]
                    found.add(now)
                if len(found) > 1:
                    return
    raise AssertionError("nobody lodged anything")
