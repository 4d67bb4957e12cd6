"""The errors of the vision package. It imports nothing, so programs can load it without OpenCV."""

from __future__ import annotations


class VisionError(ValueError):
    """Base class of the vision errors; the message is one sentence that says what to do."""


class Mirrored(VisionError):
    """A picture shows a mat only if it is mirrored."""


class TooMuch(VisionError):
    """The picture shows too much to tell things apart."""

    def __init__(self) -> None:
        super().__init__("too much is in the picture: photograph only the cards, on a plain table")
