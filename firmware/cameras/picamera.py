"""The Pi's own camera through picamera2, with fixed exposure, white balance and focus."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np

from firmware.cameras.base import SIZE, Frame, Setting
from firmware.cameras.exposure import flash_us, over_whole_flashes
from firmware.cameras.frame_check import BLACK_PICTURES, FrameCheck, other_size, slow
from firmware.cameras.frame_times import FrameTimes
from firmware.cameras.webcam.access import devices, is_forbidden
from firmware.errors import CameraLost
from firmware.misfits import import_fault
from referee.contract import Message
from vision.reading import Image

_log = logging.getLogger(__name__)

READ_S = 2.0  # Time of 30 long frames. The first frame comes half a second after the start.
FOCUS_S = 6.0
METER_S = 2.0  # In this time, exposure and white balance settle.
SENSOR_SIZES = {"imx708": (2304, 1296)}  # Camera Module 3: four photosites make one pixel.
FRAME_US = (33_333, 66_667)  # 30 frames per second, or 15 in dim light.

WEBCAM = re.compile(r":\d+\.\d+-[0-9a-f]{4}:[0-9a-f]{4}$")

# Numeric values that libcamera defines.
AF_MANUAL = 0
FLICKER_MANUAL = 1


def modules(listed: Iterable[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """Return the cameras on the Pi's own connector, each with its index in the list.

    libcamera also lists webcams. Their ids end in port, interface, maker and model.
    """
    return [
        (place, info) for place, info in enumerate(listed) if not WEBCAM.search(str(info.get("Id")))
    ]


def plugged_in_modules(library: Any) -> list[tuple[int, dict[str, Any]]]:
    """Return what `modules` does, for the cameras that are there now. `library` is `Picamera2`.

    libcamera can miss a camera that comes while it runs, so without any camera it is started again.
    """
    there = modules(library.global_camera_info())
    if not there:
        with suppress(AttributeError):  # picamera2 has no public way to do this.
            library._cm.reset()
        there = modules(library.global_camera_info())
    return there


def camera_name(index: int, module: dict[str, Any]) -> str:
    return f"pi:{index} ({module.get('Model', '?')})"


class PiCamera:
    """A camera module of the Pi. Opening it takes some seconds, because it measures the light.

    Raise `CameraLost` if it is not there, or gives no usable pictures.

    `held` stores the controls that each camera last used. A camera that is in it gets these
    controls again and does not measure the light.
    """

    def __init__(
        self,
        index: int = 0,
        setting: Setting | None = None,
        held: dict[str, dict[str, Any]] | None = None,
    ) -> None:
        self.name = f"pi:{index}"
        self._setting = setting = setting or Setting()
        self._held = {} if held is None else held
        self._sharp: float | None = None
        try:
            from picamera2 import Picamera2
        except Exception as error:  # An unfit numpy raises more than an `ImportError`.
            fault = import_fault(error, "picamera2") or Message("table.camera.no_picamera2")
            raise CameraLost(fault.key, **fault.params) from error
        there = plugged_in_modules(Picamera2)
        if index >= len(there):
            barred = not there and is_forbidden(devices())
            key = "table.camera.forbidden" if barred else "table.camera.none"
            raise CameraLost(key, camera=self.name)
        place, info = there[index]
        self._id = str(info.get("Id"))
        # A mode of the sensor shows more detail than a picture that is scaled down from it. The
        # name of the model may have a suffix for a wide lens or a missing filter.
        own_size = SENSOR_SIZES.get(str(info.get("Model")).partition("_")[0], SIZE)
        self._size = size = setting.size or own_size
        self._check = FrameCheck(self.name, time.monotonic)
        self._times = FrameTimes()
        self._camera = Picamera2(place)
        try:
            self._camera.configure(
                # picamera2's RGB888 has the order blue, green, red in memory, as OpenCV needs it.
                # Without raw=None, a raw stream would take a third of the memory.
                self._camera.create_video_configuration(
                    main={"size": size, "format": "RGB888"}, raw=None, buffer_count=3
                )
            )
            self._set({"FrameDurationLimits": self._frame_us()})
            self._set(self._held.get(self._id, {}))
            self._camera.start()
            if self._id not in self._held:
                self.meter()
            while not (self._check.content and self._times.content):
                self.read()
        except Exception:
            self.close()
            raise
        self.name = camera_name(index, info)

    def read(self) -> Frame | None:
        """Return the newest picture.

        Raise `CameraLost` if none comes within seconds, or if many in a row have the same fault.
        """
        (array,), seen = self._capture()
        now_s = time.monotonic()
        image = np.ascontiguousarray(array[:, :, :3], np.uint8)
        self._times.add(seen.get("SensorTimestamp", 0) / 1e9, now_s)
        if self._times.fault is not None:
            raise CameraLost(self._times.fault, camera=self.name)
        try:
            self._check.usable(image)
        except CameraLost as error:
            if error.message.key == BLACK_PICTURES:
                self._held.pop(self._id, None)  # Measure the light again.
            raise
        return Frame(image, self._times.taken_s, self._remarks(image, seen))

    def meter(self) -> None:
        """Focus, wait for exposure and white balance, then hold all three."""
        able = self._camera.camera_controls
        self._set(
            {
                "AeEnable": True,
                "AwbEnable": True,
                "AeFlickerMode": FLICKER_MANUAL,
                "AeFlickerPeriod": round(flash_us(self._setting.mains_hz)),
            }
        )
        lens = self._focus()
        time.sleep(METER_S)
        seen = self._capture()[1]
        hold: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        if {"ExposureTime", "AnalogueGain"} <= seen.keys() & able.keys():
            exposure_us, gain = over_whole_flashes(
                seen["ExposureTime"],
                seen["AnalogueGain"],
                mains_hz=self._setting.mains_hz,
                longest_us=self._frame_us()[1],
                gains=able["AnalogueGain"][:2],
            )
            hold |= {"ExposureTime": round(exposure_us), "AnalogueGain": gain}
        if "ColourGains" in seen:
            hold["ColourGains"] = seen["ColourGains"]
        if lens is not None:
            hold |= {"AfMode": AF_MANUAL, "LensPosition": lens}
        self._set(hold)
        self._held[self._id] = hold
        _log.info("Camera %s holds %s.", self.name, hold)

    def close(self) -> None:
        """Release the camera, even if it is waiting for something.

        A job that timed out stays in picamera2's queue, and `stop` would wait for it for ever.
        `close` therefore ends the queue first.
        """
        self._drop_jobs()
        self._camera.close()

    def _remarks(self, image: Image, seen: dict[str, Any]) -> tuple[Message, ...]:
        """Return remarks if the camera's rate or the detail of its pictures is poor."""
        lasts_us = seen.get("FrameDuration")
        rate = slow(self.name, 1e6 / lasts_us if lasts_us else None)
        config = getattr(self._camera, "camera_config", None) or {}
        sensor = (config.get("sensor") or {}).get("output_size")
        height, width = image.shape[:2]
        if sensor is None or (sensor[0] >= width and sensor[1] >= height):
            return (*rate, *other_size(self.name, self._size, image))
        sizes = {"given": f"{width} × {height}", "sensor": f"{sensor[0]} × {sensor[1]}"}
        return (*rate, Message("table.camera.sensor_mode", {"camera": self.name, **sizes}))

    def _capture(self) -> tuple[list[Any], dict[str, Any]]:
        """Return the arrays of the newest frame and its metadata. Raise `CameraLost`."""
        try:
            arrays, seen = self._camera.capture_arrays(["main"], wait=READ_S)
        except TimeoutError as error:
            raise CameraLost("table.camera.lost", camera=self.name) from error
        return arrays, seen

    def _focus(self) -> float | None:
        """Focus. Return the lens position in dioptres, or None if the lens cannot move."""
        able = self._camera.camera_controls
        if not {"AfMode", "AfTrigger", "LensPosition"} <= able.keys():
            return None
        try:
            if self._camera.autofocus_cycle(wait=FOCUS_S):
                self._sharp = self._capture()[1].get("LensPosition", self._sharp)
                return self._sharp
        except (TimeoutError, KeyError):  # A frame without a focus state causes a KeyError.
            self._drop_jobs()
        least, most, _ = able["LensPosition"]
        lens = self._sharp or min(max(1000 / self._setting.distance_mm, least), most)
        _log.warning("The camera found no sharp focus: its lens stays at %.2f dioptres.", lens)
        return float(lens)

    def _drop_jobs(self) -> None:
        """Empty picamera2's queue. Versions before 0.3.20 have no method for that."""
        cancel = getattr(self._camera, "cancel_all_and_flush", None)
        if cancel is not None:
            cancel()

    def _frame_us(self) -> tuple[int, int]:
        """Return the shortest and the longest time between frames that the camera allows."""
        least, most, _ = self._camera.camera_controls.get("FrameDurationLimits", (0, 10**9, None))
        shortest = max(least, FRAME_US[0])
        return shortest, max(shortest, min(most, FRAME_US[1]))

    def _set(self, wanted: dict[str, Any]) -> None:
        """Set those of the controls that this camera has.

        If picamera2 gets a control that the camera lacks, it refuses all of them.
        """
        able = self._camera.camera_controls
        self._camera.set_controls({name: wanted[name] for name in wanted if name in able})
