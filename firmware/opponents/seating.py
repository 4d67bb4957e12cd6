"""When the table's own players are there: from the first match on in which one has a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from firmware.service.supervisor import Supervisor
from referee.actor import Actor
from referee.match.commands import Command
from referee.match.desk import Snapshot

if TYPE_CHECKING:
    from firmware.opponents.guests import Guests
    from firmware.opponents.serving import Hands

Serve: TypeAlias = "Callable[[], Hands] | None"

NICENESS = 5  # a press goes first


class Seating:
    """Follows the match, and starts the guests' thread once a seat is one's.

    `do` makes a move as a page does; `serve` returns who moves the guests' cards, None: nobody can.
    """

    def __init__(
        self,
        supervisor: Supervisor,
        snapshot: Callable[[], Snapshot | None],
        do: Callable[[Command, Actor], Any],
        serve: Serve,
    ) -> None:
        self._supervisor = supervisor
        self._snapshot, self._do, self._serve = snapshot, do, serve
        self._guests: Guests | None = None

    def follow(self, match: Snapshot) -> None:
        """Let the guests know of the match, if there are any."""
        if self._guests is None and match.players.levels and self._serve is not None:
            from firmware.opponents.guests import Guests  # nothing of it is there before

            self._guests = Guests(self._snapshot, self._do, self._serve())
            self._supervisor.start("guests", self._guests.run, NICENESS)
        self.wake()

    def wake(self) -> None:
        """Let the guests look at the table again."""
        if self._guests is not None:
            self._guests.wake()
