"""`coyote bench opponents`, run small, and the outsiders that it plays against."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from referee.bots.levels import Level
from referee.bots.sample import sampler_of
from referee.determinization import Action
from tests.bench.bots import pairings
from tests.bench.bots.matches import AnyGame, anything, own_cards, played, thinker, wins
from tests.bench.bots.outsiders import CHOOSERS, outside, outsider
from tests.bench.bots.solving import Duel, exploitability, solve
from tests.bench.command import bench_command
from tests.breadth import breadth

SEATS = {"coup_detat": 3, "hearts": 3}
MATCHES = {"coup_detat": 1, "hearts": 6, "ogallala": 4, "plenty_coups": 10}  # They take long.
LADDER = {"coup": 100, "coyote": 50}  # matches of two levels
BUSY = 40  # An outsider has chosen enough after this many actions.


def test_every_pairing_is_measured_with_its_confidence(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(work: Any, items: Any, *_: object) -> Iterator[Any]:
        return (work(item) for item in items)

    monkeypatch.setattr(pairings, "spread", here)
    arguments = ["opponents", "--game", "coup", "--matches", "2", "--json"]
    done = CliRunner().invoke(bench_command, arguments)
    figures = {entry["name"]: entry for entry in map(json.loads, done.stdout.splitlines())}
    assert done.exit_code == any(figure["met"] is False for figure in figures.values())
    for pairing in pairings.opponents("coup"):
        assert figures[pairing.name("coup", 0)]["error"] > 0
    assert figures["coup: a choice of fair, median"]["value"] > 0


@pytest.mark.parametrize("name", breadth([*CHOOSERS], "coup"))
def test_an_outsider_beats_chance(name: str) -> None:
    share = wins(name, outside, anything, SEATS.get(name, 2), MATCHES.get(name, 30), seed=1)
    assert share >= 0.7


@pytest.mark.parametrize("name", breadth(["coup", "coyote"], "coup"))
def test_each_level_beats_the_next_weaker_one(name: str) -> None:
    for weaker, level in pairwise(Level):
        share = wins(name, thinker(level), thinker(weaker), 2, LADDER[name], seed=1)
        assert 0.55 < share < 0.75, level


def test_a_solved_round_leaves_little_to_a_player_who_knows_the_policy() -> None:
    dealt = np.array([[0.2, 0.3], [0.3, 0.2]])  # of cards that count 1 and 3
    numbers = np.arange(7)[:, None, None]
    duel = Duel(dealt, np.where(numbers > np.array([[2, 4], [4, 6]]), 1.0, -1.0))
    few, many = (exploitability(duel, solve(duel, rounds)) for rounds in (1, 500))
    assert many < 0.02 < few


@pytest.mark.verify
@pytest.mark.parametrize("name", CHOOSERS)
def test_an_outsider_chooses_the_same_whatever_is_hidden(name: str) -> None:
    chosen = 0

    def compare(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
        nonlocal chosen
        acts = world.legal_actions()
        if chosen >= BUSY:
            return anything(game, world, seat, random)
        chosen += 1
        own, seed = own_cards(game, world, seat), random.random()
        act = outsider(game, world.state, seat, own, acts, Random(seed))
        other = sampler_of(game)(world.state, seat, own, random)
        same = outsider(game, other.state, seat, own, other.legal_actions(), Random(seed))
        assert same == act
        return act

    played(name, [compare] * SEATS.get(name, 2), Random(3))
    assert chosen
