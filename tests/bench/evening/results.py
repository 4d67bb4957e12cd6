"""What came of evenings, as JSON lines: a run that was stopped goes on where it was."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from tests.bench.evening.judge import Played
from tests.bench.evening.watching import Plan


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One evening, and what came of it."""

    plan: Plan
    counts: dict[str, int]
    faults: tuple[str, ...]
    ms: float
    cpu_s: float

    @property
    def played(self) -> Played:
        """Return what came of it."""
        return Played(Counter(self.counts), list(self.faults), self.ms, self.cpu_s)


class Results:
    """Evenings that were played, by their plans; without a file they are kept for one run."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._played: dict[Plan, Played] = {}
        if path is not None and path.is_file():
            kept = path.read_bytes()
            if kept and not kept.endswith(b"\n"):
                path.write_bytes(kept + b"\n")
            for text in kept.splitlines():
                try:
                    line = msgspec.json.decode(text, type=Line)
                except msgspec.DecodeError:
                    continue  # cut off as the run was stopped: that evening is played again
                self._played[line.plan] = line.played

    def of(self, plan: Plan) -> Played | None:
        """Return what came of an evening; None where it was not played."""
        return self._played.get(plan)

    def add(self, plan: Plan, played: Played) -> None:
        """Keep what came of an evening."""
        self._played[plan] = played
        if self._path is not None:
            counts = {name: count for name, count in played.counts.items() if count}
            line = Line(plan, counts, tuple(played.faults), round(played.ms, 1), played.cpu_s)
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
