"""A virtual table on which bots play, in a hurry, before a camera that loses most frames.

Its frames are rendered and read as always, or else a perfect camera knows all cards without a
picture. Time is counted in ticks, and after a fixed number of them the camera has a frame: so the
same match always sees the same.
"""

from __future__ import annotations

import threading
from pathlib import Path
from random import Random
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

from firmware.bots import bots
from firmware.bots.bot_process import Answer, Decision, HandMismatch, MoveRequest, NothingToDo
from firmware.bots.bot_worker import answer
from firmware.bots.hands import VirtualHands
from firmware.cameras.base import Frame
from firmware.panel.barrier import Barrier
from firmware.reading import eye, watcher
from firmware.running import build, clock, moves
from firmware.virtual.rendering import camera
from referee import library
from referee.bots.sample import sampler_of
from referee.determinization import ImpossibleHand
from referee.match.desk import Desk
from tests.bench.table.sighted import Sight
from tests.live import WithDesk
from vision.observation import Observation
from vision.reading import Image
from vision.synthetic.scene import PlacedCard
from webui.serving import events

SIZE = (960, 540)
BLANK = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
TICK_S = 0.1
SECONDS = ("CHORE_S", "LOOK_S", "SAID_S", "READ_S", "PEOPLE_READ_S")


def any_action(asked: MoveRequest) -> Answer:
    """Return any legal action of a seat, without thinking."""
    game, random = library.game(asked.game), Random(asked.seed)
    state = library.state(game, asked.state)
    try:
        sample = sampler_of(game)(state, asked.seat, asked.visible_cards, random)
    except ImpossibleHand:
        return HandMismatch()
    if sample.mover != asked.seat:
        return NothingToDo()
    act = random.choice(sample.legal_actions())
    return Decision(None if act.move is None else library.to_plain(act.move), act.kept, act.late)


class PerfectTracker:
    """Takes the place of the tracker, and knows the cards of the virtual table."""

    def __init__(self, table: Hurried) -> None:
        self._table, self.reader = table, Mock(precompute=lambda: False)
        self._sight = Sight(hand_frames=0)

    def update(self, _picture: Image) -> Observation:
        """Return what lies on the table now."""
        virtual = self._table.virtual
        state, _ = virtual.snapshot()
        lying = (
            PlacedCard(state.deck, card.card, card.x_mm, card.y_mm, card.turn_deg, card.face_up)
            for card in (*state.placed, *virtual.tops(state))
        )
        return self._sight.look(tuple(lying), state.deck, virtual.spread)

    def forget(self) -> None:
        """Forget all cards."""
        self._sight = Sight(hand_frames=0)


class Hurried(WithDesk):
    """A match of bots; of every `every` ticks, the camera sees one.

    If it sees all `perfect`, without pictures, the bots do anything legal without thinking.
    """

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, every: int, *, perfect: bool = False
    ) -> None:
        self.now_s, self.every, self._tick = 1000.0, every, 0
        self.turn = threading.RLock()  # No time passes while somebody else holds it.
        self.asked: dict[str, str] = {}  # keys of all questions that came up, by their ids
        time = SimpleNamespace(
            monotonic=lambda: self.now_s,
            monotonic_ns=lambda: int(self.now_s * 1e9),
            sleep=lambda _: None,
        )
        for module in (watcher, clock, moves, camera, events):
            monkeypatch.setattr(module, "time", time)
        # Nobody presses a button, so no press has to be waited for by the machine's own clock.
        monkeypatch.setattr(Barrier, "wait", lambda *_: None)
        monkeypatch.setattr(bots, "BREATH_S", (0.1, 0.2))
        for name in SECONDS:
            monkeypatch.setattr(bots, name, 0.1)
        if perfect:
            frame = lambda _: Frame(BLANK, self.now_s)  # noqa: E731
            monkeypatch.setattr(camera.VirtualCamera, "read", frame)
            monkeypatch.setattr(eye.Eye, "_tracker_of", lambda *_: PerfectTracker(self))
        self.desk = Desk.open(folder / "journal.sqlite")
        self.table, virtual = build.build_virtual_table(self.desk, seed=1, sound=False, size=SIZE)
        self.virtual, seating = virtual, self.table.bots
        self.bots = bots.Bots(
            self.desk.snapshot,
            self.table.do,
            VirtualHands(virtual),
            clock=lambda: self.now_s,
            think=any_action if perfect else answer,
        )
        seating._bots = self.bots  # no thread of its own
        self.desk.listen(self.table._follow)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until_s = self.now_s + seconds
        while self.now_s < until_s:
            with self.turn:
                self._step()

    def _step(self) -> None:
        self.bots.step()
        assert self.bots.trouble is None, self.bots.trouble
        self.table.clock.step()
        if self._tick % self.every == 0:
            self.table.watcher.step()
        self.asked |= {
            question.id: question.message.key for question in self.table.prompts.questions()
        }
        self._tick += 1
        self.now_s += TICK_S

    def close(self) -> None:
        """Stop."""
        self.table.panel.close()
        super().close()
