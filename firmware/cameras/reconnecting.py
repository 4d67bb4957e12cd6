"""A camera that is reopened when it is lost."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future

from firmware.cameras.background import OPEN_S, Opening, close_in_background, failure
from firmware.cameras.base import VIRTUAL, Camera, Frame
from firmware.errors import CameraLost
from referee.contract import Message
from referee.reports.status import Part

_log = logging.getLogger(__name__)

TIMEOUT_S = 2.0  # Time for a driver to open or close. With half, a slow one needs another pass.


class Reconnecting:
    """A camera that may come and go. `read` opens it, and opens it again after a failure.

    `read` never raises. `well` says whether the camera is there, and `message` names its faults or
    the reason why it is not there. After a loss, the first attempt to reopen the camera comes after
    `first_s`. The pause doubles with each attempt, up to `longest_s`. Opening and closing run in
    another thread, because a driver may hang. `read` waits `within_s` (`TIMEOUT_S`) for them, and
    returns None until they are done.
    """

    def __init__(
        self,
        opener: Callable[[], Camera],
        *,
        first_s: float = 0.5,
        longest_s: float = 10.0,
        within_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opener = opener
        self._first_s = self._wait_s = first_s
        self._longest_s = longest_s
        self._within_s = TIMEOUT_S if within_s is None else within_s
        self._clock = clock
        self._try_at_s = 0.0
        self._camera: Camera | None = None
        self._opening: Opening | None = None
        self._closing: Future[None] | None = None
        self._since_s = 0.0  # Time when opening or closing started.
        self.message = Message("table.camera.opening")
        self._more: tuple[Message, ...] = ()  # Further remarks about a camera that works.

    @property
    def well(self) -> bool:
        """Whether the camera is open and gives pictures."""
        return self._camera is not None

    @property
    def name(self) -> str:
        """The name of the camera, or "" if there is none."""
        return "" if self._camera is None else self._camera.name

    def parts(self) -> tuple[Part, ...]:
        """Return the state of the camera. One that works poorly may have several messages."""
        return tuple(Part("camera", self.well, message) for message in (self.message, *self._more))

    def read(self) -> Frame | None:
        """Return a picture, or None if there is none now."""
        camera = self._camera
        try:
            if camera is None:
                camera = self._opened()
            if camera is None:
                return None
            frame = camera.read()
        except Exception as error:  # The class of a driver's error depends on its library.
            self._lost(camera, error)
        else:
            if self._camera is None:  # A camera counts as found only when it gives a picture.
                self.message = _well(camera.name)
                _log.info("Camera %s is there.", camera.name)
                self._camera = camera
            self._wait_s = self._first_s
            if frame is not None:
                self.message, *more = frame.remarks or (_well(camera.name),)
                self._more = tuple(more)
            return frame
        return None

    def meter(self) -> None:
        """Measure light, colour and focus again, if the camera is there."""
        try:
            if self._camera is not None:
                self._camera.meter()
        except Exception as error:
            self._lost(self._camera, error)

    def close(self) -> None:
        """Release the camera. A later `read` opens it again."""
        opening, self._opening = self._opening, None
        if opening is not None:
            opening.abandon()
        self._close(self._camera)
        self._camera = None

    def _opened(self) -> Camera | None:
        """Return the camera once it is open, or None. Raise the errors of its opener."""
        if self._closing is not None and not self._closing.done():
            self._not_yet()
            return None
        self._closing = None
        if self._opening is None:
            if self._clock() < self._try_at_s:
                return None
            self._since_s = self._clock()
            self._opening = Opening(self._opener)
        camera = self._opening.result(self._within_s)
        if camera is None:
            self._not_yet()
            return None
        self._opening = None
        return camera

    def _not_yet(self) -> None:
        """Report that the driver hangs, once it has had enough time."""
        if self._clock() - self._since_s > OPEN_S:
            self.message = Message("table.camera.stuck")

    def _lost(self, camera: Camera | None, error: Exception) -> None:
        why = error.message if isinstance(error, CameraLost) else failure(error)
        if not isinstance(error, CameraLost):
            _log.error("The camera failed.", exc_info=error)
        _log.warning("Camera lost (%s); trying again in %.1f s.", why.key, self._wait_s)
        self.message, self._more = why, ()
        self._try_at_s = self._clock() + self._wait_s
        self._wait_s = min(2 * self._wait_s, self._longest_s)
        self._opening = self._camera = None
        self._close(camera)

    def _close(self, camera: Camera | None) -> None:
        if camera is not None:
            self._since_s = self._clock()
            self._closing = close_in_background(camera)


def _well(name: str) -> Message:
    if name == VIRTUAL:
        return Message("table.camera.well_virtual")
    return Message("table.camera.well", {"camera": name})
