"""The hub as its pages need it. The folder `firmware` implements this port. Thread-safe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Protocol

from referee.club.format import Format, FormatError
from referee.club.results import CountedResult, Places
from referee.club.standings import StandingsLine
from referee.hub.messages import Joined
from referee.players import Player
from referee.values import Frozen, Message


class WallSeat(Frozen, omit_defaults=False):
    """A seat on the wall: its player and counters. If `on` is true, the turn is at this seat."""

    name: str
    counts: tuple[str, ...]
    on: bool
    out: bool


class WallTable(Frozen, omit_defaults=False):
    """A table on the wall, without any secrets.

    `here` is true while the table is connected. `quiet_min` is the number of minutes without an
    event in a running match. `trouble` says why the director should look at the table. A table that
    has never connected has only a name.
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
    trouble: Message | None = None


class Match(Frozen, omit_defaults=False):
    """A match that a table reported.

    `decided` is true if the director decided how the match counts.
    """

    match: str
    table: str
    counted: CountedResult
    decided: bool
    counts: bool


# The match of a drawn table: nobody has begun it, it goes on, it has ended but its result is not
# here yet, or its result counts.
TableState = Literal["open", "playing", "ended", "done"]


class RoundTable(Frozen, omit_defaults=False):
    """A table of a drawn round, with the keys of its players by seat.

    `table` is the name of the club's table, or empty. `counts` is the match that counts, and
    `rivals` are matches that contradict it. `notes` say why other matches do not count.
    """

    table: str
    players: tuple[str, ...]
    state: TableState
    counts: Match | None
    rivals: tuple[Match, ...]
    notes: tuple[Message, ...]


class EventRound(Frozen, omit_defaults=False):
    """A drawn round, with the keys of the players who sit out."""

    number: int
    tables: tuple[RoundTable, ...]
    byes: tuple[str, ...]


class Late(Frozen, omit_defaults=False):
    """A player who was not drawn for the newest round, and a sentence about their place in it."""

    player: str
    place: Message


class ClubEvent(Frozen, omit_defaults=False):
    """An event with its players and its drawn rounds.

    - `here` contains the keys of players, and `names` maps these keys to names.
    - `waiting` are the numbers, from 1, of the tables in the newest round without a result.
    - `can_take_back` is true while no result of the newest round counts.
    - `rounds_needed` is the number of rounds, or 0 if nobody can know it yet.
    """

    title: str
    game: str
    format: Format
    names: dict[str, str]
    here: tuple[str, ...]
    rounds: tuple[EventRound, ...]
    waiting: tuple[int, ...]
    can_take_back: bool
    late: tuple[Late, ...]
    rounds_needed: int
    over: bool
    closed: bool


class ToForget(Frozen, omit_defaults=False):
    """A request of the `table` to forget a person, with the person's names in the hub's log."""

    id: str
    table: str
    names: tuple[str, ...]


class Hub(Protocol):
    """The hub as its pages see it. If a change fails, the error's `message` says why."""

    club: str

    def wall(self) -> tuple[WallTable, ...]:
        """Return the tables of the club, ordered by name."""

    def matches(self) -> tuple[Match, ...]:
        """Return all matches, newest first."""

    def decide(self, match: str, places: Places, *, counts: bool) -> None:
        """Decide how a match counts. Without `places`, the ranking that the table reported counts.

        Raises `LookupError` for an unknown match, `ValueError` if the places do not fit its seats.
        """

    def take_off(self, table: str) -> None:
        """Remove a table from the club."""

    def code(self) -> str:
        """Return the code with which the next table can join."""

    def join(self, code: str, name: str, table: str, key: str) -> Joined | None:
        """Let a table join; return None if the code is wrong.

        `table` and `key` are the id and the key of an earlier membership, or empty.
        """

    def people(self) -> dict[str, str]:
        """Return the name of every person whom the hub knows, by key."""

    def forget_requests(self) -> tuple[ToForget, ...]:
        """Return the requests of tables to forget somebody."""

    def forget(self, name: str, request: str, guest: str) -> tuple[str, ...]:
        """Forget a person by `name`, or the one whom a table's `request` is about.

        `guest` stands in the person's place. Return the backups and old files that still have the
        name. Raises `LookupError` for an unknown person, and `IllegalMove` while they play.
        """

    def keep_person(self, request: str) -> None:
        """Decline a table's request to forget somebody."""

    def read(self, picture: bytes) -> tuple[Message, ...]:
        """Store the results from a picture of a table's codes; return messages about them."""

    def event(self) -> ClubEvent | None:
        """Return the newest event, or None if there has been none."""

    def standings(self) -> tuple[StandingsLine, ...]:
        """Return the standings of the newest event."""

    def leaders(self) -> tuple[StandingsLine, ...]:
        """Return the standings at once; with thousands of players, they may be seconds old."""

    def formats(self) -> dict[str, Format | FormatError]:
        """Return the event formats; the keys are the names of their files."""

    def games(self) -> tuple[str, ...]:
        """Return the names of the games."""

    def ratings(self) -> dict[str, tuple[Player, ...]]:
        """Return the rated players of each game."""

    def open(
        self,
        title: str,
        game: str,
        format: str,  # noqa: A002
        names: Iterable[str],
        rounds: int | None,
    ) -> None:
        """Open an event with these players; raise `LookupError` for an unknown game or format.

        `rounds` is the number of rounds, 0 for as many as needed, or None for the format's own.
        """

    def set_rounds(self, count: int) -> None:
        """Set the number of rounds of the event; 0: as many as needed."""

    def add_players(self, names: Iterable[str]) -> None:
        """Add players to the event."""

    def remove_player(self, name: str) -> None:
        """Remove a player from all further rounds."""

    def draw(self) -> None:
        """Draw the next round."""

    def take_back(self) -> None:
        """Take back the newest round, if no result of it counts."""

    def add_late(self, name: str) -> None:
        """Add a player who is here to the newest round. Raise `LookupError` if that cannot be."""

    def enter(self, table: int, places: Places) -> None:
        """Store the result of a table in the newest round; tables count from 1.

        Raises `LookupError` if that table does not need a result.
        """

    def close(self, *, closed: bool, sure: bool) -> None:
        """Close the event, or reopen it. Unless `sure`, refuse while matches are unplayed."""
