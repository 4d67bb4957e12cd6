"""A club's evenings: who takes part, what was drawn, and how it stands, by the hub's log.

An event is opened with a format, its players come and go, a round is drawn when the director says
so. What a round counts follows from the results of those who were drawn.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta

from firmware.club.post import Seated
from firmware.hub.book import Book
from referee.club.format import Format
from referee.club.meetings import Meeting, Pairing, meetings
from referee.club.pairing import draw, over
from referee.club.results import Counted, Name
from referee.club.standings import Line, standings
from referee.contract import IllegalMove, Message
from referee.players import key
from referee.values import Frozen
from webui.hub.made import Made

OPENED, PLAYER, DRAWN, CLOSED = "event", "player", "round", "closed"


class Opened(Frozen, omit_defaults=False):
    """An event that was opened: its game and format as they were then, and the seed of its lots."""

    title: Annotated[str, Meta(min_length=1, max_length=100)]
    game: str
    format: Format
    seed: int


class Comes(Frozen, omit_defaults=False):
    """A player who comes to an event, or (`here` false) leaves it."""

    event: str
    name: Name
    here: bool = True


class Drawn(Frozen, omit_defaults=False):
    """A round of an event: its pairing, and the club's table of each of its tables, or none."""

    event: str
    pairing: Pairing
    tables: tuple[str, ...]


@dataclass
class Event:
    """An event as it stands; `players` has the names of all who ever came, by their keys."""

    id: str
    opened: Opened
    first: int  # the log's line that opened it: what was told before it is none of its results
    players: dict[str, str] = field(default_factory=dict)
    here: list[str] = field(default_factory=list)
    rounds: list[Drawn] = field(default_factory=list)
    closed: bool = False

    @property
    def pairings(self) -> list[Pairing]:
        """Return the rounds that were drawn."""
        return [one.pairing for one in self.rounds]

    @property
    def over(self) -> bool:
        """Tell whether all rounds were drawn."""
        return over(self.opened.format, self.here, self.pairings)

    def name(self, player: str) -> str:
        """Return what a player is called, by their key."""
        return self.players.get(player, player)


class Events:
    """The events of a hub, by its book."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._all = Made[int, dict[str, Event]]()
        self._met = Made[tuple[str, int], tuple[Meeting, ...]]()
        self._tables: dict[str, Made[int, tuple[Line, ...]]] = {}  # by the event

    def all(self) -> dict[str, Event]:
        """Return every event by its id, the oldest first; they are to be read alone."""
        return self._all.of(self._book.noted, self._read)

    def _read(self) -> dict[str, Event]:
        found = {
            said.key: Event(said.key, msgspec.json.decode(said.body, type=Opened), said.n)
            for said in self._book.notes(OPENED)
        }
        for said in self._book.notes(PLAYER):
            comes = msgspec.json.decode(said.body, type=Comes)
            _comes(found[comes.event], comes)
        for said in self._book.notes(DRAWN):
            drawn = msgspec.json.decode(said.body, type=Drawn)
            found[drawn.event].rounds.append(drawn)
        for said in self._book.notes(CLOSED):
            found[said.key].closed = True
        return found

    def current(self) -> Event | None:
        """Return the event that is on, if one is: the newest that is not closed."""
        return next((one for one in reversed(self.all().values()) if not one.closed), None)

    def open(self, title: str, game: str, format_: Format) -> None:
        """Open an event in place of the one that is on."""
        self.close()
        event = f"e{len(self._book.notes(OPENED)) + 1}"
        self._book.note(OPENED, event, Opened(title, game, format_, secrets.randbits(32)))

    def close(self) -> None:
        """Close the event that is on; nothing of it is drawn any more."""
        event = self.current()
        if event is not None:
            self._book.note(CLOSED, event.id, Frozen())

    def comes(self, names: Iterable[str]) -> None:
        """Let players take part; who left and comes back is the same."""
        self._say([name for name in names if name.strip()], here=True)

    def leaves(self, name: str) -> None:
        """Let a player be drawn no more."""
        self._say([name], here=False)

    def draw(self, tables: Iterable[str]) -> None:
        """Draw the next round, at the club's tables in their order.

        Raises `Refused` where no round can be drawn, and `IllegalMove` while one is being played.
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
        self._book.note(DRAWN, f"{event.id}:{number}", drawn)

    def results(self, event: Event) -> list[Counted]:
        """Return the matches of an event's game that were told of since it was opened."""
        return [
            line.counted
            for line in self._book.lines().values()
            if line.n > event.first and line.counted.result.game == event.opened.game
        ]

    def standings(self, event: Event) -> tuple[Line, ...]:
        """Return the table of an event, with its arithmetic.

        Where that takes long, it is some seconds old: see `Made.lately`.
        """
        made = self._tables.setdefault(event.id, Made())
        return made.lately(self._book.n, lambda: self._standings(event))

    def _standings(self, event: Event) -> tuple[Line, ...]:
        opened, results = event.opened, self.results(event)
        return standings(
            opened.format, [*event.players], event.pairings, results, opened.seed, event.players
        )

    def _meetings(self, event: Event) -> tuple[Meeting, ...]:
        return self._met.of(
            (event.id, self._book.n),
            lambda: meetings([*event.players], event.pairings, self.results(event)),
        )

    def waiting(self, event: Event) -> list[tuple[str, ...]]:
        """Return those of the newest round, table by table, of whom no result counts so far."""
        if not event.rounds:
            return []
        newest = event.rounds[-1].pairing
        found = self._meetings(event)
        told = {one.table for one in found if one.round == newest.round and one.places}
        return [table for number, table in enumerate(newest.tables, 1) if number not in told]

    def seated(self) -> Mapping[str, Seated]:
        """Return who is to play at each of the club's tables now, and has not yet."""
        event = self.current()
        if event is None or not event.rounds:
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
        if event is None:
            raise IllegalMove("hub", Message("hub.event.none"))
        return event

    def _say(self, names: Iterable[str], *, here: bool) -> None:
        event = self._on()
        said = len(self._book.notes(PLAYER))
        for number, name in enumerate(names, said + 1):
            shown = " ".join(name.split())
            self._book.note(PLAYER, str(number), Comes(event.id, shown, here))


def _comes(event: Event, comes: Comes) -> None:
    player = key(comes.name)
    event.players.setdefault(player, comes.name)
    if comes.here and player not in event.here:
        event.here.append(player)
    elif not comes.here and player in event.here:
        event.here.remove(player)
