"""Connections as Waitress holds them, so that no stranger's keep others from being served.

What stands here in place of Waitress's own is what no setting of it does; the README says of each
what is without it.

A request takes a thread only once it has come whole. What is bounded here is what comes
before: how many connections there are, of one address and in all; how long a request may take to
come; how many may wait behind it on one connection. Requests that have come are answered in turn,
an address after the other: who sends a hundred waits for himself.
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
# Of pictures that come or wait to be read at once, each of which may lie on the disk until then,
# 20 MB in the folder for passing files: six seats' and two hosts'. Halved, a table of six that is
# asked for pictures hears "busy"; doubled, eight who mean harm fill 320 MB of a Pi's memory.
PICTURES = 8
# Of one sender: the one that comes, and that which broke off before, or is being read.
PICTURES_EACH = 2
# How long the rest of a refused request is dropped, so that the answer is heard: a phone that is
# still sending loses it where the connection just ends.
DROPS_S = 5.0

# Requests that are answered at once, beside the streams: more would share one processor and
# make all of them slow. Of one address: what a browser sends for a page comes in two goes.
ANSWERED_EACH = 4

STREAM = "/stream"
HERE = ("127.0.0.1", "::1")  # what a proxy on this machine passes on may be many phones


class Channel(HTTPChannel):  # type: ignore[misc]  # Waitress has no types
    """A connection that is closed where its request does not come whole in time."""

    _begun_s: float | None = None
    _until_s: float | None = None  # how long what follows a refusal is dropped
    counted = False  # whether the request being answered is counted by `FairQueue`
    drops = False  # whether what else comes is taken for nothing

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        door = self.server.channel_class
        kept = door if isinstance(door, Door) else None
        self.parser_class = partial(Parser, channel=self, door=kept)
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
    def coming(self) -> str | None:
        """Return who sends the picture that comes, or None where none does."""
        return getattr(self.request, "sender", None)

    @property
    def senders(self) -> list[str]:
        """Return who sends the pictures that come, or wait to be answered."""
        found = (getattr(one, "sender", None) for one in (self.request, *self.requests))
        return [one for one in found if one is not None]

    @property
    def begun_s(self) -> float:
        """Return when the request that comes began to, by the monotonic clock."""
        return self._begun_s or 0.0

    def hang_up(self) -> None:
        """Let the server close this connection; from any thread."""
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
        """Take what has come; one who sends requests ahead of the answers is cut off."""
        taken: bool = super().received(data)
        if self.request is None:
            self._begun_s = None
        elif self._begun_s is None:
            self._begun_s = time.monotonic()
        self.will_close |= self.drops and len(self.requests) > BEHIND
        return taken

    def readable(self) -> bool:
        """Tell whether to read on; asked once a second and with every event."""
        now_s = time.monotonic()
        if self._until_s is not None:
            self.will_close |= now_s > self._until_s
        elif self._begun_s is not None and self.idle:
            within_s = PICTURE_WITHIN_S if self.coming else WHOLE_WITHIN_S
            self.will_close |= now_s - self._begun_s > within_s
        return bool(super().readable())

    def handle_close(self) -> None:
        """Close; after a refusal once nobody sends any more, or after `DROPS_S`."""
        if self.drops and self.connected and self._until_s is None and self.idle:
            self._until_s = time.monotonic() + DROPS_S
            with suppress(OSError):
                self.socket.shutdown(SHUT_WR)
                self.will_close = False
                return
        super().handle_close()


def hang_up(environ: Mapping[str, Any]) -> Callable[[], None]:
    """Return what closes the connection of a request, also while its answer waits to be read.

    `environ` is the request's; where it came without a server nothing is closed.
    """
    channel = getattr(environ.get("waitress.client_disconnected"), "__self__", None)
    return channel.hang_up if isinstance(channel, Channel) else lambda: None


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

    `sender` tells by an address and headers whose picture of so many bytes may come, or None, and
    `host` whether it is a host, who may send a backup of `upload_bytes`;
    `say` words a refusal for who sent headers.
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
        """Tell whether a picture may come on a channel now; in the server's own thread.

        Where its sender has two, the older one that is still coming gives way; where all places are
        taken, one of a sender's who has two. A seat thus fills no more than its own.
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
