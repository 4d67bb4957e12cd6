"""A light table in a process of its own: it plays Coyote by chance, and tells its hub of it.

`python -m tests.bench.club.table FOLDER SEED REST_S` plays on the journal of a folder with a
membership, so long at rest between two matches at most, until it is told `quiet`; then it prints
its results, and goes on reporter until its standard input ends.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec

from firmware.club import membership
from firmware.club.reporter import ClubReporter
from firmware.service.supervisor import Supervisor
from referee import library
from referee.club.own_results import MOST, OwnResults
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk
from referee.reports.public_values import Health, Values
from tests.bench.rules.randomplay import choose
from tests.process import PATIENCE_S

JOURNAL = "play.sqlite"
THREE = ("Ada", "Bo", "Cy")
PACE_S = 0.02  # between two moves, at most
TAKEN_BACK = 0.2  # of the matches that have ended: they end once more
LEFT = 0.05  # of the moves: a new match is begun; the host may say who came in where


class Seen:
    """What `ClubReporter` needs of a running table: its desk, and who is called when it moves."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.listen = desk, lambda changed: desk.listen(lambda *_: changed())

    def refresh(self) -> None:
        """Show nobody that the line is another."""

    def values(self) -> Values:
        """Return what a stranger sees."""
        match, health = self.desk.snapshot(), Health(True, "")
        ruling = "" if match is None else f"Move {match.seq}."
        return Values("Coyote", "", "", "", (), ruling, (), "", False, health, health)


def names_at(table: str) -> tuple[str, ...]:
    """Return the players of a table, who are at no other."""
    return tuple(f"{name} of {table}" for name in THREE)


class Playing:
    """Matches of Coyote by chance."""

    def __init__(self, desk: Desk, names: tuple[str, ...], random: Random) -> None:
        self._desk, self._names, self._random = desk, names, random

    def goes_on(self) -> bool:
        """Make one move; tell whether a match has ended by it."""
        desk, random = self._desk, self._random
        match = desk.snapshot()
        if match is None or match.outcome is not None or random.random() < LEFT:
            if match is not None and match.outcome is not None and random.random() < TAKEN_BACK:
                desk.do(Undo())
                return False
            desk.do(Begin("coyote", {"strikes": 1}, len(self._names), names=self._names))
            return False
        move = library.move(match.game, choose(match.offers, random))
        return desk.do(Move(move)).outcome is not None


def _hears(quiet: threading.Event) -> None:
    sys.stdin.readline()
    quiet.set()


def run(folder: Path, seed: int, rest_s: float) -> None:
    """Play until told to be quiet, and tell until there is no more standard input."""
    member = membership.load(folder)
    assert member is not None
    random, quiet = Random(seed), threading.Event()
    desk = Desk.open(folder / JOURNAL)
    own = OwnResults(desk, 0)
    seen = Seen(desk)
    playing = Playing(desk, names_at(member.name), random)
    supervisor = Supervisor(lambda: None)
    reporter = ClubReporter(member, cast(Any, seen), own, seen.values)
    supervisor.start("club", reporter.run)
    threading.Thread(target=_hears, args=(quiet,), daemon=True).start()
    while not quiet.is_set() and len(own.all()) < MOST - 1:  # what is beyond it tells no more
        ended = playing.goes_on()
        quiet.wait(random.uniform(0, rest_s if ended else PACE_S))
    while not quiet.is_set():
        quiet.wait(PATIENCE_S)
    afresh = OwnResults(desk, 0).all()  # as one that starts sees it
    sys.stdout.buffer.write(msgspec.json.encode([*afresh.values()]) + b"\n")
    sys.stdout.flush()
    sys.stdin.read()
    supervisor.stop()
    desk.close()


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
