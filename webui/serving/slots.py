"""Distribute the places for event streams between players, hosts, big screens and strangers.

Every change is sent to every stream, so the number of streams is limited. If all places are taken,
the stream of a seat, host or big screen replaces that of a stranger. A page without a stream polls
(`static/live/live.js`).
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

# Number of addresses whose big screens have reserved places. A table has one or two screens. With
# twice this number, strangers who come early could occupy twice as many places. With half this
# number, a second screen might have to poll.
SCREENS = 4
# Number of seconds for which the place of an absent screen stays reserved. People may switch off
# the television during a meal, for instance.
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


class _OpenStream(NamedTuple):
    follower: Callable[[], Follower]
    gone: Callable[[], bool]
    end: Callable[[], None]


class Slots:
    """The open streams: at most `most` in total, and `each` for a group. Thread-safe.

    When places are short, `Slots` asks again who follows each stream, so a former seat loses its
    reservation.
    """

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self._lock = threading.Lock()
        self._open: dict[object, _OpenStream] = {}  # Ordered from oldest to newest.

    @property
    def taken(self) -> int:
        """The number of open streams."""
        return len(self._open)

    def crowded(self, follower: Follower) -> bool:
        """Whether a group already has as many streams as it may have."""
        with self._lock:
            return self._crowded(follower)

    def take(
        self,
        who: Callable[[], Follower],
        gone: Callable[[], bool] = lambda: False,
        end: Callable[[], None] = lambda: None,
    ) -> Callable[[], None] | None:
        """Take a slot and return a function that frees it, or None if there is no place.

        `gone()` tells whether the client has left. `end()` ends the client's stream when another
        client needs the place.
        """
        slot, mine = object(), who()
        with self._lock:
            if len(self._open) >= self.most or self._crowded(mine):
                self._open = {one: held for one, held in self._open.items() if not held.gone()}
            if self._crowded(mine):
                return None
            if len(self._open) >= self.most:
                giving = self._oldest_stranger() if mine.kept else None
                if giving is None:
                    return None
                self._open.pop(giving).end()
            self._open[slot] = _OpenStream(who, gone, end)

        def free() -> None:
            with self._lock:
                self._open.pop(slot, None)

        return free

    def _crowded(self, follower: Follower) -> bool:
        if follower.group is None:
            return False
        return sum(1 for held in self._open.values() if held.follower() == follower) >= self.each

    def _oldest_stranger(self) -> object | None:
        """Return the oldest stream of the address with the most streams of strangers, or None."""
        strangers = {
            slot: follower.group
            for slot, held in self._open.items()
            if not (follower := held.follower()).kept
        }
        many = Counter(strangers.values())
        return max(strangers, key=lambda slot: many[strangers[slot]], default=None)


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
        self._streams: dict[str, set[object]] = {}  # The open streams of each address.
        self._last_seen_s: dict[str, float] = {}

    def enter(self, address: str) -> Callable[[], None] | None:
        """Record a new stream of a screen; return a function to call when the stream ends.

        Returns None if the address is not that of a known screen, or if it already has
        `SCREEN_STREAMS` streams.
        """
        stream = object()
        with self._lock:
            now_s = self._now_s()
            for one, left_s in list(self._last_seen_s.items()):
                if not self._streams[one] and now_s - left_s > SCREEN_AWAY_S:
                    del self._streams[one], self._last_seen_s[one]
            if address not in self._streams and len(self._streams) >= self._most:
                return None
            shown = self._streams.setdefault(address, set())
            self._last_seen_s[address] = now_s
            if len(shown) >= SCREEN_STREAMS:
                return None
            shown.add(stream)

        def leave() -> None:
            with self._lock:
                if stream in shown:
                    shown.remove(stream)
                    self._last_seen_s[address] = self._now_s()

        return leave
