"""How long a test waits: as long as work is done, not a fixed number of seconds.

A busy machine does the same work later. So a wait ends only when this process and its children have
been idle for long: none of them had a processor or waited for one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic  # a test may put another clock in the module's place

PROC = Path("/proc")
# On an idle machine an answer takes a second or two. Half of this, and a slow disk fails tests;
# twice as much, and each failing test takes a minute longer.
STILL_S = 60.0
# From this share of a processor on, work is done. A table at rest with four open pages takes 0.12;
# while an answer is on its way, some thread wants a whole processor.
AT_WORK = 0.5
# The end of every wait, in case of an endless loop. Alone, the slowest test takes 40 s.
MOST_S = 900.0
LOOK_S = 1.0  # Most waits are over before the first check for work.


def worked(proc: Path = PROC) -> Mapping[str, int]:
    """Return the nanoseconds of work of each thread of this process and its children.

    The time in which a thread waited for a processor counts too.
    """
    results = {"ended": round(sum(os.times()[2:4]) * 1e9)}
    for process, _ in family(proc):
        for thread in _listed(proc / process / "task"):
            with suppress(OSError, ValueError):  # it has ended meanwhile
                had_ns, stood_ns, _ = (thread / "schedstat").read_text().split()
                results[thread.name] = int(had_ns) + int(stood_ns)
    return results


class Patience:
    """A wait. There is time `left` as long as this process or its children do work."""

    def __init__(
        self,
        still_s: float = STILL_S,
        clock: Callable[[], float] = monotonic,
        work: Callable[[], Mapping[str, int]] = worked,
    ) -> None:
        self._still_s, self._clock, self._work = still_s, clock, work
        began_s = clock()
        self._look_s, self._until_s = began_s + min(LOOK_S, still_s / 2), began_s + still_s
        self._end_s = began_s + MOST_S
        self._from: tuple[float, Mapping[str, int]] | None = None

    @property
    def left(self) -> bool:
        """Whether to go on waiting."""
        now_s = self._clock()
        if self._from is None and now_s >= self._look_s:
            self._from = now_s, self._work()
            self._until_s = max(self._until_s, now_s + self._still_s / 2)
        if self._from is None or now_s < self._until_s:
            return True
        (from_s, before), after = self._from, self._work()
        did_s = sum(ns - before.get(process, 0) for process, ns in after.items()) / 1e9
        self._from, self._until_s = (now_s, after), now_s + self._still_s
        return did_s > AT_WORK * (now_s - from_s) and now_s < self._end_s


def family(proc: Path = PROC, of: int | None = None) -> Iterator[tuple[str, list[str]]]:
    """Yield a process, by default this one, and its descendants.

    Each comes with what its `stat` says after its name.
    """
    children: dict[str, list[str]] = {}
    values: dict[str, list[str]] = {}
    for process in _listed(proc):
        if process.name.isdecimal():
            with suppress(OSError, IndexError):
                values[process.name] = (process / "stat").read_text().rpartition(")")[2].split()
                children.setdefault(values[process.name][1], []).append(process.name)
    processes = [str(of or os.getpid())]
    for name in processes:
        processes += children.get(name, ())
        yield name, values.get(name, [])


def _listed(folder: Path) -> list[Path]:
    with suppress(OSError):
        return list(folder.iterdir())
    return []
