"""A stand-in for OpenCV's capture of a USB camera, with the driver's queue of frames.

Modelled on OpenCV's `cap_v4l.cpp` and the kernel's `uvcvideo`: as many buffers as asked for, or as
the driver insists on, of which one is in hand; `grab` gives that one back and takes the oldest of
the others, waiting where there is none; a frame for which no buffer is free is dropped. Time is the
test's: it goes on with `tick`.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.cameras import devices
from tests.process import PATIENCE_S

FRAME_S = 1 / 30
LAG_S = 3 * FRAME_S  # from a frame's exposure to its hand-over
PAUSE_S = 0.0005  # between frames, in the time of this machine

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
    settings: dict[int, float] = field(default_factory=lambda: dict(SETTINGS))
    captures: list[Capture] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def clock(self) -> float:
        return self.now_s

    def tick(self, frames: int = 1) -> None:
        """Let time go on by some frames."""
        with self.changed:
            for _ in range(frames):
                self.now_s += FRAME_S
                for capture in self.captures:
                    capture.filled(self.now_s - LAG_S)
            self.changed.notify_all()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let time go on by itself."""
        over = threading.Event()

        def run() -> None:
            while not over.wait(PAUSE_S):
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
        self.released = False
        webcam.captures.append(self)

    def isOpened(self) -> bool:  # noqa: N802
        return self.webcam.plugged

    def filled(self, stamp_s: float) -> None:
        if len(self.queued) + (self.in_hand is not None) < self.buffers:
            self.queued.append(stamp_s)

    def grab(self) -> bool:
        self.owner = self.owner or threading.get_ident()
        self._mine()
        webcam, until_s = self.webcam, time.monotonic() + PATIENCE_S
        with webcam.changed:
            self.in_hand = None
            while (webcam.stalled or not self.queued) and webcam.plugged and not self.released:
                assert time.monotonic() < until_s, "no frame ever came"
                webcam.changed.wait(0.05)
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
        return True, np.full((4, 6, 3), number(self.in_hand) % 256, np.uint8)

    def read(self) -> tuple[bool, Any]:
        return self.retrieve() if self.grab() else (False, None)

    def get(self, prop: int) -> float:
        self._mine()
        if prop == cv2.CAP_PROP_POS_MSEC:
            return 1000 * ((self.in_hand or 0.0) + self.webcam.stamp_offset_s)
        if prop == cv2.CAP_PROP_BUFFERSIZE:
            return self.buffers
        return self.webcam.settings.get(prop, -1.0)

    def set(self, prop: int, value: float) -> bool:
        self._mine()
        if prop == cv2.CAP_PROP_BUFFERSIZE:
            self.buffers = max(int(value), self.webcam.least_buffers)
        if prop not in self.webcam.settings:
            return False
        self.webcam.settings[prop] = value
        return True

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

    def plug(self, name: str, node: str, webcam: Webcam | None = None) -> Webcam:
        device = self.folder / node
        device.touch()
        for index in (0, 1):
            link = devices.BY_ID / f"usb-{name}-video-index{index}"
            link.unlink(missing_ok=True)
            link.symlink_to(device)
        self.webcams[str(device)] = webcam = webcam or Webcam()
        webcam.plugged = True
        return webcam

    def unplug(self, name: str, node: str) -> None:
        (devices.BY_ID / f"usb-{name}-video-index0").unlink()
        (self.folder / node).unlink()
        self.webcams.pop(str(self.folder / node)).pulled()


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Bus:
    """A computer without a USB camera; some may be plugged in."""
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    bus = Bus(tmp_path)
    monkeypatch.setattr(devices, "BY_ID", by_id)
    monkeypatch.setattr(
        "firmware.cameras.usb.cv2.VideoCapture", lambda path, _: Capture(bus.webcams[path])
    )
    monkeypatch.setattr("firmware.cameras.usb.METER_S", 0.0)
    monkeypatch.setattr("firmware.cameras.usb.READ_S", PATIENCE_S)
    return bus
