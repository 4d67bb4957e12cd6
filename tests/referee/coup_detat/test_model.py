"""The referee of Coup d'État agrees with the model on every deal, for any hands and players.

``python -m tests.referee.comparison coup_detat 2000`` plays 2000 matches. A second number is the
first seed. A third is the number of last tricks in which every line is tried.
"""

from __future__ import annotations

from functools import partial

import pytest

from referee.coup_detat.view.search import Stakes
from tests.breadth import breadth
from tests.referee.comparison import played
from tests.referee.coup_detat.comparison import begun

SEEDS = 14
GATE = 5  # of these seeds


@pytest.mark.parametrize("seed", breadth(range(SEEDS), *range(GATE)))
def test_the_referee_agrees_with_the_model_on_every_deal(seed: int) -> None:
    assert played(begun, seed)["deals"] >= 9


@pytest.mark.parametrize("seed", breadth([101, 100]))
def test_what_other_cards_would_have_meant_is_what_trying_every_line_gives(seed: int) -> None:
    assert played(partial(begun, searched=2), seed)["deals"] >= 9


def test_a_secret_coup_of_three_saves_what_the_six_spades_in_play_would_cost() -> None:
    stakes = Stakes("siege", president=2, attempter=None, lodged=(0,), names_suit=True)
    assert stakes.final_payments(frozenset({0}), 3) == (2 * 1_000 + 600, -1_000, -1_000)
    assert stakes.final_payments(frozenset({0}), 4) == (3 * 1_000 + 800, -1_000, -1_000, -1_000)
