"""Bots do only what is offered, and use nothing that their seat cannot see."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee import library
from referee.bots.levels import Level, choose_action
from referee.bots.sample import sampler_of
from referee.determinization import Action
from tests.bench.bots.matches import AnyGame, anything, own_cards, played
from tests.breadth import breadth

CHOICES = 40
Case = tuple[str, dict[str, Any]]
SECRET: Case = ("coup_detat", {"secret_coup": True})
GAMES: list[Case] = [(name, {}) for name in library.names() if library.game(name).bot]


@pytest.mark.parametrize(("name", "options"), breadth([SECRET, *GAMES], SECRET))
def test_ce_61_a_bot_chooses_the_same_whatever_is_hidden(
    name: str, options: dict[str, Any]
) -> None:
    chosen = secrets = 0

    def compare(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
        nonlocal chosen, secrets
        if chosen >= CHOICES:
            return anything(game, world, seat, random)
        chosen += 1
        own, seed = own_cards(game, world, seat), random.random()
        other = sampler_of(game)(world.state, seat, own, random)
        assert own_cards(game, other, seat) == own
        secrets += other.state != world.state
        act, same = (
            choose_action(game, state, seat, own, Level.GENTLE, Random(seed))
            for state in (world.state, other.state)
        )
        assert act == same
        if act.move is not None:
            assert act.move in game.rules.offers(world.state)
            assert not Counter(act.kept) - Counter(own.get(seat, ()))
        return act

    for seed in range(4):
        played(name, [compare] * library.game(name).seats[0], Random(seed), options)
    assert chosen >= CHOICES / 2
    assert bool(secrets) == bool(options)
