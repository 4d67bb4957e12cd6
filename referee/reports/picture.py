"""What a picture that a phone sent was read as, and what came of it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.values import Message

PHOTO_PREFIX = "photo-"  # so begin the ids of proofs that are cut from a phone's picture


class PhotoOutcome(StrEnum):
    """What came of a picture."""

    MOVED = "moved"  # the match went on by what it shows
    ASKED = "asked"  # something in it is asked about
    WHOSE = "whose"  # it is asked before whom its cards lie, or where else
    NOTHING = "nothing"


class Spot(msgspec.Struct, frozen=True):
    """A card in a picture: its corners as shares of width and height, TL, TR, BR, BL.

    `verdict` is that of the reading; `card` is its likeliest name.
    """

    corners: tuple[tuple[float, float], ...]
    verdict: str
    card: str | None = None
    face_down: bool = False


class PhotoChoice(msgspec.Struct, frozen=True):
    """One of several things that people may say of a picture; without a `label`, a zone's name."""

    id: str
    label: Message | None = None


class CameraView(msgspec.Struct, frozen=True):
    """What the cameras see, side by side: a small JPEG, its width and height, the cards in it."""

    id: str
    jpeg: bytes
    size: tuple[int, int]
    spots: tuple[Spot, ...]


class ReadPhoto(msgspec.Struct, frozen=True):
    """A picture as it was read: a small JPEG and its width and height, the cards, what came of it.

    `said` is for who sent it, in the order in which it should be heeded. `question` is what is
    asked about it, `zones` where its cards may lie where only a person knows, or these are the
    `ways` to answer what is `said` first.
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
