"""A USB camera through OpenCV, with exposure, white balance and focus held."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import cv2
import numpy as np

from firmware.cameras.base import SIZE, Frame
from firmware.errors import CameraLost

_log = logging.getLogger(__name__)

METER_S = 2.0  # for exposure, white balance and focus to come to rest


class UsbCamera:
    """A USB camera, with those settings held that it allows; raises `CameraLost` if not there."""

    # V4L2's own numbers: 1 is manual exposure, 3 automatic.
    HELD = (
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 1, 0, cv2.CAP_PROP_FOCUS),
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3, 1, cv2.CAP_PROP_EXPOSURE),
        ("white balance", cv2.CAP_PROP_AUTO_WB, 1, 0, cv2.CAP_PROP_WB_TEMPERATURE),
    )

    def __init__(self, index: int = 0, size: tuple[int, int] = SIZE) -> None:
        self.name = f"usb:{index}"
        if not Path(f"/dev/video{index}").exists():  # else OpenCV mutters on the console
            raise CameraLost("table.camera.none", camera=self.name)
        self._capture = cv2.VideoCapture(index, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraLost("table.camera.none", camera=self.name)
        for setting, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, size[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, size[1]),
            (cv2.CAP_PROP_BUFFERSIZE, 1),  # an old picture is worse than none
        ):
            self._capture.set(setting, value)
        self.meter()

    def read(self) -> Frame | None:
        """Return the next picture; raises `CameraLost` where there is none."""
        there, image = self._capture.read()
        if not there:
            raise CameraLost("table.camera.lost", camera=self.name)
        return Frame(np.asarray(image, np.uint8), time.monotonic())

    def meter(self) -> None:
        """Let the camera choose its own settings for two seconds, then hold them."""
        for _, automatic, on, _, _ in self.HELD:
            self._capture.set(automatic, on)
        until_s = time.monotonic() + METER_S
        while time.monotonic() < until_s:
            self.read()
        for what, automatic, _, off, value in self.HELD:
            found = self._capture.get(value)
            if self._capture.set(automatic, off):
                self._capture.set(value, found)
            else:
                _log.info("Camera %s does not let its %s be held.", self.name, what)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()
