"""Bots of a game that only says which of its cards are hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.bots.levels import Level, choose_action
from referee.bots.sample import Sample, sampler_of
from referee.contract import By, Cue, Game, Message, Offer, Offers, Presentation
from referee.determinization import Action
from referee.examples import high_card, one_lie
from tests.referee.bots.kuhn import KUHN, Table

ONE_LIE = one_lie.GAME
GAMES: list[tuple[Game[Any, Any, Any], int]] = [(KUHN, 2), (high_card.GAME, 3), (ONE_LIE, 3)]


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


def test_a_bot_that_holds_the_last_ace_doubts_another_s() -> None:
    state = one_lie.State(0, (1, 1), (1, 1), said="A", least="A", seen=("AC", "AD", "AH"))
    for seed in range(8):
        act = choose_action(ONE_LIE, state, 1, {1: ("AS",)}, Level.FAIR, Random(seed))
        assert act.move == one_lie.Doubt(1)


def test_a_bot_keeps_what_it_does_not_lay_face_down() -> None:
    state = one_lie.State(0, (1, 1), (2, 2), least="K")
    sample = sampler_of(ONE_LIE)(state, 0, {0: ("JC", "KC")}, Random(1))
    kept = {(act.move.rank, act.kept) for act in sample.legal_actions()}
    assert kept == {(rank, (card,)) for rank in "KA" for card in ("JC", "KC")}
    after: Any = sample.play(Action(one_lie.Claim(0, "K"), ("JC",)), Random(1))
    assert after.hands[0] == ("JC",)
    assert after.hands[2] == ("KC",)  # face down on the table
    doubted = after.play(Action(one_lie.Doubt(1)), Random(1))
    assert doubted.state.seen == ("KC",)
    assert doubted.state.lives == (1, 0)


def test_a_seat_may_also_wait_until_the_time_for_answers_is_over() -> None:
    def offers(state: Any) -> Offers:
        passes = Offer("say", Presentation(Message("kuhn.late")), 1, {"what": "p"}, by=By.CLOCK)
        return Offers((*KUHN.rules.offers(state), passes), (Cue.IDLE, Cue.IDLE))

    game = replace(KUHN, rules=replace(KUHN.rules, offers=offers))
    sample = sampler_of(game)(Table("b"), 1, {}, Random(1))
    says = [(act.move.what, act.late) for act in sample.legal_actions()]
    assert says == [("p", False), ("b", False), ("p", True)]
