"""Connections as Waitress holds them, so that no stranger's keep others from being served.

A request takes a thread only once it has come whole. What is bounded here is what comes
before: how many connections there are, of one address and in all; how long a request may take to
come; how many may wait behind it on one connection. Requests that have come are answered in turn,
an address after the other: who sends a hundred waits for himself.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping
from copy import copy
from functools import partial
from socket import socket
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

# Browsers open six for requests and one a stream; this is four screens of one address.
CONNECTIONS_EACH = 32
# 120 streams and as many phones between two pages. A connection costs 40 KB at its worst, so
# that all of them stay under 30 MB.
CONNECTIONS = 600
# A page on a bad line sends its request within a second; halved, a phone at the far end of a
# garden is cut off; doubled, slow headers hold their place for twice as long.
WHOLE_WITHIN_S = 10.0
# The same for a picture: 20 MB within two minutes is 1.3 Mbit/s. Halved, a phone at the far end of
# a garden is cut off; doubled, one that stalls holds its place for twice as long.
PICTURE_WITHIN_S = 120.0
# Of pictures that come at once, each of which may lie on the disk until it is read.
PICTURES = 8
# No browser sends a second request before the first is answered.
BEHIND = 1

# Requests that are answered at once, beside the streams: more would share one processor and
# make all of them slow. Of one address: what a browser sends for a page comes in two goes.
ANSWERED_EACH = 4

STREAM = "/stream"
PICTURE = ("/api/photo", "/api/count")
HERE = ("127.0.0.1", "::1")  # what a proxy on this machine passes on may be many phones


class _Few(list[Any]):
    """A channel's requests, which takes no more than may wait.

    Waitress holds its lock while it appends them and answers them meanwhile in other threads: cut
    afterwards, some that came ahead had been answered.
    """

    ahead = False  # whether more came

    def append(self, request: Any) -> None:
        if len(self) > BEHIND:
            self.ahead = True
            request.close()
        else:
            super().append(request)


class Parser(HTTPRequestParser):  # type: ignore[misc]  # Waitress has no types
    """A request as it comes, which may be large where it is a picture of somebody who may send one.

    That is decided by its headers: of a stranger's no more is taken than of any request.
    """

    large = False
    adj: Any

    def __init__(self, adj: Any, channel: Channel) -> None:
        super().__init__(adj)
        self._channel = channel

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the headers, and set the limit of what may follow."""
        super().parse_header(header_plus)
        door = self._channel.server.channel_class
        if self.command == "POST" and self.path in PICTURE and isinstance(door, Door):
            headers = {
                name.lower().replace("_", "-"): value for name, value in self.headers.items()
            }
            if door.takes_picture(self._channel, headers):
                self.large = True
                adj: Any = copy(self.adj)
                adj.max_request_body_size = door.picture_bytes + 1
                self.adj = adj


class Channel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that is closed where its request does not come whole in time."""

    _begun_s: float | None = None
    counted = False  # whether the request being answered is counted by `FairQueue`

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.parser_class = partial(Parser, channel=self)
        self._few = _Few()
        self.requests: list[Any] = self._few
        self._begun_s = time.monotonic()

    @property
    def address(self) -> str:
        """Return the other end's address."""
        return str(self.addr[0])

    @property
    def idle(self) -> bool:
        """Tell whether no request of this connection is being answered."""
        return not self.requests

    @property
    def sends_picture(self) -> bool:
        """Tell whether a large request comes, or waits to be answered."""
        return any(getattr(one, "large", False) for one in (self.request, *self.requests))

    def service(self) -> None:
        """Answer one request, then make room for the next."""
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
        """Take what has come; one who sends requests ahead of the answers is cut off."""
        taken: bool = super().received(data)
        if self.request is None:
            self._begun_s = None
        elif self._begun_s is None:
            self._begun_s = time.monotonic()
        self.will_close |= self._few.ahead
        return taken

    def readable(self) -> bool:
        """Tell whether to read on; asked once a second and with every event."""
        if self._begun_s is not None and self.idle:
            within_s = PICTURE_WITHIN_S if self.sends_picture else WHOLE_WITHIN_S
            self.will_close |= time.monotonic() - self._begun_s > within_s
        return bool(super().readable())


class FairQueue:
    """The requests that wait for a thread; stands in place of the dispatcher's queue.

    Every call is made with the dispatcher's lock held. It is empty to a thread that asks while
    nothing in it may be answered now.
    """

    def __init__(self, at_once: int, each: int = ANSWERED_EACH) -> None:
        self.at_once = at_once
        self.each = each
        self._waiting: OrderedDict[str, deque[Channel]] = OrderedDict()
        self._answered: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(waiting) for waiting in self._waiting.values())

    def __bool__(self) -> bool:
        return self._next() is not None

    def append(self, channel: Channel) -> None:
        """Let a channel's first request wait."""
        self._waiting.setdefault(channel.address, deque()).append(channel)

    def popleft(self) -> Channel:
        """Return the channel whose turn it is; raises `IndexError` where there is none."""
        address = self._next()
        if address is None:
            raise IndexError("no request may be answered now")
        waiting = self._waiting.pop(address)
        channel = waiting.popleft()
        if waiting:
            self._waiting[address] = waiting  # behind all others
        channel.counted = not _streams(channel)
        if channel.counted:
            self._answered[address] += 1
        return channel

    def done(self, channel: Channel) -> None:
        """Count a request no longer that was answered."""
        self._answered[channel.address] -= 1
        self._answered += Counter()  # keeps those above nought

    def _next(self) -> str | None:
        full = self._answered.total() >= self.at_once
        for address, waiting in self._waiting.items():
            busy = address not in HERE and self._answered[address] >= self.each
            if _streams(waiting[0]) or not (full or busy):
                return address
        return None


def _streams(channel: Channel) -> bool:
    """Tell whether a channel waits for a stream, which has a thread of its own."""
    first = next(iter(channel.requests), None)
    return getattr(first, "path", "") == STREAM  # what cannot be read has no path


class Door:
    """Lets connections in; stands in place of the server's channel class.

    `may_send` tells by an address and headers whether a picture of so many bytes may come.
    """

    def __init__(
        self,
        most: int = CONNECTIONS,
        each: int = CONNECTIONS_EACH,
        *,
        picture_bytes: int = 0,
        may_send: Callable[[str, Mapping[str, str]], bool] = lambda _address, _headers: False,
    ) -> None:
        self.most = most
        self.each = each
        self.picture_bytes = picture_bytes
        self._may_send = may_send

    def takes_picture(self, channel: Channel, headers: Mapping[str, str]) -> bool:
        """Tell whether a channel may send a picture now; in the server's own thread."""
        others = list(channel.server.active_channels.values())
        coming = sum(1 for one in others if one is not channel and one.sends_picture)
        return coming < PICTURES and self._may_send(channel.address, headers)

    def __call__(self, server: Any, sock: socket, addr: Any, adj: Any, map: Any) -> None:  # noqa: A002
        """Make a channel of a new connection, or close it; in the server's own thread.

        Where all places are taken the one that has been idle for longest gives way, of the
        address that has most: new phones are let in as long as strangers hold places.
        """
        channels = list(server.active_channels.values())
        address = str(addr[0])
        if address not in HERE:
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
