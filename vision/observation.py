"""Describe what the tracker knows about the table after a frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.mat import WHOLE, covers
from vision.plane import Plane
from vision.reading import CROWD, CardReading, Image, Quality

UNSEEN = frozenset({"no_mat", "dark", "burnt", "blurred", CROWD})


@dataclass(frozen=True)
class SettledCard:
    """A card that lies still and is read consistently.

    It keeps its `id` until it is taken away or replaced, and no other card ever gets the same id,
    even after a restart. A card that is not `in_sight` is remembered: a hand covers it, the last
    frame did not show it, or its place changed and is being read.
    """

    id: str
    reading: CardReading
    in_sight: bool = True


@dataclass(frozen=True)
class Observation:
    """The table after one frame.

    `picture` is the frame (height x width x 3, BGR). `settled` are the cards that lie still and are
    read consistently, in the order in which they were laid; `pending` are the places that have not
    settled. `moving` are the zones with movement and `hands` those with a hand in them. Without a
    mat, both can contain only ``mat``, the whole picture. `cards`, `quality` and `mat` (whether any
    mat was found) are from the last frame that was read. An `idle` frame was not read, because
    nothing had changed. `planes` are the planes of the mats in that frame, by name. `unseen` are
    the zones that are not fully visible; a single camera with a single mat counts as seeing all of
    it.
    """

    picture: Image
    settled: tuple[SettledCard, ...]
    pending: tuple[CardReading, ...]
    cards: tuple[CardReading, ...]
    quality: Quality
    mat: bool
    moving: frozenset[str] = frozenset()
    hands: frozenset[str] = frozenset()
    unseen: frozenset[str] = frozenset()
    planes: Mapping[str, Plane] = field(default_factory=dict)
    idle: bool = False

    @property
    def steady(self) -> bool:
        """Whether nothing moves and everything on the table is in sight and read."""
        return self.steady_in(WHOLE)

    def steady_in(self, zone: str) -> bool:
        """Whether one zone is steady; ``mat`` means all zones, ``seats`` those of the seats."""
        lost = (card.reading for card in self.settled if not card.in_sight)
        return self.calm_in(zone) and not any(covers(zone, reading.zone) for reading in lost)

    def calm_in(self, zone: str) -> bool:
        """Whether nothing moves in a zone; cards seen there earlier may be covered."""
        return not self._is_in(zone, self.moving | self.unseen) and not any(
            covers(zone, pending.zone) for pending in self.pending
        )

    def whole_in(self, zone: str) -> bool:
        """Whether a zone is fully and clearly visible.

        A card that is not seen in such a zone is not there.
        """
        well = self.mat and UNSEEN.isdisjoint(self.quality.reasons)
        return well and not self._is_in(zone, self.moving | self.hands | self.unseen)

    @staticmethod
    def _is_in(zone: str, zones: frozenset[str]) -> bool:
        return WHOLE in zones or any(covers(zone, item) for item in zones)
