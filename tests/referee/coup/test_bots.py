"""What bots of Coup do where there is no doubt, and how they deal hidden cards."""

from __future__ import annotations

from random import Random
from typing import Any

from referee import library
from referee.bots.levels import Level
from referee.bots.sample import sampler_of
from referee.coup.bots.choice import weigh
from referee.coup.state import moves
from referee.coup.state.cards import AMBASSADOR, ASSASSIN, CAPTAIN, CONTESSA, DUKE
from referee.determinization import Temper
from tests.referee.coup.playing import Coup

KEEN = Level.KEEN.value
GAME = library.game("coup")
ROUND = (moves.Declare(0, "income"), moves.Declare(1, "tax"), moves.Pass(0))


def shares(match: Coup, seat: int, *hand: str, temper: Temper = Temper.EVEN) -> dict[Any, float]:
    """Return how likely a keen bot makes each move."""
    skill, chance = KEEN._replace(temper=temper), Random(0)
    actions = sampler_of(GAME)(match.state, seat, {seat: hand}, chance).legal_actions()
    result = weigh(match.state, seat, {seat: hand}, skill, actions, chance)
    assert result is not None
    total = sum(result.values())
    return {action.move: weight / total for action, weight in result.items()}


def after(*turned: str) -> Coup:
    """Return a match of two in which seat 1 has turned up cards, at seat 1's turn."""
    match = Coup(2)
    for card in turned:
        match.coup(1, card)
    match.comes_to(1)
    return match


def test_a_bot_does_what_there_is_no_doubt_about() -> None:
    match = after(DUKE)
    match.declare("tax")
    assert shares(match, 0, DUKE, DUKE)[moves.Challenge(0)] > 0.99, "the claim cannot be true"
    match = after()
    match.purse(1, 3)
    match.declare("assassinate", 0)
    match.do("pass", seat=0)
    assert shares(match, 0, CONTESSA, DUKE)[moves.Block(0, CONTESSA)] > 0.95
    match = after(CAPTAIN)
    match.declare("income")
    match.purse(0, 7)
    assert shares(match, 0, DUKE, ASSASSIN)[moves.Declare(0, "coup", 1)] > 0.95, "it wins at once"


def test_bold_bots_challenge_more_than_careful_ones() -> None:
    match = after()
    match.declare("tax")
    bold, careful = (
        shares(match, 0, AMBASSADOR, CONTESSA, temper=temper).get(moves.Challenge(0), 0.0)
        for temper in (Temper.BOLD, Temper.CAREFUL)
    )
    assert bold > careful


def test_a_bot_makes_an_unnamed_block_if_it_holds_one_of_the_cards() -> None:
    match = Coup(2, named_block=False)
    match.comes_to(1)
    match.purse(1, 3)
    match.declare("extort", 0)
    match.do("pass", seat=0)
    assert shares(match, 0, CAPTAIN, CAPTAIN)[moves.Block(0)] > 0.8


def test_cp_6_a_seat_that_is_out_holds_nothing() -> None:
    match = Coup(3)
    match.coup(1, CAPTAIN)
    match.coup(1, CONTESSA)
    sample, chance = sampler_of(GAME)(match.state, 0, {0: (DUKE, CAPTAIN)}, Random(0)), Random(1)
    assert sample.hands[1] == ()
    for _ in range(200):
        if sample.mover is None:
            break
        sample = sample.play(sample.playout_action(chance), chance)
    assert not sample.hands[1]
