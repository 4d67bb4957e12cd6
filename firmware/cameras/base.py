"""What a camera is: something that gives pictures of the table, with the time of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vision.reading import Image

SIZE = (1920, 1080)
VIRTUAL = "virtual"  # what the camera of the virtual table is called


@dataclass(frozen=True)
class Setting:
    """How a camera is to see the table.

    `size` is the width and height of its pictures in pixels, where None leaves it to the camera;
    `mains_hz` is the frequency of the mains that the lamps hang on, `distance_mm` that from the
    lens to the mat.
    """

    size: tuple[int, int] | None = None
    mains_hz: int = 50
    distance_mm: float = 800.0


@dataclass(frozen=True)
class Frame:
    """A picture (height x width x 3, BGR) and when it was taken, in monotonic seconds."""

    image: Image
    stamp_s: float


class Camera(Protocol):
    """Something that sees the table; opening it raises `CameraLost`."""

    name: str

    def read(self) -> Frame | None:
        """Return the newest picture, None where nothing has changed; raises `CameraLost`."""

    def meter(self) -> None:
        """Measure light, colour and focus anew, then hold them; takes seconds."""

    def close(self) -> None:
        """Release the camera."""
