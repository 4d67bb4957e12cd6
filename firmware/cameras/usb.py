"""A USB camera through OpenCV: its newest frame, with fixed exposure, white balance and focus."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import cv2

from firmware.cameras.base import SIZE, Frame, Setting
from firmware.cameras.devices import camera_name, usb_device
from firmware.cameras.exposure import over_whole_flashes
from firmware.cameras.frame_check import FrameCheck, slow
from firmware.cameras.frame_times import FrameTimes
from firmware.cameras.webcam.holding import Settings
from firmware.cameras.webcam.stream import Stream
from firmware.errors import CameraLost
from firmware.service.calls import Call
from referee.contract import Message
from vision.reading import Image

_log = logging.getLogger(__name__)

READ_S = 4.0  # A webcam's first frame takes a second or two, and in the dark one lasts a second.
CLOSE_S = 12.0  # OpenCV waits 10 s for a frame. Until then the device stays busy.
METER_S = 2.0  # In this time, exposure, white balance and focus settle.
# A slow webcam's settings that are not held by then stay automatic. The table calls a thread dead
# that says nothing for 15 s.
METER_MOST_S = 10.0
SETTLE_S, SETTLE_FRAMES = 0.25, 2  # A new setting is in every frame that is taken later than both.
MISSES = 5  # A single bad frame does not matter, but an unplugged camera fails every time.
STALE_S = 0.25  # Longer than a usual camera's delay, and shorter than a card's move.
# A slow camera's delay may be longer. A frame from the driver's queue is even older than that. With
# half, jitter on a busy Pi would drop new frames. With double, two queued frames would be taken.
QUEUED_S = 0.1
UNIT_US = 100.0  # V4L2 counts exposure in units of this many microseconds.
LONGEST_US = 66_667.0

T = TypeVar("T")


class UsbCamera:
    """A USB camera. Once measured, every setting that the camera lets us fix stays fixed.

    Raise `CameraLost` if it is not there, or gives no usable pictures. The driver queues frames and
    hands out the oldest, so a thread takes each frame as it comes and decodes only requested
    frames. All calls to OpenCV are made in that thread.
    """

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
        self._stream = Stream(device, self.name, setting.size or SIZE)
        self._capture = self._stream.capture
        self._times = FrameTimes()
        self._check = FrameCheck(self.name, clock)
        self._automatic: tuple[Message, ...] = ()  # Remarks about settings that are not held.
        self._set_s = 0.0  # When a setting last changed.
        self._rate_hz: float | None = None
        self._sure = False  # Whether the stamps give no reason to suspect a fault.
        self._lost: CameraLost | None = None  # Why the thread ended.
        self._given = False  # Whether a frame ever came.
        self._asked: queue.SimpleQueue[Call[Any]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._ended = threading.Event()  # From now on, no call is made.
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()
        try:
            self.meter()
        except Exception:
            self.close()
            raise

    def read(self) -> Frame | None:
        """Return a picture taken after or just before this call, or None if it is unusable.

        Raise `CameraLost` if no frame comes within seconds, or if many in a row are unusable.
        """
        frame, taken_s, self._rate_hz, self._sure = self._ask(self._newest)
        image = self._stream.decode(frame)
        usable = self._check.usable(image, jpeg=self._stream.jpeg)
        if image is None or not usable:
            return None
        remarks = (
            *self._check.remarks,
            *slow(self.name, self._rate_hz),
            *self._stream.remarks(image),
            *self._automatic,
        )
        return Frame(image, taken_s, remarks)

    def meter(self) -> None:
        """Let the camera choose its own settings for two seconds, then hold them.

        Raise `CameraLost` if its pictures have a fault meanwhile.
        """
        until_s = self._clock() + METER_MOST_S
        settings = Settings(
            get=lambda props: self._ask(lambda: list(map(self._capture.get, props))),
            set=self._set,
            picture=lambda: self._settled(until_s),
            rounded=self._whole_flashes,
        )
        settings.choose()
        settled_s = self._clock() + METER_S
        while self._clock() < settled_s or not (self._check.content and self._sure):
            self.read()
        free = settings.hold()
        for control in free:
            _log.info("Camera %s does not let its %s be held.", self.name, control.name)
        self._automatic = tuple(control.remark(self.name) for control in free)

    def close(self) -> None:
        """Release the device. Wait until the driver returns control to the thread."""
        self._stop.set()
        self._thread.join(CLOSE_S)

    def _set(self, values: Sequence[tuple[int, float]]) -> Sequence[bool]:
        """Set properties. Return whether the driver took each of them."""
        done = self._ask(lambda: [bool(self._capture.set(*value)) for value in values])
        self._set_s = self._clock()
        return done

    def _settled(self, until_s: float) -> Image | None:
        """Return a picture with the settings that were just made, or None if time is up."""
        while self._clock() < until_s:
            frame = self.read()
            frames_s = SETTLE_FRAMES / (self._rate_hz or 1.0)
            if frame and frame.stamp_s >= self._set_s + max(SETTLE_S, frames_s):
                return frame.image
        return None

    def _newest(self) -> tuple[Any, float, float | None, bool]:
        """Return the frame, when it was taken, the rate, and whether the stamps are good."""
        times = self._times
        return self._stream.retrieve(), times.taken_s, times.rate_hz, times.content

    def _ask(self, call: Callable[[], T]) -> T:
        """Make a call on a new frame and return its result. Raise `CameraLost` without one."""
        asked = Call(call)
        self._asked.put(asked)
        if self._ended.is_set():
            raise self._reason()
        try:
            return asked.result(READ_S)
        except TimeoutError as error:
            raise self._reason() from error

    def _reason(self) -> CameraLost:
        """Return the error that says why no frame comes."""
        if self._lost is not None:
            return self._lost
        key = "table.camera.lost" if self._given else "table.camera.silent"
        return CameraLost(key, camera=self.name)

    def _run(self) -> None:
        """Take frames until told to stop or until the camera fails.

        Make the requested calls on new frames.
        """
        try:
            while not self._stop.is_set() and self._lost is None:
                self._take()
        except Exception:
            _log.exception("The camera %s failed.", self.name)
        finally:
            self._ended.set()
            self._capture.release()
            while not self._asked.empty():
                self._asked.get_nowait().set_exception(self._reason())

    def _take(self) -> None:
        """Take the newest frame and make one requested call on it.

        Skip the frames that lay in the driver's queue, which has a limited length.
        """
        for _ in range(self._stream.buffers + 1):
            if not self._grab() or self._asked.empty():
                return
            if self._times.delay_s <= max(STALE_S, self._times.own_delay_s + QUEUED_S):
                break
        self._asked.get_nowait().make()

    def _grab(self) -> bool:
        """Take the next frame from the driver. Return whether there is one."""
        for _ in range(MISSES):
            if self._capture.grab():
                self._given = True
                self._times.add(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000, self._clock())
                if self._times.fault is not None:
                    self._lost = CameraLost(self._times.fault, camera=self.name)
                return self._lost is None
            if self._stop.is_set():
                return False
        self._lost = self._reason()
        return False

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
        return exposure_us / UNIT_US
