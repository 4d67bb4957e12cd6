"""A plan for a bot's own turn, in games whose bots rate any position by a trained network.

All actions are rated by the position after them. The best ones are then tried in samples of the
hidden cards, each followed by the best further actions until the turn ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from random import Random
from statistics import fmean

from referee.bots.search import ActionStats, Sampler, Statistics
from referee.determinization import Action, Determinization

TRIED = 5  # The best actions, which are tried to the end of the turn.
DEPTH = 2  # further actions: the rest of a turn of Plenty Coups
FOLLOWED = 2  # As many of the actions after each of them are tried further.
LEAST = 1e-5
RARE = 0.02  # Actions with a smaller share of the weight of the best are never chosen.


def plan(sampler: Sampler, steps: int, random: Random) -> Statistics:
    """Return the value of each action of the mover. About `steps` actions are tried in all."""
    sample, seed = sampler(random), random.random()
    assert sample.mover is not None
    rated = {act: rating for act, rating, _ in _rated(sample, sample.mover, seed)}
    stats = {act: ActionStats(1, 1, rating) for act, rating in rated.items()}
    best = sorted(rated, key=rated.__getitem__, reverse=True)[:TRIED]
    tried, results = len(rated), {act: list[float]() for act in best}
    while tried < steps and len(best) > 1:
        sample, seed = sampler(random), random.random()
        for act in best:
            after = sample.play(act, Random(seed))
            value, count = _followed(after, sample.mover or 0, seed, DEPTH)
            results[act].append(value)
            tried += count
    if any(results.values()):
        # A longer lookahead finds more, so add the average gain to the other actions, too.
        more = fmean(fmean(values) - rated[act] for act, values in results.items())
        for act, action_stats in stats.items():
            values = results.get(act) or [rated[act] + more]
            action_stats.visits, action_stats.total = len(values), sum(values)
    return stats


def _rated(
    sample: Determinization, mover: int, seed: float
) -> list[tuple[Action, float, Determinization]]:
    """Return each action of the mover, the value of the position after it, and that position."""
    afters = [(act, sample.play(act, Random(seed))) for act in sample.legal_actions()]
    return [(act, after.evaluate()[mover], after) for act, after in afters]


def _followed(sample: Determinization, mover: int, seed: float, depth: int) -> tuple[float, int]:
    """Return the value of the best way to go on with a turn, and the number of tried actions."""
    if sample.mover != mover or not depth:
        return sample.evaluate()[mover], 1
    rated = sorted(_rated(sample, mover, seed), key=lambda one: one[1], reverse=True)
    best, tried = 0.0, len(rated)
    for _, rating, after in rated[:FOLLOWED]:
        value, count = (rating, 0)
        if after.mover == mover and depth > 1:
            value, count = _followed(after, mover, seed, depth - 1)
        best, tried = max(best, value), tried + count
    return best, tried


def weighed(stats: Statistics, heat: float) -> Mapping[Action, float]:
    """Return how likely each action is chosen, by its value.

    An action whose log odds to win are lower by `heat` has a third of the weight. At even odds,
    0.04 is 1 % of a win.
    """
    odds = {act: _log_odds(one.mean) for act, one in stats.items()}
    best = max(odds.values())
    weights = {act: exp((one - best) / heat) for act, one in odds.items()}
    return {act: weight for act, weight in weights.items() if weight >= RARE}


def _log_odds(value: float) -> float:
    part = min(max(value, LEAST), 1 - LEAST)
    return log(part / (1 - part))
