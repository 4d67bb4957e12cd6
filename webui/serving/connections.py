"""Waitress's connections, with limits so that no client can block the others.

Together with `fairqueue` and `parsing`, this module replaces only the parts of Waitress for which
there is no setting; the README lists the reasons.

A request occupies a thread only once it has arrived completely. Before that, three things are
limited: the number of connections, in total and for each address; the time that a request may take
to arrive; and the requests that wait on one connection.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from socket import SHUT_WR, socket
from typing import Any

from waitress.channel import HTTPChannel

from webui.serving.fairqueue import HERE
from webui.serving.parsing import BEHIND, Admission, Parser

# Maximum number of connections from one address. A browser opens six connections for requests and
# one for each stream, so this number is enough for four browsers.
CONNECTIONS_EACH = 32
# Maximum number of connections in total: enough for 120 streams, and for as many phones that load a
# page. A connection needs at most 40 KB, so all of them together stay under 30 MB.
CONNECTIONS = 600
# How many seconds a request may take to arrive. On a bad line, it takes one second. With half this
# time, a phone at the far end of the garden would be cut off. With twice this time, slow requests
# would occupy their place twice as long.
WHOLE_WITHIN_S = 10.0
# How many seconds a picture may take to arrive: 20 MB in two minutes need 1.3 Mbit/s. With half
# this time, a phone at the far end of the garden would be cut off. With twice this time, a stalled
# picture would occupy its place twice as long.
PICTURE_WITHIN_S = 120.0
# Number of pictures that may arrive or wait at the same time: one each for six seats and two hosts.
# Each takes up to 20 MB in the temporary folder. With half this number, a full table that is asked
# for pictures would get the answer "busy". With twice this number, eight attackers could fill 320
# MB of a Pi's memory.
PICTURES = 8
# Number of pictures of one sender that may arrive or wait at the same time: the current picture,
# and an earlier one that the table still reads or whose transfer was aborted.
PICTURES_EACH = 2
# How many seconds the server reads and drops the rest of a refused request. If it closed the
# connection at once, a phone that is still sending would never see the answer.
DROPS_S = 5.0


class Channel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that closes if a request takes too long to arrive."""

    _begun_s: float | None = None
    _until_s: float | None = None  # Until this time, the connection drops data after a refusal.
    counted = False  # Whether `FairQueue` counts the request that is being answered.
    drops = False  # Whether the connection drops all further data.

    def __init__(self, door: Door, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.parser_class = partial(
            Parser, channel=self, admission=door.admission, has_place=door.has_place
        )
        self._begun_s = time.monotonic()

    @property
    def address(self) -> str:
        """The address of the client."""
        return str(self.addr[0])

    @property
    def idle(self) -> bool:
        """Whether this connection has no request that is being answered."""
        return not self.requests

    @property
    def arriving_sender(self) -> str | None:
        """The sender of the picture that is arriving on this connection, or None."""
        return getattr(self.request, "sender", None)

    @property
    def senders(self) -> list[str]:
        """The senders of the pictures that arrive or wait on this connection."""
        found = (getattr(one, "sender", None) for one in (self.request, *self.requests))
        return [one for one in found if one is not None]

    @property
    def begun_s(self) -> float:
        """The time on the monotonic clock at which the arriving request began."""
        return self._begun_s or 0.0

    def hang_up(self) -> None:
        """Ask the server to close this connection. Any thread may call this."""
        self.will_close = True
        self.server.pull_trigger()

    def service(self) -> None:
        """Answer one request, then let the queue start the next one."""
        counted = self.counted
        try:
            super().service()
        finally:
            if counted:
                dispatcher = self.server.task_dispatcher
                with dispatcher.lock:
                    dispatcher.queue.done(self)
                    dispatcher.queue_cv.notify()

    def received(self, data: bytes) -> bool:
        """Process new data. Disconnect a client that sends requests but reads no answers."""
        taken: bool = super().received(data)
        if self.request is None:
            self._begun_s = None
        elif self._begun_s is None:
            self._begun_s = time.monotonic()
        self.will_close |= self.drops and len(self.requests) > BEHIND
        return taken

    def readable(self) -> bool:
        """Whether to read from this connection. The server asks every second and at every event."""
        now_s = time.monotonic()
        if self._until_s is not None:
            self.will_close |= now_s > self._until_s
        elif self._begun_s is not None and self.idle:
            within_s = PICTURE_WITHIN_S if self.arriving_sender else WHOLE_WITHIN_S
            self.will_close |= now_s - self._begun_s > within_s
        return bool(super().readable())

    def handle_close(self) -> None:
        """Close the connection. After a refusal, wait up to `DROPS_S` for the client to stop
        sending.
        """
        if self.drops and self.connected and self._until_s is None and self.idle:
            self._until_s = time.monotonic() + DROPS_S
            with suppress(OSError):
                self.socket.shutdown(SHUT_WR)
                self.will_close = False
                return
        super().handle_close()


def hang_up(environ: Mapping[str, Any]) -> Callable[[], None]:
    """Return a function that closes the connection of a request, even during an answer.

    Without a server, that function does nothing. Waitress gives a request nothing of its channel
    but this bound method.
    """
    channel = getattr(environ.get("waitress.client_disconnected"), "__self__", None)
    return channel.hang_up if isinstance(channel, Channel) else lambda: None


class Door:
    """Accepts new connections. It replaces the server's channel class."""

    def __init__(
        self,
        admission: Admission,
        most: int = CONNECTIONS,
        each: int = CONNECTIONS_EACH,
    ) -> None:
        self.admission = admission
        self.most = most
        self.each = each

    def has_place(self, channel: Channel, sender: str) -> bool:
        """Whether a picture may arrive on a channel now. Runs in the server's thread.

        If a sender already has two pictures, the server cancels the older one that is still
        arriving. If all places are taken, a sender with two pictures loses one. A seat can
        therefore never occupy more than its own places.
        """
        others = [one for one in channel.server.active_channels.values() if one is not channel]
        many = Counter(of for one in others for of in one.senders)
        if many[sender] < PICTURES_EACH and many.total() < PICTURES:
            return True
        giving, count = (sender, many[sender]) if many[sender] else many.most_common(1)[0]
        coming = [one for one in others if one.arriving_sender == giving]
        if not coming or (giving != sender and count == 1):
            return False
        min(coming, key=lambda one: one.begun_s).handle_close()
        return True

    def __call__(self, server: Any, sock: socket, addr: Any, adj: Any, map: Any) -> None:  # noqa: A002
        """Accept a new connection, or close it. Runs in the server's thread.

        If all places are taken, the server closes the connection that has been idle longest at the
        address with the most connections. New phones can therefore connect while strangers occupy
        places.
        """
        channels = list(server.active_channels.values())
        address = str(addr[0])
        if address not in HERE and not self.admission.is_proxy(address):
            held = sum(1 for one in channels if one.address == address)
            if held >= self.each:
                sock.close()
                return
        if len(channels) >= self.most and not _make_room(channels):
            sock.close()
            return
        Channel(self, server, sock, addr, adj, map=map)


def _make_room(channels: list[Channel]) -> bool:
    idle = [one for one in channels if one.idle]
    if not idle:
        return False
    many = Counter(one.address for one in idle)
    max(idle, key=lambda one: (many[one.address], -one.last_activity)).handle_close()
    return True
