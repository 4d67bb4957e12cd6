"""The plug is pulled at any moment: the table starts again, and no acknowledged move is lost."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench import Figure, at_least, at_most
from tests.rig.installed.computer import CONSOLE_TEXT, Computer, Silent
from tests.rig.installed.image import copied

COUNT = 200
MOVES = 40  # the plug is pulled before so many were acknowledged
MOMENT_S = 0.1  # a few moves take it
LOOKS_S = 0.05
PATIENCE_S = 900.0
# The moments in turn: amid moves, amid the start, amid an update with moves.
KINDS = ("play", "boot", "play", "update", "play")
BEYOND = 1.5  # of what an update takes: a third of the cuts come when it is done
CARELESS = 3
# The service's flushes do nothing: what they are for is lost.
NO_FLUSH = """mkdir -p /run/systemd/system/coyote-table.service.d
echo '[Service]
SystemCallFilter=~fsync:0 fdatasync:0' >/run/systemd/system/coyote-table.service.d/careless.conf
systemctl daemon-reload
"""


@dataclass
class Evening:
    """A table whose plug is pulled again and again; `made` has each match's last number."""

    kernel: Path
    disk: Path
    folder: Path
    before: str = ""
    made: dict[int, int] = field(default_factory=dict)
    checked: set[int] = field(default_factory=set)
    cuts: Counter[str] = field(default_factory=Counter)
    moves: int = 0
    lost: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    aside: set[str] = field(default_factory=set)
    ran: list[str] = field(default_factory=list)  # releases: at each start, after each update
    updates: int = 0
    update_cpu_s: float = 15.0
    boot_cpu_s: float = 10.0
    boots_cpu_s: list[float] = field(default_factory=list)

    def cut(self, kind: str) -> None:
        """Switch the computer on and pull the plug once more."""
        task = f"update {self._other()}" if kind == "update" else "play"
        with self._on(task, every=False) as on:
            try:
                if kind == "boot":
                    self._amid(on, moves=0, cpu_s=self.boot_cpu_s * random.random())
                elif self._up(on):
                    updates = kind == "update"
                    within_s = self.update_cpu_s * BEYOND if updates else 0.0
                    cpu_s = on.cpu_s() + within_s * random.random()
                    self._amid(on, moves=0 if updates else random.randrange(MOVES), cpu_s=cpu_s)
            except Silent as silent:
                self.dead.append(str(silent))
            self.cuts[kind] += 1

    def last(self) -> None:
        """Switch the computer on once more, and look for every move that was ever acknowledged."""
        with self._on("look", every=True) as on:
            self._up(on)

    def _on(self, task: str, *, every: bool) -> Computer:
        expected = {
            match: last for match, last in self.made.items() if every or match not in self.checked
        }
        (self.folder / "expected.json").write_text(json.dumps(expected))
        return Computer(self.kernel, self.disk, self.folder, task, self.before)

    def _up(self, on: Computer) -> bool:
        """Wait until the table is on; note what it has lost, or that it does not start."""
        try:
            word = on.until("up")
        except Silent as silent:
            text = (self.folder / CONSOLE_TEXT).read_text(errors="replace")
            self.dead.append(f"{silent}\n{text[-2000:]}")
            return False
        self.boot_cpu_s = on.cpu_s()
        self.boots_cpu_s.append(self.boot_cpu_s)
        self._heard(word)
        return True

    def _other(self) -> str:
        """Return the source of the release that does not run: an update to itself is nothing."""
        return "next" if self.ran[-1:] == self.ran[:1] else "src"

    def _amid(self, on: Computer, moves: int, cpu_s: float) -> None:
        """Pull the plug after so many moves and so much work of the processor, and a moment.

        Work is what there are moments of: simulated time stands still meanwhile.
        """
        made, began_s = 0, on.cpu_s()
        until_s = time.monotonic() + PATIENCE_S
        while (made < moves or on.cpu_s() < cpu_s) and time.monotonic() < until_s:
            word = on.word(LOOKS_S)
            if word is not None:
                made += self._heard(word)
                if word["say"] == "updated":
                    self.update_cpu_s = on.cpu_s() - began_s
                    self.ran.append(word["to"])
                    self.updates += 1
        time.sleep(random.uniform(0, MOMENT_S))
        on.cut()
        with suppress(Silent):
            while (word := on.word()) is not None:  # what was said until then is acknowledged
                self._heard(word)

    def _heard(self, word: dict[str, Any]) -> bool:
        """Note what was said; tell whether it was an acknowledged move."""
        match word["say"]:
            case "up":
                self.lost += word["missing"]
                self.aside |= set(word["aside"])
                self.ran.append(word["release"])
                self.checked |= self.made.keys()
            case "began":
                self.made[word["match"]] = 0
            case "made":
                self.made[word["match"]] = word["number"]
                self.moves += 1
            case "failed":
                self.dead.append(str(word))
        return bool(word["say"] == "made")


def promises(kernel: Path, disk: Path, count: int = COUNT) -> Iterator[Figure]:
    """Yield what the cuts did to a table, and to one whose journal is not flushed to the disk."""
    with copied(disk) as (own, folder):
        evening = Evening(kernel, own, folder)
        evening.cut("play")
        for number in range(1, count):
            evening.cut(KINDS[number % len(KINDS)])
        evening.last()
        yield at_least("power cuts", evening.cuts.total(), count, "cuts")
        yield Figure("updates that came to their end meanwhile", evening.updates, "updates")
        for kind in sorted(set(KINDS)):
            yield Figure(f"of them amid {kind}", evening.cuts[kind], "cuts")
        yield at_most("after which the table did not start", len(evening.dead), 0, "times")
        yield Figure("moves acknowledged", evening.moves, "moves")
        yield at_most("matches with acknowledged moves that are lost", len(evening.lost), 0, "")
        yield at_most("journals set aside as damaged", len(evening.aside), 0, "journals")
        yield at_least("releases that ran", len(set(evening.ran)), 2 if count > 50 else 1, "")
        median_s = statistics.median(evening.boots_cpu_s)
        yield Figure("processor time until the table is on, median", round(median_s, 1), "s")
        for name in (*evening.dead, *evening.lost):
            print(name)
    with copied(disk) as (own, folder):
        careless = Evening(kernel, own, folder, NO_FLUSH)
        for _ in range(CARELESS):
            careless.cut("play")
        careless.last()
        yield at_least("losses where nothing is flushed to the disk", len(careless.lost), 1, "")
