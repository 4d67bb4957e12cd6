"""What the hub's pages need of the hub; `firmware` implements it. Safe from any thread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from referee.club.format import Format, FormatError
from referee.club.meetings import Pairing
from referee.club.results import CountedResult, Places
from referee.club.standings import StandingsLine
from referee.players import Player
from referee.values import Frozen, Message


class WallSeat(Frozen, omit_defaults=False):
    """A seat at a table: who sits there, what is counted before it, whether it is on."""

    name: str
    counts: tuple[str, ...]
    on: bool
    out: bool


class WallTable(Frozen, omit_defaults=False):
    """A table of the club as it shows itself: what a stranger beside it may see.

    `here` is whether it is connected, `quiet_min` for how long nothing has happened while a match
    is on. Of one that was never heard of there is a name alone.
    """

    table: str
    name: str
    here: bool
    quiet_min: int
    game: str = ""
    round: str = ""
    phase: str = ""
    turn: str = ""
    ruling: str = ""
    winner: str = ""
    paused: bool = False
    seats: tuple[WallSeat, ...] = ()


class Match(Frozen, omit_defaults=False):
    """A match that a table told of, and the director's word on it, if there is one."""

    match: str
    table: str
    counted: CountedResult
    decided: bool
    counts: bool


class ClubEvent(Frozen, omit_defaults=False):
    """An event: who is there, the rounds that were drawn, and at which tables.

    Players go by their keys; `names` are what they are called. `waiting` are the tables of the
    newest round, from 1 on, of which no result counts so far.
    """

    title: str
    game: str
    format: Format
    names: dict[str, str]
    here: tuple[str, ...]
    rounds: tuple[Pairing, ...]
    tables: tuple[tuple[str, ...], ...]
    waiting: tuple[int, ...]
    over: bool
    closed: bool


class Joined(Frozen, omit_defaults=False):
    """What a table gets that joins: the club, its id and key, and where the broker is."""

    club: str
    table: str
    key: str
    port: int
    certificate: str


class Hub(Protocol):
    """The hub. All that writes raises an error whose `message` says why it cannot be done."""

    club: str

    def wall(self) -> tuple[WallTable, ...]:
        """Return the club's tables by their names."""

    def matches(self) -> tuple[Match, ...]:
        """Return all matches, the newest first."""

    def decide(self, match: str, places: Places, *, counts: bool) -> None:
        """Say what a match counts as; without places it is as the table says.

        Raises `LookupError` for no such match, `ValueError` for places that are none of its seats.
        """

    def take_off(self, table: str) -> None:
        """Let a table be of the club no more."""

    def code(self) -> str:
        """Return the code by which the next table joins."""

    def join(self, code: str, name: str, table: str, key: str) -> Joined | None:
        """Let a table join that was `table` before, by that `key`, if it was; None: wrong code."""

    def read(self, picture: bytes) -> tuple[Message, ...]:
        """Take the results that a picture of a table's codes says; return what is to be said."""

    def event(self) -> ClubEvent | None:
        """Return the newest event, if there is one."""

    def standings(self) -> tuple[StandingsLine, ...]:
        """Return the table of the newest event."""

    def leaders(self) -> tuple[StandingsLine, ...]:
        """Return the same at once, where there are thousands of players some seconds old."""

    def formats(self) -> dict[str, Format | FormatError]:
        """Return the formats that there are, by the names of their files."""

    def games(self) -> tuple[str, ...]:
        """Return the games that may be played."""

    def ratings(self) -> dict[str, tuple[Player, ...]]:
        """Return the rated players of each game that was played."""

    def open(self, title: str, game: str, format: str, names: Iterable[str]) -> None:  # noqa: A002
        """Open an event of these players; raises `LookupError` for no such game or format."""

    def comes(self, names: Iterable[str]) -> None:
        """Let players take part."""

    def leaves(self, name: str) -> None:
        """Let a player be drawn no more."""

    def draw(self) -> None:
        """Draw the next round."""

    def enter(self, table: int, places: Places) -> None:
        """Say how it came out at a table of the newest round, from 1 on, of which none tells.

        Raises `LookupError` where nothing is waited for there.
        """

    def close(self, *, closed: bool) -> None:
        """Close the event, or open it again."""
