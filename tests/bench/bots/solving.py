"""Solve a round of Coyote for two by regret matching, and measure how well bots know the solution.

A round is solved with the full deck. A player decides by the other's card, the standing number and
the last raise (`solved.raised_by`). What was said before that is forgotten, which costs little.

    python -m tests.bench.bots.solving    write the chances for the bots, in some minutes
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from referee import library
from referee.coyote.bots import solved
from referee.coyote.bots.sight import Sight
from referee.coyote.bots.solved import JUMPS, PARTS
from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.state import State
from referee.disk.networks import arrays_beside

Array = NDArray[np.float64]
ROUNDS = 1000
RARE = 0.01  # Numbers that the total reaches less often are always challenged.
TREMBLE = 1e-3  # The share of rounds that reach any situation by mistake.
CUT = 0.05  # A best answer looks no further where the bot's hand would play so rarely.
KINDS = 1 + len(JUMPS)  # of answers: a challenge and each raise; and of the last raise


def beginning(edition: str) -> State:
    """Return the beginning of a match in which two are left."""
    game, seats = library.game("coyote"), EDITIONS[edition].seats[0]
    state = game.rules.begin(library.options(game, {"edition": edition}), seats)
    out = (state.setup.limit,) * (seats - 2)
    begun: State = replace(state, strikes=(0, 0, *out))
    return begun


def deck_of(state: State) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the cards of the deck in order, and how many copies it has of each."""
    faces, copies = zip(*sorted(state.setup.deck.items()), strict=True)
    return faces, np.array(copies)


class Duel(NamedTuple):
    """How likely two cards are dealt, with [mine, theirs], and what a challenge of each number is
    worth to whoever sees `theirs`, with [number, mine, theirs]."""

    dealt: Array
    challenge: Array

    @classmethod
    def of(cls, edition: str) -> Duel:
        """Return the round of an edition with its full deck."""
        state = beginning(edition)
        faces, copies = deck_of(state)
        reached = Sight(state, 0, {1: faces[:1]}).chances[0]
        dealt = np.outer(copies, copies) - np.diag(copies)
        dealt = dealt / dealt.sum()
        numbers = int(((dealt[..., None] * reached).sum((0, 1)) >= RARE).sum()) + 1
        return cls(dealt, 1 - 2 * np.moveaxis(reached[..., :numbers], 2, 0))

    def raises(self, number: int) -> list[tuple[int, int]]:
        """Return the place of each raise among the answers, and the number after it."""
        after = enumerate((number + jump for jump in JUMPS), 1)
        return [(place, raised) for place, raised in after if raised < len(self.challenge)]


class Policy(NamedTuple):
    """How likely each number opens, with [theirs, number], and each answer is given, with
    [number, last raise, theirs, answer]."""

    openings: Array
    answers: Array


def solve(duel: Duel, rounds: int = ROUNDS) -> Policy:
    """Return how both should play."""
    numbers, faces = duel.challenge.shape[:2]
    regrets = Policy(np.zeros((faces, numbers)), np.zeros((numbers, KINDS, faces, KINDS)))
    played = Policy(*map(np.zeros_like, regrets))
    legal = Policy(np.ones((faces, numbers)), np.zeros_like(regrets.answers))
    legal.openings[:, 0] = 0
    for number in range(1, numbers):
        places = [0, *(place for place, _ in duel.raises(number))]
        legal.answers[number, ..., places] = 1
    for round_ in range(1, rounds + 1):
        policy = Policy(*map(_shares, regrets, legal))
        reached = _reached(duel, policy)
        played.openings[:] += round_ * policy.openings
        played.answers[:] += round_ * reached.sum(2)[..., None] * policy.answers
        _regret(duel, policy, reached, regrets)
    return Policy(*map(_shares, played, legal))


def _shares(weights: Array, legal: Array | NDArray[np.bool]) -> Array:
    """Return how likely each legal action is, by its weight; all are alike if none has any."""
    weights = weights * legal
    weights = np.where(weights.sum(-1, keepdims=True) > 0, weights, legal)
    total = weights.sum(-1, keepdims=True)
    return np.asarray(weights / np.where(total > 0, total, 1))


def _reached(duel: Duel, policy: Policy) -> Array:
    """Return how likely each situation is, with [number, last raise, mine, theirs]."""
    numbers = len(duel.challenge)
    trembles = TREMBLE / (numbers * KINDS)
    reached = np.tile(duel.dealt * trembles, (numbers, KINDS, 1, 1))
    reached[:, 0] += (duel.dealt * policy.openings.T[:, None]).swapaxes(1, 2)
    for number in range(1, numbers):
        flow = np.einsum("kms,ksa->asm", reached[number], policy.answers[number])
        for place, after in duel.raises(number):
            reached[after, place] += flow[place]
    return reached


def _regret(duel: Duel, policy: Policy, reached: Array, regrets: Policy) -> None:
    """Add to the regrets how much better each action would have been."""
    numbers, faces = duel.challenge.shape[:2]
    worth = np.zeros((numbers, KINDS, faces, faces))
    for number in range(numbers - 1, 0, -1):
        by_answer = np.zeros((KINDS, faces, faces))
        by_answer[0] = duel.challenge[number]
        for place, after in duel.raises(number):
            by_answer[place] = -worth[after, place].T
        worth[number] = np.einsum("ksa,ams->kms", policy.answers[number], by_answer)
        mine = reached[number] / reached[number].sum(1, keepdims=True)
        _add(
            regrets.answers[number],
            np.einsum("kms,ams->ksa", mine, by_answer),
            policy.answers[number],
        )
    mine = duel.dealt / duel.dealt.sum(0)
    _add(regrets.openings, -np.einsum("ms,nsm->sn", mine, worth[:, 0]), policy.openings)


def _add(regrets: Array, values: Array, policy: Array) -> None:
    """Add what each action would have been worth beyond the mean. No regret falls below 0."""
    more = values - (values * policy).sum(-1, keepdims=True)
    np.maximum(regrets + more, 0, out=regrets)


def exploitability(duel: Duel, policy: Policy) -> float:
    """Return what a player who knows the policy wins by a round, in chips, opening every other."""
    unknown = np.ones(len(duel.dealt))
    numbers = range(1, len(duel.challenge))
    opens = [_after_raise(duel, policy, 0, number, unknown) for number in numbers]
    answers = [_best(duel, policy, number, policy.openings[:, number]) for number in numbers]
    return float(np.max(opens, axis=0).sum() + np.sum(answers)) / 2


def _best(duel: Duel, policy: Policy, number: int, likely: Array) -> Array:
    """Return what the best answer is worth, with [theirs]. `likely` is with [mine]."""
    best = (duel.dealt * likely[:, None] * duel.challenge[number]).sum(0)
    if likely.max() >= CUT:
        for place, after in duel.raises(number):
            best = np.maximum(best, _after_raise(duel, policy, place, after, likely))
    return np.asarray(best)


def _after_raise(duel: Duel, policy: Policy, kind: int, number: int, likely: Array) -> Array:
    """Return what a number is worth to whoever says it, with [theirs]."""
    answers = policy.answers[number, kind]
    challenged = (likely * answers[:, 0])[:, None] * duel.dealt * duel.challenge[number]
    worth = -challenged.sum(0)
    for place, after in duel.raises(number):
        further = likely * answers[:, place]
        if further.any():
            worth = worth + _best(duel, policy, after, further)
    return np.asarray(worth)


def known(edition: str) -> Policy:
    """Return what the bots play."""
    results = arrays_beside(solved.__file__, solved.FILE)
    openings, answers = (results[f"{edition}_{name}"] ** 2.0 for name in PARTS[2:])
    return Policy(_shares(openings, openings > 0), _shares(answers, answers > 0))


def main() -> None:
    """Solve all editions, and write the square roots of the chances, as shares of 255."""
    arrays: dict[str, Any] = {}
    for edition in EDITIONS:
        deck = deck_of(beginning(edition))
        arrays |= zip((f"{edition}_faces", f"{edition}_copies"), deck, strict=True)
        policy = solve(Duel.of(edition))
        for name, chances in policy._asdict().items():
            arrays[f"{edition}_{name}"] = np.rint(chances**0.5 * 255).astype(np.uint8)
    np.savez_compressed(Path(solved.__file__).with_name(solved.FILE), **arrays)


if __name__ == "__main__":
    main()
