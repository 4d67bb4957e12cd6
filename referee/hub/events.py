"""A club's evenings: the events, what counts for their rounds, and the standings.

The results of the drawn players decide what a round counts. `event_log` has the lines of the log,
and `director` adds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.club.meetings import DrawnTable, Pairing, assign, meetings
from referee.club.pairing import add_late_player
from referee.club.results import CountedResult
from referee.club.standings import StandingsLine, standings
from referee.hub.cache import ResultCache
from referee.hub.event_log import UNDRAWN, Event, read_events
from referee.hub.messages import MOST_OTHERS, Seated
from referee.hub.projection import Projection


class LatePlayer(NamedTuple):
    """A player who was not drawn for the newest round, and the round with them.

    `table` is their table from 1, or 0 if they would have a bye.
    """

    player: str
    pairing: Pairing
    table: int


class DrawnRound(NamedTuple):
    """A round as it was drawn, and its tables with their results."""

    pairing: Pairing
    tables: Sequence[DrawnTable]


class Events:
    """The events of a hub, derived from its projection.

    `clubs_tables` returns the ids of the club's tables in the order in which a round uses them.
    """

    def __init__(
        self, projection: Projection, clubs_tables: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self._projection, self.clubs_tables = projection, clubs_tables
        self._all = ResultCache[int, dict[str, Event]]()
        self._assigned = ResultCache[tuple[str, int], tuple[DrawnTable, ...]]()
        self._tables: dict[str, ResultCache[int, tuple[StandingsLine, ...]]] = {}  # by event

    def all(self) -> dict[str, Event]:
        """Return every event by its id, oldest first. Callers must not change the result."""
        return self._all.get(self._projection.noted, lambda: read_events(self._projection))

    def current(self) -> Event | None:
        """Return the newest event, open or closed. A closed one is shown until another opens."""
        return next(reversed(self.all().values()), None)

    def results(self, event: Event) -> list[CountedResult]:
        """Return the matches of an event's game that were reported since it opened."""
        lines = self._projection.lines().values()
        return [line.counted for line in lines if event.takes(line.counted)]

    def standings(self, event: Event) -> tuple[StandingsLine, ...]:
        """Return the standings of an event, with their arithmetic."""
        return self._table_of(event).get(self._projection.n, lambda: self._standings(event))

    def leaders(self, event: Event) -> tuple[StandingsLine, ...]:
        """Return cached standings. With thousands of players they may be seconds old."""
        return self._table_of(event).get_stale(self._projection.n, lambda: self._standings(event))

    def _table_of(self, event: Event) -> ResultCache[int, tuple[StandingsLine, ...]]:
        return self._tables.setdefault(event.id, ResultCache())

    def _standings(self, event: Event) -> tuple[StandingsLine, ...]:
        opened, results = event.opened, self.results(event)
        there = {*event.here}
        if opened.format.kind in UNDRAWN:
            met = meetings([*event.players], event.pairings, results)
            there |= {player for meeting in met for player in meeting.players()}
        players = [player for player in event.players if player in there]
        return standings(event.format, players, event.pairings, results, opened.seed, event.players)

    def drawn_tables(self, event: Event) -> tuple[DrawnTable, ...]:
        """Return the tables of all rounds, with the results that were reported for them."""
        return self._assigned.get(
            (event.id, self._projection.n),
            lambda: tuple(assign({*event.players}, event.pairings, self.results(event))[0]),
        )

    def rounds(self, event: Event) -> Sequence[DrawnRound]:
        """Return all rounds of an event, with their tables."""
        tables = self.drawn_tables(event)
        rounds = groupby(tables, lambda table: table.round)
        by_round = {number: [*drawn] for number, drawn in rounds}
        return [DrawnRound(pairing, by_round.get(pairing.round, ())) for pairing in event.pairings]

    def newest_tables(self, event: Event) -> Sequence[DrawnTable]:
        """Return the tables of the newest round."""
        newest = len(event.pairings)
        return [table for table in self.drawn_tables(event) if table.round == newest]

    def waiting(self, event: Event) -> list[tuple[str, ...]]:
        """Return the tables of the newest round whose result is missing, each as its players."""
        return self._with_result(event, counts=False)

    def played(self, event: Event) -> list[tuple[str, ...]]:
        """Return the tables of the newest round whose result counts, each as its players."""
        return self._with_result(event, counts=True)

    def _with_result(self, event: Event, *, counts: bool) -> list[tuple[str, ...]]:
        tables = self.newest_tables(event)
        there = [table.table for table in tables if (table.counts() is not None) == counts]
        return [event.pairings[-1].tables[number - 1] for number in there]

    def can_take_back(self, event: Event) -> bool:
        """Whether the newest round can be taken back, because no result of it counts."""
        return bool(event.pairings) and not event.closed and not self.played(event)

    def late(self, event: Event) -> list[LatePlayer]:
        """Return the players who are here but not in the newest round, each with their place.

        There are none once the event is closed.
        """
        if event.closed or not event.pairings:
            return []
        open_ = [table.table for table in self.newest_tables(event) if table.counts() is None]
        newest, here, clubs = event.pairings[-1], event.here, self.clubs_tables()
        drawn = {player for table in (*newest.tables, newest.byes) for player in table}
        return [
            LatePlayer(player, *add_late_player(event.format, newest, player, here, open_, clubs))
            for player in here
            if player not in drawn
        ]

    def seated(self) -> Mapping[str, Seated]:
        """Return who should play at each table: the players of a drawn match without a result."""
        event = self.current()
        if event is None or event.closed or not event.pairings:
            return {}
        newest, seated = event.pairings[-1], dict[str, Seated]()
        for table in self.newest_tables(event):
            # A match that waits again comes first.
            if table.at and table.at not in seated and table.counts() is None:
                there = newest.tables[table.table - 1]
                names, others = tuple(map(event.name, there)), _others(event, there)
                about = (event.title, newest.round, table.table, event.game, names)
                seated[table.at] = Seated(*about, table.mark, others)
        return seated


def _others(event: Event, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of an event's players who are not at this table, unless they are many."""
    others = [name for player, name in event.players.items() if player not in players]
    return tuple(others) if len(others) <= MOST_OTHERS else ()
