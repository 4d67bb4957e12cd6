"""The acts of a club's director on an event: each adds lines to the log."""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from referee.club.format import Format
from referee.club.pairing import draw
from referee.club.results import Places, Result
from referee.contract import IllegalMove, Message
from referee.hub.event_log import (
    CHANGED,
    CLOSED,
    DRAWN,
    OPENED,
    PLAYER,
    ROUNDS,
    TAKEN_BACK,
    Comes,
    Drawn,
    Event,
    Opened,
    Rounds,
    names_of,
)
from referee.hub.events import Events
from referee.hub.projection import Projection
from referee.match.people.names import player_key
from referee.values import Frozen


class Director:
    """Opens and closes events, and draws and corrects their rounds. Safe from any thread."""

    def __init__(self, projection: Projection, events: Events) -> None:
        self._projection, self._events = projection, events
        self._lock = threading.RLock()

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
        with self._writing():
            event = self._events.current()
            if event is not None and not event.closed:
                raise IllegalMove("hub", Message("hub.event.on", {"title": event.title}))
            self._note(OPENED, Opened(title, game, format_, secrets.randbits(32)), "e")
            self.add_players(names)
            if rounds is not None:
                self.set_rounds(rounds)

    def close(self, *, closed: bool = True, sure: bool = True) -> None:
        """Close the open event, so that no more rounds are drawn; if not `closed`, reopen it.

        Unless `sure`, raise `IllegalMove` while matches of the newest round are unplayed.
        """
        with self._writing():
            event = self._events.current()
            if event is None or bool(event.closed) == closed:
                return
            if closed and not sure and (waiting := self._events.waiting(event)):
                names = names_of(event, waiting)
                raise IllegalMove("hub", Message("hub.event.close_waits", {"names": names}))
            self._note(CLOSED, Frozen(), f"{event.id}:")

    def set_rounds(self, count: int) -> None:
        """Set the number of rounds; 0: as many as the format needs.

        Raise `IllegalMove` if more rounds are drawn already.
        """
        with self._writing():
            event = self._on()
            if 0 < count < len(event.pairings):
                reason = Message("hub.event.rounds_drawn", {"count": len(event.pairings)})
                raise IllegalMove("hub", reason)
            self._note(ROUNDS, Rounds(event.id, count))

    def add_players(self, names: Iterable[str]) -> None:
        """Add players. Somebody who left and comes back is the same player.

        Raise `IllegalMove` for a duplicate name, which may mean two people. The whole list may come
        once more, but a name that is here in another spelling may be somebody else's.
        """
        with self._writing():
            names, event = _once(names), self._on()
            here = {player: event.players[player] for player in event.here}
            written = [(name, _shown(name)) for name in names]
            there = [name for name, now in written if here.get(player_key(name), now) != now]
            if there:
                raise IllegalMove("hub", Message("club.there", {"names": tuple(there)}))
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
        with self._writing():
            event = self._on()
            if waiting := self._events.waiting(event):
                names = names_of(event, waiting)
                raise IllegalMove("hub", Message("hub.event.waits", {"names": names}))
            if event.is_over:
                reason = Message("club.no_more_rounds", {"count": len(event.pairings)})
                raise IllegalMove("hub", reason)
            so_far = (event.pairings, self._events.results(event), len(event.pairings) + 1)
            pairing = draw(event.format, event.here, *so_far, event.opened.seed)
            pairing = replace(pairing, mark=secrets.token_hex(4))
            tables = tuple(self._events.clubs_tables())[: len(pairing.tables)]
            drawn = Drawn(event.id, pairing, tables)
            self._projection.note(DRAWN, f"{event.id}:{len(event.draws) + 1}", drawn)

    def take_back(self) -> None:
        """Take back the newest round. Raise `IllegalMove` if there is none, or a result counts."""
        with self._writing():
            event = self._on()
            if not event.pairings:
                raise IllegalMove("hub", Message("hub.round.none"))
            if played := self._events.played(event):
                names = names_of(event, played)
                raise IllegalMove("hub", Message("hub.round.counts", {"names": names}))
            self._projection.note(TAKEN_BACK, event.draws[-1], Frozen())

    def add_late(self, name: str) -> None:
        """Add a player who is here to the newest round.

        Raise `LookupError` if the player is not here or already in the round.
        """
        with self._writing():
            event = self._on()
            key = player_key(name)
            late = next((late for late in self._events.late(event) if late.player == key), None)
            if late is None:
                raise LookupError(name)
            drawn = Drawn(event.id, replace(late.pairing, at=(), after=0), late.pairing.at)
            self._note(CHANGED, drawn, f"{event.draws[-1]}:")

    def enter(self, table: int, places: Places) -> None:
        """Enter the places at table `table` (from 1) of the newest round, if a result is missing.

        Raise `LookupError` if the table already has a result, and `ValueError` if the places do not
        fit its seats.
        """
        with self._writing():
            event = self._on()
            newest = event.pairings[-1]
            players = newest.tables[table - 1]
            if players not in self._events.waiting(event):
                raise LookupError(table)
            now_s, names = max(0.0, time.time()), tuple(map(event.name, players))
            about = (secrets.token_hex(8), (0, 0), event.game, "", now_s, now_s, names)
            self._projection.enter(Result(*about, drawn=newest.mark_of(table)), places)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Let one director write, who knows all lines: a new line's key is their number."""
        with self._lock:
            self._projection.catch_up()
            yield

    def _on(self) -> Event:
        event = self._events.current()
        if event is None or event.closed:
            raise IllegalMove("hub", Message("hub.event.none"))
        return event

    def _say(self, names: Iterable[str], *, here: bool) -> None:
        with self._writing():
            event = self._on()
            for name in names:
                self._note(PLAYER, Comes(event.id, _shown(name), here))

    def _note(self, kind: str, body: Frozen, prefix: str = "") -> None:
        """Add a line. Its key is a number after the `prefix`, as lines of a kind are counted."""
        number = len(self._projection.notes(kind)) + 1
        self._projection.note(kind, f"{prefix}{number}", body)


def _shown(name: str) -> str:
    return " ".join(name.split())


def _once(names: Iterable[str]) -> list[str]:
    given = [name for name in names if name.strip()]
    often = Counter(map(player_key, given))
    twice = {player_key(name): name for name in given if often[player_key(name)] > 1}
    if twice:
        raise IllegalMove("hub", Message("club.twice", {"names": tuple(twice.values())}))
    return given
