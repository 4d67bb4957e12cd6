"""Giving memory back in a long run of tests.

Pictures of many sizes leave the C library's heap in pieces: a process that needs 400 MB grew
to 4 GB.
"""

from __future__ import annotations

import resource
from pathlib import Path

from firmware.service.heap import trim_heap

STATM = Path("/proc/self/statm")
GROWN_MB = 200.0


class Heap:
    """The process's memory, where the kernel and the C library tell of it and take it back."""

    def __init__(self) -> None:
        self._before_mb = self.resident_mb()

    def resident_mb(self) -> float:
        """Return what the process holds in memory; 0 where the kernel does not say."""
        if not STATM.exists():
            return 0.0
        return int(STATM.read_text().split()[1]) * resource.getpagesize() / 1e6

    def settle(self) -> None:
        """Give back what is free where the process has grown much since it last did."""
        if self.resident_mb() - self._before_mb < GROWN_MB:
            return
        trim_heap()
        self._before_mb = self.resident_mb()
