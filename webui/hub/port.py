"""The machine's services for the hub's pages. The folder `firmware` implements it. Thread-safe.

Everything else is the hub's own: pages read and change its `referee.hub` values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from referee.club.format import Format, FormatError
from referee.hub.director import Director
from referee.hub.events import Events
from referee.hub.messages import Joined
from referee.hub.people import People
from referee.hub.projection import Projection
from referee.hub.tables import ClubTable, Shown
from referee.match.people.forgetting import Person
from referee.values import Message


class Hub(Protocol):
    """The hub as its pages see it. If a change fails, the error's `message` says why."""

    club: str
    projection: Projection
    events: Events
    director: Director
    people: People

    def tables(self) -> Sequence[ClubTable]:
        """Return the tables of the club, ordered by name."""

    def shown(self) -> Mapping[str, Shown]:
        """Return what each table shows that has ever reported, by its id."""

    def take_off(self, table: str) -> None:
        """Remove a table from the club."""

    def code(self) -> str:
        """Return the code with which the next table can join."""

    def join(self, code: str, name: str, table: str, key: str) -> Joined | None:
        """Let a table join; return None if the code is wrong.

        `table` and `key` are the id of an earlier membership and the proof of its key, or empty.
        """

    def forget(self, person: Person) -> tuple[str, ...]:
        """Forget a person. Return the backups and old files that still have the name.

        Raise `IllegalMove` while they are in the open event or play.
        """

    def read(self, picture: bytes) -> tuple[Message, ...]:
        """Store the results from a picture of a table's codes; return messages about them.

        Incomplete sets are kept until the rest of their codes arrive.
        """

    def formats(self) -> dict[str, Format | FormatError]:
        """Return the project's and the club's own event formats, by the names of their files."""
