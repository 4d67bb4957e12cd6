"""Places for event streams: reserved for players, hosts and screens, otherwise for strangers.

Each stream takes a server thread, so their number is limited. If all places are taken, a seat, host
or big screen replaces a stranger's stream. A page without a stream polls (`static/base/live.js`).
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

# Addresses of big screens with reserved places; a table has one or two. Twice, and early strangers
# take twice as many places; half, and a second screen may have to poll.
SCREENS = 4
# How long an absent screen is remembered, such as a television switched off for a meal.
SCREEN_AWAY_S = 3600.0
# Of one screen: its stream, and a lost one that has not been noticed yet.
SCREEN_STREAMS = 2


class Follower(NamedTuple):
    """The client of a stream; seats' phones, hosts and big screens are `kept` (reserved).

    Each `group` (a phone or an address) has a limit; None has no limit of its own.
    """

    group: str | None
    kept: bool = False


class _OpenStream(NamedTuple):
    follower: Callable[[], Follower]
    gone: Callable[[], bool]
    end: Callable[[], None]


class Slots:
    """The open streams: at most `most`, and `each` for a group. Thread-safe.

    Streams are checked again when places are short, so that a former seat loses its reservation.
    """

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self._lock = threading.Lock()
        self._open: dict[object, _OpenStream] = {}  # the oldest first

    @property
    def taken(self) -> int:
        """The number of open streams."""
        return len(self._open)

    def crowded(self, follower: Follower) -> bool:
        """Whether a group has all the streams that it may have."""
        with self._lock:
            return self._crowded(follower)

    def take(
        self,
        who: Callable[[], Follower],
        gone: Callable[[], bool] = lambda: False,
        end: Callable[[], None] = lambda: None,
    ) -> Callable[[], None] | None:
        """Take a slot and return a function that frees it, or None if there is no place.

        `gone()` tells whether the client has left. `end()` ends its stream when it must give way.
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
        """Return the oldest stream of the address with the most strangers, or None."""
        strangers = {
            slot: follower.group
            for slot, held in self._open.items()
            if not (follower := held.follower()).kept
        }
        many = Counter(strangers.values())
        return max(strangers, key=lambda slot: many[strangers[slot]], default=None)


class Screens:
    """The addresses of the big screens. Thread-safe.

    A screen cannot be told from a stranger who opens its page. So the first `most` addresses count
    as screens until they stay away. A later screen is treated as a stranger until somebody enters
    the host's code on it.
    """

    def __init__(self, most: int = SCREENS, now_s: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._now_s = now_s
        self._lock = threading.Lock()
        self._streams: dict[str, set[object]] = {}  # open streams by address
        self._last_seen_s: dict[str, float] = {}

    def enter(self, address: str) -> Callable[[], None] | None:
        """Admit a screen's stream and return a function to call at its end.

        Returns None if the address is not a known screen.
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
