"""The lines of the hub's log about events, and the events that they amount to.

An event has a format. Players come and go, and the director draws the rounds. A round that was
taken back is no round of the event, and no match that was begun for it counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from referee.club.format import Count, Format
from referee.club.meetings import Pairing
from referee.club.pairing import is_over, rounds_needed
from referee.club.results import CountedResult, Name
from referee.hub.projection import Projection
from referee.match.people.names import player_key
from referee.values import Frozen

OPENED, PLAYER, DRAWN, CLOSED = "event", "player", "round", "closed"
TAKEN_BACK, CHANGED, ROUNDS = "taken_back", "changed", "rounds"
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


class Rounds(Frozen, omit_defaults=False):
    """The number of rounds that the director chose; 0: as many as the format needs."""

    event: str
    count: Count


@dataclass
class Event:
    """The present state of an event. `players` maps each player's key to a name."""

    id: str
    opened: Opened
    first: int  # Number of the log line that opened the event. Earlier results do not belong to it.
    players: dict[str, str] = field(default_factory=dict)
    here: list[str] = field(default_factory=list)
    pairings: list[Pairing] = field(default_factory=list)  # of the rounds that stand
    draws: list[str] = field(default_factory=list)  # keys of all draws, also of those taken back
    taken_back: set[str] = field(default_factory=set)  # marks of the draws that were taken back
    rounds: int | None = None  # None: as the format says
    closed: int = 0  # Number of the log line that closed the event, or 0 while it is open.

    @property
    def title(self) -> str:
        """Return what the event is called."""
        return self.opened.title

    @property
    def game(self) -> str:
        """Return the game that is played."""
        return self.opened.game

    @property
    def format(self) -> Format:
        """Return the event's format, with the director's number of rounds."""
        format_ = self.opened.format
        return format_ if self.rounds is None else replace(format_, rounds=self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether all rounds of the event were drawn."""
        return is_over(self.format, self.here, self.pairings)

    @property
    def rounds_needed(self) -> int:
        """Return the number of rounds of the event, or 0 if nobody can know it yet."""
        return rounds_needed(self.format, self.here, self.pairings)

    def takes(self, counted: CountedResult) -> bool:
        """Whether a match may count in the event: it is of its game, and not of a draw taken back.

        A league or a free event takes every match that is reported while it is open. In the other
        formats, a match counts if it was drawn, however late its result comes.
        """
        if counted.result.game != self.game or counted.heard < self.first:
            return False
        if counted.result.drawn.partition(":")[0] in self.taken_back:
            return False
        late = 0 < self.closed < counted.heard
        return not (late and self.opened.format.kind in UNDRAWN)

    def name(self, player: str) -> str:
        """Return a player's name by their key."""
        return self.players.get(player, player)


def read_events(projection: Projection) -> dict[str, Event]:
    """Return every event by its id, oldest first."""
    opened = projection.read(OPENED, Opened)
    events = {note.key: Event(note.key, body, note.n) for note, body in opened}
    for _, comes in projection.read(PLAYER, Comes):
        _comes(events[comes.event], comes)
    # A later change replaces an earlier one.
    changed = {note.key.rpartition(":")[0]: body for note, body in projection.read(CHANGED, Drawn)}
    taken_back = {note.key for note in projection.notes(TAKEN_BACK)}
    restored = [note.n for note in projection.notes(RESTORED)]
    for note, body in projection.read(DRAWN, Drawn):
        drawn = changed.get(note.key, body)
        event = events[drawn.event]
        event.draws.append(note.key)
        if note.key in taken_back:
            event.taken_back |= {drawn.pairing.mark} - {""}
            continue
        again = (n for n in restored if event.first < n < note.n)
        after = min([*again, note.n])  # A round drawn again after a restore may have results.
        event.pairings.append(replace(_keyed(drawn.pairing), at=drawn.tables, after=after))
    for _, rounds in projection.read(ROUNDS, Rounds):
        events[rounds.event].rounds = rounds.count
    for note in projection.notes(CLOSED):  # The second such line opens it again.
        event = events[note.key.partition(":")[0]]
        event.closed = 0 if event.closed else note.n
    return events


def _keyed(pairing: Pairing) -> Pairing:
    """Return a pairing with today's keys. An earlier release may have written other ones."""
    tables = tuple(tuple(map(player_key, table)) for table in pairing.tables)
    return replace(pairing, tables=tables, byes=tuple(map(player_key, pairing.byes)))


def _comes(event: Event, comes: Comes) -> None:
    player = player_key(comes.name)
    event.players.setdefault(player, comes.name)
    if comes.here and player not in event.here:
        event.here.append(player)
    elif not comes.here and player in event.here:
        event.here.remove(player)


def names_of(event: Event, tables: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return each table's players as one text: "Ada – Bo"."""
    return tuple(" – ".join(map(event.name, table)) for table in tables)
