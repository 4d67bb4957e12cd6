"""Limits for each table's messages, and a check for two machines with one table's name."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware.club.topics import TWIN_S

# A table that joins or meets a restored hub reports up to 500 matches at once. In an hour, people
# play about ten. With half of these numbers, an evening of corrections could wait; with twice as
# many, a stolen key could fill 100 MB in a week instead of 50.
MOST_AT_ONCE = 600
PER_HOUR = 60
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


class Twins:
    """Detects two machines with the key of one table, such as two copies of one card.

    Each start of a table has its own number. If a number comes back after another one, both run.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._runs: dict[str, tuple[str, ...]] = {}  # By table: its newest numbers, oldest first.
        self._until_s: dict[str, float] = {}

    def note(self, table: str, run: str) -> bool:
        """Note the number of a machine that connects. Return whether it has a twin."""
        runs = self._runs.get(table, ())
        if run in runs[:-1]:
            self._until_s[table] = self._now_s() + TWIN_S
        self._runs[table] = (*(other for other in runs if other != run), run)[-MOST_RUNS:]
        return self.has(table)

    def has(self, table: str) -> bool:
        """Whether two machines use a table's key."""
        return self._until_s.get(table, 0.0) > self._now_s()

    def forget(self, table: str) -> None:
        """Forget a table that was removed."""
        self._runs.pop(table, None)
        self._until_s.pop(table, None)
