"""Cache results that take long to compute from the log, because pages need them every second."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

SLOW_S = 0.2  # A result that takes more seconds than this is not computed for every new log line.
REUSE_FACTOR = 4  # A slow result serves for 4 times its computing time: one fifth of a core.

Key = TypeVar("Key")
Value = TypeVar("Value")


class ResultCache(Generic[Key, Value]):
    """Caches the newest result together with its key. Thread-safe.

    If several threads ask for a missing result, one of them computes it while the others wait.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._last: tuple[Key, Value] | None = None
        self._slow, self._good_s = False, 0.0

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the result for `key`. Callers must determine the key before they read the data."""
        with self._lock:
            if self._last is None or self._last[0] != key:
                began_s = self._now_s()
                self._last = key, make()
                ended_s = self._now_s()
                self._slow = ended_s - began_s > SLOW_S
                self._good_s = ended_s + REUSE_FACTOR * (ended_s - began_s)
            return self._last[1]

    def get_stale(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the result for `key`; if computing it is slow, return the last result at once.

        In that case, a thread computes the new result, at most as often as `REUSE_FACTOR` allows.
        """
        last = self._last
        if last is None or last[0] == key or not self._slow:
            return self.get(key, make)
        if not self._lock.locked() and self._now_s() >= self._good_s:
            threading.Thread(target=self.get, args=(key, make), name="made", daemon=True).start()
        return last[1]
