"""Camera modules: none hangs the table, each comes back, and what can be held is held."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.cameras import frame_check, frame_times, picamera
from firmware.cameras.base import Frame, Setting
from firmware.cameras.opening import opener
from firmware.cameras.reconnecting import Reconnecting
from firmware.errors import CameraLost
from tests.firmware.cameras import fake_picamera2, fake_v4l2
from tests.firmware.cameras.fake_picamera2 import (
    MODULE_2,
    WEBCAM,
    WEBCAM_CONTROLS,
    Machine,
    Sensor,
    grey,
)
from tests.firmware.cameras.fake_v4l2 import Bus
from tests.process import PATIENCE_S, eventually

machine = fake_picamera2.machine
bus = fake_v4l2.bus

SOON_S = 0.1


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose no camera because this machine is busy."""
    monkeypatch.setattr(picamera, "READ_S", PATIENCE_S)


def seen(camera: Reconnecting) -> Frame:
    """Return the camera's next picture."""
    frame: Frame = eventually(camera.read)
    return frame


def watched(spec: str = "pi", setting: Setting | None = None) -> Reconnecting:
    return Reconnecting(opener(spec, setting), first_s=0.0, within_s=PATIENCE_S)


def test_a_lost_module_comes_back_with_the_next_read(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sensor,) = machine.sensors
    camera = watched()
    seen(camera)
    held = machine.made[0].history[-1]
    for again in range(1, 4):
        sensor.frozen = True
        monkeypatch.setattr(picamera, "READ_S", SOON_S)
        while camera.well:
            camera.read()
        assert camera.message.key == "table.camera.lost"
        assert not sensor.acquired, "it is still held by the camera that was lost"
        sensor.frozen = False
        monkeypatch.setattr(picamera, "READ_S", PATIENCE_S)
        assert camera.read() is not None
        assert len(machine.made) == again + 1
        assert machine.made[-1].history[-1] == held, "it is to hold what it held"
        assert not any(item.get("AeEnable") for item in machine.made[-1].history)
    camera.close()


@pytest.mark.parametrize("focus", ["never begins", "fails"])
@pytest.mark.parametrize(("distance_mm", "dioptres"), [(800, 1.25), (10, 32.0)])
def test_without_a_sharp_focus_the_lens_goes_by_the_mats_distance(
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    focus: str,
    distance_mm: float,
    dioptres: float,
) -> None:
    machine.sensors[0].focus = focus
    if focus == "never begins":
        monkeypatch.setattr(picamera, "FOCUS_S", SOON_S)
    camera = watched("pi", Setting(distance_mm=distance_mm))
    assert camera.read() is not None
    assert machine.made[0].controls["LensPosition"] == dioptres
    assert machine.made[0].controls["AfMode"] == picamera.AF_MANUAL
    camera.close()


def test_the_module_holds_what_it_measured_over_whole_flashes_of_the_lamps(
    machine: Machine,
) -> None:
    camera = opener("pi:0", Setting((640, 480)))()
    (device,) = machine.made
    metered = next(item for item in device.history if item.get("AeEnable"))
    assert metered == {
        "AeEnable": True, "AwbEnable": True, "AeFlickerMode": 1, "AeFlickerPeriod": 10_000,
    }  # fmt: skip
    assert device.history[-1] == {
        "AeEnable": False, "AwbEnable": False, "ExposureTime": 10_000,
        "AnalogueGain": pytest.approx(2.5 * 1.2345), "ColourGains": (1.7, 2.1), "AfMode": 0,
        "LensPosition": 1.6,
    }  # fmt: skip
    frame = camera.read()
    assert frame is not None
    assert frame.image.shape == (480, 640, 3)
    assert camera.name == "pi:0 (imx708)"
    camera.close()


@pytest.mark.parametrize(
    ("model", "asked", "size"),
    [
        ("imx708", None, (2304, 1296)),
        ("imx708_wide_noir", None, (2304, 1296)),
        ("imx219", None, (1920, 1080)),
        ("imx708", (1280, 720), (1280, 720)),
    ],
)
def test_pictures_are_of_the_sensors_own_size_unless_another_is_asked_for(
    machine: Machine, model: str, asked: tuple[int, int] | None, size: tuple[int, int]
) -> None:
    machine.sensors[0].model = model
    opener("pi", Setting(asked))().close()
    assert machine.made[0].configuration["main"]["size"] == size
    assert machine.made[0].configuration["raw"] is None


def test_a_frame_has_the_sensors_own_stamp(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.cameras.picamera.time.monotonic", lambda: 9.0)
    camera = opener("pi")()
    (device,) = machine.made
    for _ in range(3):
        frame = camera.read()
        assert frame is not None
        taken = round((frame.stamp_s - 5.0) / 0.033333)
        assert int(frame.image[0, 0, 0]) == grey(taken)
        assert taken <= device.frames
    camera.close()


@pytest.mark.parametrize("lacking", sorted(MODULE_2))
def test_a_module_that_lacks_a_control_is_not_asked_for_it(machine: Machine, lacking: str) -> None:
    machine.sensors[:] = [Sensor(controls={k: v for k, v in MODULE_2.items() if k != lacking})]
    camera = watched()
    assert camera.read() is not None, camera.message
    camera.close()


def test_webcams_that_libcamera_lists_are_no_modules(machine: Machine, bus: Bus) -> None:
    webcam = Sensor(WEBCAM, "C920", dict(WEBCAM_CONTROLS))
    machine.sensors.insert(0, webcam)
    camera = opener("pi")()
    assert camera.name == "pi:0 (imx708)"
    camera.close()
    machine.sensors[:] = [webcam]
    with pytest.raises(CameraLost, match="none"):
        opener("pi")()
    eye = bus.plug("Eye", "video0")
    with eye.running():
        camera = opener("auto")()
        assert camera.name == "usb:usb-Eye"
        camera.close()
    assert len(machine.made) == 1


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        ({"still_stamps": True}, "stamps_still"),
        ({"same_picture": "cards"}, "frozen"),
        ({"same_picture": "black"}, "black"),
    ],
)
def test_a_module_whose_frames_stand_still_is_lost_and_comes_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, fault: dict[str, object], key: str
) -> None:
    monkeypatch.setattr(frame_times, "FAULTY_S", 0.02)
    monkeypatch.setattr(frame_check, "FAULTY_S", 0.02)
    (sensor,) = machine.sensors
    now_s = iter(range(6, 10**6))
    monkeypatch.setattr("firmware.cameras.picamera.time.monotonic", lambda: next(now_s) / 1000)
    camera = watched(setting=Setting((160, 96)))
    seen(camera)
    for name, value in fault.items():
        setattr(sensor, name, value)
    eventually(lambda: camera.read() is None and not camera.well)
    for _ in range(5):
        assert camera.message.key == f"table.camera.{key}"
        assert camera.read() is None, "it seems well meanwhile"
    for name in fault:
        setattr(sensor, name, getattr(Sensor(), name))
    seen(camera)
    assert camera.well
    metered = any(item.get("AeEnable") for item in machine.made[-1].history)
    assert metered == (key == "black"), "after black pictures the light is measured anew"
    camera.close()


def test_a_slow_module_and_one_in_a_smaller_sensor_mode_say_so(machine: Machine) -> None:
    machine.sensors[0].frame_us = 500_000
    machine.sensors[0].sensor_size = (1536, 864)
    camera = watched()
    remarks = {remark.key: remark.params for remark in seen(camera).remarks}
    assert remarks["table.camera.slow"]["rate"] == 2
    assert remarks["table.camera.sensor_mode"] == {
        "camera": "pi:0 (imx708)", "given": "2304 × 1296", "sensor": "1536 × 864",
    }  # fmt: skip
    camera.close()


def test_a_module_that_this_user_may_not_use_is_not_called_absent(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    machine.sensors.clear()
    (tmp_path / "media0").touch()
    monkeypatch.setattr("firmware.cameras.webcam.access.DEVICES", tmp_path)
    with pytest.raises(CameraLost, match="none"):
        opener("pi")()
    monkeypatch.setattr("firmware.cameras.webcam.access.os.access", lambda *_: False)
    with pytest.raises(CameraLost, match="forbidden"):
        opener("pi")()
