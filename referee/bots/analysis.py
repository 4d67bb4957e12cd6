"""The post-match analysis: which moves cost most, and the better alternatives.

The analysis judges a move by its player's knowledge: the player's own cards, as far as they are
known after the match (`BotPlay.reconstruct_hand`), and samples of all other cards. If a game can
compute the exact value of moves (`BotPlay.analyse_moves`), the analysis uses that instead.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from referee.bots.decisions import Decision, Played, decision
from referee.bots.levels import unknown_share
from referee.bots.planning import plan
from referee.bots.sample import sampler_of
from referee.bots.search import ActionStats, Sampler, Statistics, search
from referee.contract import Game, Message, RefereeError
from referee.determinization import Action, Chance, Determinization, MoveAnalysis

# The number of actions that one analysis tries. Each takes 0.013 to 0.031 ms on one core of a
# laptop, so a match of 300 decisions takes half a minute at most. With half as many actions, the
# error is 40 % larger.
EFFORT = 1_000_000
MOST_MOVES = 3  # The page shows each person this number of moves.
SECOND_LOOK = 6  # Each person's moves to examine closely. With only 3, chance decides which.
BATCHES = 8  # Number of searches of each of the two actions. Their spread gives the error.
# Minimum ratio of cost to error. With 1, one in six shown moves would be no mistake.
SURE_ERRORS = 2.0
LEAST_COST = 0.05  # Moves that cost less are not worth showing.
LEAST_ERROR = 0.01  # No search has a smaller error.
# Minimum and maximum steps of a search: for each move, and for each batch.
FIRST_STEPS = (40, 2_000)
SECOND_STEPS = (40, 1_000)
HANDS = 6  # Number of possible hands. An alternative must be legal with each of them.
PRIOR = 3  # The estimate adds this number of visits with the average value to each action.

IMPOSSIBLE = (RefereeError, LookupError)  # Raised if a reconstructed hand is impossible.


class _Candidate(NamedTuple):
    """A decision that may have been a mistake: the `better` action is worth `gain` more."""

    gain: float
    decision: Decision
    better: Action


def costliest_moves(
    game: Game[Any, Any, Any],
    states: Sequence[Any],
    moves: Sequence[Any],
    people: Collection[int],
    random: Random,
    effort: int = EFFORT,
    left_out: Collection[int] = (),
) -> tuple[MoveAnalysis, ...]:
    """Return each person's costliest moves, worst first. Nobody gets more than `MOST_MOVES`.

    `states` starts before the first move, so it has one more element than `moves`. `people` are
    seats. `left_out` are the numbers of moves that somebody else made for a person. The same state
    of `random` gives the same result.
    """
    analyse_moves = game.require_bot().analyse_moves
    if analyse_moves is not None:
        found = analyse_moves(states, moves)
        analysed = [one for one in found if one.seat in people and one.at not in left_out]
    else:
        analysis = _Analysis(Played(game, states, moves), random)
        numbers = [at for at in range(len(moves)) if people and at not in left_out]
        analysed = [*analysis.by_search(numbers, people, effort)]
    worst = _costliest([one for one in analysed if _is_worth_telling(one)], MOST_MOVES)
    return tuple([one._replace(reason=_reason(game, states, moves, one)) for one in worst])


def _is_worth_telling(one: MoveAnalysis) -> bool:
    return one.cost >= LEAST_COST and one.cost > SURE_ERRORS * one.error


def _reason(
    game: Game[Any, Any, Any], states: Sequence[Any], moves: Sequence[Any], one: MoveAnalysis
) -> Message | None:
    """Return what speaks for the better move, unless it also speaks for the move that was made."""
    explain, better = game.require_bot().explain, one.better.move
    reason = None if better is None else explain(states, moves, one.at, better)
    return None if reason == explain(states, moves, one.at, moves[one.at]) else reason


def _costliest(found: Iterable[MoveAnalysis], most: int) -> Iterator[MoveAnalysis]:
    """Yield the costliest moves of each seat, worst first, but no more than `most` of each."""
    counts = dict[int, int]()
    for one in sorted(found, key=lambda one: (-one.cost, one.at)):
        counts[one.seat] = counts.get(one.seat, 0) + 1
        if counts[one.seat] <= most:
            yield one


@dataclass(frozen=True)
class _Analysis:
    """An analysis of a match by search. Its decisions are made with `random`."""

    played: Played
    random: Random

    def by_search(
        self, numbers: Iterable[int], people: Collection[int], effort: int
    ) -> Iterator[MoveAnalysis]:
        """Yield analyses of the moves that look costliest after a quick search of every move."""
        found = list[Decision]()
        for at in numbers:
            with suppress(*IMPOSSIBLE):
                if one := decision(self.played, at, people, self.random):
                    found.append(one)
        if not found:
            return
        steps = effort / fmean(one.action_count for one in found)
        first_steps = _clamp(steps / 2 / len(found), FIRST_STEPS)
        seem = list[_Candidate]()
        for one in found:
            with suppress(*IMPOSSIBLE):
                if candidate := self._first_look(one, first_steps):
                    seem.append(candidate)
        seem.sort(key=lambda one: (-one.gain, one.decision.at))
        closer = [one for seat in people for one in _of_seat(seat, seem)[:SECOND_LOOK]]
        for candidate in closer:
            look = _clamp(steps / 2 / len(closer) / BATCHES / 2, SECOND_STEPS)
            with suppress(*IMPOSSIBLE):
                if analysis := self._compare(candidate, look):
                    yield analysis

    def _first_look(self, one: Decision, steps: int) -> _Candidate | None:
        """Return the decision with an action that seems better, or None if no action does."""
        stats = self._search(self._sampler_with_hand(one), one.unknown, steps, self.random)
        possible = self._always_possible(one)
        others = [action for action in stats if action in possible and stats[action].visits]
        if not others or one.chosen not in stats:
            return None
        visits = sum(tried.visits for tried in stats.values())
        mean = sum(tried.total for tried in stats.values()) / visits

        def estimate(tried: ActionStats) -> float:
            return (tried.total + PRIOR * mean) / (tried.visits + PRIOR)

        better = max(others, key=lambda action: estimate(stats[action]))
        gain = estimate(stats[better]) - estimate(stats[one.chosen])
        return _Candidate(gain, one, better) if gain > 0 else None

    def _compare(self, candidate: _Candidate, steps: int) -> MoveAnalysis | None:
        """Return the value of a move and that of a better action, each from several searches."""
        one, better = candidate.decision, candidate.better
        chosen, best = list[float](), list[float]()
        for _ in range(BATCHES):
            known, seed = self._sampler_with_hand(one), self.random.random()
            tried = [
                self._search_with(one, known, action, steps, Random(seed))
                for action in (one.chosen, better)
            ]
            if all(each.visits for each in tried):
                chosen.append(tried[0].mean)
                best.append(tried[1].mean)
        if len(chosen) < BATCHES / 2:
            return None
        differ = [high - low for low, high in zip(chosen, best, strict=True)]
        error = max(LEAST_ERROR, stdev(differ) / sqrt(len(differ)))
        return MoveAnalysis(one.at, one.seat, better, fmean(chosen), fmean(best), error)

    def _search_with(
        self, one: Decision, known: Sampler, action: Action, steps: int, random: Random
    ) -> ActionStats:
        """Return the statistics of an action after a search in which the mover begins with it."""
        stats = self._search(
            lambda chance: _Forced(known(chance), action),
            lambda chance: _Forced(one.unknown(chance), action),
            steps,
            random,
        )
        return stats.get(action, ActionStats())

    def _search(self, known: Sampler, unknown: Sampler, steps: int, random: Random) -> Statistics:
        bot = self.played.game.require_bot()
        if bot.plans:
            return plan(known, steps, random)
        return search(known, unknown, steps, bot.horizon, unknown_share(bot), random)

    def _sampler_with_hand(self, one: Decision) -> Sampler:
        """Return a sampler that always gives the player the same possible hand."""
        game, first = self.played.game, one.known(self.random)
        hands = game.table.visible_hands(first.state, one.seat)
        own = {hand: first.hands[hand] for hand in hands if hand < len(first.hands)}
        return partial(sampler_of(game), first.state, one.seat, own)

    def _always_possible(self, one: Decision) -> set[Action]:
        """Return the other actions that were legal with every hand tried."""
        possible = set(one.known(self.random).legal_actions())
        for _ in range(HANDS):
            possible.intersection_update(one.known(self.random).legal_actions())
        return possible - {one.chosen}


def _of_seat(seat: int, found: Iterable[_Candidate]) -> list[_Candidate]:
    return [one for one in found if one.decision.seat == seat]


def _clamp(number: float, limits: tuple[int, int]) -> int:
    least, most = limits
    return round(max(least, min(number, most)))


class _Forced(NamedTuple):
    """A sample in which the mover must take a given action, if it is legal."""

    sample: Determinization
    action: Action

    @property
    def state(self) -> Any:
        return self.sample.state

    @property
    def hands(self) -> Sequence[tuple[str, ...]]:
        return self.sample.hands

    @property
    def mover(self) -> int | None:
        return self.sample.mover

    def legal_actions(self) -> Sequence[Action]:
        """Return the forced action, or all legal actions if it is not legal."""
        actions = self.sample.legal_actions()
        return [self.action] if self.action in actions else actions

    def information_set_key(self) -> Hashable:
        return self.sample.information_set_key()

    def playout_action(self, chance: Chance) -> Action:
        return self.sample.playout_action(chance)

    def play(self, action: Action, chance: Chance) -> Any:
        """Return the sample after the action. In that sample, no action is forced any more."""
        return self.sample.play(action, chance)

    def evaluate(self) -> tuple[float, ...]:
        return self.sample.evaluate()
