"""A camera that shows one picture."""

from __future__ import annotations

from firmware.cameras.base import Frame
from vision.reading import Image


class Still:
    """Shows its picture again and again, a tenth of a second later each time."""

    name = "pi:0"

    def __init__(self, picture: Image) -> None:
        self.picture = picture
        self._at_s = 0.0

    def read(self) -> Frame | None:
        self._at_s += 0.1
        return Frame(self.picture, self._at_s)

    def meter(self) -> None: ...

    def close(self) -> None: ...
