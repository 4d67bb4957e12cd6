"""A table in this process: its desk, its match and, if it runs, its threads."""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

from firmware.cameras.base import SIZE
from firmware.panel.panel import Checkpoint
from firmware.running.build import build_virtual_table
from firmware.running.table import RunningTable
from firmware.virtual.table import VirtualTable
from referee.match.commands import Begin, Level
from referee.match.desk import Desk, Snapshot
from referee.reports import virtual_acts
from referee.reports.status import Part
from tests.matches import match_of
from tests.process import eventually
from webui.port import Virtual


def do_duty(virtual: Virtual) -> None:
    """Do the first duty of a virtual table."""
    virtual.do(virtual_acts.CarryOut(virtual.scene().duties[0].id))


class WithDesk:
    """Something with a desk, and the match there."""

    desk: Desk

    @property
    def match(self) -> Snapshot:
        """The current match."""
        return match_of(self.desk)

    @property
    def phase(self) -> str:
        """The name of the match's phase."""
        return str(self.match.state.phase)

    def close(self) -> None:
        """Close the journal."""
        self.desk.close()


class LiveTable(WithDesk):
    """A running table and its desk."""

    def __init__(self, desk: Desk, table: RunningTable) -> None:
        self.desk, self.table = desk, table

    def part(self, name: str) -> Part:
        """Return what the status page says of a part."""
        return next(part for part in self.table.status().parts if part.name == name)

    def settle(self) -> None:
        """Wait until all presses before this moment are decided, and answered or refused."""
        before_ns = time.monotonic_ns()

        def is_decided() -> bool:
            # The panel gives a checkpoint up after a second.
            self.table.panel.edges.put(checkpoint := Checkpoint(before_ns))
            return checkpoint.passed.wait(1.0)

        eventually(is_decided)

    def close(self) -> None:
        """Stop the table and close its journal."""
        self.table.stop()
        super().close()


SMALL = (960, 540)  # pixels of a picture in which the cards of one mat can be read
UNREAD = (480, 270)  # of one in which no card needs to be


class LiveVirtualTable(LiveTable):
    """A virtual table that runs. A small picture costs a quarter, or less, of a large one."""

    size = SIZE

    def __init__(self, folder: Path, seed: int = 3) -> None:
        desk = Desk.open(folder / "journal.sqlite")
        self.virtual: VirtualTable
        table, self.virtual = build_virtual_table(desk, seed=seed, sound=False, size=self.size)
        super().__init__(desk, table)
        self._start()

    def _start(self) -> None:
        self.table.run()

    def deal(
        self, game: str, seats: int, *, levels: tuple[Level, ...] = (), **options: Any
    ) -> None:
        """Begin a match and deal its cards."""
        self.desk.do(Begin(game, options, seats, levels=levels))
        self.virtual.do(virtual_acts.Deal())


class StillVirtualTable(LiveVirtualTable):
    """A virtual table without threads: nothing happens unless the test does it."""

    def _start(self) -> None:
        # Or else the first match with bots would start their thread.
        self.table.supervisor.start = Mock()  # type: ignore[method-assign]
        self.desk.listen(self.table._follow)

    def deal_otherwise(self, seen: Collection[int], chance: Random) -> None:
        """Let every card be another that is not in one of some hands, nor lies open."""
        lay = self.virtual._state
        hidden = [*lay.pile.draw, *(card for hand, card in lay.held_cards() if hand not in seen)]
        hidden += [placed.id for placed in lay.placed if not placed.face_up]
        faces = [lay.pile.faces[card] for card in hidden]
        chance.shuffle(faces)
        lay.pile.faces |= dict(zip(hidden, faces, strict=True))
        self.virtual._scene = None

    def close(self) -> None:
        """Close the panel and the journal."""
        self.table.panel.close()
        self.desk.close()
