"""The search, tried at a game whose best play is known."""

from __future__ import annotations

from random import Random

from referee.bots.sample import sampler_of
from referee.bots.search import search
from referee.determinization import Action
from tests.referee.bots.kuhn import KUHN, Say, Table

STEPS = 2_500


def bets(said: str, card: str, steps: int = STEPS) -> float:
    """Return how often a player bets, or calls, with a card in Kuhn's poker."""
    seat, state, sample = len(said) % 2, Table(said), sampler_of(KUHN)
    visited = search(
        lambda chance: sample(state, seat, {seat: (card,)}, chance),
        lambda chance: sample(state, seat, {}, chance),
        steps,
        9,
        0.3,
        Random(3),
    )
    return visited[Action(Say(seat, "b"))].visits / sum(tried.visits for tried in visited.values())


def test_who_is_bet_at_calls_with_the_highest_card_and_never_with_the_lowest() -> None:
    assert bets("b", "king") > 0.95
    assert bets("b", "jack") < 0.05


def test_bluffs_are_mixed_as_the_best_play_mixes_them() -> None:
    """The lowest card at most one time in three, the highest far more often (Kuhn 1950)."""
    bluff = bets("", "jack")
    assert 0.03 < bluff < 1 / 3
    assert bets("", "king") > 2 * bluff


def test_the_same_numbers_lead_to_the_same() -> None:
    assert bets("", "queen", steps=900) == bets("", "queen", steps=900)
