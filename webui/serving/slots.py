"""Which streams may be open: places for those who play, while there are any for strangers.

Each stream holds a thread of the server, so there are so many in all. Seats, hosts and the big
screen have the first word: where all places are taken, a stranger's stream ends for one of
theirs. A page without a stream asks for its state now and then (`static/base/slow.js`).
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

# Big screens that are kept a place, one of an address: a table has one or two. Doubled, strangers
# who come first keep twice as many places; halved, a second screen may have to ask instead.
SCREENS = 4
# How long a screen that left is known: a television that is switched off for a meal comes back.
SCREEN_AWAY_S = 3600.0
# Of one screen: the one that it shows, and that which broke off and is not noticed yet.
SCREEN_STREAMS = 2


class Follower(NamedTuple):
    """For whom a stream is open: a seat's phone, a host or a big screen, which are `kept`; or not.

    So many are let in of one `group`, a phone or an address; None: as many as there are places.
    """

    group: str | None
    kept: bool = False


class _OpenStream(NamedTuple):
    follower: Callable[[], Follower]
    gone: Callable[[], bool]
    end: Callable[[], None]


class Slots:
    """The streams that are open, `most` in all and `each` of a group; safe from any thread.

    For whom one is open is asked when places are short: a seat that was left is kept none.
    """

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self._lock = threading.Lock()
        self._open: dict[object, _OpenStream] = {}  # the oldest first

    @property
    def taken(self) -> int:
        """Return how many streams are open."""
        return len(self._open)

    def crowded(self, follower: Follower) -> bool:
        """Tell whether a group has all the streams that it may have."""
        with self._lock:
            return self._crowded(follower)

    def take(
        self,
        who: Callable[[], Follower],
        gone: Callable[[], bool] = lambda: False,
        end: Callable[[], None] = lambda: None,
    ) -> Callable[[], None] | None:
        """Take a slot and return how to free it, or None where there is none for this follower.

        `gone` tells that the slot's phone has left; `end` ends its stream, which gives way.
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
        """Return the oldest slot of the address whose strangers have most, or None."""
        strangers = {
            slot: follower.group
            for slot, held in self._open.items()
            if not (follower := held.follower()).kept
        }
        many = Counter(strangers.values())
        return max(strangers, key=lambda slot: many[strangers[slot]], default=None)


class Screens:
    """The addresses of the big screens: the first `most` that show one, until they stay away.

    Nothing else tells a screen on the network from a stranger who opens its page. A place is thus
    kept for whom it was kept before; a screen that comes too late follows as a stranger does, until
    somebody enters the host's code on it. Safe from any thread.
    """

    def __init__(self, most: int = SCREENS, now_s: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._now_s = now_s
        self._lock = threading.Lock()
        self._streams: dict[str, set[object]] = {}  # the streams of each known address
        self._last_seen_s: dict[str, float] = {}

    def enter(self, address: str) -> Callable[[], None] | None:
        """Let a screen's stream in and return what lets it out; None: it is no known screen's."""
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
