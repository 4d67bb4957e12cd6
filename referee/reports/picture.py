"""A picture that a phone sent: its cards, and what happened after it was read."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.values import Message

PHOTO_PREFIX = "photo-"  # The ids of pictures that were cut from a phone's picture begin with this.


class PhotoOutcome(StrEnum):
    """The result of a picture that the referee has read."""

    MOVED = "moved"  # The picture made a move.
    ASKED = "asked"  # The picture led to a question.
    WHOSE = "whose"  # The seat or zone of the cards is unclear.
    NOTHING = "nothing"


class Spot(msgspec.Struct, frozen=True):
    """A card in a picture.

    The corners are given as shares of the picture's width and height. Their order is top left, top
    right, bottom right, bottom left. `verdict` says how certain the reading is; `card` is the
    likeliest name.
    """

    corners: tuple[tuple[float, float], ...]
    verdict: str
    card: str | None = None
    face_down: bool = False


class PhotoChoice(msgspec.Struct, frozen=True):
    """A possible answer to a question about a picture.

    Without a `label`, the answer is the name of a zone.
    """

    id: str
    label: Message | None = None


class CameraView(msgspec.Struct, frozen=True):
    """The cameras' current views side by side, as a small JPEG with its size and its cards."""

    id: str
    jpeg: bytes
    size: tuple[int, int]
    spots: tuple[Spot, ...]


class ReadPhoto(msgspec.Struct, frozen=True):
    """A picture after the reader has read it: a small JPEG, its size, its cards, and the result.

    `said` are messages for the sender, the most important first. `question` is the id of the
    question about the picture, if there is one. If only a person knows the cards' zone, `zones` are
    the possible zones. `ways` are the possible answers to the first message.
    """

    id: str
    jpeg: bytes
    size: tuple[int, int]
    spots: tuple[Spot, ...]
    came: PhotoOutcome
    said: tuple[Message, ...] = ()
    question: str | None = None
    zones: tuple[str, ...] = ()
    ways: tuple[PhotoChoice, ...] = ()
