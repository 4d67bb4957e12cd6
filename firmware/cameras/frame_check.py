"""Whether a camera's pictures can be used, and which fault they have if they cannot."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from firmware.errors import CameraLost
from referee.contract import Message
from vision.reading import Image

# A fault counts once LEAST pictures in a row have it, over FAULTY_S. One damaged frame is common,
# and some webcams repeat a frame for 0.13 s in dim light. With half of these, a hand over the lens
# would count as a dead sensor. With double, people would wait 4 s for the sentence.
LEAST = 5
FAULTY_S = 1.5
# With one damaged picture in four, the cable or the port is bad. Good ones damage one in thousands.
JUDGED, MANY_DAMAGED = 32, 8
STEP_PX = 7  # Every 7th row is compared: noise changes some pixel in 100 rows of a live picture.
BURNT = 250  # Mean grey level. In a burnt picture, white hides the noise.
BLACK = 20  # 99 of 100 pixels of a covered or dead sensor are darker than this, of 255.
MISSING = 128  # Grey level of the part of a JPEG that has not arrived.

UNREADABLE, HALF = "table.camera.unreadable", "table.camera.half"
DAMAGE = (UNREADABLE, HALF)
BLACK_PICTURES, FROZEN = "table.camera.black", "table.camera.frozen"
# A card is read from several pictures of it. With fewer in a second, the table answers late. A Pi
# gives 15 in dim light, and a webcam 7.5.
SLOW_HZ = 7.0


class FrameCheck:
    """Judges the pictures of one camera, in the order in which they were taken."""

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self._name = name
        self._clock = clock
        self._judged = 0
        self._faulty = 0  # Pictures in a row with a fault, and the time of the first.
        self._since_s = 0.0
        self._damaged: deque[bool] = deque(maxlen=JUDGED)
        self._rows: Image | None = None  # Of the last picture that could be decoded.

    @property
    def content(self) -> bool:
        """Whether enough pictures were judged, and the last one had no fault."""
        return self._judged >= LEAST and not self._faulty

    @property
    def remarks(self) -> tuple[Message, ...]:
        """The faults of the pictures, although the camera is not lost."""
        if sum(self._damaged) < MANY_DAMAGED:
            return ()
        return (Message("table.camera.damaged", {"camera": self._name}),)

    def usable(self, image: Image | None, *, jpeg: bool = False) -> bool:
        """Whether a picture can be read; None is a frame that could not be decoded.

        Raise `CameraLost`, which names the fault, if many pictures in a row have one.
        """
        fault = self._find_fault(image, jpeg=jpeg)
        self._judged += 1
        self._damaged.append(fault in DAMAGE)
        if fault is None:
            self._faulty = 0
            return True
        now_s = self._clock()
        self._since_s = self._since_s if self._faulty else now_s
        self._faulty += 1
        if self._faulty >= LEAST and now_s - self._since_s >= FAULTY_S:
            raise CameraLost(fault, camera=self._name)
        return fault not in DAMAGE

    def _find_fault(self, image: Image | None, *, jpeg: bool) -> str | None:
        if image is None:
            return UNREADABLE
        rows = image[::STEP_PX].copy()
        before, self._rows = self._rows, rows
        # The decoder makes the part grey that has not arrived.
        if jpeg and (image[-1, image.shape[1] // 2 :] == MISSING).all():
            return HALF
        if np.percentile(rows[:, ::STEP_PX], 99) < BLACK:
            return BLACK_PICTURES
        same = before is not None and np.array_equal(rows, before)
        return FROZEN if same and rows.mean() < BURNT else None


def slow(camera: str, rate_hz: float | None) -> tuple[Message, ...]:
    """Return a remark with the rate if a camera gives few pictures in a second."""
    if rate_hz is None or rate_hz >= SLOW_HZ:
        return ()
    shown = round(rate_hz) if rate_hz >= 2 else round(rate_hz, 1)  # Jitter changes no page.
    return (Message("table.camera.slow", {"camera": camera, "rate": shown}),)


def other_size(camera: str, asked: tuple[int, int], image: Image) -> tuple[Message, ...]:
    """Return a remark if a picture does not have the size that was asked for."""
    height, width = image.shape[:2]
    if (width, height) == asked:
        return ()
    sizes = {"asked": f"{asked[0]} × {asked[1]}", "given": f"{width} × {height}"}
    return (Message("table.camera.other_size", {"camera": camera, **sizes}),)
