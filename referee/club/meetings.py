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
    return _Assignment(members, pairings).assign(results)


class _Assignment:
    """The drawn tables by their players and marks, while results are assigned to them."""

    def __init__(self, members: set[str], pairings: Iterable[Pairing]) -> None:
        self._members = members
        self._tables = [*_drawn_tables(pairings)]
        self._marked = {one.mark: one for one in self._tables if one.mark}
        self._whole: dict[frozenset[str], list[DrawnTable]] = {}
        self._lacking: dict[frozenset[str], list[DrawnTable]] = {}
        for one in self._tables:
            self._whole.setdefault(one.players, []).append(one)
            for player in one.players:
                self._lacking.setdefault(one.players - {player}, []).append(one)

    def assign(
        self, results: Iterable[CountedResult]
    ) -> tuple[list[DrawnTable], list[CountedResult]]:
        """Return the drawn tables with their results, and the results that were not drawn."""
        ordered = sorted(latest(results), key=lambda one: (one.counted, one.heard))
        counting = [one for one in ordered if one.places or one.counted]
        other = [one for one in counting if not self._put(one, self._whole)]
        other = [one for one in other if not self._put(one, self._lacking, held=False)]
        for one in ordered:
            if not (one.places or one.counted):
                self._put(one, self._whole)
        undrawn = [one for one in other if one.places and len(self._players(one)) > 1]
        for one in other:
            self._note_misfit(one)
        for _, tables in groupby(self._tables, lambda one: one.round):
            _give_tables([*tables])
        return self._tables, undrawn

    def _players(self, one: CountedResult) -> frozenset[str]:
        return frozenset(player for player in _seats(one, self._members) if player)

    def _put(
        self,
        one: CountedResult,
        tables: Mapping[frozenset[str], list[DrawnTable]],
        *,
        held: bool = True,
    ) -> bool:
        """Add a result to its table, and return whether there is one.

        Only if `held`, a table that already has a result gets another one.
        """
        players, begun = self._players(one), self._marked.get(one.result.drawn)
        if begun is not None and begun.fits(players):
            begun.found.append(one)
            return True
        there = [table for table in tables.get(players, ()) if table.after <= one.heard]
        free = next((table for table in there if not table.is_held), None)
        if free is None and there and held:
            free = there[-1]
        if free is None or len(players) < 2:
            return False
        free.found.append(one)
        return True

    def _note_misfit(self, one: CountedResult) -> None:
        """Note a match that was played in place of a drawn one, by other people."""
        begun = self._marked.get(one.result.drawn)
        if begun is None and one.table:
            players = self._players(one)
            here = (
                table
                for table in reversed(self._tables)
                if table.at == one.table and table.after <= one.heard and table.players & players
            )
            begun = next(here, None)
        if begun is not None:
            begun.misfits.append(one)


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
