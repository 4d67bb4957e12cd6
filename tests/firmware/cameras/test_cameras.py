"""Cameras: a lost one is reported and tried again, and what can be held is held."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.cameras.base import Camera, Frame
from firmware.cameras.folder import FolderCamera
from firmware.cameras.opening import opener
from firmware.cameras.reconnecting import Reconnecting
from firmware.cameras.usb import UsbCamera
from firmware.errors import CameraLost


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

    camera = Reconnecting(open_, first_s=1.0, longest_s=3.0, clock=lambda: now[0])
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


def test_a_failure_of_any_kind_never_leaves_the_camera() -> None:
    script: list[Exception | None] = [RuntimeError("a driver's own")]
    camera = Reconnecting(lambda: Flaky(script), first_s=0.0)
    assert camera.read() is None
    assert camera.message.params == {"reason": "a driver's own"}
    assert camera.read() is not None
    camera.meter()
    assert not camera.well
    assert camera.message.params == {"reason": "the lens fell off"}


def test_a_folder_of_pictures_is_shown_in_order_again_and_again(tmp_path: Path) -> None:
    for level in (10, 20, 30):
        cv2.imwrite(str(tmp_path / f"{level}.png"), np.full((60, 80, 3), level, np.uint8))
    (tmp_path / "15.jpg").write_text("no picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    cv2.imwrite(str(tmp_path / "17.png"), np.full((1, 8, 3), 17, np.uint8))
    camera = FolderCamera(tmp_path, pace_s=0)
    assert [int(camera.read().image[0, 0, 0]) for _ in range(5)] == [10, 20, 30, 10, 20]


def test_a_folder_in_which_no_picture_can_be_read_is_a_lost_camera(tmp_path: Path) -> None:
    (tmp_path / "15.jpg").write_text("no picture")
    (tmp_path / "16.jpg").write_text("no picture")
    with pytest.raises(CameraLost, match="empty_folder"):
        FolderCamera(tmp_path, pace_s=0).read()


def test_a_folder_that_is_empty_or_not_there_is_a_lost_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraLost, match="empty_folder"):
        opener(f"folder:{tmp_path}")()
    with pytest.raises(CameraLost, match="no_folder"):
        opener(f"folder:{tmp_path / 'none'}")()


@pytest.mark.parametrize("spec", ["", "webcam", "usb:one", "folder:", "pi:-1"])
def test_a_camera_of_no_kind_is_refused_at_once(spec: str) -> None:
    with pytest.raises(CameraLost, match="unknown"):
        opener(spec)


def test_a_usb_camera_that_is_not_there_is_told_without_noise(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(CameraLost, match="none"):
        UsbCamera(97)
    assert capfd.readouterr() == ("", "")


class FakePi:
    """A stand-in for picamera2, with the few calls that we make of it."""

    camera_controls = dict.fromkeys(
        ("AeEnable", "AwbEnable", "AfMode", "ExposureTime", "AnalogueGain", "ColourGains"),
        (0, 1, 0),
    )
    opened: list[FakePi] = []  # noqa: RUF012

    def __init__(self, index: int) -> None:
        self.index = index
        self.calls: list[str] = []
        self.set: list[dict[str, Any]] = []
        self.frozen = False
        FakePi.opened.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Model": "imx708", "Num": 0}]

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        return wanted

    def configure(self, wanted: dict[str, Any]) -> None:
        self.size = wanted["main"]["size"]
        assert wanted["main"]["format"] == "RGB888"

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.set.append(controls)

    def autofocus_cycle(self, wait: float) -> bool:
        return wait > 0

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        assert wait > 0
        return {
            "ExposureTime": 12000, "AnalogueGain": 2.5, "ColourGains": (1.7, 2.1),
            "LensPosition": 2.0, "Lux": 300.0,
        }  # fmt: skip

    def capture_array(self, name: str, wait: float) -> Any:
        assert (name, wait > 0) == ("main", True)
        if self.frozen:
            raise TimeoutError
        return np.zeros((self.size[1], self.size[0], 3), np.uint8)


@pytest.fixture
def fake_picamera2(monkeypatch: pytest.MonkeyPatch) -> None:
    libcamera: Any = types.ModuleType("libcamera")
    libcamera.controls = types.SimpleNamespace(AfModeEnum=types.SimpleNamespace(Manual=0))
    picamera2: Any = types.ModuleType("picamera2")
    picamera2.Picamera2 = FakePi
    monkeypatch.setitem(sys.modules, "libcamera", libcamera)
    monkeypatch.setitem(sys.modules, "picamera2", picamera2)
    monkeypatch.setattr("firmware.cameras.picamera.METER_S", 0.0)
    FakePi.opened.clear()


@pytest.mark.usefixtures("fake_picamera2")
def test_the_pi_camera_holds_what_it_measured() -> None:
    camera = opener("pi:0", (640, 480))()
    (device,) = FakePi.opened
    assert device.set[-1] == {
        "AeEnable": False, "AwbEnable": False, "ExposureTime": 12000, "AnalogueGain": 2.5,
        "ColourGains": (1.7, 2.1), "AfMode": 0, "LensPosition": 2.0,
    }  # fmt: skip
    frame = camera.read()
    assert frame is not None
    assert frame.image.shape == (480, 640, 3)
    assert camera.name == "pi:0 (imx708)"
    device.frozen = True
    with pytest.raises(CameraLost, match="lost"):
        camera.read()
    camera.close()
    assert device.calls == ["start", "stop", "close"]


@pytest.mark.usefixtures("fake_picamera2")
def test_a_second_pi_camera_that_is_not_there_is_not_mistaken_for_the_first() -> None:
    with pytest.raises(CameraLost, match="none"):
        opener("pi:1")()


def test_without_picamera2_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraLost, match="no_picamera2"):
        opener("pi")()
