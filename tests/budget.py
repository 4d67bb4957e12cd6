"""How much processor time a test may take: ten times the budget of its kind.

What is counted is work, not waiting: a busy machine makes a test later, but hardly more expensive.
The work is that of this process and its children, so that what a browser does for a page counts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from time import monotonic  # a test may put another clock in the module's place

from tests.patience import PROC, family

TICK_S = 1 / os.sysconf("SC_CLK_TCK")
OVER = 10  # the times of its budget that a test fails at
FRESH_S = 1.0  # how old a reading of the children may be: to look at them takes milliseconds


@dataclass(frozen=True)
class Kind:
    """A kind of test: what it is called, and the processor time that one usually takes."""

    name: str
    budget_s: float


PURE = Kind("a rule, a word, one part", 0.5)
PICTURE = Kind("a picture that is rendered or read", 1.0)
PAGE = Kind("a page in a browser", 4.0)
PROGRAM = Kind("a separate program, a bench, a match", 5.0)
BREADTH = Kind("breadth, in `make verify` alone", 15.0)
KINDS = (PURE, PICTURE, PAGE, PROGRAM, BREADTH)

# Folders of one kind, by what a test needs most of; the first that fits counts.
FOLDERS = {
    "tests/webui/access/test_secret_pages.py": PROGRAM,  # all pages for all kinds of viewers
    "tests/firmware/commands/": PROGRAM,
    "tests/firmware/hub/": PROGRAM,
    "tests/firmware/install/": PROGRAM,
    "tests/vision/": PICTURE,
    "tests/hardware/": PICTURE,
    "tests/firmware/": PICTURE,
    "tests/bench/": PROGRAM,
    "tests/played/": PROGRAM,
    "tests/rig/": PROGRAM,
    "tests/test_": PROGRAM,  # the table as a whole
}


def kind_of(path: str, fixtures: Collection[str] = (), marks: Collection[str] = ()) -> Kind:
    """Return the kind of a test by its marks, its folder and the fixtures that it uses."""
    if "verify" in marks:
        return BREADTH
    found = next((kind for folder, kind in FOLDERS.items() if path.startswith(folder)), PURE)
    return PAGE if "browser" in fixtures and found.budget_s < PAGE.budget_s else found


def worked_s(proc: Path = PROC) -> float:
    """Return the processor time of this process and its children, ended ones too, in seconds."""
    return sum(int(ticks) for _, told in family(proc) for ticks in told[11:15]) * TICK_S


class Meter:
    """The processor time that this process and its children have taken.

    It never falls: what a browser's page took is lost to the kernel's sums once the page is closed.
    """

    def __init__(
        self, clock: Callable[[], float] = monotonic, work: Callable[[], float] = worked_s
    ) -> None:
        self._clock, self._work = clock, work
        self._at_s, self._last_s, self._sum_s = clock(), work(), 0.0

    def read_s(self) -> float:
        """Return the seconds since it was made; at most `FRESH_S` old."""
        if self._clock() - self._at_s >= FRESH_S:
            before_s, self._at_s, self._last_s = self._last_s, self._clock(), self._work()
            self._sum_s += max(0.0, self._last_s - before_s)
        return self._sum_s


def overspent(kind: Kind, took_s: float) -> str:
    """Return the sentence about a test that took far too much; empty for the others."""
    if took_s <= OVER * kind.budget_s:
        return ""
    return (
        f"This test took {took_s:.1f} s of processor time, more than {OVER} times the "
        f"{kind.budget_s:g} s of its kind ({kind.name}): make it faster, or see tests/README.md."
    )
