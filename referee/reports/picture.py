"""A picture that a phone sent: its cards and the result."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.values import Message

PHOTO_PREFIX = "photo-"  # ids of pictures that were cut from a phone's picture begin with this


class PhotoOutcome(StrEnum):
    """What happened after a picture was read."""

    MOVED = "moved"  # it made a move
    ASKED = "asked"  # it led to a question
    WHOSE = "whose"  # the seat or zone of its cards is unclear
    NOTHING = "nothing"


class Spot(msgspec.Struct, frozen=True):
    """A card in a picture.

    Its corners are shares of the picture's width and height, in the order top left, top right,
    bottom right, bottom left. `verdict` is the certainty of the reading; `card` is the likeliest
    name.
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
    """A picture after it was read: a small JPEG, its size, its cards, and the result.

    `said` are messages for the sender, the most important first. `question` is the id of the
    question about the picture, if there is one. If only a person knows where the cards lie, `zones`
    are the possible zones. `ways` are the possible answers to the first message.
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
