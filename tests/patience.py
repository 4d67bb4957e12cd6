"""How long a test waits: for as long as work is done, not for so many seconds of a clock.

A machine on which twenty other programs run does the same work later. So a wait is given up once
this process and all that it has started have been still for long: they have neither had a processor
nor stood in line for one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic  # a test may put another clock in the module's place

PROC = Path("/proc")
# What comes takes a second or two on a machine that is idle. Halved, a disk that is slow for a
# while fails tests; doubled, each test that fails takes a minute longer.
STILL_S = 60.0
# The share of a processor from which on there is work. A table at rest with four pages open takes
# 0.12 of one; while something comes, one thread or another wants a whole one.
AT_WORK = 0.5
# However much is done: a loop that never ends brings nothing. Alone, the slowest test takes 40 s.
MOST_S = 900.0
LOOK_S = 1.0  # most waits are over before: what was worked is not looked at for them


def worked(proc: Path = PROC) -> Mapping[str, int]:
    """Return of each thread of this process and its children the nanoseconds of its work.

    Those in which it stood in line for a processor count: a machine with more to do gives it fewer.
    """
    found = {"ended": round(sum(os.times()[2:4]) * 1e9)}
    for process in _family(proc):
        for thread in _listed(proc / process / "task"):
            with suppress(OSError, ValueError):  # it has ended meanwhile
                had_ns, stood_ns, _ = (thread / "schedstat").read_text().split()
                found[thread.name] = int(had_ns) + int(stood_ns)
    return found


class Patience:
    """A wait: there is time `left` for as long as work is done, by this process or its children."""

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
        did_s = sum(ns - before.get(one, 0) for one, ns in after.items()) / 1e9
        self._from, self._until_s = (now_s, after), now_s + self._still_s
        return did_s > AT_WORK * (now_s - from_s) and now_s < self._end_s


def _family(proc: Path) -> Iterator[str]:
    """Yield this process and all those below it."""
    children: dict[str, list[str]] = {}
    for process in _listed(proc):
        if process.name.isdecimal():
            with suppress(OSError, IndexError):
                parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
                children.setdefault(parent, []).append(process.name)
    found = [str(os.getpid())]
    for one in found:
        found += children.get(one, ())
        yield one


def _listed(folder: Path) -> list[Path]:
    with suppress(OSError):
        return list(folder.iterdir())
    return []
