"""The phones at the seats, for a console: who holds one, what they are called, who is host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.actor import Actor
from referee.match.commands import Call, HandOver
from referee.reports.commands import MakeHost
from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.hosts import Credentials, Hosts
from webui.access.seating import Seating
from webui.serving.stream import Hub

_NOBODY = Credentials(local=False, host=None, seat=None)


@dataclass(frozen=True)
class Phones:
    """Implements `webui.port.Phones`."""

    holders: Holders
    hosts: Hosts
    hub: Hub
    seating: Seating

    @property
    def taken(self) -> frozenset[int]:
        """The seats that a phone holds."""
        return self.holders.taken

    @property
    def names(self) -> Mapping[int, str]:
        """What players call themselves, by seat."""
        return self.holders.names

    @property
    def known(self) -> tuple[str, ...]:
        """The names used at this table before."""
        return self.holders.used.kept

    def do(self, command: Call | HandOver | MakeHost, by: Actor) -> None:
        """Do what concerns a seat's phone; raises `Refused` to make host whom nobody holds."""
        match command:
            case Call(seat, name):
                self.seating.call(seat, name, by)
            case HandOver(seat, name):
                self.seating.hand_over(seat, name, by)
            case MakeHost(seat):
                phone = self.holders.hash_of(seat)
                if phone is None:
                    raise Refused(409, "page.error.no_phone", seat=seat)
                self.hosts.hand_on(_NOBODY, phone)
        self.hub.touch()
