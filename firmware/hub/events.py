"""A club's evenings: who takes part, the drawn rounds and the standings, from the hub's log.

An event has a format. Players come and go, and the director draws the rounds. The results of the
drawn players decide what a round counts.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta

from firmware.club.messages import Seated
from firmware.hub.projection import Projection
from referee.club.format import Format
from referee.club.meetings import Meeting, Pairing, meetings
from referee.club.pairing import draw, is_over
from referee.club.results import CountedResult, Name, Places, Result
from referee.club.standings import StandingsLine, standings
from referee.contract import IllegalMove, Message
from referee.names import player_key
from referee.values import Frozen
from webui.hub.cache import ResultCache

OPENED, PLAYER, DRAWN, CLOSED = "event", "player", "round", "closed"
RESTORED = "restored"  # The log up to this line comes from a backup.
UNDRAWN = ("league", "free")  # These formats also count matches that nobody drew.


class Opened(Frozen, omit_defaults=False):
    """The opening of an event: its game, its format then, and the seed for drawing lots."""

    title: Annotated[str, Meta(min_length=1, max_length=100)]
    game: str
    format: Format
    seed: int


class Comes(Frozen, omit_defaults=False):
    """A player who joins an event, or leaves it if `here` is false."""

    event: str
    name: Name
    here: bool = True


class Drawn(Frozen, omit_defaults=False):
    """A round drawn for an event: its pairing, and the club table at which each group plays."""

    event: str
    pairing: Pairing
    tables: tuple[str, ...]


@dataclass
class Event:
    """The present state of an event. `players` maps each player's key to a name."""

    id: str
    opened: Opened
    first: int  # Number of the log line that opened the event. Earlier results do not belong to it.
    players: dict[str, str] = field(default_factory=dict)
    here: list[str] = field(default_factory=list)
    rounds: list[Drawn] = field(default_factory=list)
    closed: int = 0  # Number of the log line that closed the event, or 0 while it is open.
    drawn: dict[str, list[tuple[int, frozenset[str]]]] = field(default_factory=dict)

    @property
    def pairings(self) -> list[Pairing]:
        """Return the pairings of all drawn rounds."""
        return [one.pairing for one in self.rounds]

    @property
    def is_over(self) -> bool:
        """Whether all rounds of the event were drawn."""
        return is_over(self.opened.format, self.here, self.pairings)

    def takes(self, line: int, players: Iterable[str]) -> bool:
        """Whether the event may count a match of these players, first reported in this log line.

        A league or a free event takes every match that is reported while it is open. In the other
        formats, the players must have been drawn together, and the match must be reported after
        that draw, however late: an earlier match of the same people is not their later round.
        """
        if self.opened.format.kind in UNDRAWN:
            return self.first < line and not 0 < self.closed < line
        there = {player_key(name) for name in players} & self.players.keys()
        tables = self.drawn.get(next(iter(there), ""), ())
        return any(after < line and there <= table for after, table in tables)

    def name(self, player: str) -> str:
        """Return a player's name by their key."""
        return self.players.get(player, player)


class Events:
    """The events of a hub, derived from its projection."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        self._all = ResultCache[int, dict[str, Event]]()
        self._met = ResultCache[tuple[str, int], tuple[Meeting, ...]]()
        self._tables: dict[str, ResultCache[int, tuple[StandingsLine, ...]]] = {}  # by event
        self._writes = threading.RLock()  # A new line's key is the number of earlier lines.

    def all(self) -> dict[str, Event]:
        """Return every event by its id, oldest first. Callers must not change the result."""
        return self._all.get(self._projection.noted, self._read)

    def _read(self) -> dict[str, Event]:
        found = {
            said.key: Event(said.key, msgspec.json.decode(said.body, type=Opened), said.n)
            for said in self._projection.notes(OPENED)
        }
        for said in self._projection.notes(PLAYER):
            comes = msgspec.json.decode(said.body, type=Comes)
            _comes(found[comes.event], comes)
        for said in self._projection.notes(DRAWN):
            drawn = msgspec.json.decode(said.body, type=Drawn)
            event = found[drawn.event]
            event.rounds.append(drawn)
            again = [
                one.n for one in self._projection.notes(RESTORED) if event.first < one.n < said.n
            ]
            for table in drawn.pairing.tables:  # A round drawn again may have results.
                for player in table:
                    place = min([*again, said.n]), frozenset(table)
                    event.drawn.setdefault(player, []).append(place)
        for said in self._projection.notes(CLOSED):  # The second such line opens it again.
            event = found[said.key.partition(":")[0]]
            event.closed = 0 if event.closed else said.n
        return found

    def current(self) -> Event | None:
        """Return the newest event, open or closed. A closed one is shown until another opens."""
        return next(reversed(self.all().values()), None)

    def open(self, title: str, game: str, format_: Format, names: Iterable[str] = ()) -> None:
        """Open an event. Raise `IllegalMove` while another is open, or for a duplicate name."""
        names = _once(names)
        with self._writes:
            event = self.current()
            if event is not None and not event.closed:
                raise IllegalMove("hub", Message("hub.event.on", {"title": event.opened.title}))
            id_ = f"e{len(self._projection.notes(OPENED)) + 1}"
            self._projection.note(OPENED, id_, Opened(title, game, format_, secrets.randbits(32)))
            self.add_players(names)

    def close(self, *, closed: bool = True) -> None:
        """Close the open event, so that no more rounds are drawn; if not `closed`, reopen it."""
        with self._writes:
            event = self.current()
            if event is not None and bool(event.closed) != closed:
                number = len(self._projection.notes(CLOSED)) + 1
                self._projection.note(CLOSED, f"{event.id}:{number}", Frozen())

    def add_players(self, names: Iterable[str]) -> None:
        """Add players. Somebody who left and comes back is the same player.

        Raise `IllegalMove` for a duplicate name, which may mean two people.
        """
        self._say(_once(names), here=True)

    def remove_player(self, name: str) -> None:
        """Leave a player out of later rounds. Raise `LookupError` if they never joined."""
        if player_key(name) not in self._on().players:
            raise LookupError(name)
        self._say([name], here=False)

    def draw(self, tables: Iterable[str]) -> None:
        """Draw the next round, and seat it at the club's tables in this order.

        Raise `Refused` if no round can be drawn, and `IllegalMove` while the last one is being
        played.
        """
        event = self._on()
        if waiting := self.waiting(event):
            names = tuple(" – ".join(map(event.name, table)) for table in waiting)
            raise IllegalMove("hub", Message("hub.event.waits", {"names": names}))
        number = len(event.rounds) + 1
        counted = self.results(event)
        pairing = draw(
            event.opened.format, event.here, event.pairings, counted, number, event.opened.seed
        )
        drawn = Drawn(event.id, pairing, tuple(tables)[: len(pairing.tables)])
        self._projection.note(DRAWN, f"{event.id}:{number}", drawn)

    def enter(self, table: int, places: Places) -> None:
        """Enter the places at table `table` (from 1) of the newest round, if a result is missing.

        Raise `LookupError` if the table already has a result, and `ValueError` if the places do not
        fit its seats.
        """
        with self._writes:
            event = self._on()
            players = event.pairings[-1].tables[table - 1]
            if players not in self.waiting(event):
                raise LookupError(table)
            now_s = time.time()
            result = Result(
                match=secrets.token_hex(8),
                version=(0, 0),
                game=event.opened.game,
                edition="",
                began_s=now_s,
                ended_s=now_s,
                players=tuple(map(event.name, players)),
            )
            self._projection.enter(result, places)

    def results(self, event: Event) -> list[CountedResult]:
        """Return the matches of an event's game that were reported since it opened."""
        return [
            line.counted
            for line in self._projection.lines().values()
            if line.counted.result.game == event.opened.game
            and event.takes(line.n, line.counted.result.players)
        ]

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
        played = {player_key(name) for one in results if one.places for name in one.result.players}
        players = [one for one in event.players if one in event.here or one in played]
        return standings(
            opened.format, players, event.pairings, results, opened.seed, event.players
        )

    def _meetings(self, event: Event) -> tuple[Meeting, ...]:
        return self._met.get(
            (event.id, self._projection.n),
            lambda: meetings([*event.players], event.pairings, self.results(event)),
        )

    def waiting(self, event: Event) -> list[tuple[str, ...]]:
        """Return the tables of the newest round whose result is missing, each as its players."""
        if not event.rounds:
            return []
        newest = event.rounds[-1].pairing
        found = self._meetings(event)
        told = {one.table for one in found if one.round == newest.round and one.places}
        return [table for number, table in enumerate(newest.tables, 1) if number not in told]

    def seated(self) -> Mapping[str, Seated]:
        """Return who should play at each table: the players of a drawn match without a result."""
        event = self.current()
        if event is None or event.closed or not event.rounds:
            return {}
        drawn, waiting = event.rounds[-1], self.waiting(event)
        return {
            drawn.tables[at]: Seated(
                event=event.opened.title,
                round=drawn.pairing.round,
                number=at + 1,
                game=event.opened.game,
                players=tuple(event.name(player) for player in table),
            )
            for at, table in enumerate(drawn.pairing.tables)
            if at < len(drawn.tables) and table in waiting
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
                shown = " ".join(name.split())
                self._projection.note(PLAYER, str(number), Comes(event.id, shown, here))


def _once(names: Iterable[str]) -> list[str]:
    found = [name for name in names if name.strip()]
    often = Counter(map(player_key, found))
    twice = {player_key(name): name for name in found if often[player_key(name)] > 1}
    if twice:
        raise IllegalMove("hub", Message("club.twice", {"names": tuple(twice.values())}))
    return found


def _comes(event: Event, comes: Comes) -> None:
    player = player_key(comes.name)
    event.players.setdefault(player, comes.name)
    if comes.here and player not in event.here:
        event.here.append(player)
    elif not comes.here and player in event.here:
        event.here.remove(player)
