"""Prints how many MB a process keeps that thinks about nothing but one match: `python -m` this.

The argument is the game. It imports what such a process of the table's does, and what deals.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

from firmware.games import open_games
from firmware.service.heap import keep_heap_small
from referee.bots.levels import Level
from tests.bench import SOURCE
from tests.bench.bots.matches import played, thinker

LATE_S = 600.0
MODULE = "tests.bench.bots.kept"


def measured(game: str) -> float:
    """Return what such a process of its own keeps, in MB."""
    done = subprocess.run(
        [sys.executable, "-m", MODULE, game],
        cwd=SOURCE,
        check=True,
        timeout=LATE_S,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def _kept_mb() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    kept = next(line for line in lines if line.startswith("VmRSS:"))
    return int(kept.split()[1]) / 1024


if __name__ == "__main__":
    keep_heap_small()
    open_games()
    name = sys.argv[1]
    fair = thinker(Level.FAIR)
    played(name, [fair] * (3 if name == "coup_detat" else 2), Random(1))
    print(round(_kept_mb(), 1))
