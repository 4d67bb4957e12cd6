"""Bots of a game that only says which of its cards are hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.bots.levels import Level, choose_action
from referee.bots.sample import Sample, sampler_of
from referee.contract import Game
from referee.examples import high_card
from tests.referee.bots.kuhn import KUHN

GAMES: list[tuple[Game[Any, Any, Any], int]] = [(KUHN, 2), (high_card.GAME, 3)]


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=[game.name for game, _ in GAMES])
def test_each_card_is_in_one_place_until_the_match_is_over(
    game: Game[Any, Any, Any], seats: int
) -> None:
    assert game.table.hidden is not None
    for seed in range(6):
        chance = Random(seed)
        state = game.rules.begin(game.rules.options(), seats)
        sample: Any = sampler_of(game)(state, 0, {}, chance)
        while sample.mover is not None:
            assert isinstance(sample, Sample)
            hidden = game.table.hidden(sample.state)
            assert tuple(map(len, sample.hands)) == hidden.counts
            assert sorted([*sum(sample.hands, ()), *sample.dealt.pile]) == sorted(hidden.cards)
            offers = game.rules.offers(sample.state)
            assert all(act.move in offers for act in sample.legal_actions())
            sample = sample.play(sample.playout_action(chance), chance)
        assert game.rules.outcome(sample.state) is not None
        assert all(0 <= worth <= 1 for worth in sample.evaluate())


def test_a_bot_plays_the_card_of_its_own_hand() -> None:
    game, state = high_card.GAME, high_card.begin(high_card.Options(), 2)
    act = choose_action(game, state, 0, {0: ("QH",)}, Level.GENTLE, Random(1))
    assert act.move == high_card.Lay(0, ("QH",))
