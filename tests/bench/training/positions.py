"""Matches from which a network learns to rate positions: each player's share of a win.

Most players choose by the network that learns, more or less strictly. Some of them have habits:
they like some kinds of moves and some cards more than others. All try any kind of move now and
then. The other players follow common advice. A position counts as much as the ones that the same
player saw later, and in the end as much as the match brought (Sutton 1988).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log
from random import Random
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from referee import library
from referee.bots.sample import sampler_of
from referee.determinization import Action, Determinization, Prunable
from referee.disk.networks import Network, Numbers, outputs
from tests.bench.bots.matches import AnyGame, adviser, dealt, own_cards
from tests.bench.training.learning import Learner

MOST = 5_000  # actions of a match: no match is as long
FORESIGHT = 0.85  # λ: how much of the rest of the match counts, and not only the next position
ONLOOKING = 0.3  # how often a player rates a position that somebody else made
MOODS = (0.3, 1.0, 2.0)  # how loosely players choose
HABITS, LIKING = 0.5, 0.12  # how many players have habits, and how much they like a move or a card
ADVISED = 0.35  # how many players follow common advice
CURIOUS = 0.03  # how often a player tries any kind of move
BATCH = 256  # positions
PASSES = 2  # How often each batch is learned each time.


class Seen(Determinization, Protocol):
    """A position that can be shown to a network."""

    def seen(self, seat: int) -> Numbers:
        """Return what a seat sees of each player, a row for each."""


class Habits:
    """How loosely a player chooses, and how much it likes each kind of move and each card."""

    def __init__(self, heat: float, random: Random) -> None:
        self.heat, self._random = heat * random.choice(MOODS), random
        self._has, self._likes = random.random() < HABITS, dict[Any, float]()

    def of(self, action: Action) -> float:
        """Return how much the player likes an action for itself."""
        cards = getattr(action.move, "cards", ()) if self._has else ()
        likes = (self._liking(type(action.move)), *map(self._liking, cards))
        return sum(likes) + self.heat * gumbel(self._random)

    def _liking(self, key: Any) -> float:
        if not self._has:
            return 0.0
        if key not in self._likes:
            self._likes[key] = self._random.gauss(0, LIKING)
        return self._likes[key]

    def curious(self, actions: Sequence[Action]) -> Action | None:
        """Return an action of any kind now and then."""
        if self._random.random() > CURIOUS:
            return None
        kind = self._random.choice([*dict.fromkeys(type(one.move) for one in actions)])
        return self._random.choice([one for one in actions if type(one.move) is kind])


def gumbel(random: Random) -> float:
    """Return noise by which the best of several is each as often as by its softmax."""
    return -log(-log(random.random() + 1e-12) + 1e-12)


class Positions(NamedTuple):
    """What seats saw of each player, a row for each, and which shares of a win it was worth.

    Some matches have fewer players than others: the rows of the others are `absent`.
    """

    seen: Numbers
    absent: Any
    share: Numbers

    @classmethod
    def joined(cls, parts: Sequence[Positions]) -> Positions:
        """Return the positions of all parts, with as many players as the largest has."""
        most = max(part.share.shape[1] for part in parts)
        wider = [part.widened(most) for part in parts]
        return cls(*(np.concatenate(column) for column in zip(*wider, strict=True)))

    def widened(self, players: int) -> Positions:
        """Return the positions with so many players, the new ones of whom are absent."""
        more = players - self.share.shape[1]
        ends = ((0, 0), (0, more))
        return Positions(
            np.pad(self.seen, (*ends, (0, 0))),
            np.pad(self.absent, ends, constant_values=True),
            np.pad(self.share, ends),
        )

    def some(self, rows: Any) -> Positions:
        """Return some of the positions."""
        return Positions(self.seen[rows], self.absent[rows], self.share[rows])


def shares_of(rated: Numbers, absent: Any) -> Numbers:
    """Return the shares of a win, from how each player is rated."""
    found = np.where(absent, np.float32(-np.inf), rated)
    powers = np.exp(found - found.max(1, keepdims=True))
    shares: Numbers = (powers / powers.sum(1, keepdims=True)).astype(np.float32)
    return shares


def rated(layers: Network, seen: Numbers) -> Numbers:
    """Return the shares of a win in positions with equally many players."""
    found = outputs(layers, seen)[:, :, 0]
    return shares_of(found, np.zeros(found.shape, bool))


def play(name: str, layers: Network, seats: int, heat: float, seed: str) -> Positions:
    """Play a match and return what it teaches. With more `heat`, players choose more loosely."""
    game, random = library.game(name), Random(seed)
    habits = [Habits(heat, random) for _ in range(seats)]
    advised = [random.random() < ADVISED for _ in range(seats)]
    chains: list[list[Numbers]] = [[] for _ in range(seats)]
    world = dealt(game, game.rules.begin(library.options(game, {}), seats), random)
    over = None
    for _ in range(MOST):
        if (over := game.rules.outcome(world.state)) is not None:
            break
        if world.mover is None:
            world = dealt(game, world.state, random)
            continue
        mover = world.mover
        actions = (world.pruned() if isinstance(world, Prunable) else world).legal_actions()
        action = actions[0]
        if len(actions) > 1 and advised[mover]:
            action = adviser(game, world, mover, random)
        elif len(actions) > 1:
            action = habits[mover].curious(actions) or _chosen(
                game, layers, world, actions, habits[mover], random
            )
        world = world.play(action, random)
        for seat in range(seats):
            if seat == mover or (world.mover != mover and random.random() < ONLOOKING):
                chains[seat].append(world.seen(seat))
    won = np.zeros(seats, np.float32)
    if over is not None:
        won[list(over.winners)] = 1 / max(1, len(over.winners))
    seen = [np.stack(chain) for chain in chains if chain]
    shares = np.concatenate([_worth(rated(layers, chain), won) for chain in seen])
    return Positions(np.concatenate(seen), np.zeros(shares.shape, bool), shares)


def _chosen(
    game: AnyGame,
    layers: Network,
    world: Any,
    actions: Sequence[Action],
    habits: Habits,
    random: Random,
) -> Action:
    """Return the action after which the mover is rated best, as far as its seat can know."""
    mover = world.mover
    known = sampler_of(game)(world.state, mover, own_cards(game, world, mover), random)
    afters = [cast(Seen, known.play(action, random)) for action in actions]
    values = rated(layers, np.stack([after.seen(mover) for after in afters]))[:, mover]
    for at, after in enumerate(afters):
        if (over := game.rules.outcome(after.state)) is not None:
            values[at] = (mover in over.winners) / max(1, len(over.winners))
    scores = np.log(values + 1e-4) + [habits.of(action) for action in actions]
    return actions[int(scores.argmax())]


def _worth(shares: Numbers, won: Numbers) -> Numbers:
    """Return what each position of a chain was worth, seen from the end (the λ-return)."""
    worth = np.empty_like(shares)
    worth[-1] = won
    for at in range(len(shares) - 2, -1, -1):
        worth[at] = (1 - FORESIGHT) * shares[at + 1] + FORESIGHT * worth[at + 1]
    return worth


def learn_shares(learner: Learner, positions: Positions, rate: float) -> None:
    """Learn what positions are worth, by the cross entropy of the shares."""
    for _ in range(PASSES):
        for rows in learner.batches(len(positions.share), BATCH):
            some = positions.some(rows)
            inputs = some.seen.reshape(-1, some.seen.shape[2])
            learner.step(inputs, partial(_slope, positions=some), rate)


def _slope(rows: Numbers, positions: Positions) -> Numbers:
    """Return how the loss grows with each rating."""
    found = shares_of(rows.reshape(positions.share.shape), positions.absent)
    return ((found - positions.share) / np.float32(len(found))).reshape(-1, 1)
