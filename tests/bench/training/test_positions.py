"""A network learns to rate positions: its slopes are right, and what it learns is what came."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from referee.disk.networks import network_beside
from tests.bench.training.command import PLANNED, train_command
from tests.bench.training.learning import Learner
from tests.bench.training.positions import (
    Positions,
    _slope,
    _worth,
    learn_shares,
    play,
    rated,
    shares_of,
)


def loss(ratings: Any, positions: Positions) -> float:
    found = shares_of(ratings.reshape(positions.share.shape), positions.absent)
    logs = np.log(np.where(positions.absent, 1, found))
    return float(-(positions.share * logs).sum(1).mean())


def some(random: np.random.Generator, rows: int = 5) -> Positions:
    """Return positions of three players, and of two with one absent."""
    absent = np.zeros((rows, 3), bool)
    absent[:2, 2] = True
    worth: Any = random.random((rows, 3)) * ~absent
    share = worth / worth.sum(1, keepdims=True)
    return Positions(random.normal(size=(rows, 3, 4)).astype(np.float32), absent, share)


def test_the_slope_is_that_of_the_loss() -> None:
    random = np.random.default_rng(1)
    positions = some(random)
    ratings: Any = random.normal(size=(15, 1))
    slope, step = _slope(ratings, positions), 1e-3
    for row in range(15):
        up, down = ratings.copy(), ratings.copy()
        up[row] += step
        down[row] -= step
        found = (loss(up, positions) - loss(down, positions)) / (2 * step)
        np.testing.assert_allclose(slope[row, 0], found, atol=2e-3)


def test_a_position_counts_as_what_the_match_brought_in_the_end() -> None:
    shares, won = np.full((40, 2), 0.5, np.float32), np.array([1, 0], np.float32)
    worth = _worth(shares, won)
    assert worth[-1].tolist() == [1, 0]
    assert 0.5 < worth[0][0] < 0.51 < worth[-2][0]  # The nearer the end, the surer.


@pytest.mark.parametrize("name", PLANNED)
def test_a_match_teaches_who_is_ahead(name: str) -> None:
    learner = Learner((play_inputs(name), 16, 1), np.random.default_rng(1))
    found = play(name, learner.layers, 2, 0.05, "one")
    np.testing.assert_allclose(found.share.sum(1), 1, atol=1e-4)
    before = missed(learner, found)
    for _ in range(30):
        learn_shares(learner, found, 1e-3)
    assert missed(learner, found) < before


def missed(learner: Learner, positions: Positions) -> float:
    found = rated(learner.layers, positions.seen)
    return float(-(positions.share * np.log(found)).sum(1).mean())


def play_inputs(name: str) -> int:
    return int(network_beside(f"referee/{name}/bots/sight.py")[0].weights.shape[0])


def test_positions_of_different_tables_are_learned_together() -> None:
    random = np.random.default_rng(1)
    three, two = some(random), some(random).some(slice(2))
    two = Positions(two.seen[:, :2], two.absent[:, :2], two.share[:, :2])
    both = Positions.joined([three, two])
    assert both.seen.shape == (7, 3, 4)
    assert both.absent[5:, 2].all()


def test_the_weights_are_kept_and_found_again(tmp_path: Path) -> None:
    out = tmp_path / "network.npz"
    asked = ["--game", PLANNED[0], "--minutes", "0", "--out", str(out)]
    done = CliRunner().invoke(train_command, asked)
    assert done.exit_code == 0, done.output
    learned = network_beside(str(tmp_path / "module.py"))
    assert learned[0].weights.shape[0] == play_inputs(PLANNED[0])
    assert learned[-1].bias.shape == (1,)
