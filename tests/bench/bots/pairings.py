"""Who plays whom, how often the first of them should win, and what came of it."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee import library
from referee.bots.levels import Level
from referee.determinization import Action, Temper
from tests.bench import Figure, at_most
from tests.bench.bots.habits import BLUFF, DOUBT, HABITS, Counts, rounds
from tests.bench.bots.matches import Player, Thought, adviser, anything, thinker, won
from tests.bench.bots.outsiders import CHOOSERS, outside
from tests.bench.spread import spread

MOVE_MS = 200.0  # a choice of a fair player takes at most, on one core
MIXED = (2.0, 98.0)  # per cent of the times: who bluffs or doubts always or never is seen through
SEATS = (2, 3, 4)
RANDOM_GOAL = {
    "coup": 72,
    "coup_detat": 72,
    "coyote": 72,
}  # per cent won against anything: elsewhere 85
# Per cent that keen should win, by the number of seats: against outsiders, and against advice.
KEEN_GOALS = {2: 60.0, 3: 45.0, 4: 38.0}
OUTSIDER_GOALS = {"coup_detat": {3: 50.0, 4: 38.0}}


class Pairing(NamedTuple):
    """One player against others, at `seats` seats. It should win `goal` per cent of the matches."""

    kind: str
    one: str
    others: str
    seats: int
    goal: float | None = None

    def name(self, game: str) -> str:
        """Return what is counted."""
        return f"{game}, {self.seats} seats: {self.one} against {self.others}"


def chance_pairings(game: str) -> tuple[Pairing, ...]:
    """Return who plays against chance.

    Whoever does anything at Coyote challenges one number in three, so that bluffs fail.
    """
    least = library.game(game).seats[0]
    return (
        Pairing("random", "fair", "anything", least, RANDOM_GOAL.get(game, 85)),
        Pairing("random", "fair", "anything", 4, 60),
    )


def opponents(game: str) -> tuple[Pairing, ...]:
    """Return who plays whom in a game, apart from chance.

    In Coup d'État at least three play: one stands against two, and even players win 33 % each
    instead of 50 %. By the odds, 43 % of three is as good as 60 % of two, and 48 % as good as 65 %.
    """
    seats = [one for one in SEATS if one in library.game(game).seats]
    least, two = seats[0], seats[0] == 2
    outsiders = OUTSIDER_GOALS.get(game, KEEN_GOALS) if game in CHOOSERS else {}
    return (
        *(Pairing("outsiders", "keen", "outsiders", *one) for one in outsiders.items()),
        *(Pairing("advice", "keen", "advice", one, KEEN_GOALS[one]) for one in seats),
        Pairing("advice", "fair", "advice", least, 55 if two else 45),
        Pairing("levels", "keen", "fair", least, 60 if two else 45),
        Pairing("levels", "fair", "gentle", least, 65 if two else 48),
        *(Pairing("tempers", one, "even", 2) for one in TEMPERS if game in HABITS),
    )


class Match(NamedTuple):
    """One match to be played."""

    game: str
    pairing: Pairing
    number: int
    seed: int


class Came(NamedTuple):
    """What came of a match: what the first player won of it, and what each bot thought.

    The `rounds` of the match are counted by all that was announced in them.
    """

    won: float
    thoughts: dict[str, Thought]
    rounds: Counts


def play(match: Match) -> Came:
    """Play a match."""
    thoughts: dict[str, Thought] = {}
    counts = Counts()

    def player(name: str) -> Player:
        if name in PLAYERS:
            return PLAYERS[name]
        temper = TEMPERS.get(name, Temper.EVEN)
        level = Level.KEEN if name in TEMPERS else Level[name.upper()]
        return thinker(level, thoughts.setdefault(name, Thought()), temper)

    def watch(action: Action) -> None:
        counts.update(rounds(action.move))

    game, (_, one, others, seats, _), number, seed = match
    share = won(game, player(one), player(others), seats, number, seed, watch)
    return Came(share, thoughts, counts)


PLAYERS: dict[str, Player] = {"anything": anything, "advice": adviser, "outsiders": outside}
TEMPERS = {one.name.lower(): one for one in Temper}  # They play as keen ones do.


def came_of(
    game: str, pairing: Pairing, matches: int, seed: int, processes: int
) -> tuple[Came, ...]:
    """Play the matches of a pairing. Return what came of each."""
    items = [Match(game, pairing, number, seed) for number in range(matches)]
    return (*spread(play, items, processes, pairing.name(game)),)


def share(game: str, pairing: Pairing, came: Iterable[Came]) -> Figure:
    """Return how often the first player of a pairing won, with its confidence and a verdict."""
    values = [100 * one.won for one in came]
    found = round(statistics.fmean(values), 1)
    even = f"even: {100 / pairing.seats:.0f}; {len(values)} matches"
    name, error = pairing.name(game), round(half_width(values), 1)
    if pairing.goal is None:
        return Figure(name, found, "%", even, error=error)
    goal = f"at least {pairing.goal:g}; {even}"
    return Figure(name, found, "%", goal, found >= pairing.goal, error)


def half_width(values: Sequence[float]) -> float:
    """Return half of the 95 % confidence interval of a mean of percentages.

    Two matches that were won and two that were lost are added (Agresti and Coull). So the interval
    of few matches is wide even if they all ended alike.

    >>> round(half_width([100.0] * 136 + [0.0] * 64), 1)
    6.4
    """
    added = [*values, 0.0, 0.0, 100.0, 100.0]
    return float(1.96 * statistics.pstdev(added) / len(added) ** 0.5)


def thought(game: str, thoughts: Iterable[tuple[str, Thought]]) -> Iterator[Figure]:
    """Yield how long each level took over a choice, and how mixed fair ones bluffed and doubted."""
    times: dict[str, list[float]] = {}
    fair = Counts()
    for level, one in thoughts:
        times.setdefault(level, []).extend(one.took_ms)
        if level == "fair":
            fair.update(one.counts)
    for level in (one.name.lower() for one in Level):
        if took := times.get(level):
            median, most = statistics.median(took), max(took)
            yield Figure(f"{game}: a choice of {level}, median", round(median, 1), "ms")
            name = f"{game}: a choice of {level}, the longest of {len(took)}"
            if level == "fair":
                yield at_most(name, round(most, 1), MOVE_MS, "ms")
            else:
                yield Figure(name, round(most, 1), "ms")
    for habit in (BLUFF, DOUBT):
        found, (least, most) = habit.value(fair), MIXED
        if found is not None:
            goal = f"between {least:g} and {most:g}"
            yield Figure(f"{game}: {habit.name}, of fair", found, "%", goal, least < found < most)
