"""Benchmarks measure parts of a table and print each figure next to its goal."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
import msgspec

SOURCE = Path(__file__).parents[2]  # where a child process finds the benches
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object a figure."
)


class Figure(msgspec.Struct, frozen=True):
    """One measured number. `met` is whether it reached its `goal`.

    `error` is half of the 95 % confidence interval of a share.
    """

    name: str
    value: float
    unit: str
    goal: str = ""
    met: bool | None = None
    error: float | None = None

    def line(self) -> str:
        """Return the figure as a line of text."""
        mark = {None: " ", True: "✓", False: "✗"}[self.met]
        goal = f"   ({self.goal})" if self.goal else ""
        error = "" if self.error is None else f" ± {self.error:g}"
        return f"{mark} {self.name:<62} {f'{self.value:,.10g}{error}':>12} {self.unit}{goal}"


def show(figures: Iterable[Figure], as_json: bool) -> bool:
    """Print each figure as soon as it is measured. Return whether one missed its goal."""
    missed = False
    for figure in figures:
        click.echo(json.dumps(msgspec.to_builtins(figure)) if as_json else figure.line())
        missed |= figure.met is False
    return missed


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
