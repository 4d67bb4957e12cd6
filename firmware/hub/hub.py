"""What the hub's pages use: results, events, tables, and the code for joining tables."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec.structs import replace

from firmware.errors import BadData
from firmware.hub.broker import Broker
from firmware.hub.event_view import EventView
from firmware.hub.forgetting import Forgetting
from firmware.hub.joining import Joining
from firmware.hub.mqtt_client import HubMqttClient, Shown
from firmware.service.supervisor import Worker
from referee import library
from referee.club.code_sets import CodeSets
from referee.club.format import Format, FormatError, formats
from referee.club.rated import ratings
from referee.club.results import CountedResult, Places
from referee.club.standings import StandingsLine as StandingLine
from referee.contract import Message
from referee.hub.cache import REUSE_FACTOR, ResultCache
from referee.hub.events import Events
from referee.hub.messages import Joined
from referee.hub.projection import Decision, KnownTable, Projection
from referee.match.forgetting import Person
from referee.names import player_key
from referee.players import Player
from webui.hub.port import ClubEvent, Match, ToForget, WallSeat, WallTable

QUIET_S = 120.0  # After this long without news of its match, a table needs the director.
BEAT_S = 1.0
FORMATS = "formats"  # Folder with the club's own tournament formats.


class Hub:
    """Implement `webui.hub.port.Hub`."""

    def __init__(
        self,
        club: str,
        folder: Path,
        projection: Projection,
        broker: Broker,
        mqtt_client: HubMqttClient,
    ) -> None:
        self.club = club
        self._own_formats = folder / FORMATS
        self._projection, self._broker, self._mqtt = projection, broker, mqtt_client
        self._events, self._joining = Events(projection), Joining(projection)
        self._forgetting = Forgetting(projection, folder)
        mqtt_client.on_forget = self._forgetting.ask
        self._reading = threading.Lock()
        self._codes = CodeSets()
        self._rated = ResultCache[int, dict[str, tuple[Player, ...]]]()
        self._admit()
        self.reseat()

    # -- tables -------------------------------------------------------------------------------

    def wall(self) -> tuple[WallTable, ...]:
        """Return the club's tables, sorted by name."""
        shown = self._mqtt.live_tables()
        found = [
            replace(_wall(one, shown.get(id_)), trouble=self._mqtt.trouble(id_))
            for id_, one in self._projection.tables().items()
        ]
        return tuple(sorted(found, key=lambda one: (_natural(one.name), one.table)))

    def take_off(self, table: str) -> None:
        """Remove a table from the club."""
        self._projection.take_off(table)
        self._admit()
        self._mqtt.forget(table)

    def code(self) -> str:
        """Return the code with which the next table can join."""
        return self._joining.code()

    def join(self, code: str, name: str, table: str, key: str) -> Joined | None:
        """Admit a table that shows the present code. Return None if the code is wrong."""
        before = KnownTable(table, name, key) if table else None
        joined = self._joining.join(code, name, before)
        if joined is None:
            return None
        self._admit()
        broker = self._broker
        return Joined(
            club=self.club,
            table=joined.table,
            key=joined.key,
            port=broker.port,
            certificate=broker.certificate,
        )

    def _admit(self) -> None:
        self._broker.admit(self._projection.tables().values())

    # -- matches ------------------------------------------------------------------------------

    def matches(self) -> tuple[Match, ...]:
        """Return all matches, newest first."""
        lines = [*self._projection.lines().values()]
        return tuple(self._match(line.counted) for line in reversed(lines))

    def decide(self, match: str, places: Places, *, counts: bool) -> None:
        """Store the director's decision: a match's places, and whether it counts."""
        self._projection.decide(Decision(match, counts, places))
        self.reseat()

    def _match(self, one: CountedResult) -> Match:
        decision = self._projection.lines()[one.result.match].decision
        decided = decision is not None and (bool(decision.places) or not decision.counts)
        counts = decision is None or decision.counts
        table = self._projection.name_of(one.table)
        return Match(one.result.match, table, one, decided, counts)

    def ratings(self) -> dict[str, tuple[Player, ...]]:
        """Return the players of each game that was played. Players with a rating come first."""
        return self._rated.get(self._projection.n, self._ratings)

    def _ratings(self) -> dict[str, tuple[Player, ...]]:
        counted = [line.counted for line in self._projection.lines().values()]
        games = dict.fromkeys(one.result.game for one in counted)
        found = {game: ratings(counted, game) for game in games}
        return {game: players for game, players in found.items() if players}

    def people(self) -> dict[str, str]:
        """Return the name of every person whom the hub knows, by key."""
        return self._forgetting.people()

    def forget_requests(self) -> tuple[ToForget, ...]:
        """Return the requests of tables to forget somebody."""
        name_of, names_in = self._projection.name_of, self._forgetting.names_in
        return tuple(
            ToForget(salt, name_of(one.table), names_in(one.request))
            for salt, one in self._forgetting.requests().items()
        )

    def forget(self, name: str, request: str, guest: str) -> tuple[str, ...]:
        """Forget a person. Return the backups and old files that still have the name."""
        asked = self._forgetting.requests().get(request)
        keys = frozenset({player_key(name)}) if name else frozenset[str]()
        if asked is not None:
            keys = frozenset(filter(asked.request.is_about, self.people()))
            guest = asked.request.guest
        if not keys & self.people().keys():
            raise LookupError(request)
        person = Person(keys, guest)
        copies = self._forgetting.copies_with(person)
        self._forgetting.forget(person, self._events.current(), self._mqtt.live_tables())
        self._mqtt.drop_shown(person.is_called)
        self.reseat()
        return copies

    def keep_person(self, request: str) -> None:
        """Decline a table's request to forget somebody."""
        self._forgetting.decline(request)

    def read(self, picture: bytes) -> tuple[Message, ...]:
        """Store the results in a picture of a table's codes. Return messages about them.

        Incomplete sets are kept until the rest of their codes arrive. Raise `BadData` if no code
        can be read.
        """
        from vision.codes import read_codes  # This import takes a third of the hub's memory.
        from vision.photo import BadPhoto, decode_jpeg

        try:
            found = read_codes(decode_jpeg(picture))
        except BadPhoto as error:
            raise BadData(f"table.photo.{error.reason}") from error
        with self._reading:
            read = self._codes.add(found, self._key)
        told = [(table, one) for table, results in read.results.items() for one in results]
        not_taken = [self._projection.take(*one) for one in told]
        self.reseat()
        return (*map(self._with_name, read.messages), *filter(None, not_taken))

    def _with_name(self, message: Message) -> Message:
        """Return a message about codes with the table's name in place of its id."""
        table = message.params.get("table")
        if not isinstance(table, str):
            return message
        return Message(message.key, {**message.params, "table": self._projection.name_of(table)})

    def _key(self, table: str) -> bytes | None:
        known = self._projection.tables().get(table)
        return None if known is None else bytes.fromhex(known.key)

    # -- events -------------------------------------------------------------------------------

    def event(self) -> ClubEvent | None:
        """Return the newest event, or None."""
        event = self._events.current()
        if event is None:
            return None
        shown, name_of = self._mqtt.live_tables(), self._projection.name_of
        return EventView(self._events, event, shown, name_of, self._match).build(self._in_order())

    def standings(self) -> tuple[StandingLine, ...]:
        """Return the standings of the newest event."""
        event = self._events.current()
        return () if event is None else self._events.standings(event)

    def leaders(self) -> tuple[StandingLine, ...]:
        """Return the standings from the cache. They may be some seconds old."""
        event = self._events.current()
        return () if event is None else self._events.leaders(event)

    def formats(self) -> dict[str, Format | FormatError]:
        """Return the project's formats and the club's own."""
        return formats(self._own_formats)

    def games(self) -> tuple[str, ...]:
        """Return the games that the hub knows."""
        return library.names()

    def open(
        self,
        title: str,
        game: str,
        format: str,  # noqa: A002
        names: Iterable[str],
        rounds: int | None = None,
    ) -> None:
        """Open an event."""
        chosen = self.formats()[format]
        if isinstance(chosen, FormatError):
            raise chosen
        if game not in self.games():
            raise LookupError(game)
        self._events.open(title, game, chosen, names, rounds)
        self.reseat()

    def set_rounds(self, count: int) -> None:
        """Set the number of rounds of the event; 0: as many as needed."""
        self._events.set_rounds(count)

    def add_players(self, names: Iterable[str]) -> None:
        """Add players to the event."""
        self._events.add_players(names)

    def remove_player(self, name: str) -> None:
        """Leave a player out of all later rounds."""
        self._events.remove_player(name)

    def draw(self) -> None:
        """Draw the next round. Connected tables come first."""
        self._events.draw(self._in_order())
        self.reseat()

    def take_back(self) -> None:
        """Take back the newest round, if no result of it counts."""
        self._events.take_back()
        self.reseat()

    def add_late(self, name: str) -> None:
        """Add a player who is here to the newest round."""
        self._events.add_late(name, self._in_order())
        self.reseat()

    def _in_order(self) -> list[str]:
        """Return the club's tables in the order in which a round uses them."""
        return [one.table for one in sorted(self.wall(), key=lambda one: not one.here)]

    def enter(self, table: int, places: Places) -> None:
        """Enter the result of a table in the newest round."""
        self._events.enter(table, places)
        self.reseat()

    def close(self, *, closed: bool, sure: bool) -> None:
        """Close the event, or open it again. Unless `sure`, refuse while matches are unplayed."""
        self._events.close(closed=closed, sure=sure)
        self.reseat()

    def keep_seated(self, changed: threading.Event) -> Callable[[Worker], None]:
        """Return a worker that tells the tables their players whenever `changed` is set."""

        def run(worker: Worker) -> None:
            while not worker.stop.is_set():
                worker.beat()
                if changed.wait(BEAT_S):
                    changed.clear()
                    began_s = time.monotonic()
                    self.reseat()
                    worker.stop.wait(REUSE_FACTOR * (time.monotonic() - began_s))

        return run

    def reseat(self) -> None:
        """Tell each table who should play there now."""
        self._mqtt.seat(self._events.seated())


def _wall(table: KnownTable, shown: Shown | None) -> WallTable:
    if shown is None or shown.live is None:
        here = shown is not None and shown.here
        return WallTable(table.table, table.name, here, 0)
    values = shown.live.values
    quiet_s = time.monotonic() - shown.at_s
    on = bool(values.game) and not values.winner and not values.paused
    return WallTable(
        table=table.table,
        name=table.name,
        here=shown.here,
        quiet_min=int(quiet_s // 60) if on and quiet_s > QUIET_S else 0,
        game=values.game,
        round=values.round,
        phase=values.phase,
        turn=values.turn,
        ruling=values.ruling,
        winner=values.winner,
        paused=values.paused,
        seats=tuple(WallSeat(one.name, one.counts, one.on, one.out) for one in values.seats),
    )


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """Return a sort key that orders numbers as people do: table 9 before table 10.

    >>> sorted(["Table 10", "Table 9", "Bar"], key=_natural)
    ['Bar', 'Table 9', 'Table 10']
    """
    words = name.casefold().split()
    return [(one.isdecimal(), int(one) if one.isdecimal() else 0, one) for one in words]
