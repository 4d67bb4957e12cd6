"""The network learns: its slopes are right, and all that it learns from was possible."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

from referee.coup.bots.outputs import WINS
from referee.coup.bots.sight import INPUTS
from referee.disk.networks import network_beside
from tests.bench.training.command import train_command
from tests.bench.training.learning import (
    OUTPUTS,
    Learner,
    Lessons,
    _slope,
    learn_choices,
    logistic,
    softmax,
)
from tests.bench.training.matches import play

MIXING = 0.05


def loss(scores: Any, lessons: Lessons) -> float:
    """Return what learning makes smaller, as long as no choice becomes much more likely."""
    rows = np.arange(len(scores))
    chances = softmax(scores[:, :WINS], lessons.legal)
    gained = chances[rows, lessons.chosen] / lessons.chance * lessons.gain
    entropy = -(chances * np.log(np.maximum(chances, 1e-9))).sum(1)
    mixed = MIXING * entropy / np.log(np.maximum(2, lessons.legal.sum(1)))
    wins = logistic(scores[:, WINS])
    missed = -lessons.won * np.log(wins) - (1 - lessons.won) * np.log(1 - wins)
    return float((missed - gained - mixed).mean())


def test_the_slope_is_that_of_the_loss() -> None:
    random, rows = np.random.default_rng(1), 6
    scores: Any = random.normal(size=(rows, WINS + 1))
    legal = random.random((rows, WINS)) < 0.3
    legal[:, 0] = True
    chosen = (legal * random.random(legal.shape)).argmax(1)
    chance = softmax(scores[:, :WINS], legal)[np.arange(rows), chosen]
    gain: Any = random.normal(size=rows)
    won: Any = random.random(rows)
    lessons = Lessons(scores, legal, chosen, chance, gain, won)
    slope, step = _slope(scores, lessons, MIXING), 1e-2
    for row, column in random.integers((rows, WINS + 1), size=(60, 2)):
        up, down = scores.copy(), scores.copy()
        up[row, column] += step
        down[row, column] -= step
        found = (loss(up, lessons) - loss(down, lessons)) / (2 * step)
        np.testing.assert_allclose(slope[row, column], found, atol=2e-3)


def test_the_weights_are_kept_and_found_again(tmp_path: Path) -> None:
    out = tmp_path / "network.npz"
    done = CliRunner().invoke(train_command, ["--minutes", "0", "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "network.npz" in done.output
    learned = network_beside(str(tmp_path / "module.py"))
    assert learned[0].weights.shape[0] == INPUTS
    assert learned[-1].bias.shape == (WINS + 1,)


def test_only_legal_choices_that_the_network_made_are_learned() -> None:
    random = np.random.default_rng(2)
    learner = Learner((INPUTS, 16, OUTPUTS), random)
    lessons = play(learner.layers, 60, 3, random)
    assert lessons.legal[np.arange(len(lessons.chosen)), lessons.chosen].all()
    assert (lessons.chance > 0).all()
    before = [layer.weights.copy() for layer in learner.layers]
    learn_choices(learner, lessons, 1e-3, MIXING)
    for layer, was in zip(learner.layers, before, strict=True):
        assert np.isfinite(layer.weights).all()
        assert (layer.weights != was).any()
