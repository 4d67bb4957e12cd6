"""Give memory back in a long test run.

Pictures of many sizes fragment the C library's heap: a process that needs 400 MB grew to 4 GB.
"""

from __future__ import annotations

import resource
from pathlib import Path

from firmware.service.heap import trim_heap

STATM = Path("/proc/self/statm")
GROWN_MB = 200.0


class Heap:
    """The memory of this process, if the kernel tells its size."""

    def __init__(self) -> None:
        self._before_mb = self.resident_mb()

    def resident_mb(self) -> float:
        """Return the resident memory; 0 if the kernel does not tell."""
        if not STATM.exists():
            return 0.0
        return int(STATM.read_text().split()[1]) * resource.getpagesize() / 1e6

    def settle(self) -> None:
        """Give free memory back if the process has grown much since the last time."""
        if self.resident_mb() - self._before_mb < GROWN_MB:
            return
        trim_heap()
        self._before_mb = self.resident_mb()
