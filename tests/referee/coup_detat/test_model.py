"""The referee of Coup d'État agrees with the model on every deal, whatever hands and players.

``python -m tests.referee.coup_detat.test_model 20000`` plays as many deals, a second number is the
first seed, a third says of how many last tricks every line is tried.
"""

from __future__ import annotations

import sys
import time
from dataclasses import asdict, fields
from random import Random
from typing import Any

import pytest

from referee.coup_detat.view.search import Stakes
from tests.referee.coup_detat.beside import Odds, Pair, Tally

SEEDS = 14


def some_options(rng: Random) -> dict[str, Any]:
    """Return what a table might agree on."""
    first, second = rng.sample(["barbu", "victory", "siege", "prison", "guillotine", "dominoes"], 2)
    return {
        "simpler": rng.random() < 0.3,
        "first_out": first,
        "second_out": second,
        "coup_names_suit": rng.random() < 0.7,
        "secret_coup": rng.random() < 0.6,
        "revoke_price": rng.choice([0, 0, 100, 500]),
        "loans": rng.random() < 0.8,
        "analysis": False,
    }


def some_odds(rng: Random) -> Odds:
    """Return how a table might behave: well, or not at all."""
    if rng.random() < 0.3:
        return Odds(wrong=0.0, take_back=0.0)
    return Odds(
        wrong=rng.choice([0.05, 0.2, 0.6]),
        attempt=rng.choice([0.2, 0.5, 0.9]),
        lodge=rng.choice([0.1, 0.6]),
        borrow=rng.choice([0.2, 0.9]),
        lend=rng.choice([0.2, 0.8]),
        correct=rng.choice([0.1, 0.4, 0.7]),
    )


def played(seed: int, searched: int = 0) -> Tally:
    """Play a match beside the model and return what was met in it."""
    rng = Random(seed)
    pair = Pair(rng.choice((3, 4)), some_options(rng), rng, some_odds(rng))
    pair.searched = searched
    while not pair.match.over:
        pair.play()
    return pair.tally


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_referee_agrees_with_the_model_on_every_deal(seed: int) -> None:
    tally = played(seed)
    assert tally.deals >= 9


@pytest.mark.parametrize("seed", [100, 101])
def test_what_other_cards_would_have_meant_is_what_trying_every_line_gives(seed: int) -> None:
    assert played(seed, searched=2).deals >= 9


def test_a_secret_coup_of_three_saves_what_the_six_spades_in_play_would_cost() -> None:
    stakes = Stakes("siege", president=2, attempter=None, lodged=(0,), names_suit=True)
    assert stakes.ends(frozenset({0}), 3) == (2 * 1_000 + 600, -1_000, -1_000)
    assert stakes.ends(frozenset({0}), 4) == (3 * 1_000 + 800, -1_000, -1_000, -1_000)


def main(deals: int, seed: int = 1_000, searched: int = 0) -> None:
    """Play so many deals and print what was met."""
    total, start, matches = Tally(), time.process_time(), 0
    while total.deals < deals:
        tally = played(seed + matches, searched)
        matches += 1
        for field in fields(Tally):
            setattr(total, field.name, getattr(total, field.name) + getattr(tally, field.name))
    print(f"{matches} matches, {asdict(total)}, {time.process_time() - start:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
