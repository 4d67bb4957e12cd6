"""What vision refuses. Imports nothing, so that a program can name it before it needs vision."""

from __future__ import annotations


class VisionError(ValueError):
    """Root of all that vision refuses; ``str`` of it is one sentence that says what to do."""


class TooMuch(VisionError):
    """More lies in a picture than can be told apart: what lies there is not known."""

    def __init__(self) -> None:
        super().__init__("too much lies there: take a picture of the cards on a plain table")
