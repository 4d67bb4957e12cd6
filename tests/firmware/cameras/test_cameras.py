"""Cameras: a lost one is reported and tried again, and what can be held is held."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cameras.background import OPEN_S
from firmware.cameras.base import Camera, Frame
from firmware.cameras.folder import FolderCamera
from firmware.cameras.opening import opener
from firmware.cameras.reconnecting import Reconnecting
from firmware.errors import CameraLost
from tests.process import PATIENCE_S, eventually


class Flaky:
    """A camera that fails as told."""

    name = "flaky"

    def __init__(self, script: list[Exception | None]) -> None:
        self.script = script
        self.closed = False

    def read(self) -> Frame | None:
        error = self.script.pop(0) if self.script else None
        if error is not None:
            raise error
        return Frame(np.zeros((4, 4, 3), np.uint8), 0.0)

    def meter(self) -> None:
        raise OSError("the lens fell off")

    def close(self) -> None:
        self.closed = True


def test_a_lost_camera_is_reported_and_opened_again_after_ever_longer_waits() -> None:
    now = [0.0]
    opened: list[Flaky] = []
    refusals = [2]

    def open_() -> Camera:
        if refusals[0]:
            refusals[0] -= 1
            raise CameraLost("table.camera.none", camera="x")
        opened.append(Flaky([None, CameraLost("table.camera.lost", camera="x")]))
        return opened[-1]

    camera = Reconnecting(
        open_, first_s=1.0, longest_s=3.0, within_s=PATIENCE_S, clock=lambda: now[0]
    )
    assert camera.read() is None
    assert not camera.well
    assert camera.message.key == "table.camera.none"
    assert refusals == [1]
    assert camera.read() is None
    assert refusals == [1], "it tried again without waiting"
    now[0] = 1.0
    assert camera.read() is None
    now[0] = 2.9  # the second wait is twice as long
    assert camera.read() is None
    assert not opened
    now[0] = 3.0
    assert camera.read() is not None
    assert camera.well
    assert camera.message.key == "table.camera.well"
    assert camera.read() is None  # it is lost again
    assert opened[0].closed
    assert camera.message.key == "table.camera.lost"
    now[0] = 4.0  # a picture came in between: the first wait again
    assert camera.read() is not None


def test_a_camera_that_opens_but_sees_nothing_is_never_said_to_be_there() -> None:
    results = []

    class Blind(Flaky):
        def read(self) -> Frame | None:
            results.append((camera.well, camera.message.key))
            raise CameraLost("table.camera.lost", camera="x")

    camera = Reconnecting(lambda: Blind([]), first_s=0.0, within_s=PATIENCE_S)
    for _ in range(3):
        assert camera.read() is None
    assert results == [(False, "table.camera.opening")] + [(False, "table.camera.lost")] * 2


def test_a_failure_of_any_kind_never_leaves_the_camera() -> None:
    script: list[Exception | None] = [RuntimeError("a driver's own")]
    camera = Reconnecting(lambda: Flaky(script), first_s=0.0, within_s=PATIENCE_S)
    assert camera.read() is None
    assert camera.message.params == {"reason": "a driver's own"}
    assert camera.read() is not None
    camera.meter()
    assert not camera.well
    assert camera.message.params == {"reason": "the lens fell off"}


def test_a_driver_that_hangs_while_opening_holds_up_nobody_and_is_told() -> None:
    now, over, opened = [0.0], threading.Event(), []

    def open_() -> Camera:
        assert over.wait(PATIENCE_S)
        opened.append(Flaky([]))
        return opened[-1]

    camera = Reconnecting(open_, within_s=0.01, clock=lambda: now[0])
    for _ in range(5):
        assert camera.read() is None
        assert camera.message.key == "table.camera.opening"
    now[0] = OPEN_S + 1
    assert camera.read() is None
    assert camera.message.key == "table.camera.stuck"
    over.set()
    assert eventually(camera.read)
    assert len(opened) == 1, "it was opened twice at once"
    assert camera.message.key == "table.camera.well"


def test_a_camera_that_is_given_up_while_it_opens_is_closed_once_it_is_there() -> None:
    over, late = threading.Event(), Flaky([])

    def open_() -> Camera:
        assert over.wait(PATIENCE_S)
        return late

    camera = Reconnecting(open_, within_s=0.01)
    assert camera.read() is None
    camera.close()
    assert not late.closed
    over.set()
    eventually(lambda: late.closed)


def test_a_folder_of_pictures_is_shown_in_order_again_and_again(tmp_path: Path) -> None:
    for level in (10, 20, 30):
        cv2.imwrite(str(tmp_path / f"{level}.png"), np.full((60, 80, 3), level, np.uint8))
    (tmp_path / "15.jpg").write_text("no picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    cv2.imwrite(str(tmp_path / "17.png"), np.full((1, 8, 3), 17, np.uint8))
    camera = FolderCamera(tmp_path, pace_s=0)
    assert [int(camera.read().image[0, 0, 0]) for _ in range(5)] == [10, 20, 30, 10, 20]


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        *((spec, "unknown") for spec in ("", "webcam", "folder:", "pi:-1")),
        ("folder:{tmp}/empty", "empty_folder"),
        ("folder:{tmp}/letters", "empty_folder"),
        ("folder:{tmp}/none", "no_folder"),
    ],
)
def test_a_camera_of_no_kind_and_a_folder_without_pictures_are_told(
    tmp_path: Path, spec: str, why: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "15.jpg").write_text("no picture")
    with pytest.raises(CameraLost, match=why):
        opener(spec.replace("{tmp}", str(tmp_path)))().read()
