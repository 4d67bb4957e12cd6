"""What bots of Coup do where there is no doubt, and what they conclude from claims."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee import library
from referee.bots.levels import Level
from referee.coup.bots.choice import weigh
from referee.coup.state import moves
from referee.coup.state.cards import AMBASSADOR, ASSASSIN, CAPTAIN, CONTESSA, DUKE
from referee.coup.state.state import Event, EventKind, State
from referee.coup.table.determinization import sample_hidden
from referee.determinization import Temper
from tests.bench.bots.matches import dealt
from tests.referee.coup.playing import Coup

KEEN = Level.KEEN.value
GAME = library.game("coup")
ROUND = (moves.Declare(0, "income"), moves.Declare(1, "tax"), moves.Pass(0))


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
    strict = Coup(3, strict_contessa=True)
    assert weigh(strict.state, 0, {0: (DUKE, DUKE)}, KEEN) is None, "it learned no such table"


def test_bold_bots_challenge_more_than_careful_ones() -> None:
    match = after()
    match.declare("tax")
    bold, careful = (
        shares(match, 0, AMBASSADOR, CONTESSA, temper=one).get(moves.Challenge(0), 0.0)
        for one in (Temper.BOLD, Temper.CAREFUL)
    )
    assert bold > careful


def shown_by_mistake(match: Coup, *seats: int) -> None:
    """Let the record say that these seats showed a Duke and kept it."""
    history = match.state.history
    for seat in seats:
        history = history.plus(Event(EventKind.FAILED, seat, (DUKE,), other=0))
    match.state = replace(match.state, history=history)


def test_cp_40_a_shown_card_that_the_deck_cannot_hold_stops_no_bot_of_another_seat() -> None:
    match = Coup(4)
    shown_by_mistake(match, 1, 2, 3)
    for seed in range(20):
        sample = sample_hidden(match.state, 0, {0: (DUKE, DUKE)}, Random(seed))
        assert [hand.count(DUKE) for hand in sample.hands].count(1) == 1
        assert sum(hand.count(DUKE) for hand in sample.hands) == 3


def test_cp_6_a_seat_that_is_out_holds_nothing_whatever_it_was_seen_to_show() -> None:
    match = Coup(3)
    shown_by_mistake(match, 1)
    faces = ((), (CAPTAIN, CONTESSA), ())
    match.state = replace(match.state, faces=faces)
    sample, chance = sample_hidden(match.state, 0, {0: (DUKE, CAPTAIN)}, Random(0)), Random(1)
    assert sample.hands[1] == ()
    for _ in range(200):
        if sample.mover is None:
            break
        sample = sample.play(sample.playout_action(chance), chance)
    assert not sample.hands[1]


def dukes(*done: moves.Move) -> float:
    """Return in which share of the worlds after some moves the other seat holds a Duke."""
    state = dealt(GAME, GAME.rules.begin(library.options(GAME, {}), 2), Random(0)).state
    for move in done:
        state, _ = GAME.rules.apply(state, move)
    assert isinstance(state, State)
    own, chance, times = {0: (CONTESSA, CONTESSA)}, Random(1), 600
    return sum(DUKE in sample_hidden(state, 0, own, chance).hands[1] for _ in range(times)) / times


def test_who_claims_again_and_again_is_believed_the_more_until_the_card_is_turned_up() -> None:
    never, once, thrice = dukes(), dukes(*ROUND), dukes(*ROUND * 3)
    assert never == pytest.approx(0.42, abs=0.06)  # of 13 cards 3
    assert once == pytest.approx(0.42 / (0.42 + 0.2 * 0.58), abs=0.06)
    assert thrice > once + 0.1
    aided = (moves.Declare(0, "foreign_aid"), moves.Pass(1), *ROUND[1:])
    coup = (*aided * 3, moves.Declare(0, "coup", 1), moves.CardTurned((DUKE,)))
    assert dukes(*coup) == pytest.approx(2 / 12, abs=0.05)
    assert dukes(*coup[:-1], moves.CardTurned((CONTESSA,))) > 0.7
