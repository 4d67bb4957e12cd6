"""A USB camera through OpenCV: its newest frame, with fixed exposure, white balance and focus."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import cv2
import numpy as np

from firmware.cameras.base import SIZE, Frame, Setting
from firmware.cameras.devices import camera_name, usb_device
from firmware.cameras.exposure import over_whole_flashes
from firmware.errors import CameraLost

_log = logging.getLogger(__name__)

READ_S = 3.0  # A webcam's first frame takes a second or two.
CLOSE_S = 0.5
METER_S = 2.0  # In this time, exposure, white balance and focus settle.
BUFFERS = 4  # Number of frames that the driver queues. Some drivers queue more.
MISSES = 5  # A single bad frame does not matter, but an unplugged camera fails every time.
STALE_S = 0.25  # Longer than any camera's delay, and shorter than a card's move.
LONGEST_S = 5.0  # An older time stamp must come from another clock.
UNIT_US = 100.0  # V4L2 counts exposure in units of this many microseconds.
LONGEST_US = 66_667.0

T = TypeVar("T")


class UsbCamera:
    """A USB camera. Once measured, every setting that the camera lets us fix stays fixed.

    Raise `CameraLost` if it is not there. The driver queues frames and hands out the oldest, so a
    thread takes each frame as it comes and decodes only those that were requested. All calls to
    OpenCV are made in that thread.
    """

    # Numeric values that V4L2 defines: 1 is manual exposure, and 3 is automatic.
    HELD = (
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 1, 0, cv2.CAP_PROP_FOCUS),
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3, 1, cv2.CAP_PROP_EXPOSURE),
        ("white balance", cv2.CAP_PROP_AUTO_WB, 1, 0, cv2.CAP_PROP_WB_TEMPERATURE),
    )

    def __init__(
        self,
        which: str = "0",
        setting: Setting | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._setting = setting = setting or Setting()
        self._clock = clock
        device = usb_device(which)
        self.name = camera_name(device)
        self._capture = cv2.VideoCapture(str(device.resolve()), cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraLost("table.camera.none", camera=self.name)
        width, height = setting.size or SIZE
        for prop, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, width),
            (cv2.CAP_PROP_FRAME_HEIGHT, height),
            (cv2.CAP_PROP_BUFFERSIZE, BUFFERS),
        ):
            self._capture.set(prop, value)
        self._buffers = max(BUFFERS, self._capture.get(cv2.CAP_PROP_BUFFERSIZE))
        self._stamp_s = 0.0  # Time when the last frame was taken.
        self._asked: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()
        try:
            self.meter()
        except Exception:
            self.close()
            raise

    def read(self) -> Frame | None:
        """Return a picture taken after or just before this call, or None if it is undecodable.

        Raise `CameraLost` if no frame comes within seconds.
        """
        there, image, stamp_s = self._ask(lambda: (*self._capture.retrieve(), self._stamp_s))
        return Frame(np.asarray(image, np.uint8), stamp_s) if there and image is not None else None

    def meter(self) -> None:
        """Let the camera choose its own settings for two seconds, then hold them."""
        self._ask(self._choose)
        time.sleep(METER_S)
        self._ask(self._hold)

    def close(self) -> None:
        """Release the device as soon as the driver returns control to the thread."""
        self._stop.set()
        self._thread.join(CLOSE_S)

    def _ask(self, call: Callable[[], T]) -> T:
        """Make a call on a new frame and return its result. Raise `CameraLost` without one."""
        future: Future[T] = Future()
        self._asked.put((call, future))
        if not self._thread.is_alive():
            raise CameraLost("table.camera.lost", camera=self.name)
        try:
            return future.result(READ_S)
        except TimeoutError as error:
            raise CameraLost("table.camera.lost", camera=self.name) from error

    def _run(self) -> None:
        """Take frames until told to stop or until the camera fails.

        Make the requested calls on new frames.
        """
        stale = missed = 0
        try:
            while not self._stop.is_set() and missed < MISSES:
                if not self._capture.grab():
                    missed += 1
                    continue
                missed = 0
                if self._asked.empty():
                    stale = 0
                    continue
                self._stamp_s, old = self._stamped()  # taken after the request
                if old and stale <= self._buffers:  # skip the queued frames and this one at most
                    stale += 1
                    continue
                stale = 0
                self._do(*self._asked.get_nowait())
        except Exception:
            _log.exception("The camera %s failed.", self.name)
        finally:
            self._capture.release()
            while not self._asked.empty():
                future = self._asked.get_nowait()[1]
                future.set_exception(CameraLost("table.camera.lost", camera=self.name))

    @staticmethod
    def _do(call: Callable[[], Any], future: Future[Any]) -> None:
        try:
            future.set_result(call())
        except Exception as error:
            future.set_exception(error)

    def _stamped(self) -> tuple[float, bool]:
        """Return the time when the current frame was taken, and whether that is too long ago.

        OpenCV returns the time stamp of the buffer, which V4L2 drivers take from the monotonic
        clock. A frame without a stamp counts as taken now.
        """
        now_s = self._clock()
        stamp_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if not 0 <= now_s - stamp_s < LONGEST_S:
            return now_s, False
        return stamp_s, now_s - stamp_s > STALE_S

    def _choose(self) -> None:
        for _, automatic, on, _, _ in self.HELD:
            self._capture.set(automatic, on)

    def _hold(self) -> None:
        for what, automatic, _, off, prop in self.HELD:
            found = self._capture.get(prop)
            if prop == cv2.CAP_PROP_EXPOSURE:
                found = self._whole_flashes(found)
            if self._capture.set(automatic, off):
                self._capture.set(prop, found)
            else:
                _log.info("Camera %s does not let its %s be held.", self.name, what)

    def _whole_flashes(self, exposure: float) -> float:
        """Return a similar exposure that avoids flicker from lamps, both in V4L2's units.

        The gain is not changed to compensate, because only the maker knows its unit. So a picture
        may be 1.4 times as bright or as dark.
        """
        exposure_us, _ = over_whole_flashes(
            exposure * UNIT_US,
            1.0,
            mains_hz=self._setting.mains_hz,
            longest_us=LONGEST_US,
            gains=(2**-0.5, 2**0.5),
        )
        return float(round(exposure_us / UNIT_US))
