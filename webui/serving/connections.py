"""Waitress's connections, with limits so that no client can block the others.

This module replaces only the parts of Waitress for which there is no setting; the README lists the
reasons.

A request occupies a thread only once it has arrived completely. Before that, three things are
limited: the number of connections, in total and for each address; the time that a request may take
to arrive; and the requests that wait on one connection. Complete requests are answered in turn, one
address after the other. A client that sends a hundred requests at once therefore delays only
itself.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from socket import SHUT_WR, socket
from typing import Any

from waitress.channel import HTTPChannel

from referee.contract import Message
from webui.serving.parsing import BEHIND, Headers, Parser

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

# Number of requests of one address that the server answers at the same time, apart from streams. A
# browser loads a page in two rounds of this size. If more requests shared the one processor, all of
# them would become slow.
ANSWERED_EACH = 4

STREAM = "/stream"
HERE = ("127.0.0.1", "::1")  # Unlimited, because a proxy on this machine may serve many phones.


class Channel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that closes if a request takes too long to arrive."""

    _begun_s: float | None = None
    _until_s: float | None = None  # Until this time, the connection drops data after a refusal.
    counted = False  # Whether `FairQueue` counts the request that is being answered.
    drops = False  # Whether the connection drops all further data.

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        door = self.server.channel_class
        kept = door if isinstance(door, Door) else None
        self.parser_class = partial(Parser, channel=self, door=kept)
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

    Without a server, that function does nothing.
    """
    channel = getattr(environ.get("waitress.client_disconnected"), "__self__", None)
    return channel.hang_up if isinstance(channel, Channel) else lambda: None


class FairQueue:
    """The requests that wait for a thread. It replaces the queue of Waitress's dispatcher.

    All clients behind a trusted proxy share its address, so its requests are not limited. The
    caller holds the dispatcher's lock. If no waiting request may be answered now, the queue
    looks empty.
    """

    def __init__(
        self,
        at_once: int,
        each: int = ANSWERED_EACH,
        is_proxy: Callable[[str], bool] = lambda _address: False,
    ) -> None:
        self.at_once = at_once
        self.each = each
        self._is_proxy = is_proxy
        self._waiting: OrderedDict[str, deque[Channel]] = OrderedDict()
        self._answered: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(waiting) for waiting in self._waiting.values())

    def __bool__(self) -> bool:
        return self._next() is not None

    def append(self, channel: Channel) -> None:
        """Add a channel whose first request is complete."""
        self._waiting.setdefault(channel.address, deque()).append(channel)

    def popleft(self) -> Channel:
        """Return the next channel; raise `IndexError` if no request may be answered now."""
        address = self._next()
        if address is None:
            raise IndexError("no request may be answered now")
        waiting = self._waiting.pop(address)
        channel = waiting.popleft()
        if waiting:
            self._waiting[address] = waiting  # The address moves to the end of the queue.
        channel.counted = not _streams(channel)
        if channel.counted:
            self._answered[address] += 1
        return channel

    def done(self, channel: Channel) -> None:
        """Record that the server has answered a channel's request."""
        self._answered[channel.address] -= 1
        self._answered += Counter()  # This removes counts of zero.

    def _next(self) -> str | None:
        full = self._answered.total() >= self.at_once
        for address, waiting in self._waiting.items():
            shares = address in HERE or self._is_proxy(address)
            busy = self._answered[address] >= self.each and not shares
            if _streams(waiting[0]) or not (full or busy):
                return address
        return None


def _streams(channel: Channel) -> bool:
    """Whether a channel requests an event stream, which gets a thread of its own."""
    first = next(iter(channel.requests), None)
    return getattr(first, "path", "") == STREAM  # An unreadable request has no path.


class Door:
    """Accepts new connections. It replaces the server's channel class.

    * `sender(address, headers)`: returns who sends a picture of up to `picture_bytes`, or None.
    * `host(address, headers)`: whether a host sends it, who may upload up to `upload_bytes`.
    * `is_proxy(address)`: whether it is a trusted proxy, which may serve many phones.
    * `say(message, headers)`: returns a refusal in the language of the request.
    """

    def __init__(
        self,
        most: int = CONNECTIONS,
        each: int = CONNECTIONS_EACH,
        *,
        picture_bytes: int = 0,
        upload_bytes: int = 0,
        sender: Callable[[str, Headers], str | None] = lambda _address, _headers: None,
        host: Callable[[str, Headers], bool] = lambda _address, _headers: False,
        is_proxy: Callable[[str], bool] = lambda _address: False,
        say: Callable[[Message, Headers], str] = lambda message, _headers: message.key,
    ) -> None:
        self.most = most
        self.each = each
        self.picture_bytes = picture_bytes
        self.upload_bytes = upload_bytes
        self.sender = sender
        self.host = host
        self.is_proxy = is_proxy
        self.say = say

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
        if address not in HERE and not self.is_proxy(address):
            held = sum(1 for one in channels if one.address == address)
            if held >= self.each:
                sock.close()
                return
        if len(channels) >= self.most and not _make_room(channels):
            sock.close()
            return
        Channel(server, sock, addr, adj, map=map)


def _make_room(channels: list[Channel]) -> bool:
    idle = [one for one in channels if one.idle]
    if not idle:
        return False
    many = Counter(one.address for one in idle)
    max(idle, key=lambda one: (many[one.address], -one.last_activity)).handle_close()
    return True
