"""The virtual camera: it rests with the table, and what renders its pictures may fail or end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.cameras.base import Frame
from firmware.cameras.reconnecting import Reconnecting
from firmware.errors import CameraLost
from firmware.virtual.rendering import camera as rendering
from firmware.virtual.rendering.camera import VirtualCamera
from firmware.virtual.rendering.process import RenderProcess, Shot
from hardware import MAT
from referee.reports import virtual_acts as acts
from tests.firmware.virtual.hands import DECK, Hands
from tests.process import eventually, killed_after
from vision.mat_file import read_mat
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene

SIZE = (480, 270)


@pytest.fixture(autouse=True)
def in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process of its own render, as at a table that people start."""
    monkeypatch.setattr(rendering, "RenderProcess", RenderProcess)


@contextmanager
def over(hands: Hands) -> Iterator[VirtualCamera]:
    """Hang a camera over a table of hands."""
    camera = VirtualCamera(hands.table, SIZE)
    try:
        yield camera
    finally:
        camera.close()


def picture(camera: VirtualCamera) -> Frame:
    frame = camera.read()
    assert frame is not None
    return frame


def test_a_lost_camera_is_lost_until_it_is_found() -> None:
    hands = Hands()
    with over(hands) as camera:
        hands.table.do(acts.Fault("camera_lost", True))
        with pytest.raises(CameraLost):
            camera.read()
        hands.table.do(acts.Fault("camera_lost", False))
        picture(camera)


def test_what_renders_is_no_part_of_the_tables_process_and_comes_back_when_it_is_killed() -> None:
    opened: list[VirtualCamera] = []

    def open_camera() -> VirtualCamera:
        opened.append(VirtualCamera(Hands().table, SIZE))
        return opened[-1]

    camera = Reconnecting(open_camera, first_s=0.01)
    try:
        eventually(camera.read)
        assert opened[0].pid != os.getpid()
        os.kill(opened[0].pid or 0, signal.SIGKILL)
        eventually(lambda: camera.read() is None and not camera.well)
        assert camera.message.key == "table.camera.lost"
        eventually(camera.read)
        assert len(opened) == 2
    finally:
        camera.close()


def test_a_shot_that_cannot_be_rendered_is_said_and_the_next_one_is_taken() -> None:
    renders = RenderProcess(SIZE, [read_mat(MAT)])
    try:
        for deck in ("no_such_deck", DECK):
            scene = Scene((PlacedCard(deck, "20", 200.0, 200.0),))
            shot = Shot(scene, Light(), Lens(), 1)
            if deck == DECK:
                assert renders.picture(shot).shape == (270, 480, 3)
            else:
                with pytest.raises(RuntimeError, match=deck):
                    renders.picture(shot)
    finally:
        renders.close()


CHILD = """
import sys
from firmware.games import open_games
open_games()
from tests.firmware.virtual.hands import Hands
from firmware.virtual.rendering.camera import VirtualCamera
camera = VirtualCamera(Hands().table, (480, 270))
camera.read()
print(camera.pid, flush=True)
sys.stdin.read()
"""


def test_what_renders_ends_with_a_table_that_is_killed() -> None:
    table = subprocess.Popen(
        [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert table.stdin is not None
    assert table.stdout is not None
    with table, killed_after(table):
        pid = int(table.stdout.readline())
        table.kill()
    eventually(lambda: not _runs(pid))


def _runs(pid: int) -> bool:
    """Whether a process is there, and no zombie that nobody has waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
