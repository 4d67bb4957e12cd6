"""USB cameras: known by their id, and never a picture older than it says."""

from __future__ import annotations

import cv2
import pytest

from firmware.cameras.base import Setting
from firmware.cameras.devices import usb_device
from firmware.cameras.opening import opener
from firmware.cameras.reconnecting import Reconnecting
from firmware.cameras.usb import STALE_S, UsbCamera
from firmware.errors import CameraLost
from tests.firmware.cameras import fake_v4l2
from tests.firmware.cameras.fake_v4l2 import Bus, Webcam, number
from tests.firmware.cameras.stand_in import number_in
from tests.process import PATIENCE_S, eventually

bus = fake_v4l2.bus

PAUSE_FRAMES = 15  # half a second


@pytest.mark.parametrize("starved", [False, True], ids=["taken", "queued"])
@pytest.mark.parametrize("buffers", [2, 8])
def test_after_half_a_second_without_a_look_no_frame_is_stale(
    bus: Bus, buffers: int, starved: bool
) -> None:
    webcam = bus.plug("Eye", "video0", Webcam(least_buffers=buffers))
    with webcam.running():
        camera = UsbCamera("0", clock=webcam.clock)
        assert camera.read() is not None
    for _ in range(10):
        webcam.stalled = starved  # or: the thread that takes the frames has had no turn
        webcam.tick(PAUSE_FRAMES)
        asked_s = webcam.now_s
        with webcam.running():
            webcam.stalled = False
            frame = camera.read()
        assert frame is not None
        assert frame.stamp_s > asked_s - STALE_S
        assert number_in(frame.image) == number(frame.stamp_s) % 256, "another frame's stamp"
    webcam.pulled()
    camera.close()


@pytest.mark.parametrize("offset_s", [1.7e9, -999.0])
def test_a_stamp_of_another_clock_is_not_believed_and_each_frame_is_given_out_once(
    bus: Bus, offset_s: float
) -> None:
    webcam = bus.plug("Eye", "video0", Webcam(stamp_offset_s=offset_s))
    with webcam.running():
        camera = UsbCamera("0", clock=webcam.clock)
        asked_s = webcam.now_s
        frame = camera.read()
        assert frame is not None
        assert asked_s <= frame.stamp_s <= webcam.now_s
        stamps = [frame.stamp_s for _ in range(50) if (frame := camera.read())]
        assert stamps == sorted(set(stamps)), "a frame was given out twice"
        camera.close()


@pytest.mark.parametrize(("mains_hz", "held"), [(50, 200), (60, 167)])
def test_what_was_measured_is_held_and_lamps_do_not_flicker(
    bus: Bus, mains_hz: int, held: int
) -> None:
    webcam = bus.plug("Eye", "video0")  # 15.7 ms
    del webcam.settings[cv2.CAP_PROP_AUTO_WB]  # it has no such thing
    with webcam.running():
        camera = UsbCamera("0", Setting(mains_hz=mains_hz), clock=webcam.clock)
        camera.close()
    assert webcam.settings == {
        cv2.CAP_PROP_AUTOFOCUS: 0, cv2.CAP_PROP_FOCUS: 30, cv2.CAP_PROP_AUTO_EXPOSURE: 1,
        cv2.CAP_PROP_EXPOSURE: held, cv2.CAP_PROP_WB_TEMPERATURE: 4600,
    }  # fmt: skip


def test_a_camera_that_is_pulled_is_lost_and_comes_back_under_another_number(bus: Bus) -> None:
    webcam = bus.plug("Eye", "video0")
    bus.plug("Other", "video7")
    camera = Reconnecting(opener("usb:eye"), first_s=0.0, within_s=PATIENCE_S)
    with webcam.running():
        assert camera.read() is not None
        assert camera.message.params == {"camera": "usb:usb-Eye"}
        bus.unplug("video0")
        eventually(lambda: camera.read() is None)
        assert camera.message.key == "table.camera.lost"
        assert camera.read() is None
        assert camera.message.key == "table.camera.none"
        bus.plug("Eye", "video3", webcam)
        assert camera.read() is not None
        camera.close()


def test_a_camera_is_asked_for_by_its_number_a_part_of_its_id_or_a_path(bus: Bus) -> None:
    bus.plug("Zed_Eye", "video0")
    bus.plug("Acme_Webcam_42", "video8")
    assert usb_device("0").resolve().name == "video8", "ids are in order, whatever the nodes"
    assert usb_device("1").resolve().name == "video0"
    assert usb_device("zed").resolve().name == "video0"
    assert usb_device(str(bus.folder / "video8")).name == "video8"
    for none in ("2", "nobody's", "/dev/none"):
        with pytest.raises(CameraLost, match="none"):
            usb_device(none)


def test_a_usb_camera_that_is_not_there_is_told_without_noise(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(CameraLost, match="none"):
        UsbCamera("97")
    assert capfd.readouterr() == ("", "")
