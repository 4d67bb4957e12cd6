"""The tables of drawn rounds, and the matches that people played at them.

Players are known by their keys (`referee.names.player_key`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

from referee.club.results import CountedResult
from referee.names import player_key
from referee.values import Frozen


class Pairing(Frozen):
    """A drawn round: the players of each table by seat, and the players who sit out."""

    round: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class Meeting(Frozen):
    """A match that counts, with its players by place. The first place comes first.

    `round` and `table` count from 1. They are 0 if the match was not drawn.
    """

    match: str
    round: int
    table: int
    places: tuple[tuple[str, ...], ...]

    def players(self) -> tuple[str, ...]:
        """Return all players of the match."""
        return tuple(chain.from_iterable(self.places))

    def score_against(self, player: str, other: str) -> float:
        """Return 1 if a player finished before another, 0.5 if they share a place, otherwise 0."""
        places = [at for at, seats in enumerate(self.places) if player in seats or other in seats]
        if len(places) == 1:
            return 0.5
        return float(player in self.places[places[0]])


def meetings(
    players: Iterable[str], pairings: Sequence[Pairing], results: Iterable[CountedResult]
) -> tuple[Meeting, ...]:
    """Return the matches that count, with at least two of the `players`, in the order of rounds.

    Drawn matches come first. A result belongs to the first table without a result that was drawn
    for exactly these players. If there is none, it belongs to a table at which a single player was
    missing. Results are assigned in the order in which the matches began. Other people at the table
    have no place. Late or repeated results, or another order, do not change the answer.
    """
    members = set(players)
    places_of = dict[str, tuple[tuple[str, ...], ...]]()
    for one in sorted(latest(results), key=lambda one: one.result.began_s):
        places = tuple(_places(one, members))
        if len({*chain.from_iterable(places)}) > 1:
            places_of[one.result.match] = places
    at = dict[str, tuple[int, int]]()
    for drawn in _drawn(pairings):
        taken = {*at.values()}
        for match, places in places_of.items():
            here = drawn.get(frozenset(chain.from_iterable(places)), ())
            free = next((table for table in here if table not in taken), None)
            if match not in at and free:
                at[match] = free
                taken.add(free)
    found = [Meeting(match, *at.get(match, (0, 0)), places) for match, places in places_of.items()]
    return tuple(sorted(found, key=lambda one: (one.round == 0, one.round, one.table)))


Drawn = dict[frozenset[str], list[tuple[int, int]]]


def _drawn(pairings: Iterable[Pairing]) -> tuple[Drawn, Drawn]:
    """Return the drawn rounds and tables for each group of players.

    The second value has the same rounds and tables for each group without one of its players.
    """
    whole, lacking = Drawn(), Drawn()
    for pairing in sorted(pairings, key=lambda one: one.round):
        for number, table in enumerate(pairing.tables, 1):
            whole.setdefault(frozenset(table), []).append((pairing.round, number))
            for player in table:
                there = frozenset(table) - {player}
                lacking.setdefault(there, []).append((pairing.round, number))
    return whole, lacking


def latest(results: Iterable[CountedResult]) -> list[CountedResult]:
    """Return the newest version of each match that counts, in the order of match ids."""
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
    """Return how often each pair of players was drawn to the same table."""
    return Counter(
        frozenset(pair)
        for pairing in pairings
        for table in pairing.tables
        for pair in combinations(table, 2)
    )
