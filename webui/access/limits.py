"""Limit how often a client may act, and make it wait longer after each failure."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST_KNOWN = 500  # Maximum number of clients that each limit remembers.


class RateLimit:
    """Allow each client `most` actions within `window_s` seconds. Not thread-safe."""

    def __init__(self, most: int, window_s: float, now_s: Callable[[], float]) -> None:
        self._most = most
        self._window_s = window_s
        self._now_s = now_s
        self._done: OrderedDict[Hashable, list[float]] = OrderedDict()

    def spend(self, who: Hashable) -> int:
        """Count one action. Return 0 if it is allowed, otherwise the seconds to wait."""
        now_s = self._now_s()
        done = [at for at in self._done.pop(who, []) if now_s - at < self._window_s]
        self._done[who] = done
        while len(self._done) > MOST_KNOWN:
            self._done.popitem(last=False)
        if len(done) >= self._most:
            return math.ceil(self._window_s - (now_s - done[0]))
        done.append(now_s)
        return 0

    def refund(self, who: Hashable) -> None:
        """Uncount the newest action of a client."""
        if done := self._done.get(who):
            done.pop()


class Backoff:
    """Make a client wait after failures; each wait is twice as long. Not thread-safe.

    The first `free` failures cost nothing. After the next one the client waits `first_s` seconds,
    then twice as long each time, up to `most_s`. After `forget_s` seconds without a failure the
    count starts again.
    """

    def __init__(
        self,
        now_s: Callable[[], float],
        *,
        free: int,
        first_s: float,
        most_s: float,
        forget_s: float,
    ) -> None:
        self._now_s = now_s
        self._free = free
        self._first_s = first_s
        self._most_s = most_s
        self._forget_s = forget_s
        self._times: OrderedDict[Hashable, tuple[int, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._times)

    def record_failure(self, who: Hashable) -> None:
        """Count one failure of a client."""
        times, _ = self._entry(who)
        self._times[who] = (times + 1, self._now_s())
        self._times.move_to_end(who)
        while len(self._times) > MOST_KNOWN:
            self._times.popitem(last=False)

    def reset(self, who: Hashable) -> None:
        """Forget the failures of a client."""
        self._times.pop(who, None)

    def wait_s(self, who: Hashable) -> int:
        """Return how many seconds a client must still wait, or 0."""
        times, at_s = self._entry(who)
        if times <= self._free:
            return 0
        wait_s = min(self._first_s * 2.0 ** min(times - self._free - 1, 30), self._most_s)
        return max(0, math.ceil(at_s + wait_s - self._now_s()))

    def _entry(self, who: Hashable) -> tuple[int, float]:
        times, at_s = self._times.get(who, (0, 0.0))
        return (0, 0.0) if self._now_s() - at_s > self._forget_s else (times, at_s)
