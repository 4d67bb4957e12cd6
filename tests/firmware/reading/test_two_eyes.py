"""Two cameras over one long mat, at a running match: what they see together is what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from firmware.cameras.base import Frame
from firmware.cameras.reconnecting import Reconnecting
from firmware.commands.options import named_once
from firmware.decks import MatchDeck
from firmware.errors import BadData, CameraLost
from firmware.reading.views import newest_views
from firmware.reading.watcher import Watcher
from firmware.running.build import build_real_table
from firmware.service.supervisor import Supervisor
from firmware.teaching.calibrating import Calibrator
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.matches import match_of
from tests.process import eventually
from tests.referee.phase import phase
from tests.vision.follow.test_fusion import LONG, taken
from vision.overlay import WIDTH_PX, thumbnail
from vision.reading import Image
from vision.synthetic.scene import PlacedCard

DECK = "coyote-tomahawk"
PLAYED = MatchDeck(DECK)
CARDS = (
    PlacedCard(DECK, "20", 180, 200, 15),
    PlacedCard(DECK, "10", 650, 210, -30),
    PlacedCard(DECK, "6", 1120, 190, 80),
)


class Part:
    """A camera over a part of the mat."""

    def __init__(self, name: str, x_mm: float) -> None:
        self.name = name
        self.lost = False
        self.cards: tuple[PlacedCard, ...] = ()
        self._x_mm = x_mm
        self._number = 0

    def picture(self) -> Image:
        self._number += 1
        return taken(self._x_mm, self.cards, self._number % 2)

    def read(self) -> Frame | None:
        if self.lost:
            raise CameraLost("table.camera.lost", camera=self.name)
        return Frame(self.picture(), self._number / 15)

    def meter(self) -> None: ...

    def close(self) -> None: ...


class Rig:
    """A watcher with two cameras, looked through by turns in this thread."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk.open(folder / "play.sqlite")
        self.left, self.right = self.parts = (Part("pi:0", 390.0), Part("pi:1", 910.0))
        cameras = [Reconnecting(partial(_same, part), first_s=0.0) for part in self.parts]
        self.watcher = Watcher(
            self.desk, cameras, lambda _: (LONG,), lambda _: MatchDeck(DECK), lambda: None
        )

    def lay(self, *cards: PlacedCard) -> None:
        for part in self.parts:
            part.cards = cards

    def look(self, times: int = 6) -> None:
        for _ in range(times):
            self.watcher.step()
            for eye in self.watcher.eyes:
                self.watcher.read_eye(eye)
        self.watcher.step()

    def reveal(self) -> None:
        self.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
        self.desk.do(Move({"move": "announce", "seat": self.turn, "number": 5}))
        self.desk.do(Move({"move": "challenge", "seat": self.turn}))
        assert self.phase == "reveal"

    @property
    def turn(self) -> int:
        return int(match_of(self.desk).state.turn)

    @property
    def phase(self) -> str:
        return phase(match_of(self.desk).state)


def _same(part: Part) -> Part:
    return part


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    for eye in rig.watcher.eyes:
        eye.camera.close()
    rig.desk.close()


def test_a_reveal_is_counted_once_both_cameras_see_their_part(rig: Rig) -> None:
    rig.reveal()
    rig.right.lost = True
    rig.lay(*CARDS)
    rig.look()
    assert rig.phase == "reveal"
    assert "table.quality.unseen" in [message.key for message in rig.watcher.watching()]
    cameras = [part for part in rig.watcher.parts() if part.name == "camera"]
    assert [part.well for part in cameras] == [True, False]
    assert sorted(card.reading.card or "" for card in rig.watcher.settled()) == ["10", "20"]
    rig.right.lost = False
    rig.look()
    assert rig.phase != "reveal"
    match = match_of(rig.desk)
    assert sorted(match.state.phase.cards) == ["10", "20", "6"]
    assert all(part.well for part in rig.watcher.parts())


@pytest.mark.verify
def test_the_view_shows_both_pictures_and_calibration_checks_both_cameras(rig: Rig) -> None:
    rig.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    rig.look()
    both = thumbnail(newest_views(rig.watcher))
    assert both.size[0] == WIDTH_PX
    page = Calibrator(rig.watcher)
    checks = page.checks()
    assert [check.message.key for check in checks if check.name == "camera"] == [
        "table.camera.well"
    ] * 2
    assert all(check.well for check in checks if check.name in ("camera", "mat", "lens"))
    assert "view" not in {check.name for check in checks}
    rig.right.lost = True
    rig.look()
    alone = thumbnail(newest_views(rig.watcher))
    assert alone.size[1] > 1.5 * both.size[1]
    assert [check.well for check in page.checks() if check.name == "camera"] == [True, False]
    with pytest.raises(BadData):
        page.keep_lens()


def test_each_camera_has_a_thread_and_one_that_is_lost_does_not_hold_up_the_other(
    rig: Rig,
) -> None:
    rig.desk.do(Begin("coyote", {"edition": "tomahawk"}, 3))
    rig.lay(CARDS[0])
    rig.right.lost = True
    supervisor = Supervisor(lambda: None)
    supervisor.start("reader", rig.watcher.run)
    for eye in rig.watcher.eyes:
        supervisor.start("camera", partial(rig.watcher.run_eye, eye))
    try:
        eventually(lambda: newest_views(rig.watcher) and rig.watcher.settled())
        assert not any(eye.camera.well for eye in rig.watcher.eyes[1:])
    finally:
        supervisor.stop()


def test_cameras_that_may_be_the_same_one_are_refused(desk: Desk) -> None:
    for cameras in (("pi:0", "pi:0"), ("auto", "usb:0")):
        with pytest.raises(BadData):
            named_once(cameras)
    assert named_once(()) == ("auto",)
    table = build_real_table(desk, cameras=named_once(("pi:0", "usb:0")), gpio="mock", sound=False)
    assert len(table.watcher.eyes) == 2
    table.panel.close()
