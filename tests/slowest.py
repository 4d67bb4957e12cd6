"""The slowest tests: measured by `python -m tests.slowest`, told in README.md, and begun first."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

README = Path(__file__).with_name("README.md")
TOLD = 60
TARGETS = {"tests": "`make test`", "verify": "`make verify`"}
# As pytest tells them: 31.52s call     tests/test_club.py::test_an_evening
MEASURED = re.compile(r"^([\d.]+)s (?:setup|call|teardown) +(tests/.+?)\s*$", re.M)
LINE = re.compile(r"^ +([\d.]+) s  (tests/.+)$", re.M)


def told() -> list[str]:
    """Return the names of the slowest tests, in the order of README.md."""
    return [name for _, name in LINE.findall(README.read_text(encoding="utf-8"))]


def slowest_first(
    items: Sequence[pytest.Item], slow: Sequence[str], workers: int
) -> list[pytest.Item]:
    """Return tests in an order in which no worker is left alone with a slow one at the end.

    Each worker is given an equal part of the tests, one after the other: each part begins with its
    share of the slow tests. The others keep their order, for the sake of what a module shares.
    """
    rank = {name: number for number, name in enumerate(slow)}
    first = sorted((item for item in items if item.nodeid in rank), key=lambda i: rank[i.nodeid])
    rest = iter([item for item in items if item.nodeid not in rank])
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        share = first[worker::workers]
        size = (len(items) - len(ordered)) // (workers - worker)
        ordered += [*share, *islice(rest, max(0, size - len(share)))]
    return [*ordered, *rest]


def section(target: str, said: str) -> str:
    """Return the part of README.md about one target, from what pytest said."""
    lines = [f"    {float(took_s):5.1f} s  {name}\n" for took_s, name in MEASURED.findall(said)]
    return f"## The slowest of {TARGETS[target]}\n\n{''.join(lines[:TOLD])}"


def replaced(readme: str, new: str) -> str:
    """Return README.md with a section in the place of the one with the same heading."""
    heading = re.escape(new.partition("\n")[0])
    return re.sub(rf"^{heading}\n.*?(?=^## |\Z)", lambda _: f"{new}\n", readme, flags=re.M | re.S)


def main(targets: Sequence[str]) -> None:
    """Run the tests of some targets, or of both, and write what took longest into README.md."""
    for target in targets or TARGETS:
        command = ["make", target, f"ARGS=--durations={TOLD} --durations-min=0.1"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            said = [line for line in running.stdout if sys.stdout.write(line)]
        if running.returncode:
            sys.exit(f"make {target} failed: README.md keeps its figures.")
        new = replaced(README.read_text(encoding="utf-8"), section(target, "".join(said)))
        README.write_text(f"{new.rstrip()}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
