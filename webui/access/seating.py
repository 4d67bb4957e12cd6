"""Who sits where: what the phones at the seats say, told to the match that goes on.

A phone keeps its seat and name from match to match; the match keeps who played which seat, so that
its log and its past can be told by name.
"""

from __future__ import annotations

from referee.actor import Actor, at_seat
from referee.match.commands import Call, HandOver
from referee.match.desk import Desk, Snapshot
from webui.access.holders import Holders
from webui.access.names import plain


class Seating:
    """Keeps the names of the phones' players in the match; safe from any thread."""

    def __init__(self, desk: Desk, holders: Holders) -> None:
        self._desk = desk
        self._holders = holders
        desk.listen(self._begun)
        if (match := desk.snapshot()) is not None:
            self._tell(match)

    def call(self, seat: int, name: str, by: Actor) -> None:
        """Call the player of a seat by a name: on their phone, and in all of the match."""
        name = plain(name)
        self._holders.name(seat, name)
        self._holders.used.remember([name])
        match = self._desk.snapshot()
        if match is not None and seat < match.seats:
            self._desk.do(Call(seat, name), by)

    def hand_over(self, seat: int, name: str, by: Actor) -> None:
        """Give a seat to another player; its phone keeps it where the desk refuses."""
        name = plain(name)
        self._desk.do(HandOver(seat, name), by)
        self._holders.free(seat)
        self._holders.used.remember([name])

    def _begun(self, match: Snapshot) -> None:
        if len(match.log) == 1:
            self._tell(match)

    def _tell(self, match: Snapshot) -> None:
        for seat, name in self._holders.names.items():
            if seat < match.seats:
                self._desk.do(Call(seat, name), at_seat(seat))
