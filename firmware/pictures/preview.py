"""A phone's picture after it was read, and the smaller version of it that its sender sees.

All cards are marked in the smaller version.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from referee.contract import Message
from referee.reports.picture import PHOTO_PREFIX, PhotoChoice, PhotoOutcome, ReadPhoto, Spot
from vision.observation import Observation
from vision.reading import Image

SHOWN_PX = 1200  # Long side of the smaller picture.


@dataclass(frozen=True)
class Preview:
    """A small JPEG of a picture, with its width and height and the cards found in it."""

    jpeg: bytes
    size: tuple[int, int]
    spots: tuple[Spot, ...]

    @classmethod
    def from_observation(cls, observed: Observation) -> Preview:
        """Return the preview of a picture. After that, the full picture is not needed."""
        return cls(*_small(observed.picture), _spots(observed))


def new_id() -> str:
    """Return an id for a new picture."""
    return f"{PHOTO_PREFIX}{secrets.token_hex(4)}"


def sent(
    photo: str,
    look: Preview,
    observed: Observation,
    came: PhotoOutcome,
    *messages: Message,
    question: str | None = None,
    ways: Sequence[PhotoChoice] = (),
) -> ReadPhoto:
    """Return the report on a picture: the result, and then what makes it hard to read."""
    reasons = [reason for reason in observed.quality.by_weight if reason != "no_mat"]
    unfit = (
        ()
        if came is PhotoOutcome.MOVED
        else (Message(f"table.quality.{reason}") for reason in reasons)
    )
    texts = (*messages, *unfit)
    zones = tuple(way.id for way in ways if way.label is None)
    more = tuple(way for way in ways if way.label is not None)
    return ReadPhoto(photo, look.jpeg, look.size, look.spots, came, texts, question, zones, more)


def _spots(observed: Observation) -> tuple[Spot, ...]:
    height, width = observed.picture.shape[:2]
    return tuple(
        Spot(
            tuple(
                (round(float(x) / width, 4), round(float(y) / height, 4)) for x, y in card.corners
            ),
            card.verdict.value,
            card.card,
            card.face_down,
        )
        for card in observed.cards
    )


def _small(picture: Image) -> tuple[bytes, tuple[int, int]]:
    """Return a small JPEG of a picture, with its width and height."""
    scale = min(1.0, SHOWN_PX / max(picture.shape[:2]))
    size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
    shown = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 75])
    if not done:
        raise RuntimeError("a picture could not be written as JPEG")
    return data.tobytes(), size
