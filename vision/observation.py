"""What the tracker knows of the table after a frame."""

from __future__ import annotations

from dataclasses import dataclass

from vision.reading import CardReading, Image, Quality

UNSEEN = frozenset({"no_mat", "dark", "burnt", "blurred", "moving", "hand"})


@dataclass(frozen=True)
class SettledCard:
    """A card that lies still and reads alike.

    `id` is its own from when it settled until its place changes or it is taken away; no other
    card ever gets it, not even after a restart. A card not `in_sight` is remembered: a hand is
    over it, or it was not found in the last frame.
    """

    id: str
    reading: CardReading
    in_sight: bool = True


@dataclass(frozen=True)
class Observation:
    """The table after one frame.

    `picture` is the frame (height x width x 3, BGR). `settled` are the cards that lie still and
    read alike, in the order in which they were laid; `pending` counts the places that do not yet.
    `cards`, `quality` and `mat` (whether it was found) are of the last frame that was read: an
    `idle` one changed nothing, so nothing was read again.
    """

    picture: Image
    settled: tuple[SettledCard, ...]
    pending: int
    cards: tuple[CardReading, ...]
    quality: Quality
    mat: bool
    moving: bool = False
    idle: bool = False

    @property
    def steady(self) -> bool:
        """Tell whether nothing moves, and all that lies there is in sight and has been read."""
        in_sight = all(card.in_sight for card in self.settled)
        return in_sight and not self.moving and self.pending == 0

    @property
    def whole(self) -> bool:
        """Tell whether all of the mat is seen well: what is not seen on it is not there."""
        return self.mat and UNSEEN.isdisjoint(self.quality.reasons)
