"""Players of common advice do what is allowed, the same under the same seed, and beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.determinization import Action
from tests.bench.bots.advice import LIKINGS, advised
from tests.bench.bots.matches import AnyGame, anything, firsts, played

SEATS = {"coup_detat": 3}
BUSY = 60  # acts after which a player of a long match has shown enough


def adviser(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
    """Do what common advice says."""
    own = {hand: world.hands[hand] for hand in game.table.visible_hands(world.state, seat)}
    return advised(game, world.state, seat, own, world.legal_actions(), random)


@pytest.mark.parametrize("name", ["coup", "coyote"])
def test_advice_beats_chance(name: str) -> None:
    assert firsts(name, adviser, anything, seats=2, matches=20, seed=1) >= 0.7


@pytest.mark.parametrize("name", LIKINGS)
def test_advice_is_allowed_and_the_same_under_the_same_seed(name: str) -> None:
    acts: list[list[Action]] = []

    def followed(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
        if len(acts[-1]) >= BUSY:
            return anything(game, world, seat, random)
        act = adviser(game, world, seat, random)
        assert act in world.legal_actions()
        acts[-1].append(act)
        return act

    for _ in range(2):
        acts.append([])
        played(name, [followed] * SEATS.get(name, 2), Random(3))
    assert acts[0] == acts[1]
    assert acts[0]


def test_where_there_is_no_advice_anything_is_done() -> None:
    class Unknown:
        name = "unknown"

    acts = (Action("one"), Action("other"))
    game: Any = Unknown()
    assert {advised(game, None, 0, {}, acts, Random(n)) for n in range(20)} == set(acts)
