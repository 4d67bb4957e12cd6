"""A stand-in for OpenCV's capture of a USB camera, with the driver's queue of frames.

Modelled on OpenCV's `cap_v4l.cpp` and the kernel's `uvcvideo`: as many buffers as asked for, or as
the driver insists on, of which one is in hand; `grab` gives that one back and takes the oldest of
the others, waiting where there is none; a frame for which no buffer is free is dropped. Time is the
test's: it goes on with `tick`.
"""

from __future__ import annotations

import errno
import fcntl
import shutil
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.cameras import devices
from firmware.cameras.webcam.access import REQUEST_BUFFERS
from firmware.cameras.webcam.stream import MJPG
from tests.firmware.cameras import stand_in
from tests.process import PATIENCE_S

FRAME_S = 1 / 30
LAG_S = 3 * FRAME_S  # from a frame's exposure to its hand-over
SELECT_S = 10.0  # after which OpenCV gives up a frame
PAUSE_S = 0.0005  # between frames, in the time of this machine

AUTOMATIC = 3  # of the exposure
YUYV = cv2.VideoWriter.fourcc(*"YUYV")
SETTINGS = {
    cv2.CAP_PROP_AUTOFOCUS: 1, cv2.CAP_PROP_FOCUS: 30, cv2.CAP_PROP_AUTO_EXPOSURE: 3,
    cv2.CAP_PROP_EXPOSURE: 157, cv2.CAP_PROP_AUTO_WB: 1, cv2.CAP_PROP_WB_TEMPERATURE: 4600,
}  # fmt: skip


@dataclass
class Webcam:
    """A camera on the bus, which outlives its `Capture`."""

    now_s: float = 1000.0
    plugged: bool = True
    damaged: int = 0  # how many of the next frames cannot be taken
    stalled: bool = False  # frames come, but the driver hands none out
    least_buffers: int = 2
    stamp_offset_s: float = 0.0  # of another clock than the monotonic one
    every: int = 1  # how many ticks go by from one frame to the next
    lag_s: float = LAG_S  # from a frame's exposure to its hand-over
    stamps: str = ""  # "still", or "back": a second after every third frame
    fault: str = ""  # one of stand_in.FAULTS, or "refused": OpenCV cannot convert the frame
    faulty_share: float = 1.0  # of the frames
    busy: bool = False  # another program takes its frames
    mjpg: bool = True
    size: tuple[int, int] | None = None  # of its pictures, whatever was asked for
    settings: dict[int, float] = field(default_factory=lambda: dict(SETTINGS))
    # what it uses while it chooses itself, which its settings need not say
    right: dict[int, float] = field(default_factory=lambda: dict(SETTINGS))
    # settings that it takes, while its pictures have another value
    held_instead: dict[int, float] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)  # settings that it does not take
    captures: list[Capture] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def uses(self, prop: int, switch: int, automatic: float) -> float:
        """Return the value of a setting that the pictures have."""
        if self.settings.get(switch, automatic) == automatic:
            return self.right.get(prop, 1.0)
        return self.held_instead.get(prop, self.settings.get(prop, 1.0))

    def sees(self) -> stand_in.Settings:
        exposure = self.uses(cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
        warmth = self.uses(cv2.CAP_PROP_WB_TEMPERATURE, cv2.CAP_PROP_AUTO_WB, 1)
        focus = self.uses(cv2.CAP_PROP_FOCUS, cv2.CAP_PROP_AUTOFOCUS, 1)
        right = self.right
        return stand_in.Settings(
            exposure / right.get(cv2.CAP_PROP_EXPOSURE, 1.0),
            warmth / right.get(cv2.CAP_PROP_WB_TEMPERATURE, 1.0),
            abs(focus - right.get(cv2.CAP_PROP_FOCUS, 1.0)) / 20,
        )

    def clock(self) -> float:
        return self.now_s

    def tick(self, frames: int = 1) -> None:
        """Let time go on by some frames."""
        with self.changed:
            for _ in range(frames):
                self.now_s += FRAME_S
                if number(self.now_s) % self.every == 0:
                    for capture in self.captures:
                        capture.filled(self.now_s - self.lag_s)
            self.changed.notify_all()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let time go on by itself, as fast as the frames are taken: no load makes them old."""
        over = threading.Event()

        def run() -> None:
            while not over.wait(PAUSE_S):
                if self.stalled or not any(capture.queued for capture in self.captures):
                    self.tick()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join(PATIENCE_S)

    def pulled(self) -> None:
        with self.changed:
            self.plugged = False
            self.changed.notify_all()


class Capture:
    """`cv2.VideoCapture` of one webcam; once frames are taken, all calls are one thread's."""

    def __init__(self, webcam: Webcam) -> None:
        self.webcam = webcam
        self.buffers = 4
        self.queued: deque[float] = deque()
        self.in_hand: float | None = None
        self.owner: int | None = None
        self.released = self.opened = False
        self.format = YUYV
        self.converts = True
        self.size = webcam.size or (640, 480)
        webcam.captures.append(self)

    def isOpened(self) -> bool:  # noqa: N802
        held = any(capture.opened for capture in self.webcam.captures if capture is not self)
        self.opened = self.webcam.plugged and not self.webcam.busy and not held
        return self.opened

    def filled(self, stamp_s: float) -> None:
        if len(self.queued) + (self.in_hand is not None) < self.buffers:
            self.queued.append(stamp_s)

    def grab(self) -> bool:
        self.owner = self.owner or threading.get_ident()
        self._mine()
        webcam, until_s = self.webcam, time.monotonic() + PATIENCE_S
        given_up_s = webcam.now_s + SELECT_S
        with webcam.changed:
            self.in_hand = None
            while (webcam.stalled or not self.queued) and webcam.plugged and not self.released:
                assert time.monotonic() < until_s, "no frame ever came"
                webcam.changed.wait(0.05)
                if webcam.now_s > given_up_s:
                    return False
            if not webcam.plugged:
                return False
            self.in_hand = self.queued.popleft()
            if webcam.damaged:
                webcam.damaged -= 1
                return False
            return True

    def retrieve(self) -> tuple[bool, Any]:
        self._mine()
        assert self.in_hand is not None
        webcam, frame = self.webcam, number(self.in_hand)
        if webcam.fault == "refused":
            raise cv2.error("it cannot be converted")
        if self.converts:
            image = stand_in.picture(frame, webcam.sees())
            return True, cv2.resize(image, self.size, interpolation=cv2.INTER_NEAREST)
        fault = webcam.fault if Random(frame).random() < webcam.faulty_share else ""
        data = stand_in.jpeg(frame, webcam.sees(), fault, self.size)
        return True, np.frombuffer(data, np.uint8)[np.newaxis]

    def read(self) -> tuple[bool, Any]:
        return self.retrieve() if self.grab() else (False, None)

    def get(self, prop: int) -> float:
        self._mine()
        own = {
            cv2.CAP_PROP_BUFFERSIZE: self.buffers, cv2.CAP_PROP_FOURCC: self.format,
            cv2.CAP_PROP_FRAME_WIDTH: self.size[0], cv2.CAP_PROP_FRAME_HEIGHT: self.size[1],
        }  # fmt: skip
        if prop == cv2.CAP_PROP_POS_MSEC:
            return 1000 * self._stamp_s()
        return own.get(prop, self.webcam.settings.get(prop, -1.0))

    def _stamp_s(self) -> float:
        frame_s = self.in_hand or 0.0
        if self.webcam.stamps == "still":
            return 1000.0
        back = self.webcam.stamps == "back" and number(frame_s) % 3 == 0
        return frame_s - back + self.webcam.stamp_offset_s

    def set(self, prop: int, value: float) -> bool:
        self._mine()
        webcam = self.webcam
        if prop == cv2.CAP_PROP_BUFFERSIZE:
            self.buffers = max(int(value), webcam.least_buffers)
        elif prop == cv2.CAP_PROP_FOURCC and webcam.mjpg:
            self.format = int(value)
        elif prop == cv2.CAP_PROP_CONVERT_RGB and self.format == MJPG:
            self.converts = bool(value)
        elif prop == cv2.CAP_PROP_FRAME_WIDTH and webcam.size is None:
            self.size = (int(value), self.size[1])
        elif prop == cv2.CAP_PROP_FRAME_HEIGHT and webcam.size is None:
            self.size = (self.size[0], int(value))
        elif prop in webcam.settings and self._takes(prop, value):
            webcam.settings[prop] = value
        else:
            return False
        return True

    def _takes(self, prop: int, value: float) -> bool:
        if prop == cv2.CAP_PROP_AUTO_EXPOSURE and value not in (1, AUTOMATIC):
            return False
        return prop not in self.webcam.refused

    def release(self) -> None:
        self.released = True
        if self in self.webcam.captures:
            self.webcam.captures.remove(self)

    def _mine(self) -> None:
        assert self.owner in (None, threading.get_ident()), "another thread takes the frames"


def number(stamp_s: float) -> int:
    """Return which frame of a webcam has this stamp."""
    return round(stamp_s / FRAME_S)


@dataclass
class Bus:
    """What is plugged in: webcams by their device, and udev's links to those."""

    folder: Path
    webcams: dict[str, Webcam] = field(default_factory=dict)

    def plug(
        self,
        name: str,
        node: str,
        webcam: Webcam | None = None,
        port: str = "",
        interface: int = 0,
        model: str = "",
    ) -> Webcam:
        """Plug a webcam in. If another has the same `name`, udev's id goes to the newer one."""
        device = self.folder / node
        device.touch()
        for index in (0, 1):
            links = [devices.BY_ID / f"usb-{name}-video-index{index}"] if name else []
            if port:
                paths = (f"pci-0-{bus}-0:{port}:1.{interface}" for bus in ("usb", "usbv2"))
                links += [devices.BY_PATH / f"{path}-video-index{index}" for path in paths]
            for link in links:
                link.parent.mkdir(exist_ok=True)
                link.unlink(missing_ok=True)
                link.symlink_to(device)
        about = devices.NODES / node
        about.mkdir(parents=True, exist_ok=True)
        (about / "name").write_text(model or name)
        (about / "index").write_text("0")
        self.webcams[str(device)] = webcam = webcam or Webcam()
        webcam.plugged = True
        return webcam

    def unplug(self, node: str) -> None:
        device = self.folder / node
        for folder in (devices.BY_ID, devices.BY_PATH):
            for link in folder.glob("*"):
                if link.resolve() == device:
                    link.unlink()
        device.unlink()
        shutil.rmtree(devices.NODES / node)
        self.webcams.pop(str(device)).pulled()


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Bus:
    """A computer without a USB camera; some may be plugged in."""
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    bus = Bus(tmp_path)
    monkeypatch.setattr(devices, "BY_ID", by_id)
    monkeypatch.setattr(devices, "BY_PATH", tmp_path / "by-path")
    monkeypatch.setattr(devices, "NODES", tmp_path / "usb" / "video4linux")
    monkeypatch.setattr(devices, "DEVICES", tmp_path)
    monkeypatch.setattr(
        "firmware.cameras.usb.cv2.VideoCapture", lambda path, _: Capture(bus.webcams[path])
    )
    monkeypatch.setattr("firmware.cameras.usb.SIZE", stand_in.SIZE)
    monkeypatch.setattr("firmware.cameras.usb.METER_S", 0.0)
    monkeypatch.setattr("firmware.cameras.usb.METER_MOST_S", 1000 * PATIENCE_S)  # of its own time
    monkeypatch.setattr("firmware.cameras.usb.READ_S", PATIENCE_S)
    ioctl = fcntl.ioctl

    def asked(device: int, request: int, argument: Any) -> Any:
        """Answer as uvcvideo does while another program takes frames."""
        webcam = bus.webcams.get(str(Path(f"/proc/self/fd/{device}").readlink()))
        if request == REQUEST_BUFFERS and webcam is not None:
            busy = webcam.busy or any(capture.opened for capture in webcam.captures)
            raise OSError(errno.EBUSY if busy else errno.ENOTTY, "")
        return ioctl(device, request, argument)

    monkeypatch.setattr("firmware.cameras.webcam.access.fcntl.ioctl", asked)
    return bus
