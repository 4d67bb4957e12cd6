"""Post-match analysis finds the costliest moves of a match whose values are known."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from referee.bots.analysis import costliest_moves
from referee.contract import BotPlay
from referee.determinization import KnownHands, MoveAnalysis
from tests.referee.bots.kuhn import guess


def kuhn(cards: Sequence[str]) -> Any:
    """Return Kuhn's poker as a game in which both cards are known afterwards."""

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
    """A move of Kuhn's poker. It names no player."""

    mover = None


def missed(cards: Sequence[str], said: str) -> list[MoveAnalysis]:
    states = [said[:many] for many in range(len(said) + 1)]
    return list(costliest_moves(kuhn(cards), states, [*map(Said, said)], [1], Random(1)))


def test_folding_the_king_costs_a_player_what_is_known_and_the_best_play_nothing() -> None:
    """A fold loses one chip of four, and a call with the king wins two for certain."""
    (found,) = missed(("jack", "king"), "bp")
    assert (found.seat, found.at, found.better.move) == (1, 1, "b")
    assert found.made == pytest.approx(0.25)
    assert found.best == pytest.approx(1.0)
    assert missed(("king", "jack"), "bp") == []
