"""The order in which complete requests are answered: in turn, one address after the other.

A client that sends a hundred requests at once therefore delays only itself.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

# Number of requests of one address that the server answers at the same time, apart from streams. A
# browser loads a page in two rounds of this size. If more requests shared the one processor, all of
# them would become slow.
ANSWERED_EACH = 4

STREAM = "/stream"
HERE = ("127.0.0.1", "::1")  # Unlimited, because a proxy on this machine may serve many phones.


class Waiting(Protocol):
    """A connection with complete requests. `counted`: whether its answer counts for the limits."""

    counted: bool
    requests: Sequence[Any]

    @property
    def address(self) -> str:
        """The address of the client."""


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
        self._waiting: OrderedDict[str, deque[Waiting]] = OrderedDict()
        self._answered: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(len(waiting) for waiting in self._waiting.values())

    def __bool__(self) -> bool:
        return self._next() is not None

    def append(self, channel: Waiting) -> None:
        """Add a channel whose first request is complete."""
        self._waiting.setdefault(channel.address, deque()).append(channel)

    def popleft(self) -> Waiting:
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

    def done(self, channel: Waiting) -> None:
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


def _streams(channel: Waiting) -> bool:
    """Whether a channel requests an event stream, which gets a thread of its own."""
    first = next(iter(channel.requests), None)
    return getattr(first, "path", "") == STREAM  # An unreadable request has no path.
