"""A club's evenings: what the director does with an event, and the standings.

The results of the drawn players decide what a round counts. `event_log` has the lines of the log.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from referee.club.format import Format
from referee.club.late import add_late_player
from referee.club.meetings import DrawnTable, Pairing, assign, meetings
from referee.club.pairing import draw
from referee.club.results import CountedResult, Places, Result
from referee.club.standings import StandingsLine, standings
from referee.contract import IllegalMove, Message
from referee.hub.cache import ResultCache
from referee.hub.event_log import (
    CHANGED,
    CLOSED,
    DRAWN,
    OPENED,
    PLAYER,
    ROUNDS,
    TAKEN_BACK,
    UNDRAWN,
    Comes,
    Drawn,
    Event,
    Opened,
    Rounds,
    absent,
    names_of,
    read_events,
)
from referee.hub.messages import MOST_OTHERS, Seated
from referee.hub.projection import Projection
from referee.names import player_key
from referee.values import Frozen


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
        self._projection, self._clubs_tables = projection, clubs_tables
        self._all = ResultCache[int, dict[str, Event]]()
        self._assigned = ResultCache[tuple[str, int], tuple[DrawnTable, ...]]()
        self._tables: dict[str, ResultCache[int, tuple[StandingsLine, ...]]] = {}  # by event
        self._writes = threading.RLock()  # A new line's key is the number of earlier lines.

    def all(self) -> dict[str, Event]:
        """Return every event by its id, oldest first. Callers must not change the result."""
        return self._all.get(self._projection.noted, lambda: read_events(self._projection))

    def current(self) -> Event | None:
        """Return the newest event, open or closed. A closed one is shown until another opens."""
        return next(reversed(self.all().values()), None)

    # -- what the director does ---------------------------------------------------------------

    def open(
        self,
        title: str,
        game: str,
        format_: Format,
        names: Iterable[str] = (),
        rounds: int | None = None,
    ) -> None:
        """Open an event. Raise `IllegalMove` while another is open, or for a duplicate name."""
        names = _once(names)
        with self._writes:
            event = self.current()
            if event is not None and not event.closed:
                raise IllegalMove("hub", Message("hub.event.on", {"title": event.title}))
            id_ = f"e{len(self._projection.notes(OPENED)) + 1}"
            self._projection.note(OPENED, id_, Opened(title, game, format_, secrets.randbits(32)))
            self.add_players(names)
            if rounds is not None:
                self.set_rounds(rounds)

    def close(self, *, closed: bool = True, sure: bool = True) -> None:
        """Close the open event, so that no more rounds are drawn; if not `closed`, reopen it.

        Unless `sure`, raise `IllegalMove` while matches of the newest round are unplayed.
        """
        with self._writes:
            event = self.current()
            if event is None or bool(event.closed) == closed:
                return
            if closed and not sure and (waiting := self.waiting(event)):
                names = names_of(event, waiting)
                raise IllegalMove("hub", Message("hub.event.close_waits", {"names": names}))
            number = len(self._projection.notes(CLOSED)) + 1
            self._projection.note(CLOSED, f"{event.id}:{number}", Frozen())

    def set_rounds(self, count: int) -> None:
        """Set the number of rounds; 0: as many as the format needs.

        Raise `IllegalMove` if more rounds are drawn already.
        """
        with self._writes:
            event = self._on()
            if 0 < count < len(event.pairings):
                said = Message("hub.event.rounds_drawn", {"count": len(event.pairings)})
                raise IllegalMove("hub", said)
            number = len(self._projection.notes(ROUNDS)) + 1
            self._projection.note(ROUNDS, str(number), Rounds(event.id, count))

    def add_players(self, names: Iterable[str]) -> None:
        """Add players. Somebody who left and comes back is the same player.

        Raise `IllegalMove` for a duplicate name, which may mean two people. The whole list may come
        once more, but a name that is here in another spelling may be somebody else's.
        """
        with self._writes:
            names, event = _once(names), self._on()
            here = {player: event.players[player] for player in event.here}
            there = tuple(
                name for name in names if here.get(player_key(name), _shown(name)) != _shown(name)
            )
            if there:
                raise IllegalMove("hub", Message("club.there", {"names": there}))
            self._say(names, here=True)

    def remove_player(self, name: str) -> None:
        """Leave a player out of later rounds. Raise `LookupError` if they never joined."""
        if player_key(name) not in self._on().players:
            raise LookupError(name)
        self._say([name], here=False)

    def draw(self) -> None:
        """Draw the next round, and seat it at the club's tables.

        Raise `FormatError` if no round can be drawn, and `IllegalMove` while the last one is being
        played or after all rounds were drawn.
        """
        with self._writes:
            event = self._on()
            if waiting := self.waiting(event):
                names = names_of(event, waiting)
                raise IllegalMove("hub", Message("hub.event.waits", {"names": names}))
            if event.is_over:
                said = Message("club.no_more_rounds", {"count": len(event.pairings)})
                raise IllegalMove("hub", said)
            number = len(event.pairings) + 1
            pairing = draw(
                event.format,
                event.here,
                event.pairings,
                self.results(event),
                number,
                event.opened.seed,
            )
            pairing = replace(pairing, mark=secrets.token_hex(4))
            tables = tuple(self._clubs_tables())[: len(pairing.tables)]
            drawn = Drawn(event.id, pairing, tables)
            self._projection.note(DRAWN, f"{event.id}:{len(event.draws) + 1}", drawn)

    def take_back(self) -> None:
        """Take back the newest round. Raise `IllegalMove` if there is none, or a result counts."""
        with self._writes:
            event = self._on()
            if not event.pairings:
                raise IllegalMove("hub", Message("hub.round.none"))
            if played := self.played(event):
                names = names_of(event, played)
                raise IllegalMove("hub", Message("hub.round.counts", {"names": names}))
            self._projection.note(TAKEN_BACK, event.draws[-1], Frozen())

    def add_late(self, name: str) -> None:
        """Add a player who is here to the newest round.

        Raise `LookupError` if the player is not here or already in the round.
        """
        with self._writes:
            event = self._on()
            late = (one for one in self.late(event) if one.player == player_key(name))
            one = next(late, None)
            if one is None:
                raise LookupError(name)
            drawn = Drawn(event.id, replace(one.pairing, at=(), after=0), one.pairing.at)
            changes = len(self._projection.notes(CHANGED)) + 1
            self._projection.note(CHANGED, f"{event.draws[-1]}:{changes}", drawn)

    def enter(self, table: int, places: Places) -> None:
        """Enter the places at table `table` (from 1) of the newest round, if a result is missing.

        Raise `LookupError` if the table already has a result, and `ValueError` if the places do not
        fit its seats.
        """
        with self._writes:
            event = self._on()
            newest = event.pairings[-1]
            players = newest.tables[table - 1]
            if players not in self.waiting(event):
                raise LookupError(table)
            now_s = max(0.0, time.time())
            result = Result(
                match=secrets.token_hex(8),
                version=(0, 0),
                game=event.game,
                edition="",
                began_s=now_s,
                ended_s=now_s,
                players=tuple(map(event.name, players)),
                drawn=newest.mark_of(table),
            )
            self._projection.enter(result, places)

    # -- what counts ----------------------------------------------------------------------------

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
            there |= {player for one in met for player in one.players()}
        players = [one for one in event.players if one in there]
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
        by_round = {number: [*found] for number, found in groupby(tables, lambda one: one.round)}
        return [DrawnRound(one, by_round.get(one.round, ())) for one in event.pairings]

    def newest_tables(self, event: Event) -> Sequence[DrawnTable]:
        """Return the tables of the newest round."""
        newest = len(event.pairings)
        return [one for one in self.drawn_tables(event) if one.round == newest]

    def waiting(self, event: Event) -> list[tuple[str, ...]]:
        """Return the tables of the newest round whose result is missing, each as its players."""
        return self._with_result(event, counts=False)

    def played(self, event: Event) -> list[tuple[str, ...]]:
        """Return the tables of the newest round whose result counts, each as its players."""
        return self._with_result(event, counts=True)

    def _with_result(self, event: Event, *, counts: bool) -> list[tuple[str, ...]]:
        tables = self.newest_tables(event)
        there = [one.table for one in tables if (one.counts() is not None) == counts]
        return [event.pairings[-1].tables[number - 1] for number in there]

    def can_take_back(self, event: Event) -> bool:
        """Whether the newest round can be taken back, because no result of it counts."""
        return bool(event.pairings) and not event.closed and not self.played(event)

    def late(self, event: Event) -> list[LatePlayer]:
        """Return the players who are here but not in the newest round, each with their place.

        There are none once the event is closed.
        """
        if event.closed:
            return []
        open_ = [one.table for one in self.newest_tables(event) if one.counts() is None]
        newest, clubs = event.pairings[-1:], self._clubs_tables()
        return [
            LatePlayer(
                player, *add_late_player(event.format, one, player, event.here, open_, clubs)
            )
            for one in newest
            for player in absent(event)
        ]

    def seated(self) -> Mapping[str, Seated]:
        """Return who should play at each table: the players of a drawn match without a result."""
        event = self.current()
        if event is None or event.closed or not event.pairings:
            return {}
        newest = event.pairings[-1]
        waiting = [one for one in self.newest_tables(event) if one.at and one.counts() is None]
        next_ = {one.at: one for one in reversed(waiting)}  # a match that waits again comes first
        return {
            one.at: Seated(
                event=event.title,
                round=newest.round,
                number=one.table,
                game=event.game,
                players=tuple(map(event.name, newest.tables[one.table - 1])),
                drawn=one.mark,
                others=_others(event, newest.tables[one.table - 1]),
            )
            for one in waiting
            if next_[one.at] is one
        }

    def _on(self) -> Event:
        event = self.current()
        if event is None or event.closed:
            raise IllegalMove("hub", Message("hub.event.none"))
        return event

    def _say(self, names: Iterable[str], *, here: bool) -> None:
        with self._writes:
            event, said = self._on(), len(self._projection.notes(PLAYER))
            for number, name in enumerate(names, said + 1):
                self._projection.note(PLAYER, str(number), Comes(event.id, _shown(name), here))


def _shown(name: str) -> str:
    return " ".join(name.split())


def _others(event: Event, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of an event's players who are not at this table, unless they are many."""
    others = [name for player, name in event.players.items() if player not in players]
    return tuple(others) if len(others) <= MOST_OTHERS else ()


def _once(names: Iterable[str]) -> list[str]:
    found = [name for name in names if name.strip()]
    often = Counter(map(player_key, found))
    twice = {player_key(name): name for name in found if often[player_key(name)] > 1}
    if twice:
        raise IllegalMove("hub", Message("club.twice", {"names": tuple(twice.values())}))
    return found
