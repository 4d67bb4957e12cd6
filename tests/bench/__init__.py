"""Benchmarks: every figure of a run beside the goal that it is to meet.

In come the parts of a table or pictures with their truth; out go figures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import msgspec

SOURCE = Path(__file__).parents[2]  # where a process of its own finds the benches


class Figure(msgspec.Struct, frozen=True):
    """One measured number; `goal` says what is aimed at, `met` whether it was reached."""

    name: str
    value: float
    unit: str
    goal: str = ""
    met: bool | None = None

    def line(self) -> str:
        """Return the figure as a line for people."""
        mark = {None: " ", True: "✓", False: "✗"}[self.met]
        goal = f"   ({self.goal})" if self.goal else ""
        return f"{mark} {self.name:<62} {self.value:>12,.10g} {self.unit}{goal}"


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A row of counts of which those named in `NEVER` are to be 0; `faults` tell what was not."""

    NEVER: ClassVar[tuple[str, ...]] = ()

    faults: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Tell whether anything came about that never should."""
        return any(getattr(self, name) for name in self.NEVER)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that `share` (0 to 1) of `values` do not exceed.

    >>> percentile([5.0, 1.0, 2.0, 4.0, 3.0], 0.8)
    4.0
    """
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)]


def at_most(name: str, value: float, goal: float, unit: str) -> Figure:
    """Return a figure that should not exceed its goal."""
    return Figure(name, round(value, 3), unit, f"at most {goal:g}", value <= goal)


def at_least(name: str, value: float, goal: float, unit: str) -> Figure:
    """Return a figure that should reach its goal."""
    return Figure(name, round(value), unit, f"at least {goal:g}", value >= goal)
