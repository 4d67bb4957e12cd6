"""Looking back: what cost most is found, of persons alone, and the same each time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from referee.bots.analysis import LEAST_COST, MOST_MOVES, SURE_ERRORS, costliest_moves
from referee.contract import BotPlay, Game
from referee.determinization import KnownHands, MoveAnalysis
from tests.breadth import breadth
from tests.referee.bots.kuhn import guess
from tests.referee.recorded import recorded

LITTLE = 20_000  # acts that are looked at: enough for an answer
RECORDED = {
    "coup": "four",
    "coup_detat": "secret",
    "coyote": "kidult-actions",
    "ogallala": "two",
    "plenty_coups": "two",
}


# -- Kuhn's poker, whose worth is known -----------------------------------------------------------


def kuhn(cards: Sequence[str]) -> Any:
    """Return Kuhn's poker as a game in which it is told by the end who held which card."""

    def reconstruct_hand(_states: object, _moves: object, _at: int, seat: int) -> KnownHands:
        return {seat: (cards[seat],)}

    bot: BotPlay[Any, Any] = BotPlay(
        sample_hidden=lambda said, _seat, own, chance: guess(said, own, chance),
        horizon=9,
        bluffs=True,
        reconstruct_hand=reconstruct_hand,
    )
    table = SimpleNamespace(visible_hands=lambda _said, seat: () if seat is None else (seat,))
    return SimpleNamespace(table=table, require_bot=lambda: bot)


class Said(str):
    """A move of Kuhn's poker. It does not say who makes it."""

    mover = None


def missed(cards: Sequence[str], said: str, persons: Sequence[int] = (0, 1)) -> list[MoveAnalysis]:
    states = [said[:many] for many in range(len(said) + 1)]
    moves = [*map(Said, said)]
    return list(costliest_moves(kuhn(cards), states, moves, persons, Random(1)))


def test_folding_the_king_is_found_with_its_known_cost() -> None:
    """Who folds loses one chip of four, and who calls with the king wins two for certain."""
    found = missed(("jack", "king"), "bp")
    (one,) = [one for one in found if one.seat == 1]
    assert (one.at, one.better.move) == (1, "b")
    assert one.made == pytest.approx(0.25)
    assert one.best == pytest.approx(1.0)
    assert one.cost == pytest.approx(0.75)


def test_calling_with_the_jack_is_found_with_its_known_cost() -> None:
    """Who calls with the lowest card loses two for certain, who folds one."""
    (one,) = [one for one in missed(("queen", "jack"), "bb") if one.seat == 1]
    assert (one.better.move, round(one.cost, 6)) == ("p", 0.25)


def test_what_the_best_play_does_costs_nothing() -> None:
    assert missed(("king", "jack"), "bp", persons=(1,)) == []
    assert missed(("jack", "king"), "pb", persons=(1,)) == []


# -- each game ------------------------------------------------------------------------------------


def played(name: str, of: str = "") -> tuple[Game[Any, Any, Any], list[Any], list[Any], int]:
    match = recorded(name, of or RECORDED[name])
    states = [match.begun, *(one.state for one in match.played)]
    return match.game, states, [one.move for one in match.played], match.header.number


@cache
def told(name: str) -> tuple[MoveAnalysis, ...]:
    """Return what cost the players of a recorded match most."""
    game, states, moves, seats = played(name)
    return costliest_moves(game, states, moves, range(seats), Random(3), LITTLE)


@pytest.mark.parametrize("name", breadth(RECORDED, "coup", "coyote"))
def test_a_recorded_match_gives_an_answer_within_the_limits_and_the_same_again(name: str) -> None:
    game, states, moves, seats = played(name)
    first = told(name)
    assert first == told.__wrapped__(name)
    costs = [one.cost for one in first]
    assert costs == sorted(costs, reverse=True)
    for one in first:
        assert one.cost >= LEAST_COST
        assert one.cost > SURE_ERRORS * one.error
        assert one.error or name == "coyote"
        assert 0 <= one.made <= one.best <= 1
        assert one.better.move != moves[one.at]
        assert one.reason is None or f"{name}.reason." in one.reason.key
        if one.better.move is not None:
            assert one.better.move in game.rules.offers(states[one.at])
    assert name != "coyote" or all(one.reason for one in first)
    for seat in range(seats):
        assert sum(one.seat == seat for one in first) <= MOST_MOVES


@pytest.mark.parametrize("name", breadth(RECORDED, "coyote"))
def test_no_move_of_a_bot_is_told(name: str) -> None:
    game, states, moves, seats = played(name)
    whole = told(name)
    assert {one.seat for one in costliest_moves(game, states, moves, [1], Random(3), LITTLE)} <= {1}
    assert costliest_moves(game, states, moves, [], Random(3), LITTLE) == ()
    left_out = {one.at for one in whole}
    others = costliest_moves(game, states, moves, range(seats), Random(3), LITTLE, left_out)
    assert left_out.isdisjoint(one.at for one in others)


@pytest.mark.verify
def test_a_whole_match_takes_no_more_than_a_minute_of_one_core() -> None:
    """139 choices of Ogallala, whose search is neither the fastest nor the slowest."""
    game, states, moves, seats = played("ogallala", "five")
    began_s = time.process_time()
    costliest_moves(game, states, moves, range(seats), Random(3))
    assert time.process_time() - began_s < 60
