"""Opens and closes a camera in a separate thread, so that a driver that hangs blocks nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future

from firmware.cameras.base import Camera
from firmware.cameras.devices import programs_with
from firmware.cameras.webcam.access import devices
from firmware.errors import CameraLost
from firmware.service.calls import Call, start_call
from referee.contract import Message

_log = logging.getLogger(__name__)

OPEN_S = 20.0  # Longer than a slow but healthy start: a Pi focuses for 6 s and meters for 2 s.
CLOSE_S = 2.0
BUSY = "busy"


class Opening:
    """A camera that is being opened in a thread."""

    def __init__(self, opener: Callable[[], Camera]) -> None:
        self._call = start_call(opener, "camera opening")

    def result(self, within_s: float) -> Camera | None:
        """Return the camera, or None if it is not open in time. Raise the errors of its opener."""
        return self._call.result(0) if self._call.is_done(within_s) else None

    def camera(self) -> Camera:
        """Return the camera. Raise the errors of its opener, or `CameraLost` if it hangs."""
        camera = self.result(OPEN_S)
        if camera is None:
            self.abandon()
            raise CameraLost("table.camera.stuck")
        return camera

    def abandon(self) -> None:
        """Give up waiting. If the camera still opens, close it at once."""

        def close(opened: Future[Camera]) -> None:
            if opened.exception(0) is None:
                close_in_background(opened.result(0))

        self._call.add_done_callback(close)


def close_in_background(camera: Camera) -> Call[None]:
    """Close a camera in a thread. The call is done when it is closed, usually at once."""

    def close() -> None:
        try:
            camera.close()
        except Exception:
            _log.exception("The camera %s would not close.", camera.name)

    closing = start_call(close, "camera closing")
    closing.is_done(CLOSE_S)
    return closing


def failure(error: Exception) -> Message:
    """Return the message for an error of a camera module's driver.

    libcamera only says in its own words that a camera is busy. If the program that uses it can be
    found, the message names it.
    """
    reason = str(error) or repr(error)
    programs = programs_with(devices()) if BUSY in reason.lower() else ()
    if programs:
        return Message("table.camera.busy_with", {"camera": "pi", "programs": programs})
    return Message("table.camera.failed", {"reason": reason})
