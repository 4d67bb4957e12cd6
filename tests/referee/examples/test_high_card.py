"""High Card: its three rules, and the contract of all games."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.contract import BadOptions, Cue, IllegalMove, Ruling
from referee.examples.high_card import GAME, Lay, Options, State
from tests.bench.rules.promises import check_move, check_state, check_table
from tests.bench.rules.randomplay import play
from tests.referee.shelved import shelve


def laid(*cards: str, **options: Any) -> tuple[State, list[str]]:
    """Lay cards by turns. Return the state and the keys of the last rulings."""
    state, rulings = GAME.rules.begin(Options(**options), 3), tuple[Ruling, ...]()
    for card in cards:
        state, rulings = GAME.rules.apply(state, Lay(state.turn, (card,)))
    return state, [ruling.message.key.rpartition(".")[2] for ruling in rulings]


def test_hc_1_each_lays_one_card_in_turn() -> None:
    state, _ = laid("7C")
    assert state.turn == 1
    for move in (Lay(2, ("8C",)), Lay(1, ("8C", "9C")), Lay(1, ("7C",)), Lay(1, ("joker",))):
        with pytest.raises(IllegalMove, match="HC-1"):
            GAME.rules.apply(state, move)
    with pytest.raises(BadOptions, match="HC-1"):
        GAME.rules.begin(Options(starter=3), 3)


def test_hc_2_the_highest_takes_a_point_and_begins_and_equal_ones_take_none() -> None:
    assert laid("7C", "KD", "QS")[0].points == (0, 1, 0)
    assert laid("7C", "KD", "QS")[0].turn == 1
    even, ruled = laid("KC", "KD", "QS")
    assert (even.points, ruled) == ((0, 0, 0), ["laid", "even"])
    assert laid("7C", "KD", "QS", "KD")[0].cards == ("", "KD", "")  # a new round, the cards back


def test_hc_3_the_agreed_points_win() -> None:
    state, _ = laid("7C", "KD", "QS", points=1)
    won = GAME.rules.outcome(state)
    assert won is not None
    assert won.winners == (1,)
    assert GAME.rules.offers(state).cues[1] is Cue.WON
    with pytest.raises(IllegalMove):
        GAME.rules.apply(state, Lay(1, ("2C",)))


def test_random_play_keeps_the_promises_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    shelve(monkeypatch, GAME)
    random = Random("high card")
    for seats in GAME.seats:
        options = Options(points=random.randint(1, 5))
        for step in play(GAME, options, seats, random, 500):
            before = GAME.rules.offers(step.before)
            check_move(
                GAME, GAME.table.cards.counts(options), step, before, GAME.rules.offers(step.after)
            )
            check_table(GAME, GAME.table.cards.counts(options), step, before)
            check_state(GAME, step, random)
