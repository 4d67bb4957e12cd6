"""How much memory a process and those that it started hold, as the kernel counts it (Linux)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from tests.patience import PROC, family

GOALS_MB = {"virtual": 300.0, "real": 180.0}  # of a table with six pages open


@dataclass(frozen=True)
class Held:
    """Memory in MB: resident, and the share of it where pages that several hold count once."""

    rss_mb: float
    pss_mb: float


def held(process: int) -> Held:
    """Return what a process holds, with its children and theirs."""
    rss_kb = pss_kb = 0
    for number, _ in family(of=process):
        with suppress(OSError):  # it has ended meanwhile
            splitlines = (PROC / number / "smaps_rollup").read_text("ascii").splitlines()
            kb = {line.split(":")[0]: int(line.split()[1]) for line in splitlines[1:]}
            rss_kb, pss_kb = rss_kb + kb["Rss"], pss_kb + kb["Pss"]
    return Held(rss_kb * 1024 / 1e6, pss_kb * 1024 / 1e6)
