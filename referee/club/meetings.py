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

    `at` is the id of the club's table, from the draw or given to the match later. `results` are
    those of its players, in the order in which they began to count. `misfits` are matches that
    other people played instead of it. They do not count.
    """

    round: int
    table: int
    players: frozenset[str]
    at: str
    after: int
    mark: str
    results: list[CountedResult] = field(default_factory=list)
    misfits: list[CountedResult] = field(default_factory=list)

    @property
    def is_held(self) -> bool:
        """Whether a result has counted for this table, even if the director struck it out since."""
        return any(result.places or result.counted for result in self.results)

    @property
    def done_since(self) -> int:
        """The line of the log with which the first of its results counted. It never changes."""
        return min((result.counted for result in self.results if result.counted), default=0)

    def counts(self) -> CountedResult | None:
        """Return the result that counts, or None.

        The director's newest decision comes first, then a match begun for this draw, then a match
        played at this table, then the match that counted first. Clocks do not matter.
        """
        counting = [result for result in self.results if result.places]
        return min(counting, key=self._rank, default=None)

    def _rank(self, counted: CountedResult) -> tuple[int, bool, bool, int, int, str]:
        begun = bool(self.mark) and counted.result.drawn == self.mark
        here = bool(self.at) and counted.table == self.at
        first = (-counted.decided, not begun, not here)
        return (*first, counted.counted, counted.heard, counted.result.match)

    def rivals(self, members: Container[str]) -> list[CountedResult]:
        """Return the results that contradict the counted one, since the director's decision."""
        best = self.counts()
        if best is None:
            return []
        places = player_places(best, members)
        since = [other for other in self.results if other.places and other.counted > best.decided]
        return [other for other in since if player_places(other, members) != places]

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
    counting = [(table.round, table.table, table.counts()) for table in tables]
    counting += [(0, 0, result) for result in undrawn]
    return tuple(
        Meeting(best.result.match, number, table, player_places(best, members))
        for number, table, best in counting
        if best is not None
    )


def assign(
    members: set[str], pairings: Iterable[Pairing], results: Iterable[CountedResult]
) -> tuple[list[DrawnTable], list[CountedResult]]:
    """Return the drawn tables with their results, by round, and the results that were not drawn.

    A result belongs to the table whose drawn match it is. If that is unknown, it belongs to a table
    that was drawn before for exactly these players: the first without a result, else the last. If
    there is none, it belongs to a table without a result at which a single player was missing.
    Results are assigned in the order in which the hub learned them.
    """
    drawn = _Drawn(members, pairings)
    ordered = sorted(latest(results), key=lambda result: (result.counted, result.heard))
    counting = [result for result in ordered if result.places or result.counted]
    others = [result for result in ordered if not (result.places or result.counted)]
    left = drawn.give(counting, drawn.by_players)
    left = drawn.give(left, drawn.by_all_but_one, only_free=True)
    drawn.give(others, drawn.by_players)
    for result in left:
        if (table := drawn.table_of_others(result)) is not None:
            table.misfits.append(result)
    for _, tables in groupby(drawn.tables, lambda drawn_table: drawn_table.round):
        _give_tables([*tables])
    undrawn = [result for result in left if result.places and len(drawn.players(result)) > 1]
    return drawn.tables, undrawn


class _Drawn:
    """The drawn tables, by their players and marks."""

    def __init__(self, members: set[str], pairings: Iterable[Pairing]) -> None:
        self._members = members
        self.tables = [*_drawn_tables(pairings)]
        self._marked = {table.mark: table for table in self.tables if table.mark}
        self.by_players: dict[frozenset[str], list[DrawnTable]] = {}
        self.by_all_but_one: dict[frozenset[str], list[DrawnTable]] = {}
        for table in self.tables:
            self.by_players.setdefault(table.players, []).append(table)
            for player in table.players:
                self.by_all_but_one.setdefault(table.players - {player}, []).append(table)

    def players(self, result: CountedResult) -> frozenset[str]:
        """Return the members who played."""
        return frozenset(player for player in _seats(result, self._members) if player)

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
        for result in results:
            players = self.players(result)
            table = self._marked.get(result.result.drawn)
            if table is None or not table.fits(players):
                there = [each for each in tables.get(players, ()) if each.after <= result.heard]
                free = [each for each in there if not each.is_held]
                last = [] if only_free else there[-1:]
                table = next(iter((*free, *last)), None) if len(players) > 1 else None
            if table is None:
                left.append(result)
            else:
                table.results.append(result)
        return left

    def table_of_others(self, result: CountedResult) -> DrawnTable | None:
        """Return the table of the drawn match that other people replaced by this one, or None."""
        table = self._marked.get(result.result.drawn)
        if table is not None or not result.table:
            return table
        players = self.players(result)
        here = (
            there
            for there in reversed(self.tables)
            if there.at == result.table and there.after <= result.heard and there.players & players
        )
        return next(here, None)


def _drawn_tables(pairings: Iterable[Pairing]) -> Iterator[DrawnTable]:
    for pairing in sorted(pairings, key=lambda pairing_: pairing_.round):
        for number, players in enumerate(pairing.tables, 1):
            at = pairing.at[number - 1] if number <= len(pairing.at) else ""
            mark = pairing.mark_of(number)
            yield DrawnTable(pairing.round, number, frozenset(players), at, pairing.after, mark)


def _give_tables(drawn: Iterable[DrawnTable]) -> None:
    """Give each match without a table the table that has been free longest.

    A match always keeps its table.
    """
    free: list[tuple[int, str]] = []  # The tables without a match, and since which line of the log.
    for table in sorted(drawn, key=lambda table: not table.at):
        since = 0
        if not table.at and free:
            since, table.at = heappop(free)
        if table.at and table.counts() is not None:
            heappush(free, (max(since, table.done_since), table.at))


def latest(results: Iterable[CountedResult]) -> list[CountedResult]:
    """Return the newest version of each match that counts, in the order of match ids."""
    ordered = sorted(results, key=lambda reported: reported.result.version)
    newest = {result.result.match: result for result in ordered}
    return [newest[match] for match in sorted(newest)]


def player_places(counted: CountedResult, members: Container[str]) -> PlayerPlaces:
    """Return the members at each place of a result. A name that occurs twice is left out."""
    keys = _seats(counted, members)
    there = (tuple(sorted(keys[seat] for seat in seats if keys[seat])) for seats in counted.places)
    return tuple(players for players in there if players)


def _seats(counted: CountedResult, members: Container[str]) -> list[str]:
    """Return the member at each seat, or an empty text."""
    keys = [player_key(name) for name in counted.result.players]
    often = Counter(keys)
    return [key if key in members and often[key] == 1 else "" for key in keys]


def meeting_counts(pairings: Iterable[Pairing]) -> Counter[frozenset[str]]:
    """Return how often each pair of players was drawn to the same table."""
    tables = chain.from_iterable(pairing.tables for pairing in pairings)
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
