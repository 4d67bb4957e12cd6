"""The interface of a camera: it returns pictures of the table, each with its time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from referee.contract import Message
from vision.reading import Image

SIZE = (1920, 1080)
VIRTUAL = "virtual"  # Name of the virtual table's camera.


@dataclass(frozen=True)
class Setting:
    """The settings of a camera.

    `size` is the width and height of its pictures in pixels; None leaves it to the camera.
    `mains_hz` is the mains frequency of the lamps, and `distance_mm` the distance from the lens to
    the mat.
    """

    size: tuple[int, int] | None = None
    mains_hz: int = 50
    distance_mm: float = 800.0


@dataclass(frozen=True)
class Frame:
    """A picture (height x width x 3, BGR), and the time it was taken in monotonic seconds.

    `remarks` name the weaknesses of a working camera.
    """

    image: Image
    stamp_s: float
    remarks: tuple[Message, ...] = ()


class Camera(Protocol):
    """A camera over the table. Opening it raises `CameraLost`."""

    name: str

    def read(self) -> Frame | None:
        """Return the newest picture, or None if nothing has changed. Raise `CameraLost`."""

    def meter(self) -> None:
        """Measure light, colour and focus again, then hold them. This takes seconds."""

    def close(self) -> None:
        """Release the camera."""
