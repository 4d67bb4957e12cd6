"""Waitress's connections, with limits so that no client blocks the others.

Only what no setting of Waitress can do is replaced here; the README lists the reasons.

A request takes a thread only when it is complete. Before that, these are limited: connections of an
address and in total, the time for a request to arrive, and the requests waiting on a connection.
Complete requests are answered in turn, one address after the other, so a client that sends a
hundred waits for itself.
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

# Browsers open six for requests and one for each stream; this is four screens at one address.
CONNECTIONS_EACH = 32
# 120 streams, and as many phones that load a page. A connection costs at most 40 KB, so all of them
# stay under 30 MB.
CONNECTIONS = 600
# On a bad line, a request arrives within a second. Half, and a phone far away in the garden is cut
# off; twice, and slow requests hold their place twice as long.
WHOLE_WITHIN_S = 10.0
# The same for a picture: 20 MB in two minutes is 1.3 Mbit/s. Half, and a phone far away in the
# garden is cut off; twice, and a stalled one holds its place twice as long.
PICTURE_WITHIN_S = 120.0
# Pictures that arrive or wait at once: six seats' and two hosts'. Each takes up to 20 MB in the
# temporary folder. Half, and a full table that is asked for pictures hears "busy"; twice, and eight
# attackers fill 320 MB of a Pi's memory.
PICTURES = 8
# Of one sender: the arriving one, and an aborted one or one being read.
PICTURES_EACH = 2
# How long the rest of a refused request is read and dropped. A phone that is still sending would
# lose the answer if the connection just ended.
DROPS_S = 5.0

# Requests answered at once for one address, without streams. A browser loads a page in two rounds
# of these. More requests at once would share one processor and all become slow.
ANSWERED_EACH = 4

STREAM = "/stream"
HERE = ("127.0.0.1", "::1")  # a proxy on this machine may serve many phones


class Channel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that closes if its request is not complete in time."""

    _begun_s: float | None = None
    _until_s: float | None = None  # end of dropping data after a refusal
    counted = False  # `FairQueue` counts the request being answered
    drops = False  # further data is dropped

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        door = self.server.channel_class
        kept = door if isinstance(door, Door) else None
        self.parser_class = partial(Parser, channel=self, door=kept)
        self._begun_s = time.monotonic()

    @property
    def address(self) -> str:
        """The client's address."""
        return str(self.addr[0])

    @property
    def idle(self) -> bool:
        """Whether no request of this connection is being answered."""
        return not self.requests

    @property
    def arriving_sender(self) -> str | None:
        """The sender of the picture that is arriving, or None."""
        return getattr(self.request, "sender", None)

    @property
    def senders(self) -> list[str]:
        """The senders of pictures that are arriving or waiting."""
        found = (getattr(one, "sender", None) for one in (self.request, *self.requests))
        return [one for one in found if one is not None]

    @property
    def begun_s(self) -> float:
        """The start of the arriving request, by the monotonic clock."""
        return self._begun_s or 0.0

    def hang_up(self) -> None:
        """Ask the server to close this connection, from any thread."""
        self.will_close = True
        self.server.pull_trigger()

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
        """Process new data; cut off a client that sends more requests than it reads answers."""
        taken: bool = super().received(data)
        if self.request is None:
            self._begun_s = None
        elif self._begun_s is None:
            self._begun_s = time.monotonic()
        self.will_close |= self.drops and len(self.requests) > BEHIND
        return taken

    def readable(self) -> bool:
        """Whether to read on; called once a second and at every event."""
        now_s = time.monotonic()
        if self._until_s is not None:
            self.will_close |= now_s > self._until_s
        elif self._begun_s is not None and self.idle:
            within_s = PICTURE_WITHIN_S if self.arriving_sender else WHOLE_WITHIN_S
            self.will_close |= now_s - self._begun_s > within_s
        return bool(super().readable())

    def handle_close(self) -> None:
        """Close; after a refusal, only when the client stops sending, or after `DROPS_S`."""
        if self.drops and self.connected and self._until_s is None and self.idle:
            self._until_s = time.monotonic() + DROPS_S
            with suppress(OSError):
                self.socket.shutdown(SHUT_WR)
                self.will_close = False
                return
        super().handle_close()


def hang_up(environ: Mapping[str, Any]) -> Callable[[], None]:
    """Return a function that closes the connection of a request, even in the middle of an answer.

    Without a server, it does nothing.
    """
    channel = getattr(environ.get("waitress.client_disconnected"), "__self__", None)
    return channel.hang_up if isinstance(channel, Channel) else lambda: None


class FairQueue:
    """The requests that wait for a thread; it replaces the dispatcher's queue.

    The caller holds the dispatcher's lock. The queue seems empty if no waiting request may be
    answered now.
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
        """Add the first request of a channel."""
        self._waiting.setdefault(channel.address, deque()).append(channel)

    def popleft(self) -> Channel:
        """Return the next channel; raise `IndexError` if there is none."""
        address = self._next()
        if address is None:
            raise IndexError("no request may be answered now")
        waiting = self._waiting.pop(address)
        channel = waiting.popleft()
        if waiting:
            self._waiting[address] = waiting  # at the end of the line
        channel.counted = not _streams(channel)
        if channel.counted:
            self._answered[address] += 1
        return channel

    def done(self, channel: Channel) -> None:
        """Count an answered request as done."""
        self._answered[channel.address] -= 1
        self._answered += Counter()  # drops zero counts

    def _next(self) -> str | None:
        full = self._answered.total() >= self.at_once
        for address, waiting in self._waiting.items():
            busy = address not in HERE and self._answered[address] >= self.each
            if _streams(waiting[0]) or not (full or busy):
                return address
        return None


def _streams(channel: Channel) -> bool:
    """Whether a channel waits for an event stream, which has its own thread."""
    first = next(iter(channel.requests), None)
    return getattr(first, "path", "") == STREAM  # an unreadable request has no path


class Door:
    """Admits connections; it replaces the server's channel class.

    * `sender(address, headers)`: who sends a picture of up to `picture_bytes`, or None.
    * `host(address, headers)`: whether it is a host, who may upload a backup of `upload_bytes`.
    * `say(message, headers)`: the words of a refusal.
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
        say: Callable[[Message, Headers], str] = lambda message, _headers: message.key,
    ) -> None:
        self.most = most
        self.each = each
        self.picture_bytes = picture_bytes
        self.upload_bytes = upload_bytes
        self.sender = sender
        self.host = host
        self.say = say

    def has_place(self, channel: Channel, sender: str) -> bool:
        """Whether a picture may arrive on a channel now; runs in the server's thread.

        A sender with two pictures loses the older one that is still arriving. If all places are
        taken, a sender with two gives one up. So one seat never fills more than its own places.
        """
        others = [one for one in channel.server.active_channels.values() if one is not channel]
        many = Counter(of for one in others for of in one.senders)
        if many[sender] < PICTURES_EACH and many.total() < PICTURES:
            return True
        giving, count = (sender, many[sender]) if many[sender] else many.most_common(1)[0]
        coming = [one for one in others if one.coming == giving]
        if not coming or (giving != sender and count == 1):
            return False
        min(coming, key=lambda one: one.begun_s).handle_close()
        return True

    def __call__(self, server: Any, sock: socket, addr: Any, adj: Any, map: Any) -> None:  # noqa: A002
        """Accept a new connection, or close it; runs in the server's thread.

        If all places are taken, the longest idle connection of the busiest address is closed. So
        new phones get in while strangers hold places.
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
