"""Cache results computed from the log, because pages ask for them every second."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

SLOW_S = 0.2  # slower results are not computed for each log line
REUSE_FACTOR = 4  # a slow result is used for 4 times its computing time: 1/5 of a core

Key = TypeVar("Key")
Value = TypeVar("Value")


class ResultCache(Generic[Key, Value]):
    """The last result and its key. Thread-safe.

    If several threads ask for a missing result, one computes it and the others wait.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._last: tuple[Key, Value] | None = None
        self._slow, self._good_s = False, 0.0

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the result for `key`. Take the key before you read any of its data."""
        with self._lock:
            if self._last is None or self._last[0] != key:
                began_s = self._now_s()
                self._last = key, make()
                ended_s = self._now_s()
                self._slow = ended_s - began_s > SLOW_S
                self._good_s = ended_s + REUSE_FACTOR * (ended_s - began_s)
            return self._last[1]

    def get_stale(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the result for `key`, or, if computing is slow, the last result at once.

        The new result is then computed in a thread, at most as often as `REUSE_FACTOR` allows.
        """
        last = self._last
        if last is None or last[0] == key or not self._slow:
            return self.get(key, make)
        if not self._lock.locked() and self._now_s() >= self._good_s:
            threading.Thread(target=self.get, args=(key, make), name="made", daemon=True).start()
        return last[1]
