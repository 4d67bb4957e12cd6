"""Who plays whom, how often the first of them should win, and how often they did."""

from __future__ import annotations

import statistics
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from referee import library
from referee.bots.levels import Level
from tests.bench import Figure, at_most, percentile
from tests.bench.bots.matches import Player, thinker, won
from tests.bench.bots.outsiders import CHOOSERS, outside
from tests.bench.bots.outsiders.coyote import Habits, strangers
from tests.bench.spread import spread

KINDS = ("outsiders", "pool", "levels")
# These outsiders of Coyote have habits; of the whole pool others play in each match.
MEMBERS = tuple(f"habits {number}" for number in range(6))
LIKELY_MS = 300.0  # 95 of 100 choices take at most, on one core
MOVE_MS = 200.0  # a choice of a fair player takes at most, on one core
# Per cent of the matches that keen bots should win against outsiders, by the number of seats.
KEEN_GOALS = {2: 60.0, 3: 45.0, 4: 38.0}
OUTSIDER_GOALS = {"coup_detat": {3: 50.0, 4: 38.0}}


class Pairing(NamedTuple):
    """One player against others, at `seats` seats. It should win `goal` per cent of the matches."""

    kind: str
    player: str
    others: str
    seats: int
    goal: float

    def name(self, game: str, seed: int) -> str:
        """Return the name of the share that is measured."""
        name = f"{game}, {self.seats} seats: {self.player} against {self.others}"
        return f"{name}, {Habits.of(f'{seed} {self.others}')}" if self.others in MEMBERS else name


def opponents(game: str) -> tuple[Pairing, ...]:
    """Return who plays whom in a game.

    In Coup d'État at least three play: one stands against two, and even players win 33 % each
    instead of 50 %. By the odds, 43 % of three is as good as 60 % of two.
    """
    least = library.game(game).seats[0]
    step = 60 if least == 2 else 43
    pool = [("pool", 2, 55), ("pool", 4, 38), *((member, 2, 48) for member in MEMBERS)]
    outsiders = OUTSIDER_GOALS.get(game, KEEN_GOALS) if game in CHOOSERS else {}
    return (
        *(Pairing("outsiders", "keen", "outsiders", *item) for item in outsiders.items()),
        *(Pairing("pool", "keen", *item) for item in pool if game == "coyote"),
        Pairing("levels", "keen", "fair", least, step),
        Pairing("levels", "fair", "gentle", least, step),
    )


class Match(NamedTuple):
    """One match to be played."""

    game: str
    pairing: Pairing
    number: int
    seed: int


class Result(NamedTuple):
    """What the first player won of a match, and how long each level took over its choices."""

    won: float
    took_ms: dict[str, list[float]]


def play(match: Match) -> Result:
    """Play a match."""
    took_ms: dict[str, list[float]] = {}

    def player(name: str) -> Player:
        if name == "outsiders":
            return outside
        if name == "pool":
            return strangers(f"{seed} {number}")
        if name in MEMBERS:
            return Habits.of(f"{seed} {name}").play
        return thinker(Level[name.upper()], took_ms.setdefault(name, []))

    game, (_, name, others, seats, _), number, seed = match
    return Result(won(game, player(name), player(others), seats, number, seed), took_ms)


def played(
    game: str, kinds: Collection[str], matches: int, seed: int, processes: int
) -> Iterator[tuple[Pairing, Sequence[Result]]]:
    """Play the matches of a game's pairings of these kinds. Yield the results of each pairing."""
    for pairing in opponents(game):
        if pairing.kind in kinds:
            items = [Match(game, pairing, number, seed) for number in range(matches)]
            yield pairing, list(spread(play, items, processes, pairing.name(game, seed)))


def results(
    game: str, seed: int, played_pairings: Iterable[tuple[Pairing, Sequence[Result]]]
) -> Iterator[Figure]:
    """Yield the share that each pairing's first player won, then the time of a choice."""
    times: dict[str, list[float]] = {}
    for pairing, matches in played_pairings:
        values = [100 * match.won for match in matches]
        share, error = round(statistics.fmean(values), 1), round(half_width(values), 1)
        goal = f"at least {pairing.goal:g}; even: {100 / pairing.seats:.0f}; {len(values)} matches"
        yield Figure(pairing.name(game, seed), share, "%", goal, share >= pairing.goal, error)
        for result in matches:
            for level, took_ms in result.took_ms.items():
                times.setdefault(level, []).extend(took_ms)
    for level, took_ms in times.items():
        yield Figure(f"{game}: a choice of {level}, median", statistics.median(took_ms), "ms")
        likely = f"{game}: a choice of {level}, 95 of 100"
        yield at_most(likely, percentile(took_ms, 0.95), LIKELY_MS, "ms")
        name = f"{game}: a choice of {level}, the longest of {len(took_ms)}"
        longest = at_most(name, max(took_ms), MOVE_MS, "ms")
        yield longest if level == "fair" else Figure(name, longest.value, "ms")


def half_width(values: Sequence[float]) -> float:
    """Return half of the 95 % confidence interval of a mean of percentages.

    Two matches that were won and two that were lost are added (Agresti and Coull). So the interval
    of few matches is wide even if they all ended alike.

    >>> round(half_width([100.0] * 136 + [0.0] * 64), 1)
    6.4
    """
    added = [*values, 0.0, 0.0, 100.0, 100.0]
    return float(1.96 * statistics.pstdev(added) / len(added) ** 0.5)
