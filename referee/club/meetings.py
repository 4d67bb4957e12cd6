"""Who sat at which table in which round, and how they came in.

Players go by their keys (`referee.players.key`), as a result's names do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

from referee.club.results import CountedResult
from referee.players import player_key
from referee.values import Frozen


class Pairing(Frozen):
    """A round as it was drawn: players by seat for each table, and who sits it out."""

    round: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class Meeting(Frozen):
    """A match as it counts: its players by place, the first place first.

    `round` and `table` are 1 or more where it was drawn, and 0 where it was not.
    """

    match: str
    round: int
    table: int
    places: tuple[tuple[str, ...], ...]

    def players(self) -> tuple[str, ...]:
        """Return all who were there."""
        return tuple(chain.from_iterable(self.places))

    def score_against(self, player: str, other: str) -> float:
        """Return 1 where a player came in before another, a half where both share a place."""
        places = [at for at, seats in enumerate(self.places) if player in seats or other in seats]
        if len(places) == 1:
            return 0.5
        return float(player in self.places[places[0]])


def meetings(
    players: Iterable[str], pairings: Sequence[Pairing], results: Iterable[CountedResult]
) -> tuple[Meeting, ...]:
    """Return the matches of two or more of the `players` that count, drawn ones by their rounds.

    A result is of the first table drawn for all who were there and not told of yet, else of one
    that lacks a single player; they go by when they began. Whoever else was at the table has no
    place. Late, told in another order and told again come to the same.
    """
    members = set(players)
    told = dict[str, tuple[tuple[str, ...], ...]]()
    for one in sorted(latest(results), key=lambda one: one.result.began_s):
        places = tuple(_places(one, members))
        if len({*chain.from_iterable(places)}) > 1:
            told[one.result.match] = places
    at = dict[str, tuple[int, int]]()
    for drawn in _drawn(pairings):
        taken = {*at.values()}
        for match, places in told.items():
            here = drawn.get(frozenset(chain.from_iterable(places)), ())
            free = next((table for table in here if table not in taken), None)
            if match not in at and free:
                at[match] = free
                taken.add(free)
    found = [Meeting(match, *at.get(match, (0, 0)), places) for match, places in told.items()]
    return tuple(sorted(found, key=lambda one: (one.round == 0, one.round, one.table)))


Drawn = dict[frozenset[str], list[tuple[int, int]]]


def _drawn(pairings: Iterable[Pairing]) -> tuple[Drawn, Drawn]:
    """Return the rounds and tables at which the same people were drawn; and all but one of them."""
    whole, lacking = Drawn(), Drawn()
    for pairing in sorted(pairings, key=lambda one: one.round):
        for number, table in enumerate(pairing.tables, 1):
            whole.setdefault(frozenset(table), []).append((pairing.round, number))
            for player in table:
                there = frozenset(table) - {player}
                lacking.setdefault(there, []).append((pairing.round, number))
    return whole, lacking


def latest(results: Iterable[CountedResult]) -> list[CountedResult]:
    """Return the newest version of each match as it counts, whoever decided that, by its id."""
    found = {one.result.match: one for one in sorted(results, key=lambda one: one.result.version)}
    return [found[match] for match in sorted(found)]


def _places(one: CountedResult, members: set[str]) -> Iterator[tuple[str, ...]]:
    keys = [player_key(name) for name in one.result.players]
    often = Counter(keys)
    for seats in one.places:
        there = [keys[seat] for seat in seats if keys[seat] in members and often[keys[seat]] == 1]
        if there:
            yield tuple(sorted(there))


def meeting_counts(pairings: Iterable[Pairing]) -> Counter[frozenset[str]]:
    """Return how often each two were drawn to one table."""
    return Counter(
        frozenset(pair)
        for pairing in pairings
        for table in pairing.tables
        for pair in combinations(table, 2)
    )
