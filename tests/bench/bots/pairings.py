"""Who plays whom, how often the first of them is to win, and what came of it."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.bots.levels import Level
from tests.bench import Figure, at_most
from tests.bench.bots.matches import BLUFFS, Player, Thought, adviser, anything, thinker, won
from tests.bench.bots.outsiders import CHOOSERS, outside

MOVE_MS = 200.0  # a choice of a fair player takes at most, on one core
MIXED = (2.0, 98.0)  # per cent of the times: who bluffs or doubts always or never is seen through
RANDOM_GOAL = {"coup_detat": 72, "coyote": 72}  # per cent won against anything: elsewhere 85


class Pairing(NamedTuple):
    """One player against others, at so many seats; it is to win `goal` per cent of the matches."""

    kind: str
    one: str
    others: str
    seats: int
    goal: float

    def name(self, game: str) -> str:
        """Return what is counted."""
        even = f" (even: {100 / self.seats:.0f})" if self.seats > 2 else ""
        return f"{game}: {self.one} first of {self.seats}, beside {self.others}{even}"


def pairings(game: str) -> tuple[Pairing, ...]:
    """Return who plays whom in a game.

    In Coup d'État three play at least: there one stands against two, and of even players each wins
    33 % and not 50 %; 45 % is as far above it as 60 % above 50 %, by the odds. Who does anything at
    Coyote challenges one number in three, so that bluffs fail.
    """
    three = game == "coup_detat"
    seats = 3 if three else 2
    return (
        Pairing("random", "fair", "anything", seats, RANDOM_GOAL.get(game, 85)),
        Pairing("random", "fair", "anything", 4, 60),
        Pairing("levels", "keen", "fair", seats, 45 if three else 60),
        Pairing("levels", "fair", "gentle", seats, 45 if three else 60),
        Pairing("advice", "fair", "advice", seats, 45 if three else 55),
        *(Pairing("outsiders", "keen", "outsider", *one) for one in _against_outsiders(game)),
    )


def _against_outsiders(game: str) -> tuple[tuple[int, float], ...]:
    """Return at how many seats keen plays outsiders, and how often it is to win."""
    if game not in CHOOSERS:
        return ()
    return ((3, 50), (4, 38)) if game == "coup_detat" else ((2, 60), (3, 45), (4, 38))


class Match(NamedTuple):
    """One match to be played."""

    game: str
    pairing: Pairing
    number: int
    seed: int


class Came(NamedTuple):
    """What came of a match: what the first player won of it, and what each level thought."""

    won: float
    thoughts: dict[str, Thought]


def play(match: Match) -> Came:
    """Play a match."""
    thoughts: dict[str, Thought] = {}

    def player(name: str) -> Player:
        if name in PLAYERS:
            return PLAYERS[name]
        return thinker(Level[name.upper()], thoughts.setdefault(name, Thought()))

    game, (_, one, others, seats, _), number, seed = match
    share = won(game, player(one), player(others), seats, number, seed)
    return Came(share, thoughts)


PLAYERS: dict[str, Player] = {"anything": anything, "advice": adviser, "outsider": outside}


def share(game: str, pairing: Pairing, came: Iterable[Came]) -> Figure:
    """Return how often the first player of a pairing won, with a verdict."""
    values = [100 * one.won for one in came]
    found = round(statistics.fmean(values), 1)
    goal = f"at least {pairing.goal:g} of {len(values)} matches"
    return Figure(pairing.name(game), found, "%", goal, found >= pairing.goal)


def thought(game: str, thoughts: Iterable[tuple[str, Thought]]) -> Iterator[Figure]:
    """Yield how long each level took over a choice, and how mixed fair ones bluffed and doubted."""
    times: dict[str, list[float]] = {}
    fair = Thought()
    for level, one in thoughts:
        times.setdefault(level, []).extend(one.took_ms)
        if level == "fair":
            for name in ("told", "bluffed", "might", "doubted"):
                setattr(fair, name, getattr(fair, name) + getattr(one, name))
    for level in (one.name.lower() for one in Level):
        if took := times.get(level):
            median, most = statistics.median(took), max(took)
            yield Figure(f"{game}: a choice of {level}, median", round(median, 1), "ms")
            name = f"{game}: a choice of {level}, the longest of {len(took)}"
            if level == "fair":
                yield at_most(name, round(most, 1), MOVE_MS, "ms")
            else:
                yield Figure(name, round(most, 1), "ms")
    if game in BLUFFS and fair.told and fair.might:
        yield _mixed(f"{game}: claims of fair that were bluffs", fair.bluffed, fair.told)
        yield _mixed(f"{game}: challenges of fair, where one could be", fair.doubted, fair.might)


def _mixed(name: str, many: int, of: int) -> Figure:
    found, (least, most) = round(100 * many / of, 1), MIXED
    return Figure(name, found, "%", f"between {least:g} and {most:g}", least < found < most)
