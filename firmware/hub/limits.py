"""Limits for each table's messages, and a check for two machines with one table's name."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

# A table that joins or meets a restored hub reports up to 500 matches at once. In an hour, people
# play about ten. With half of these numbers, an evening of corrections could wait; with twice as
# many, a stolen key could fill 100 MB in a week instead of 50.
MOST_AT_ONCE = 600
PER_HOUR = 60
QUIET_S = 120.0  # Two machines throw each other off every few seconds. After this, one has gone.
MOST_RUNS = 4  # Numbers of machines to remember of each table.


class ResultLimit:
    """How many new results the hub stores for each table. The table offers the others again."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._left: dict[str, tuple[float, float]] = {}  # By table: results left, and when.

    def spend(self, table: str) -> bool:
        """Whether the hub may store another result of a table now."""
        now_s = self._now_s()
        left, then_s = self._left.get(table, (float(MOST_AT_ONCE), now_s))
        left = min(MOST_AT_ONCE, left + (now_s - then_s) * PER_HOUR / 3600)
        allowed = left >= 1
        self._left[table] = left - allowed, now_s
        return allowed

    def is_spent(self, table: str) -> bool:
        """Whether the hub refuses results of a table for now."""
        left, then_s = self._left.get(table, (float(MOST_AT_ONCE), 0.0))
        return left < 1 and left + (self._now_s() - then_s) * PER_HOUR / 3600 < 1


@dataclass
class _Machines:
    """The machines that use a table's key: their numbers, the newest last."""

    runs: tuple[str, ...] = ()
    until_s: float = 0.0


class Twins:
    """Detects two machines with the key of one table, such as two copies of one card.

    Each start of a table has its own number. If a number comes back after another one, both run.
    Thread-safe.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._machines: dict[str, _Machines] = {}

    def note(self, table: str, run: str) -> bool:
        """Note the number of a machine that connects. Return whether it has a twin."""
        with self._lock:
            machines = self._machines.setdefault(table, _Machines())
            if run in machines.runs[:-1]:
                machines.until_s = self._now_s() + QUIET_S
            others = tuple(other for other in machines.runs if other != run)
            machines.runs = (*others, run)[-MOST_RUNS:]
            return machines.until_s > self._now_s()

    def has(self, table: str) -> bool:
        """Whether two machines use a table's key."""
        with self._lock:
            machines = self._machines.get(table)
            return machines is not None and machines.until_s > self._now_s()

    def take_ended(self) -> list[str]:
        """Return the tables of which one machine has gone since the last call."""
        with self._lock:
            ended = [
                table
                for table, machine in self._machines.items()
                if 0 < machine.until_s <= self._now_s()
            ]
            for table in ended:
                self._machines[table] = _Machines(self._machines[table].runs[-1:])
            return ended

    def forget(self, table: str) -> None:
        """Forget a table that was removed."""
        with self._lock:
            self._machines.pop(table, None)
