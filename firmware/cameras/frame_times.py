"""When a camera's frames were taken, how many come in a second, and whether stamps can be used."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from statistics import median

from firmware.cameras.frame_check import FAULTY_S, LEAST

WINDOW = 16  # Frames. More than any driver queues, and half a second of a usual webcam.
LONGEST_S = 5.0  # An older time stamp must come from another clock.
LEAP_S = 0.1  # Drivers' stamps jitter by some milliseconds.
LEAPS = 3  # This many leaps back in the window are a fault. One is a clock that was set.

STILL, BACK = "table.camera.stamps_still", "table.camera.stamps_back"


class FrameTimes:
    """The time stamps of the last frames.

    A frame's delay is its age when the driver hands it out. The least delay in the window is the
    camera's own; an older frame lay in the driver's queue.
    """

    def __init__(self) -> None:
        self.taken_s = 0.0  # When the last frame was taken.
        self.delay_s = 0.0  # Its age when the driver handed it out.
        self._stamps: deque[float] = deque(maxlen=WINDOW)
        self._taken: deque[float] = deque(maxlen=WINDOW)
        self._delays: deque[float] = deque(maxlen=WINDOW)
        self._still = 0  # Frames in a row with the same stamp, and for how long.
        self._still_since_s = self._still_s = 0.0

    def add(self, stamp_s: float, now_s: float) -> None:
        """Note the stamp of a frame that was taken from the driver now.

        V4L2 drivers and picamera2 use the monotonic clock. A frame without a stamp, or with one of
        another clock, counts as taken now.
        """
        if not self._stamps or stamp_s != self._stamps[-1]:
            self._still, self._still_since_s = 0, now_s
        self._still += 1
        self._still_s = now_s - self._still_since_s
        believed = stamp_s > 0 and 0 <= now_s - stamp_s < LONGEST_S
        self.taken_s = stamp_s if believed else now_s
        self.delay_s = now_s - self.taken_s
        self._stamps.append(stamp_s)
        self._taken.append(self.taken_s)
        self._delays.append(self.delay_s)

    @property
    def own_delay_s(self) -> float:
        """The age of a frame that did not lie in the driver's queue."""
        return min(self._delays, default=0.0)

    @property
    def rate_hz(self) -> float | None:
        """The number of frames in a second, or None if too few have come."""
        gaps = [after - before for before, after in pairwise(self._taken) if after > before]
        return 1 / median(gaps) if len(gaps) >= LEAST - 1 else None

    @property
    def content(self) -> bool:
        """Whether the stamps give no reason to suspect a fault."""
        return not self._stamped or (self._still == 1 and not self._leaps)

    @property
    def fault(self) -> str | None:
        """The key of the message that says why the stamps are unusable, or None."""
        if not self._stamped:
            return None
        if self._still >= LEAST and self._still_s >= FAULTY_S:
            return STILL
        backward = sum(after < before for before, after in pairwise(self._stamps))
        return BACK if self._leaps >= LEAPS or backward > WINDOW // 2 else None

    @property
    def _stamped(self) -> bool:
        """Whether the driver gives stamps at all."""
        return bool(self._stamps) and self._stamps[-1] > 0

    @property
    def _leaps(self) -> int:
        return sum(before - after > LEAP_S for before, after in pairwise(self._stamps))
