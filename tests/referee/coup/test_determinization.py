"""What a player of the table's own thinks that others hold, by what they claimed."""

from __future__ import annotations

from random import Random

import pytest

from referee import library
from referee.coup.state import moves
from referee.coup.state.cards import CONTESSA, DUKE
from referee.coup.state.state import State
from referee.coup.table.determinization import sample_hidden
from referee.determinization import Action, KnownHands
from tests.bench.bots.matches import dealt

GAME = library.game("coup")
OWN: KnownHands = {0: (CONTESSA, CONTESSA)}
ROUND = (moves.Declare(0, "income"), moves.Declare(1, "tax"), moves.Pass(0))


def played(*done: moves.Move) -> State:
    """Return a match of two after some moves."""
    state = dealt(GAME, GAME.rules.begin(library.options(GAME, {}), 2), Random(0)).state
    for move in done:
        state, _ = GAME.rules.apply(state, move)
    assert isinstance(state, State)
    return state


def dukes(state: State) -> float:
    """Return in which share of the worlds the other one holds a Duke."""
    chance, times = Random(1), 600
    return sum(DUKE in sample_hidden(state, 0, OWN, chance).hands[1] for _ in range(times)) / times


def test_who_claims_again_and_again_is_believed_the_more() -> None:
    never, once, thrice = dukes(played()), dukes(played(*ROUND)), dukes(played(*ROUND * 3))
    assert never == pytest.approx(0.42, abs=0.06)  # of 13 cards 3
    assert once == pytest.approx(0.42 / (0.42 + 0.2 * 0.58), abs=0.06)
    assert thrice > once + 0.1


def test_a_claim_of_a_card_that_was_turned_up_since_says_nothing_of_the_others() -> None:
    aided = (moves.Declare(0, "foreign_aid"), moves.Pass(1), *ROUND[1:])
    coup = (*aided * 3, moves.Declare(0, "coup", 1), moves.CardTurned((DUKE,)))
    assert dukes(played(*coup)) == pytest.approx(2 / 12, abs=0.05)
    other = (*coup[:-1], moves.CardTurned((CONTESSA,)))
    assert dukes(played(*other)) > 0.7


def test_a_claim_of_what_the_deck_lacks_is_doubted_by_everybody() -> None:
    options = library.options(GAME, {"deck": {CONTESSA: 9, DUKE: 9}})
    world = dealt(GAME, GAME.rules.begin(options, 2), Random(0))
    tax, theft = moves.Declare(0, "tax"), moves.Declare(0, "extort", 1)
    doubts = {
        one: {
            type(world.play(Action(one), Random(0)).playout_action(Random(n)).move)
            for n in range(40)
        }
        for one in (tax, theft)
    }
    assert doubts == {tax: {moves.Pass, moves.Challenge}, theft: {moves.Challenge}}
