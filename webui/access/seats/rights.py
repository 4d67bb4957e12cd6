"""The host rights that a phone has through its seat, and loses with it."""

from __future__ import annotations

from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.seats.notices import Notices


class HostRights:
    """Takes the rights from phones that lose their seat, and tells them so. Thread-safe."""

    def __init__(self, holders: Holders, hosts: Hosts, notices: Notices) -> None:
        self._holders, self._hosts, self._notices = holders, hosts, notices

    def lose_seat(self, seat: int, phone: str, why: str | None, *, entirely: bool) -> None:
        """Take the seat's rights from a phone.

        The phone is told `why` it lost the seat, unless it gave the seat up itself. Without any
        seat, it loses the host rights that it got through a seat. If it must lose them `entirely`,
        because it may be lost or stolen, it also loses those that it got through the code, and the
        code changes, because the phone has shown it.
        """
        if why is None:
            self._notices.forget(phone, seat)
        else:
            self._notices.say(phone, why, seat=seat)
        if self._holders.places_by_hash(phone):
            return
        if self._hosts.remove_phone(phone, entirely=entirely) and entirely:
            self._notices.say(phone, "page.note.host_no")
