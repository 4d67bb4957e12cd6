"""The reading of a picture that a phone sent, and its result."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.values import Message

PHOTO_PREFIX = "photo-"  # prefix of the ids of pictures that are cut from a phone's picture


class PhotoOutcome(StrEnum):
    """The result of a picture."""

    MOVED = "moved"  # it made a move
    ASKED = "asked"  # it led to a question
    WHOSE = "whose"  # the seat or zone of its cards is unclear
    NOTHING = "nothing"


class Spot(msgspec.Struct, frozen=True):
    """A card in a picture: its corners as shares of width and height, TL, TR, BR, BL.

    `verdict` is the certainty of the reading; `card` is the likeliest name.
    """

    corners: tuple[tuple[float, float], ...]
    verdict: str
    card: str | None = None
    face_down: bool = False


class PhotoChoice(msgspec.Struct, frozen=True):
    """A possible answer to a question about a picture. Without a `label`, it is the name of a
    zone.
    """

    id: str
    label: Message | None = None


class CameraView(msgspec.Struct, frozen=True):
    """The current view of the cameras, side by side: a small JPEG, its size, and its cards."""

    id: str
    jpeg: bytes
    size: tuple[int, int]
    spots: tuple[Spot, ...]


class ReadPhoto(msgspec.Struct, frozen=True):
    """A picture after reading: a small JPEG, its size, its cards, and the result.

    `said` are messages for the sender, the most important first. `question` is the id of the
    question about it, if any. `zones` are the possible zones of its cards if only a person knows.
    `ways` are the possible answers to the first message.
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
