"""A virtual table on which only bots play, in a hurry, before a camera that loses most frames.

Its frames are rendered and read as always. Time is counted in ticks, and after a fixed number of
them the camera has a frame: so the same match always sees the same.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.bots import bots
from firmware.bots.bot_worker import answer
from firmware.bots.hands import VirtualHands
from firmware.reading import watcher
from firmware.running import build, clock, moves
from firmware.virtual.rendering import camera
from referee.match.desk import Desk, Snapshot
from tests.matches import match_of

SIZE = (960, 540)
TICK_S = 0.1
SECONDS = ("CHORE_S", "LOOK_S", "SAID_S", "READ_S", "PEOPLE_READ_S")


class Hurried:
    """A match of bots; of every `every` ticks, the camera sees one."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, every: int) -> None:
        self.now_s, self.every, self._tick = 1000.0, every, 0
        self.asked: dict[str, str] = {}  # keys of all questions that came up, by their ids
        time = SimpleNamespace(
            monotonic=lambda: self.now_s,
            monotonic_ns=lambda: int(self.now_s * 1e9),
            sleep=lambda _: None,
        )
        for module in (watcher, clock, moves, camera):
            monkeypatch.setattr(module, "time", time)
        monkeypatch.setattr(bots, "BREATH_S", (0.1, 0.2))
        for name in SECONDS:
            monkeypatch.setattr(bots, name, 0.1)
        self.desk = Desk.open(folder / "journal.sqlite")
        self.table, virtual = build.build_virtual_table(self.desk, seed=1, sound=False, size=SIZE)
        self.virtual, seating = virtual, self.table.bots
        seating._hands = VirtualHands(virtual, virtual.is_dealt)
        self.bots = bots.Bots(
            self.desk.snapshot,
            self.table.do,
            seating._hands,
            clock=lambda: self.now_s,
            think=answer,
        )
        seating._bots = self.bots  # no thread of its own
        self.desk.listen(self.table._follow)

    @property
    def match(self) -> Snapshot:
        """The match as it stands."""
        return match_of(self.desk)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            self._step()

    def _step(self) -> None:
        self.bots.step()
        self.table.clock.step()
        if self._tick % self.every == 0:
            self.table.watcher.step()
        self.asked |= {one.id: one.message.key for one in self.table.prompts.questions()}
        self._tick += 1
        self.now_s += TICK_S

    def close(self) -> None:
        """Stop."""
        self.table.panel.close()
        self.desk.close()
