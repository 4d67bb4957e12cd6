"""What is made of the log, kept for as long as it would be the same: pages ask each second."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

SLOW_S = 0.2  # what takes longer is not made anew for each line of the log
SPARING = 4  # so many times as long as it took it is good: it takes a fifth of a core at most

Key = TypeVar("Key")
Value = TypeVar("Value")


class ResultCache(Generic[Key, Value]):
    """The last thing that was made, by what it was made of; safe from any thread.

    Of several threads that ask for what is not there one makes it, and the others wait.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._last: tuple[Key, Value] | None = None
        self._slow, self._good_s = False, 0.0

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return what is made of `key`, which is named before anything of it is read."""
        with self._lock:
            if self._last is None or self._last[0] != key:
                began_s = self._now_s()
                self._last = key, make()
                ended_s = self._now_s()
                self._slow = ended_s - began_s > SLOW_S
                self._good_s = ended_s + SPARING * (ended_s - began_s)
            return self._last[1]

    def get_stale(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the same; where making it is slow, what was made last, of whatever key, at once.

        It is made anew in a thread of its own, not oftener than `SPARING` allows.
        """
        last = self._last
        if last is None or last[0] == key or not self._slow:
            return self.get(key, make)
        if not self._lock.locked() and self._now_s() >= self._good_s:
            threading.Thread(target=self.get, args=(key, make), name="made", daemon=True).start()
        return last[1]
