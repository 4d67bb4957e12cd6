"""The phones at the seats: who sits there, what they are called, told to the match that goes on.

A phone keeps its seat and name from match to match; the match keeps who played which seat, so that
its log and its past can be told by name.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.actor import Actor, at_seat
from referee.match.commands import Call, HandOver
from referee.match.desk import Desk, Snapshot
from referee.reports.commands import MakeHost
from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.hosts import Credentials, Hosts
from webui.access.names import plain
from webui.serving.stream import Hub

_NOBODY = Credentials(local=False, host=None, seat=None)


class Phones:
    """Implements `webui.port.Phones`; keeps the players' names in the match. Thread-safe."""

    def __init__(self, desk: Desk, holders: Holders, hosts: Hosts, hub: Hub) -> None:
        self._desk = desk
        self._holders = holders
        self._hosts = hosts
        self._hub = hub
        desk.listen(self._begun)
        if (match := desk.snapshot()) is not None:
            self._tell(match)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone holds."""
        return self._holders.taken

    @property
    def names(self) -> Mapping[int, str]:
        """What players call themselves, by seat."""
        return self._holders.names

    @property
    def known(self) -> tuple[str, ...]:
        """The names used at this table before."""
        return self._holders.used.kept

    def do(self, command: Call | HandOver | MakeHost, by: Actor) -> None:
        """Do what concerns a seat's phone; raises `Refused` to make host whom nobody holds."""
        match command:
            case Call(seat, name):
                self._call(seat, plain(name), by)
            case HandOver(seat, name):
                self._hand_over(seat, plain(name), by)
            case MakeHost(seat):
                phone = self._holders.hash_of(seat)
                if phone is None:
                    raise Refused(409, "page.error.no_phone", seat=seat)
                self._hosts.hand_on(_NOBODY, phone)
        self._hub.touch()

    def _call(self, seat: int, name: str, by: Actor) -> None:
        """Call the player of a seat by a name: on their phone, and in all of the match."""
        self._holders.name(seat, name)
        self._holders.used.remember([name])
        match = self._desk.snapshot()
        if match is not None and seat < match.seats:
            self._desk.do(Call(seat, name), by)

    def _hand_over(self, seat: int, name: str, by: Actor) -> None:
        """Give a seat to another player; its phone keeps it where the desk refuses."""
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
