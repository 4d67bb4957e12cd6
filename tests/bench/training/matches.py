"""Matches from which the network learns: against itself, against itself with habits, and people."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.coup.bots import outputs
from referee.coup.bots.outputs import CARDS
from referee.disk.networks import Network, Numbers
from referee.disk.networks import outputs as scores_of
from tests.bench.training.learning import Lessons, logistic, softmax
from tests.bench.training.people import CLAIMED, People
from tests.bench.training.sight import seen
from tests.bench.training.tables import NONE, Ask, Flags, Ints, Tables

PEOPLED = 0.5  # share of matches with people
HABITS = 0.5  # share of matches in which half of the seats of the network have habits
# How much they like to claim, to block and to challenge: more or less than usual. Habits are added
# to the scores of such choices.
CLAIMING, BLOCKING, CHALLENGING, MOODY = 2.0, 1.5, 1.5, 0.5
FORESIGHT = 0.95  # λ of the generalised advantage estimation (Schulman et al. 2016)

# The card that each output claims.
CLAIMS = np.full(outputs.WINS, NONE)
CLAIMS[: outputs.PASS] = CLAIMED
CLAIMS[outputs.BLOCK : outputs.TURN_UP] = range(len(CARDS))


class _Choice(NamedTuple):
    rows: Ints
    seat: Ints
    seen: Numbers
    legal: Flags
    chosen: Ints
    chance: Numbers
    value: Numbers
    counts: Flags  # whether the network learns from it


class _Habits:
    """The habits of the seats of the network, and which seats have none."""

    def __init__(self, matches: int, seats: int, random: np.random.Generator) -> None:
        size = (matches, seats)
        self.has = (random.random(size) < 1 / 2) & (random.random((matches, 1)) < HABITS)
        self.has[np.arange(matches), random.integers(seats, size=matches)] = False
        self._claiming = random.normal(0, CLAIMING, size)
        self._blocking = random.normal(0, BLOCKING, size)
        self._challenging = random.normal(0, CHALLENGING, size)
        self._calm = np.exp(-np.abs(random.normal(0, MOODY, size)))

    def bend(self, tables: Tables, rows: Ints, scores: Numbers) -> None:
        """Change the scores of seats with habits, in some matches."""
        seat = tables.seat[rows]
        has = self.has[rows, seat]
        rows, seat = rows[has], seat[has]
        bent = scores[has] * self._calm[rows, seat][:, None]
        false = (CLAIMS != NONE) & (tables.hands[rows, seat][:, np.maximum(CLAIMS, 0)] == 0)
        block = tables.ask[rows] == Ask.BLOCK
        likes = np.where(block, self._blocking[rows, seat], self._claiming[rows, seat])
        bent += false * likes[:, None]
        bent[:, outputs.CHALLENGE] += self._challenging[rows, seat]
        scores[has] = bent


def play(layers: Network, matches: int, seats: int, random: np.random.Generator) -> Lessons:
    """Play so many matches to their ends, and return what there is to learn from them."""
    tables, habits = Tables(matches, seats, random), _Habits(matches, seats, random)
    people = People(matches, seats, random)
    share = random.choice([0.5, 1.0], (matches, 1))
    person = (random.random((matches, 1)) < PEOPLED) & (random.random((matches, seats)) < share)
    person[np.arange(matches), random.integers(seats, size=matches)] = False
    rows, choices = np.arange(matches), list[_Choice]()
    while len(rows):
        seat, view, legal = tables.seat[rows], seen(tables, rows), tables.legal(rows)
        scores = scores_of(layers, view)
        value = logistic(scores[:, outputs.WINS])
        scores = scores[:, : outputs.WINS].copy()
        habits.bend(tables, rows, scores)
        chances = softmax(scores, legal)
        upto = chances.cumsum(1)
        chosen = (upto > random.random((len(rows), 1)) * upto[:, -1:]).argmax(1)
        folk = person[rows, seat]
        chosen[folk] = people.choose(tables, rows[folk], legal[folk])
        counts = ~folk & ~habits.has[rows, seat] & (legal.sum(1) > 1)
        chance = chances[np.arange(len(rows)), chosen]
        choices.append(_Choice(rows, seat, view, legal, chosen, chance, value, counts))
        tables.play(rows, chosen)
        rows = rows[tables.ask[rows] != Ask.OVER]
    return _lessons(choices, tables)


def _lessons(choices: list[_Choice], tables: Tables) -> Lessons:
    """Go back from the ends, and compare what each choice was worth with what came next."""
    after = np.zeros((tables.matches, tables.seats), np.float32)
    after[np.arange(tables.matches), tables.turn] = 1
    gains, found = np.zeros_like(after), list[Lessons]()
    for one in reversed(choices):
        gain = after[one.rows, one.seat] - one.value + FORESIGHT * gains[one.rows, one.seat]
        after[one.rows, one.seat], gains[one.rows, one.seat] = one.value, gain
        told = Lessons(one.seen, one.legal, one.chosen, one.chance, gain, gain + one.value)
        found.append(told.some(one.counts))
    return Lessons._make(map(np.concatenate, zip(*found, strict=True)))
