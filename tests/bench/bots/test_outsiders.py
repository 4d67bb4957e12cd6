"""Outsiders beat chance, and what they do depends on nothing hidden."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from referee.bots.sample import sampler_of
from referee.determinization import Action
from tests.bench.bots.matches import AnyGame, anything, firsts, own_cards, played
from tests.bench.bots.outsiders import CHOOSERS, outside, outsider

SEATS = {"coup_detat": 3}
MATCHES = {"ogallala": 4, "plenty_coups": 10}  # They take long, and chance loses nearly all.
BUSY = 40  # An outsider has chosen enough after this many actions.


@pytest.mark.parametrize("name", ["coup", "coyote", "ogallala", "plenty_coups"])
def test_outsiders_beat_chance(name: str) -> None:
    assert firsts(name, outside, anything, seats=2, matches=MATCHES.get(name, 30), seed=1) >= 0.7


def test_an_outsider_wins_a_match_of_tricks_against_chance() -> None:
    assert firsts("coup_detat", outside, anything, seats=3, matches=1, seed=1) == 1


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
        assert own_cards(game, other, seat) == own
        same = outsider(game, other.state, seat, own, other.legal_actions(), Random(seed))
        assert same == act
        return act

    played(name, [compare] * SEATS.get(name, 2), Random(3))
    assert chosen


def test_any_action_is_chosen_for_a_game_without_an_outsider() -> None:
    game: Any = SimpleNamespace(name="another_game")
    acts = (Action("one"), Action("other"))
    assert {outsider(game, None, 0, {}, acts, Random(n)) for n in range(20)} == set(acts)
