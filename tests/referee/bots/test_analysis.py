"""Post-match analysis finds the costliest moves of a match whose values are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from referee.bots.analysis import costliest_moves
from referee.determinization import KnownHands, MoveAnalysis
from tests.referee.bots.kuhn import KUHN, Say, Table


def missed(cards: Sequence[str], said: str) -> list[MoveAnalysis]:
    """Return the costliest moves of seat 1 in a match in which both cards are known afterwards."""

    def reconstruct_hand(_states: object, _moves: object, _at: int, seat: int) -> KnownHands:
        return {seat: (cards[seat],)}

    game = replace(KUHN, bot=replace(KUHN.require_bot(), reconstruct_hand=reconstruct_hand))
    states = [Table(said[:many]) for many in range(len(said) + 1)]
    moves = [Say(at % 2, what) for at, what in enumerate(said)]
    return list(costliest_moves(game, states, moves, [1], Random(1), effort=4_000))


def test_folding_the_king_costs_a_player_what_is_known_and_the_best_play_nothing() -> None:
    """A fold loses one chip of four, and a call with the king wins two for certain."""
    (found,) = missed(("jack", "king"), "bp")
    assert (found.seat, found.at, found.better.move) == (1, 1, Say(1, "b"))
    assert found.made == pytest.approx(0.25)
    assert found.best == pytest.approx(1.0)
    assert missed(("king", "jack"), "bp") == []
