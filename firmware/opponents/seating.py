"""When the table's own players are there: from the first match on in which one has a seat."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from firmware.service.supervisor import Supervisor
from referee import library
from referee.actor import Actor
from referee.contract import BadOptions, Message
from referee.match.commands import Begin, Command, HandOver
from referee.match.desk import Snapshot
from referee.reports.status import Part

if TYPE_CHECKING:
    from firmware.opponents.guests import Guests
    from firmware.opponents.serving import Hands

NICENESS = 5  # a press goes first


class Serve(NamedTuple):
    """Who moves the guests' cards, made with the first; `secret` where no player sees them."""

    hands: Callable[[], Hands]
    secret: bool


class Seating:
    """Follows the match, and starts the guests' thread once a seat is one's.

    `do` makes a move as a page does. Without somebody to `serve` there are no guests.
    """

    def __init__(
        self,
        supervisor: Supervisor,
        snapshot: Callable[[], Snapshot | None],
        do: Callable[[Command, Actor], Any],
        serve: Serve | None,
    ) -> None:
        self._supervisor = supervisor
        self._snapshot, self._do, self._serve = snapshot, do, serve
        self._guests: Guests | None = None
        self.seats: Collection[int] = ()  # those of guests

    def follow(self, match: Snapshot) -> None:
        """Let the guests know of the match, if there are any."""
        self.seats = match.players.levels
        if self._guests is None and match.players.levels and self._serve is not None:
            from firmware.opponents.guests import Guests  # nothing of it is there before

            self._guests = Guests(self._snapshot, self._do, self._serve.hands())
            self._supervisor.start("guests", self._guests.run, NICENESS)
        self.wake()

    def parts(self) -> tuple[Part, ...]:
        """Return what keeps a guest from going on, if anything does."""
        amiss = None if self._guests is None else self._guests.amiss
        return () if amiss is None else (Part("guests", False, amiss),)

    def no_guests(self, name: str) -> Message | None:
        """Return why no guest sits down at a game here; None where one may."""
        game = library.game(name)
        if self._serve is None or game.guess is None:
            return Message("desk.no_guests", {"game_word": f"game.{name}"})
        if not (self._serve.secret or game.open_handed):
            return Message("table.guests.secret", {"game_word": f"game.{name}"})
        return None

    def check(self, command: object, match: Snapshot | None) -> None:
        """Raise `BadOptions` for a command that seats a guest who cannot play here."""
        match command:
            case Begin(game=game, levels=levels):
                seats = any(levels)
            case HandOver(level=level) if match is not None:
                game, seats = match.game.name, bool(level)
            case _:
                return
        if seats and (why := self.no_guests(game)) is not None:
            raise BadOptions("table", why)

    def wake(self) -> None:
        """Let the guests look at the table again."""
        if self._guests is not None:
            self._guests.wake()
