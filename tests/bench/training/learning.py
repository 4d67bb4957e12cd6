"""A network that learns, by proximal policy optimisation (Schulman et al. 2017).

The entropy of its choices counts too. Without that, it would stop to bluff as soon as bluffs fail,
and in a game of hidden cards both sides must mix (Sokota et al. 2023, magnetic mirror descent).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from referee.coup.bots.outputs import WINS
from referee.disk.networks import Layer, Network, Numbers, outputs
from tests.bench.training.tables import Flags, Ints

CLIP = 0.2  # Choices that became more or less likely by this share teach nothing more.
OUTPUTS = WINS + 1
ROUNDS = 2  # How often each batch is learned.
BATCH = 4096
LONGEST = 1.0  # of a step along the gradient
DECAYS = (0.9, 0.999)  # of Adam (Kingma and Ba 2015), for the mean and for the square
SMALL = 1e-5


class Lessons(NamedTuple):
    """Choices and what came of them, one in each row.

    `gain` says how much better it came than expected, and `won` what the seat then could expect.
    """

    seen: Numbers
    legal: Flags
    chosen: Ints
    chance: Numbers
    gain: Numbers
    won: Numbers

    def some(self, rows: Ints | Flags) -> Lessons:
        """Return some of the lessons."""
        return Lessons._make(part[rows] for part in self)


def softmax(scores: Numbers, legal: Flags) -> Numbers:
    """Return the chance of each legal choice."""
    found: Numbers = np.where(legal, scores, np.float32(-np.inf)).astype(np.float32)
    powers = np.exp(found - found.max(1, keepdims=True))
    chances: Numbers = (powers / powers.sum(1, keepdims=True)).astype(np.float32)
    return chances


def logistic(scores: Numbers) -> Numbers:
    """Return the chance for each score of the last output."""
    chances: Numbers = (1 / (1 + np.exp(-scores))).astype(np.float32)
    return chances


class Learner:
    """A network that learns: a new one of layers with these sizes, or one that `knows` already."""

    def __init__(
        self, sizes: Sequence[int], random: np.random.Generator, knows: Network | None = None
    ) -> None:
        self._random = random
        layers = []
        for wide, high in pairwise(sizes):
            scale = np.sqrt(2 / wide) / (10 if high == sizes[-1] else 1)
            weights = random.normal(0, scale, (wide, high)).astype(np.float32)
            layers.append(Layer(weights, np.zeros(high, np.float32)))
        self.layers: Network = knows or tuple(layers)
        self._means = [np.zeros_like(one) for layer in self.layers for one in layer]
        self._squares = [np.zeros_like(one) for one in self._means]
        self._steps = 0

    def batches(self, rows: int, many: int = BATCH) -> list[Ints]:
        """Return the numbers of so many rows in random order, in batches."""
        return np.array_split(self._random.permutation(rows), max(1, rows // many))

    def step(self, seen: Numbers, slope_of: Callable[[Numbers], Numbers], rate: float) -> None:
        """Learn from rows of inputs, of which `slope_of` tells how the loss grows with outputs."""
        at = [seen]
        for layer in self.layers[:-1]:
            at.append(np.maximum(at[-1] @ layer.weights + layer.bias, 0))
        slope = slope_of(outputs(self.layers[-1:], at[-1]))
        slopes: list[Numbers] = []
        for layer, below in zip(reversed(self.layers), reversed(at), strict=True):
            slopes[:0] = [below.T @ slope, slope.sum(0)]
            slope = (slope @ layer.weights.T) * (below > 0)
        self._follow(slopes, rate)

    def _follow(self, slopes: list[Numbers], rate: float) -> None:
        length = np.sqrt(sum(float((one * one).sum()) for one in slopes))
        self._steps += 1
        bias, bias_square = (1 - decay**self._steps for decay in DECAYS)
        weights = [one for layer in self.layers for one in layer]
        for weight, slope, mean, square in zip(
            weights, slopes, self._means, self._squares, strict=True
        ):
            slope = slope * min(1.0, LONGEST / (length + SMALL))
            mean += (1 - DECAYS[0]) * (slope - mean)
            square += (1 - DECAYS[1]) * (slope * slope - square)
            weight -= rate * (mean / bias) / (np.sqrt(square / bias_square) + SMALL)


def learn_choices(learner: Learner, lessons: Lessons, rate: float, mixing: float) -> None:
    """Learn from some lessons. `mixing` is the weight of the entropy."""
    gain = (lessons.gain - lessons.gain.mean()) / (lessons.gain.std() + SMALL)
    for _ in range(ROUNDS):
        for batch in learner.batches(len(gain)):
            some = lessons.some(batch)._replace(gain=gain[batch])
            learner.step(some.seen, partial(_slope, lessons=some, mixing=mixing), rate)


def _slope(scores: Numbers, lessons: Lessons, mixing: float) -> Numbers:
    """Return how the loss of some lessons grows with each output."""
    rows, legal, chosen = np.arange(len(scores)), lessons.legal, lessons.chosen
    chances = softmax(scores[:, :WINS], legal)
    ratio = chances[rows, chosen] / lessons.chance
    far = np.where(lessons.gain > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    pull = (ratio * lessons.gain * ~far)[:, None]
    logs = np.log(np.maximum(chances, 1e-9))
    entropy = -(chances * logs).sum(1, keepdims=True)
    share = mixing / np.log(np.maximum(2, legal.sum(1, keepdims=True)))
    slope = np.empty_like(scores)
    slope[:, :WINS] = pull * chances + share * chances * (logs + entropy)
    slope[rows, chosen] -= pull[:, 0]
    slope[:, WINS] = logistic(scores[:, WINS]) - np.clip(lessons.won, 0, 1)
    return slope / np.float32(len(scores))
