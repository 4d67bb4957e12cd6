"""What bots of Coup do where there is no doubt, and what their tempers change."""

from __future__ import annotations

from typing import Any

from referee.bots.levels import Level
from referee.coup.bots.choice import weigh
from referee.coup.state import moves
from referee.coup.state.cards import AMBASSADOR, ASSASSIN, CAPTAIN, CONTESSA, DUKE
from referee.determinization import Temper
from tests.referee.coup.playing import Coup

KEEN = Level.KEEN.value


def shares(match: Coup, seat: int, *hand: str, temper: Temper = Temper.EVEN) -> dict[Any, float]:
    """Return how likely a keen bot makes each move."""
    found = weigh(match.state, seat, {seat: hand}, KEEN._replace(temper=temper))
    assert found is not None
    total = sum(found.values())
    return {action.move: weight / total for action, weight in found.items()}


def after(*turned: str) -> Coup:
    """Return a match of two in which seat 1 has turned up cards, at seat 1's turn."""
    match = Coup(2)
    for card in turned:
        match.coup(1, card)
    while match.state.turn != 1:
        match.declare("income")
    return match


def test_a_claim_that_cannot_be_true_is_challenged() -> None:
    match = after(DUKE)
    match.declare("tax")
    assert shares(match, 0, DUKE, DUKE)[moves.Challenge(0)] > 0.99


def test_whoever_holds_the_contessa_blocks_an_assassin() -> None:
    match = after()
    match.purse(1, 3)
    match.declare("assassinate", 0)
    match.do("pass", seat=0)
    assert shares(match, 0, CONTESSA, DUKE)[moves.Block(0, CONTESSA)] > 0.95


def test_the_last_card_is_never_given_up_without_a_word() -> None:
    match = after()
    match.purse(1, 7)
    match.declare("coup", 0)
    match.loses(AMBASSADOR)
    match.declare("income")
    match.purse(1, 3)
    match.declare("assassinate", 0)
    challenge = shares(match, 0, DUKE)
    if moves.Pass(0) in challenge:
        match.do("pass", seat=0)
        assert moves.Pass(0) not in shares(match, 0, DUKE)


def test_who_can_win_at_once_does() -> None:
    match = after(CAPTAIN)
    match.declare("income")
    match.purse(0, 7)
    assert shares(match, 0, DUKE, ASSASSIN)[moves.Declare(0, "coup", 1)] > 0.95


def test_a_bot_thinks_of_a_table_that_it_did_not_learn_in_another_way() -> None:
    match = Coup(3, strict_contessa=True)
    assert weigh(match.state, 0, {0: (DUKE, DUKE)}, KEEN) is None


def test_bold_bots_challenge_more_than_careful_ones() -> None:
    match = after()
    match.declare("tax")
    bold, careful = (
        shares(match, 0, AMBASSADOR, CONTESSA, temper=one).get(moves.Challenge(0), 0.0)
        for one in (Temper.BOLD, Temper.CAREFUL)
    )
    assert bold > careful
