"""Who gets a place for an event stream: seats, hosts and big screens before strangers.

Every change is sent to every stream, so the number of streams is limited. A page without a stream
polls (`static/live/live.js`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from typing import NamedTuple, Protocol

# Number of addresses whose big screens have reserved places. A table has one or two screens. With
# twice this number, strangers who come early could occupy twice as many places. With half this
# number, a second screen might have to poll.
SCREENS = 4
# Seconds for which an absent screen keeps its place. People switch off the television during a
# meal, for instance.
SCREEN_AWAY_S = 3600.0
# Number of streams of one screen: the current stream, and a lost one that the server has not
# noticed yet.
SCREEN_STREAMS = 2


class Follower(NamedTuple):
    """The client of a stream. If `kept` is true, its place is reserved.

    All clients in one `group`, a phone or an address, share a limit; None means no such limit.
    """

    group: str | None
    kept: bool = False


class Client(Protocol):
    """The connection of a stream."""

    def has_left(self) -> bool: ...

    def end(self) -> None: ...


class Watcher:
    """An open event stream, and its place. A stranger's place goes to a seat, host or big screen.

    `follower()` is asked each time, so a former seat loses its reservation. `client` is None in
    tests without a server.
    """

    def __init__(self, follower: Callable[[], Follower], client: Client | None = None) -> None:
        self.follower = follower
        self.since_s = time.monotonic()
        self._client = client

    @property
    def group(self) -> Hashable:
        found = self.follower()
        return None if found.group is None else found

    def gives_way(self, new: Watcher, _many: int) -> bool:
        if self._client is not None and self._client.has_left():
            return True  # Its place will be free in a moment.
        return new.follower().kept and not self.follower().kept

    def end(self) -> None:
        if self._client is not None:
            self._client.end()


class Screens:
    """The addresses of the big screens. Thread-safe.

    The server cannot tell a screen from a stranger who opens the screen's page. So the first `most`
    addresses count as screens, until they stay away. A later screen is treated as a stranger until
    somebody enters the host's code on it.
    """

    def __init__(self, most: int = SCREENS, now_s: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._now_s = now_s
        self._lock = threading.Lock()
        self._streams: dict[object, str] = {}  # The address of each open stream.
        self._left_s: dict[str, float] = {}  # When the last stream of a known screen came or ended.

    def enter(self, address: str) -> Callable[[], None] | None:
        """Record a new stream of a screen; return a function to call when the stream ends.

        Returns None if the address is not that of a known screen, or if it already has
        `SCREEN_STREAMS` streams.
        """
        stream = object()
        with self._lock:
            now_s, shown = self._now_s(), list(self._streams.values())
            self._left_s = {
                one: left_s
                for one, left_s in self._left_s.items()
                if one in shown or now_s - left_s <= SCREEN_AWAY_S
            }
            full = address not in self._left_s and len(self._left_s) >= self._most
            if full or shown.count(address) >= SCREEN_STREAMS:
                return None
            self._left_s[address] = now_s
            self._streams[stream] = address

        def leave() -> None:
            with self._lock:
                if self._streams.pop(stream, None):
                    self._left_s[address] = self._now_s()

        return leave
