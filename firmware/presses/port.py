"""The table as presses need it: the match that takes them, and the light that answers them."""

from __future__ import annotations

from typing import Protocol

from firmware.presses.meanings import PressAnswer
from referee.contract import IllegalMove, Message, Press, RefereeError
from referee.match.commands import Move


class Match(Protocol):
    """The running match, as far as presses need it."""

    def do(self, command: Move | PressAnswer, seat: int) -> int | None:
        """Carry out a seat's press and return the seq of its move. Raise `RefereeError`."""

    def take_back(self, seq: int) -> bool:
        """Undo move `seq` if it is still the last one. Return whether it was."""

    def why_not(self, seat: int, press: Press) -> RefereeError:
        """Return the reason why a press means nothing for a seat now."""


class Feedback(Protocol):
    """The light show, which answers presses at once."""

    def touch(self, seat: int) -> None:
        """Show that a contact was felt. This may be called repeatedly."""

    def let_go(self, seat: int) -> None:
        """Stop showing a contact, because it has ended or its meaning is not known yet."""

    def mask(self, seat: int) -> None:
        """Keep showing this contact, and show no other until `unmask`."""

    def unmask(self, seat: int) -> None:
        """Show contacts again."""

    def accept(self, seat: int) -> None:
        """Show that the press acts."""

    def refuse(self, seat: int) -> None:
        """Show that the press does nothing."""


def refusal(why: Message) -> IllegalMove:
    """Return a refusal that the table gives, without any rule of the game."""
    return IllegalMove("table", why)
