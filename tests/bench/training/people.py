"""People as they usually play Coup, each with habits of their own.

They mostly claim what they hold, take the action that they like best, and challenge the more, the
more copies they see. Bots that learn against them too, and not only against themselves, are ready
for whoever sits down at the table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.coup.bots import outputs
from referee.coup.bots.outputs import AIMED, ALONE, CARDS, TARGETS
from referee.coup.bots.sight import ACTION_PLACES, COPIES
from referee.coup.state.cards import CONTESSA
from tests.bench.training.tables import (
    AID,
    ASSASSINATE,
    BLOCKS,
    CLAIM,
    COUP,
    EXTORT,
    NONE,
    Ask,
    Flags,
    Ints,
    Tables,
)

Reals = NDArray[np.float64]

# How much people like each action and each card, on average.
LIKED = {
    "income": 0.6,
    "foreign_aid": 1.5,
    "coup": 12.0,
    "tax": 4.0,
    "assassinate": 6.0,
    "extort": 3.5,
    "exchange": 1.0,
}
WORTH = {"duke": 5.0, "assassin": 4.2, "captain": 4.2, "ambassador": 2.4, "contessa": 3.2}
assert tuple(WORTH) == tuple(CARDS)
TASTES = 0.8  # How much they differ in that.
AIMS = 4  # ways to choose a target: the strongest, the richest, anybody, the weakest
NEVER = -1e9

# The action of each output that declares one, and the card that it claims.
DECLARED = np.repeat(np.arange(len(ACTION_PLACES)), [1] * len(ALONE) + [TARGETS] * len(AIMED))
CLAIMED = CLAIM[DECLARED]


class People:
    """A person with habits at each seat of so many matches."""

    def __init__(self, matches: int, seats: int, random: np.random.Generator) -> None:
        self._random, size = random, (matches, seats)
        liked = np.log([LIKED[name] for name in sorted(LIKED, key=ACTION_PLACES.__getitem__)])
        self._liked = liked + random.normal(0, TASTES, (*size, len(liked)))
        self._worth = np.array([*WORTH.values()]) + random.normal(0, TASTES, (*size, len(WORTH)))
        self._moody = random.uniform(0.2, 1.0, size)
        self._aims = random.integers(AIMS, size=size)
        # How likely they claim, block and block in despair without the card, block foreign aid with
        # it, and challenge: anyway, for each copy seen, in despair, and less after former claims.
        self._bluffs = 0.7 * random.random(size) ** 2
        self._false_blocks = 0.8 * random.random(size) ** 2
        self._last_blocks = random.random(size)
        self._aid_blocks = random.uniform(0.6, 1.0, size)
        self._doubts = 0.45 * random.random(size) ** 1.5
        self._counts = 0.35 * random.random(size)
        self._last_doubts = 0.5 * random.random(size)
        self._believes = 0.15 * random.random(size)

    def choose(self, tables: Tables, rows: Ints, legal: Flags) -> Ints:
        """Return what the person who decides chooses in each of some matches."""
        like = np.full(legal.shape, NEVER)
        ask, seat = tables.ask[rows], tables.seat[rows]
        for asked, judge in (
            (ask == Ask.TURN, self._declare),
            ((ask == Ask.CHALLENGE) | (ask == Ask.COUNTER), self._answer),
            (ask == Ask.BLOCK, self._block),
        ):
            if asked.any():
                judge(tables, rows[asked], seat[asked], like, np.flatnonzero(asked))
        worth = self._worth[rows, seat]
        like[:, outputs.TURN_UP : outputs.KEEP] = -worth
        twice = 4.0 * (tables.kept[rows] > 0)
        like[:, outputs.KEEP : outputs.WINS] = worth - twice
        chosen: Ints = np.where(legal, like, 10 * NEVER).argmax(1)
        return chosen

    def _declare(self, tables: Tables, rows: Ints, seat: Ints, like: Reals, at: Ints) -> None:
        random, count = self._random, np.arange(len(rows))
        moods = random.gumbel(size=(len(rows), len(ACTION_PLACES)))
        liked = self._liked[rows, seat] + moods * self._moody[rows, seat][:, None]
        bluffs = random.random(len(rows)) < self._bluffs[rows, seat]
        held = tables.hands[rows, seat][:, np.maximum(CLAIMED, 0)] > 0
        fair = (CLAIMED == NONE) | held | bluffs[:, None]
        aim = self._aim(tables, rows, seat)
        best = np.zeros((len(rows), len(DECLARED)), bool)
        best[:, : len(ALONE)] = True
        for action in (COUP, ASSASSINATE, EXTORT):
            poor = (tables.coins[rows] == 0) & (action == EXTORT)
            target = np.where(poor, aim - 10, aim).argmax(1)
            ahead = (target - seat - 1) % tables.seats
            best[count, len(ALONE) + TARGETS * (action - len(ALONE)) + ahead] = True
        like[at, : outputs.PASS] = np.where(best & fair, liked[:, DECLARED], NEVER)

    def _aim(self, tables: Tables, rows: Ints, seat: Ints) -> Reals:
        """Return how much each seat is a target."""
        left, coins = tables.influence[rows], tables.coins[rows]
        anybody = 6 * self._random.random(left.shape)
        ways = np.stack((3 * left + coins / 2, coins + left / 2, anybody, coins / 5 - 3 * left), 2)
        aim = ways[np.arange(len(rows)), :, self._aims[rows, seat]]
        aim[left == 0] = NEVER
        aim[np.arange(len(rows)), seat] = NEVER
        found: Reals = aim
        return found

    def _answer(self, tables: Tables, rows: Ints, seat: Ints, like: Reals, at: Ints) -> None:
        claimer, card = tables.claimer[rows], tables.card[rows]
        hand, left = tables.hands[rows, seat], tables.influence[rows]
        seen = hand[np.arange(len(rows)), card] + tables.faces[rows, :, card].sum(1)
        former = np.minimum(tables.claims[rows, claimer, card] - 1, 2)
        others = np.maximum(1, (left > 0).sum(1) - 1)
        doubt = self._doubts[rows, seat] + self._counts[rows, seat] * seen
        doubt = (doubt - self._believes[rows, seat] * former) / np.sqrt(others)
        doubt += 0.4 * tables.lacks[rows, claimer, card]
        despair = self._despair(tables, rows, seat) & (tables.ask[rows] == Ask.CHALLENGE)
        doubt += despair * self._last_doubts[rows, seat]
        challenges = self._random.random(len(rows)) < np.where(seen >= COPIES, 1, doubt)
        like[at, outputs.CHALLENGE], like[at, outputs.PASS] = challenges, ~challenges

    def _block(self, tables: Tables, rows: Ints, seat: Ints, like: Reals, at: Ints) -> None:
        action, aid = tables.action[rows], tables.action[rows] == AID
        held = BLOCKS[action] & (tables.hands[rows, seat] > 0)
        others = (tables.influence[rows] > 0).sum(1) - 1
        bluff = self._false_blocks[rows, seat] / np.where(aid, others, 1)
        last = np.maximum(bluff, self._last_blocks[rows, seat])
        bluff = np.where(self._despair(tables, rows, seat), last, bluff)
        honest = np.where(aid, self._aid_blocks[rows, seat], 1)
        chance = np.where(held.any(1), honest, bluff)
        blocks = self._random.random(len(rows)) < chance
        like[at, outputs.PASS] = np.where(blocks, 0, 3)
        like[at, outputs.BLOCK : outputs.TURN_UP] = held + self._random.random(held.shape)

    def _despair(self, tables: Tables, rows: Ints, seat: Ints) -> Flags:
        """Whether a seat without a Contessa is to be assassinated, with one card left."""
        aimed = (tables.target[rows] == seat) & (tables.action[rows] == ASSASSINATE)
        bare = tables.hands[rows, seat, CARDS[CONTESSA]] == 0
        found: Flags = aimed & bare & (tables.influence[rows, seat] == 1)
        return found
