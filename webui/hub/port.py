"""The hub as its pages need it; `firmware` implements it. Thread-safe."""

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
    """A seat on the wall: the player, their counters, and whether it is their turn (`on`)."""

    name: str
    counts: tuple[str, ...]
    on: bool
    out: bool


class WallTable(Frozen, omit_defaults=False):
    """A table on the wall, without secrets.

    `here` means connected. `quiet_min` is how long nothing has happened in a running match. A table
    that has never connected has only a name.
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
    """A match that a table reported, and whether the director decided how it counts."""

    match: str
    table: str
    counted: CountedResult
    decided: bool
    counts: bool


class ClubEvent(Frozen, omit_defaults=False):
    """An event: its players, and the drawn rounds with their tables.

    `here` and `tables` have players' keys; `names` maps keys to names. `waiting` are the tables of
    the newest round without a result, counted from 1.
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
    """The answer to a table that joins: the club, the table's id and key, and the broker."""

    club: str
    table: str
    key: str
    port: int
    certificate: str


class Hub(Protocol):
    """The hub. Methods that change something raise an error whose `message` says why."""

    club: str

    def wall(self) -> tuple[WallTable, ...]:
        """Return the club's tables, by name."""

    def matches(self) -> tuple[Match, ...]:
        """Return all matches, newest first."""

    def decide(self, match: str, places: Places, *, counts: bool) -> None:
        """Decide how a match counts; without `places`, as the table reported.

        Raises `LookupError` for an unknown match, `ValueError` if the places do not fit its seats.
        """

    def take_off(self, table: str) -> None:
        """Remove a table from the club."""

    def code(self) -> str:
        """Return the code for the next table that joins."""

    def join(self, code: str, name: str, table: str, key: str) -> Joined | None:
        """Let a table join; return None if the code is wrong.

        `table` and `key` are the table's earlier id and key, if it has any.
        """

    def read(self, picture: bytes) -> tuple[Message, ...]:
        """Store the results in a picture of a table's codes; return messages about them."""

    def event(self) -> ClubEvent | None:
        """Return the newest event, or None."""

    def standings(self) -> tuple[StandingsLine, ...]:
        """Return the standings of the newest event."""

    def leaders(self) -> tuple[StandingsLine, ...]:
        """Return the standings at once; with thousands of players they may be seconds old."""

    def formats(self) -> dict[str, Format | FormatError]:
        """Return the event formats, by file name."""

    def games(self) -> tuple[str, ...]:
        """Return the names of the games."""

    def ratings(self) -> dict[str, tuple[Player, ...]]:
        """Return the rated players of each game."""

    def open(self, title: str, game: str, format: str, names: Iterable[str]) -> None:  # noqa: A002
        """Open an event with these players; raise `LookupError` for an unknown game or format."""

    def add_players(self, names: Iterable[str]) -> None:
        """Add players to the event."""

    def remove_player(self, name: str) -> None:
        """Remove a player from further rounds."""

    def draw(self) -> None:
        """Draw the next round."""

    def enter(self, table: int, places: Places) -> None:
        """Enter the result of a table of the newest round, counted from 1.

        Raises `LookupError` if that table needs no result.
        """

    def close(self, *, closed: bool) -> None:
        """Close the event, or reopen it."""
