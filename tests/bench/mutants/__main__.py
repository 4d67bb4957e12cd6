"""Tells which faults in some modules no test notices.

python -m tests.bench.mutants MODULE… [--most N] [--by TESTS] -- TESTS…

A fault is alive if the tests after ``--`` (arguments of pytest) pass with it. With ``--by``, only
faults count that those tests notice: what is left alive would be lost with them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from tests.bench.mutants.sites import Mutant, mutants
from tests.bench.mutants.trial import PASSED, Trial, run

SLACK, LEAST_S = 3.0, 20.0  # A run may take this many times the time without a fault, or so long.
BASELINE_S = 3600.0


def files(module: str) -> Iterator[tuple[str, Path]]:
    """Yield a module and those in it, with their files, from the current folder."""
    path = Path(*module.split("."))
    if (file := path.with_suffix(".py")).exists():
        yield module, file
    for file in sorted(path.rglob("*.py")):
        parts = file.with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), file


def chosen(modules: Sequence[str], most: int, seed: int) -> list[Mutant]:
    """Return the mutants of some modules, at most so many, spread at random over all."""
    items = [
        mutant
        for module in modules
        for name, file in files(module)
        for mutant in mutants(name, str(file), file.read_text("utf-8"))
    ]
    if most and len(items) > most:
        kept = {id(mutant) for mutant in Random(seed).sample(items, most)}
        items = [item for item in items if id(item) in kept]
    return items


class Instrument:
    """Tests that are held against mutants, after a run without a fault."""

    def __init__(self, tests: Sequence[str], tried: Sequence[Mutant]) -> None:
        self._tests = tests
        plain = run(tests, BASELINE_S)
        if plain.status != PASSED:
            sys.exit(f"{plain.output}\nThese tests fail without any fault: {' '.join(tests)}.")
        self._within_s = max(LEAST_S, SLACK * plain.took_s)
        self._reached = run(
            tests, BASELINE_S, traced=sorted({mutant.path for mutant in tried})
        ).reached

    def reaches(self, mutant: Mutant) -> bool:
        """Whether the tests run the line with the fault."""
        lines = self._reached.get(str(Path(mutant.path).resolve()), frozenset())
        return bool(lines & {mutant.line, mutant.statement})

    def kills(self, mutant: Mutant) -> bool:
        """Whether the tests fail with the fault, or never end."""
        trial: Trial = run(self._tests, self._within_s, mutant)
        return trial.status != PASSED


def main(arguments: Sequence[str]) -> None:
    """Try the mutants and print those that live."""
    parser = argparse.ArgumentParser("mutants", description=__doc__)
    parser.add_argument("modules", nargs="+", help="such as referee.coup.rules, with all in it")
    parser.add_argument("--most", type=int, default=0, help="try so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="what is drawn")
    parser.add_argument("--by", nargs="+", default=[], help="only faults that these tests notice")
    at = arguments.index("--") if "--" in arguments else len(arguments)
    given, tests = parser.parse_args(arguments[:at]), arguments[at + 1 :]
    if not tests:
        parser.error("Name the tests after --.")
    results = chosen(given.modules, given.most, given.seed)
    if not results:
        parser.error("There is nothing to change in these modules.")
    by, rest = Instrument(given.by, results) if given.by else None, Instrument(tests, results)
    count = Counter[str]()
    for mutant in results:
        if by is not None and not (by.reaches(mutant) and by.kills(mutant)):
            fate = "not noticed by --by"
        elif not rest.reaches(mutant):
            fate = "never run"
        else:
            fate = "killed" if rest.kills(mutant) else "alive"
        count[fate] += 1
        if fate in ("alive", "never run"):
            print(f"{fate:9} {mutant}", flush=True)
    print(f"{len(results)} mutants: " + ", ".join(f"{n} {fate}" for fate, n in count.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
