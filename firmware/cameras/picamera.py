"""The Pi's own camera through picamera2, with exposure, white balance and focus held."""

from __future__ import annotations

import logging
import time
from typing import Any

import numpy as np

from firmware.cameras.base import SIZE, Frame
from firmware.errors import CameraLost

_log = logging.getLogger(__name__)

READ_S = 3.0
FOCUS_S = 6.0
METER_S = 2.0  # for exposure and white balance to come to rest


class PiCamera:
    """A camera module; opening it takes some seconds, in which it measures the light."""

    def __init__(self, index: int = 0, size: tuple[int, int] = SIZE) -> None:
        self.name = f"pi:{index}"
        try:
            from libcamera import controls
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraLost("table.camera.no_picamera2") from error
        cameras = Picamera2.global_camera_info()
        if index >= len(cameras):
            raise CameraLost("table.camera.none", camera=self.name)
        self._manual_focus = controls.AfModeEnum.Manual
        self._camera = Picamera2(index)
        try:
            # picamera2's RGB888 is blue, green, red in memory, as OpenCV wants it.
            self._camera.configure(
                self._camera.create_video_configuration(
                    main={"size": size, "format": "RGB888"}, buffer_count=3
                )
            )
            self._camera.start()
            self.meter()
        except Exception:
            self.close()
            raise
        self.name = f"pi:{index} ({cameras[index].get('Model', '?')})"

    def read(self) -> Frame | None:
        """Return the next picture; raises `CameraLost` when none comes within seconds."""
        try:
            image = self._camera.capture_array("main", wait=READ_S)
        except TimeoutError as error:
            raise CameraLost("table.camera.lost", camera=self.name) from error
        return Frame(np.ascontiguousarray(image[:, :, :3], np.uint8), time.monotonic())

    def meter(self) -> None:
        """Focus, wait for exposure and white balance, then hold all three."""
        able = self._camera.camera_controls
        self._camera.set_controls({"AeEnable": True, "AwbEnable": True})
        if "AfMode" in able:
            try:
                if not self._camera.autofocus_cycle(wait=FOCUS_S):
                    _log.warning("The camera found no sharp focus.")
            except TimeoutError:
                _log.warning("The camera did not finish focusing.")
        time.sleep(METER_S)
        seen = self._camera.capture_metadata(wait=READ_S)
        hold: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
            if name in seen and name in able:
                hold[name] = seen[name]
        if "AfMode" in able and "LensPosition" in seen:
            hold |= {"AfMode": self._manual_focus, "LensPosition": seen["LensPosition"]}
        self._camera.set_controls(hold)
        _log.info("Camera %s holds %s.", self.name, hold)

    def close(self) -> None:
        """Stop the camera and release it."""
        self._camera.stop()
        self._camera.close()
