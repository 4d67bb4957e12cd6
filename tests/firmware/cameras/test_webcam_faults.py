"""Webcams as they really are: each fault is said in its own sentence, and ends by itself."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any

import cv2
import pytest

from firmware.cameras import frame_check, usb
from firmware.cameras.base import Frame, Setting
from firmware.cameras.devices import camera_name, usb_device
from firmware.cameras.opening import opener, plugged_in
from firmware.cameras.reconnecting import Reconnecting
from firmware.cameras.usb import UsbCamera
from firmware.checking import reading
from firmware.checking.case import Case
from firmware.errors import CameraLost
from referee import words
from referee.contract import Message
from tests.firmware.cameras import fake_v4l2
from tests.firmware.cameras.fake_v4l2 import FRAME_S, Bus, Webcam
from tests.firmware.cameras.stand_in import SIZE, picture
from tests.firmware.checking import conftest as boxes
from tests.firmware.checking.box import Box
from tests.process import PATIENCE_S, eventually

bus, box = fake_v4l2.bus, boxes.box

OWN_SIZE = Setting(SIZE)
LASTING_S = 30.0
ALIKE = 20  # Grey levels. Whole flashes of the lamps need up to 18.
EXPOSURE, SWITCH = cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE
WARMTH, FOCUS = cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_FOCUS
WHITE = cv2.CAP_PROP_AUTO_WB


@contextmanager
def opened(bus: Bus, webcam: Webcam, setting: Setting = OWN_SIZE) -> Iterator[UsbCamera]:
    bus.plug("Eye", "video0", webcam)
    with webcam.running():
        camera = UsbCamera("0", setting, clock=webcam.clock)
        yield camera
        camera.close()


def next_frame(camera: UsbCamera) -> Frame:
    frame: Frame = eventually(camera.read)
    return frame


def remarks(frame: Frame) -> set[str]:
    return {message.key for message in frame.remarks}


@pytest.mark.parametrize(
    ("fault", "key"),
    [
        ({"fault": "unreadable"}, "unreadable"),
        ({"fault": "refused"}, "unreadable"),
        ({"fault": "half"}, "half"),
        ({"fault": "frozen"}, "frozen"),
        ({"fault": "black"}, "black"),
        ({"stamps": "still"}, "stamps_still"),
        ({"stamps": "back"}, "stamps_back"),
        ({"stalled": True}, "silent"),
    ],
)
def test_each_fault_of_frames_is_a_lost_camera_with_its_own_sentence_until_it_ends(
    bus: Bus, monkeypatch: pytest.MonkeyPatch, fault: dict[str, Any], key: str
) -> None:
    webcam = bus.plug("Eye", "video0")
    opening = partial(UsbCamera, "0", OWN_SIZE, clock=webcam.clock)
    camera = Reconnecting(opening, first_s=0.0, longest_s=0.0, within_s=PATIENCE_S)
    texts: set[str] = set()

    def is_told() -> bool:
        camera.read()
        texts.add(camera.message.key)
        return camera.message.key == f"table.camera.{key}"

    with webcam.running():
        assert camera.read() is not None
        for name, value in fault.items():
            setattr(webcam, name, value)
        if webcam.stalled:
            monkeypatch.setattr(usb, "READ_S", 0.05)
        eventually(is_told)
        texts.clear()
        ends_s = webcam.now_s + LASTING_S
        eventually(lambda: is_told() and webcam.now_s > ends_s)
        assert texts == {f"table.camera.{key}"}, "it seemed well meanwhile"
        for name in fault:
            setattr(webcam, name, getattr(Webcam(), name))
        monkeypatch.setattr(usb, "READ_S", PATIENCE_S)
        eventually(camera.read)
        assert camera.message.key == "table.camera.well"
        camera.close()
    message = Message(f"table.camera.{key}", {"camera": "usb:usb-Eye"})
    assert len({words.say(message, locale) for locale in words.LOCALES}) == len(words.LOCALES)


def test_one_damaged_repeated_or_leaping_frame_is_no_fault(bus: Bus) -> None:
    webcam = Webcam()
    with opened(bus, webcam) as camera:
        for fault in ("unreadable", "half", "frozen", "black"):
            webcam.fault = fault
            for _ in range(2):
                camera.read()
            webcam.fault = ""
            for _ in range(3):
                assert camera.read() is not None
        webcam.stamp_offset_s = -1.0  # A clock that is set back once.
        for _ in range(20):
            assert camera.read() is not None


@pytest.mark.parametrize("fault", ["unreadable", "half"])
def test_a_webcam_with_many_damaged_pictures_is_used_and_that_is_told(
    bus: Bus, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    # The webcam's time goes on while a busy machine lets this test wait for its next picture.
    monkeypatch.setattr(frame_check, "FAULTY_S", inf)
    webcam = Webcam(fault=fault, faulty_share=0.7)
    with opened(bus, webcam) as camera:
        eventually(lambda: remarks(next_frame(camera)), {"table.camera.damaged"})
        webcam.fault = ""
        eventually(lambda: not remarks(next_frame(camera)))


@pytest.mark.parametrize(("every", "lag_s", "rate"), [(6, 0.26, 5), (60, 0.4, 0.5)])
def test_of_a_slow_webcam_every_frame_is_used_and_its_rate_is_told(
    bus: Bus, every: int, lag_s: float, rate: float
) -> None:
    webcam = Webcam(every=every, lag_s=lag_s)
    with opened(bus, webcam) as camera:
        next_frame(camera)
        began_s = webcam.now_s
        frames = [next_frame(camera) for _ in range(10)]
        took_s = webcam.now_s - began_s
    period_s = every * FRAME_S
    assert took_s < 20 * period_s  # A busy machine may miss some.
    assert all(after.stamp_s > before.stamp_s for before, after in pairwise(frames))
    (slow,) = (remark for remark in frames[-1].remarks if remark.key == "table.camera.slow")
    assert slow.params == {"camera": "usb:usb-Eye", "rate": rate}


def difference(webcam: Webcam) -> float:
    """Return how much brighter or redder than right a webcam's picture is, in grey levels."""
    seen = picture(0, webcam.sees()).astype(float).mean(axis=(0, 1))
    return float(abs(seen - picture(0).astype(float).mean(axis=(0, 1))).max())


@pytest.mark.parametrize(
    ("prop", "setting"),
    [
        *((EXPOSURE, item) for item in (3, 157, 5000)),
        *((WARMTH, item) for item in (2800, 6500)),
    ],
)
def test_a_setting_that_the_webcam_only_says_is_stepped_until_the_picture_is_as_before(
    bus: Bus, prop: int, setting: float
) -> None:
    webcam = Webcam()
    webcam.settings[prop] = setting
    with opened(bus, webcam) as camera:
        frame = next_frame(camera)
        assert remarks(frame) == set()
    assert webcam.settings[SWITCH] == 1
    assert webcam.settings[cv2.CAP_PROP_AUTO_WB] == 0
    assert difference(webcam) < ALIKE


def lying_focus(webcam: Webcam) -> None:
    webcam.settings[FOCUS] = 0
    webcam.right[FOCUS] = 120


def deaf_to_exposure(webcam: Webcam) -> None:
    """Hold an exposure of its own, whatever is set."""
    webcam.held_instead[EXPOSURE] = 900


@pytest.mark.parametrize(
    ("trouble", "name", "switch", "automatic"),
    [
        (lying_focus, "focus", cv2.CAP_PROP_AUTOFOCUS, 1),
        (deaf_to_exposure, "exposure", SWITCH, 3),
        (lambda webcam: webcam.refused.add(SWITCH), "exposure", SWITCH, 3),
        (lambda webcam: webcam.refused.add(WHITE), "white_balance", WHITE, 1),
    ],
)
def test_a_setting_that_cannot_be_held_well_stays_automatic_and_that_is_told(
    bus: Bus, trouble: Callable[[Webcam], None], name: str, switch: int, automatic: float
) -> None:
    webcam = Webcam()
    trouble(webcam)
    with opened(bus, webcam) as camera:
        assert remarks(next_frame(camera)) == {f"table.camera.automatic.{name}"}
    assert webcam.settings[switch] == automatic
    assert difference(webcam) < ALIKE


def test_two_webcams_of_one_model_without_serial_numbers_go_by_their_ports(bus: Bus) -> None:
    bus.plug("Acme_Cam", "video0", port="1.1", model="Acme Cam")
    assert plugged_in() == ("usb:usb-Acme_Cam",)
    bus.plug("Acme_Cam", "video2", port="1.2", model="Acme Cam")
    bus.plug("Zed_42", "video4", port="1.3", model="Zed")
    text, two = "usb:pci-0-usb-0:1.1:1.0", "usb:pci-0-usb-0:1.2:1.0"
    assert plugged_in() == (text, two, "usb:usb-Zed_42")
    (result,) = reading.cameras(Case())
    assert text in words.say(result.message)
    with pytest.raises(CameraLost) as error:
        usb_device("usb-Acme_Cam")
    assert error.value.message.params["cameras"] == (text, two)
    for _ in range(2):  # They come back under other numbers, in another order.
        for name in (text, two):
            assert camera_name(usb_device(name.removeprefix("usb:"))) == name
        port = {name: usb_device(name.removeprefix("usb:")).resolve() for name in (text, two)}
        assert port[text] != port[two]
        bus.unplug("video0")
        bus.unplug("video2")
        bus.plug("Acme_Cam", "video2", port="1.1", model="Acme Cam")
        bus.plug("Acme_Cam", "video0", port="1.2", model="Acme Cam")
    assert usb_device("usb-0:1.1:").resolve().name == "video2"


def test_a_busy_webcam_is_called_busy_and_its_program_is_named(bus: Bus, box: Box) -> None:
    webcam = bus.plug("Eye", "video0", Webcam(busy=True))
    camera = Reconnecting(opener("usb:0", OWN_SIZE), first_s=0.0, within_s=PATIENCE_S)
    assert camera.read() is None
    assert camera.message.key == "table.camera.busy"
    with (bus.folder / "video0").open() as device:
        holder = subprocess.Popen(["sleep", "600"], pass_fds=[device.fileno()])
        try:
            finding, *_ = reading.camera(box.case(camera="usb:0"))
        finally:
            holder.kill()
            holder.wait(PATIENCE_S)
    assert finding.message.key == "table.camera.busy_with"
    assert finding.message.params["programs"] == (f"sleep ({holder.pid})",)
    webcam.busy = False
    with webcam.running():
        assert camera.read() is not None
        camera.close()


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), OSError(6, "gone")])
def test_a_device_without_pictures_or_that_may_not_be_opened_is_not_called_absent(
    bus: Bus, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    bus.plug("Eye", "video0").plugged = False
    with pytest.raises(CameraLost, match="unusable"):
        opener("usb:0")()

    def refuse(*_: object) -> int:
        raise error

    monkeypatch.setattr("firmware.cameras.webcam.access.os.open", refuse)
    key = "forbidden" if isinstance(error, PermissionError) else "none"
    with pytest.raises(CameraLost, match=f"table.camera.{key}"):
        opener("usb:0")()


def test_what_is_poor_about_a_webcam_is_on_the_page_and_in_the_doctor(bus: Bus, box: Box) -> None:
    webcam = bus.plug("Eye", "video0", Webcam(mjpg=False, size=(320, 192)))
    camera = Reconnecting(opener("usb:0", OWN_SIZE), first_s=0.0, within_s=PATIENCE_S)
    with webcam.running():
        eventually(camera.read)
        format_, size = camera.parts()
        assert (format_.well, format_.message.key) == (True, "table.camera.no_mjpg")
        assert (size.well, size.message.key) == (True, "table.camera.other_size")
        assert size.message.params["given"] == "320 × 192"
        camera.close()
        results = {
            finding.message.key: finding.well
            for finding in reading.camera(box.case(camera="usb:0"))
        }
    assert results["cli.doctor.camera"] is True
    assert results["table.camera.no_mjpg"] is None
