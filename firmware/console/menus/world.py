"""Everything that the console's menus show: the match, the state of the table, and the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee import words
from referee.contract import Message
from referee.match.running import Snapshot
from referee.reports.status import PendingApproval, Status
from referee.reports.tabletop import TableDuty
from referee.words import Voice

NO_STATUS = Status(parts=(), lights=())


@dataclass(frozen=True)
class World:
    """Everything that a menu shows at one moment.

    `voice` speaks for no seat, so it tells only what everybody may know. It spells names with
    letters that the display has. `no_bots` returns the reason why bots cannot play a game, if there
    is one. `seats` is the number of seats at the table, and `phone_seats` are those with a phone.
    `waiting` are the pending approvals. `untried` means that nobody has played here yet, so the
    menu offers a teach-in. `invitation` tells how phones join the table. `duties` are what hands
    must do at a virtual table.
    """

    voice: Voice
    match: Snapshot | None = None
    status: Status = NO_STATUS
    no_bots: Callable[[str], Message | None] = lambda _: None
    seats: int = 6
    phone_seats: tuple[int, ...] = ()
    untried: bool = False
    waiting: tuple[PendingApproval, ...] = ()
    invitation: tuple[Message, ...] = ()
    duties: tuple[TableDuty, ...] = ()

    @property
    def levels(self) -> Mapping[int, str]:
        """The levels of the bots in the current match, by seat."""
        return self.match.players.levels if self.match else {}

    def seat(self, seat: int) -> str:
        """Return the symbol and name of a seat."""
        return words.seat(seat, self.voice.locale, self.voice.names)

    def effect(self, label: Message, effect: Message | None) -> str:
        """Return a label, with its effect if there is one."""
        name, say = self.voice.say(label), self.voice.say
        return (
            name if effect is None else self.voice.key("console.is", label=name, value=say(effect))
        )
