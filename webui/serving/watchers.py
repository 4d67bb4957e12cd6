"""Places for event streams: seats, hosts and big screens come before strangers.

Every change is sent to every stream, so the number of streams is limited. A page without a stream
polls (`static/live/live.js`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import NamedTuple, Protocol

from webui.serving.places import Places

# Number of addresses whose big screens have reserved places. A table has one or two screens. With
# twice this number, strangers who come early could occupy twice as many places. With half this
# number, a second screen might have to poll.
SCREENS = 4
# Seconds for which an absent screen keeps its place. People switch off the television during a
# meal, for instance.
SCREEN_AWAY_S = 3600.0
# Number of streams of one screen: the current stream, and a lost stream that the server has not
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
        follower = self.follower()
        return None if follower.group is None else follower

    def gives_way(self, new: Watcher, _many: int) -> bool:
        if self._client is not None and self._client.has_left():
            return True  # Its place will be free in a moment.
        return new.follower().kept and not self.follower().kept

    def end(self) -> None:
        if self._client is not None:
            self._client.end()


class Screen:
    """An address that shows the big screen. It may lose its place once it has been away for long.

    `streams` are its open streams; `since_s` is when it came, or when its last stream ended.
    """

    def __init__(self, address: str, now_s: Callable[[], float]) -> None:
        self.group = address
        self.since_s = now_s()
        self.streams: set[object] = set()
        self._now_s = now_s

    def gives_way(self, _new: Screen, _many: int) -> bool:
        return not self.streams and self._now_s() - self.since_s > SCREEN_AWAY_S

    def end(self) -> None:
        """Do nothing: all its streams are closed."""


class Screens:
    """The addresses of the big screens.

    The server cannot tell a screen from a stranger who opens the screen's page. So the first
    `SCREENS` addresses count as screens, until they stay away. A later screen is treated as a
    stranger until somebody enters the host's code on it.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._places = Places[Screen](SCREENS, 1)
        self._now_s = now_s

    def enter(self, address: str) -> Callable[[], None] | None:
        """Record a new stream of a screen; return a function to call when the stream ends.

        Returns None if the address is not that of a known screen, or if it already has
        `SCREEN_STREAMS` streams.
        """
        screen = next((place for place in self._places.taken if place.group == address), None)
        if screen is None:
            screen = Screen(address, self._now_s)
            if not self._places.take(screen):
                return None
        if len(screen.streams) >= SCREEN_STREAMS:
            return None
        stream = object()
        screen.streams.add(stream)

        def leave() -> None:
            if stream in screen.streams:
                screen.since_s = self._now_s()
                screen.streams.remove(stream)

        return leave
