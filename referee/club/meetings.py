"""The tables of drawn rounds, and the matches that people played at them.

Players are known by their keys (`referee.match.people.names.player_key`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain, combinations, groupby

from referee.club.results import CountedResult
from referee.match.people.names import player_key
from referee.values import Frozen

PlayerPlaces = tuple[tuple[str, ...], ...]  # The players of each place, the first place first.


class Pairing(Frozen):
    """A drawn round: the players of each table by seat, and the players who sit out.

    - `at` are the ids of the club's tables at which the groups play. The last groups may have none.
    - `after` is the line of the hub's log after which a match may belong to this round.
    - `mark` tells this draw from all others. A table returns it with its result.
    """

    round: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    after: int = 0
    mark: str = ""

    def mark_of(self, table: int) -> str:
        """Return the mark of the match at a table, from 1. It is empty if the draw has none."""
        return f"{self.mark}:{table}" if self.mark else ""


class Meeting(Frozen):
    """A match that counts, with its players by place. The first place comes first.

    `round` and `table` count from 1. They are 0 if the match was not drawn.
    """

    match: str
    round: int
    table: int
    places: PlayerPlaces

    def players(self) -> tuple[str, ...]:
        """Return all players of the match."""
        return tuple(chain.from_iterable(self.places))

    def score_against(self, player: str, other: str) -> float:
        """Return 1 if a player finished before another, 0.5 if they share a place, otherwise 0."""
        places = [at for at, seats in enumerate(self.places) if player in seats or other in seats]
        if len(places) == 1:
            return 0.5
        return float(player in self.places[places[0]])


@dataclass
class DrawnTable:
    """A table of a drawn round, and the results that were reported for it.

    `at` is the id of the club's table: that of the draw, or the one that the match gets later.
    `found` are results of its players, in the order in which they began to count. `misfits` are
    matches of other people that were played in its place. They do not count.
    """

    round: int
    table: int
    players: frozenset[str]
    at: str
    after: int
    mark: str
    found: list[CountedResult] = field(default_factory=list)
    misfits: list[CountedResult] = field(default_factory=list)

    @property
    def is_held(self) -> bool:
        """Whether a result has counted for this table, even if the director struck it out since."""
        return any(one.places or one.counted for one in self.found)

    @property
    def done_since(self) -> int:
        """The line of the log with which the first of its results counted. It never changes."""
        return min((one.counted for one in self.found if one.counted), default=0)

    def counts(self) -> CountedResult | None:
        """Return the result that counts, or None.

        The director's newest decision comes first, then a match that was begun for this draw, then
        one that was played at this table, then the one that counted first. Clocks do not matter.
        """
        counting = [one for one in self.found if one.places]
        return min(counting, key=self._rank, default=None)

    def _rank(self, one: CountedResult) -> tuple[int, bool, bool, int, int, str]:
        begun = bool(self.mark) and one.result.drawn == self.mark
        here = bool(self.at) and one.table == self.at
        return -one.decided, not begun, not here, one.counted, one.heard, one.result.match

    def rivals(self, members: Container[str]) -> list[CountedResult]:
        """Return the results that contradict the one that counts, since the director's decision."""
        best = self.counts()
        if best is None:
            return []
        places = player_places(best, members)
        return [
            one
            for one in self.found
            if one.places and one.counted > best.decided and player_places(one, members) != places
        ]

    def fits(self, players: frozenset[str]) -> bool:
        """Whether these players may be the match of this table: all of them, or all but one."""
        missing = len(self.players) - len(players)
        return players <= self.players and len(players) > 1 and missing <= 1


def meetings(
    players: Iterable[str], pairings: Sequence[Pairing], results: Iterable[CountedResult]
) -> tuple[Meeting, ...]:
    """Return the matches that count, with at least two of the `players`, in the order of rounds.

    Drawn matches come first: one for each table that has a result (see `assign`). Other people at
    the table have no place. Late or repeated results, or another order, do not change the answer.
    """
    members = set(players)
    tables, undrawn = assign(members, pairings, results)
    found = [
        Meeting(best.result.match, one.round, one.table, player_places(best, members))
        for one in tables
        if (best := one.counts()) is not None
    ]
    found += [Meeting(one.result.match, 0, 0, player_places(one, members)) for one in undrawn]
    return tuple(found)


def assign(
    members: set[str], pairings: Iterable[Pairing], results: Iterable[CountedResult]
) -> tuple[list[DrawnTable], list[CountedResult]]:
    """Return the drawn tables with their results, by round, and the results that were not drawn.

    A result belongs to the table for whose draw its match was begun. If nobody knows that, it
    belongs to a table that was drawn before for exactly these players: the first one that has no
    result yet, else the last one. If there is none, it belongs to a table without a result at which
    a single player was missing. Results are assigned in the order in which the hub learned them.
    """
    drawn = _Drawn(members, pairings)
    ordered = sorted(latest(results), key=lambda one: (one.counted, one.heard))
    counting = [one for one in ordered if one.places or one.counted]
    others = [one for one in ordered if not (one.places or one.counted)]
    left = drawn.give(counting, drawn.by_players)
    left = drawn.give(left, drawn.by_all_but_one, only_free=True)
    drawn.give(others, drawn.by_players)
    for one in left:
        if (table := drawn.table_of_others(one)) is not None:
            table.misfits.append(one)
    for _, tables in groupby(drawn.tables, lambda one: one.round):
        _give_tables([*tables])
    undrawn = [one for one in left if one.places and len(drawn.players(one)) > 1]
    return drawn.tables, undrawn


class _Drawn:
    """The drawn tables, by their players and marks."""

    def __init__(self, members: set[str], pairings: Iterable[Pairing]) -> None:
        self._members = members
        self.tables = [*_drawn_tables(pairings)]
        self._marked = {one.mark: one for one in self.tables if one.mark}
        self.by_players: dict[frozenset[str], list[DrawnTable]] = {}
        self.by_all_but_one: dict[frozenset[str], list[DrawnTable]] = {}
        for one in self.tables:
            self.by_players.setdefault(one.players, []).append(one)
            for player in one.players:
                self.by_all_but_one.setdefault(one.players - {player}, []).append(one)

    def players(self, one: CountedResult) -> frozenset[str]:
        """Return the members who played."""
        return frozenset(player for player in _seats(one, self._members) if player)

    def give(
        self,
        results: Iterable[CountedResult],
        tables: Mapping[frozenset[str], list[DrawnTable]],
        *,
        only_free: bool = False,
    ) -> list[CountedResult]:
        """Add each result to its table, and return the results without a table.

        If `only_free`, no table gets a second result, unless its mark says so.
        """
        left = []
        for one in results:
            players = self.players(one)
            table = self._marked.get(one.result.drawn)
            if table is None or not table.fits(players):
                there = [each for each in tables.get(players, ()) if each.after <= one.heard]
                free = [each for each in there if not each.is_held]
                last = [] if only_free else there[-1:]
                table = next(iter((*free, *last)), None) if len(players) > 1 else None
            if table is None:
                left.append(one)
            else:
                table.found.append(one)
        return left

    def table_of_others(self, one: CountedResult) -> DrawnTable | None:
        """Return the table in place of whose match other people played this one, or None."""
        table = self._marked.get(one.result.drawn)
        if table is not None or not one.table:
            return table
        players = self.players(one)
        here = (
            there
            for there in reversed(self.tables)
            if there.at == one.table and there.after <= one.heard and there.players & players
        )
        return next(here, None)


def _drawn_tables(pairings: Iterable[Pairing]) -> Iterator[DrawnTable]:
    for pairing in sorted(pairings, key=lambda one: one.round):
        for number, players in enumerate(pairing.tables, 1):
            at = pairing.at[number - 1] if number <= len(pairing.at) else ""
            mark = pairing.mark_of(number)
            yield DrawnTable(pairing.round, number, frozenset(players), at, pairing.after, mark)


def _give_tables(drawn: Iterable[DrawnTable]) -> None:
    """Give each match of a round that was drawn without a table the one that is free longest.

    A match keeps its table, whatever happens later.
    """
    free: list[tuple[int, str]] = []  # The tables without a match, and since which line of the log.
    for one in sorted(drawn, key=lambda one: not one.at):
        since = 0
        if not one.at and free:
            since, one.at = heappop(free)
        if one.at and one.counts() is not None:
            heappush(free, (max(since, one.done_since), one.at))


def latest(results: Iterable[CountedResult]) -> list[CountedResult]:
    """Return the newest version of each match that counts, in the order of match ids."""
    found = {one.result.match: one for one in sorted(results, key=lambda one: one.result.version)}
    return [found[match] for match in sorted(found)]


def player_places(one: CountedResult, members: Container[str]) -> PlayerPlaces:
    """Return the members at each place of a result. A name that occurs twice is left out."""
    keys = _seats(one, members)
    there = (tuple(sorted(keys[seat] for seat in seats if keys[seat])) for seats in one.places)
    return tuple(players for players in there if players)


def _seats(one: CountedResult, members: Container[str]) -> list[str]:
    """Return the member at each seat, or an empty text."""
    keys = [player_key(name) for name in one.result.players]
    often = Counter(keys)
    return [key if key in members and often[key] == 1 else "" for key in keys]


def meeting_counts(pairings: Iterable[Pairing]) -> Counter[frozenset[str]]:
    """Return how often each pair of players was drawn to the same table."""
    return Counter(
        frozenset(pair)
        for pairing in pairings
        for table in pairing.tables
        for pair in combinations(table, 2)
    )
