"""What the tracker knows of the table after a frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.mat import WHOLE, Plane, covers
from vision.reading import CROWD, CardReading, Image, Quality

UNSEEN = frozenset({"no_mat", "dark", "burnt", "blurred", CROWD})


@dataclass(frozen=True)
class SettledCard:
    """A card that lies still and reads alike.

    `id` is its own from when it settled until it is taken away or another lies there; no other
    card ever gets it, not even after a restart. A card not `in_sight` is remembered: a hand is
    over it, it was not found in the last frame, or its place changed and is being read.
    """

    id: str
    reading: CardReading
    in_sight: bool = True


@dataclass(frozen=True)
class Observation:
    """The table after one frame.

    `picture` is the frame (height x width x 3, BGR). `settled` are the cards that lie still and
    read alike, in the order in which they were laid; `pending` are the places that do not yet.
    `moving` are the zones in which something moves, `hands` those that a hand reaches into; with
    no mat both are of the whole picture, as ``mat``. `cards`, `quality` and `mat` (whether any was
    found) are of the last frame that was read: an `idle` one changed nothing, so nothing was.
    `planes` is where the mats lay in that, by their names, `unseen` the zones that are not wholly
    in view, of several cameras or several mats; one camera is taken to see all of a mat alone.
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
        """Tell whether nothing moves, and all that lies there is in sight and has been read."""
        return self.steady_in(WHOLE)

    def steady_in(self, zone: str) -> bool:
        """Tell the same of one zone; ``mat`` is all of them, ``seats`` those before the seats."""
        lost = (card.reading for card in self.settled if not card.in_sight)
        return self.calm_in(zone) and not any(covers(zone, one.zone) for one in lost)

    def calm_in(self, zone: str) -> bool:
        """Tell whether nothing moves in a zone: what was seen there before may be covered."""
        return not self._is_in(zone, self.moving | self.unseen) and not any(
            covers(zone, pending.zone) for pending in self.pending
        )

    def whole_in(self, zone: str) -> bool:
        """Tell whether all of a zone is seen well: what is not seen in it is not there."""
        well = self.mat and UNSEEN.isdisjoint(self.quality.reasons)
        return well and not self._is_in(zone, self.moving | self.hands | self.unseen)

    @staticmethod
    def _is_in(zone: str, zones: frozenset[str]) -> bool:
        return WHOLE in zones or any(covers(zone, one) for one in zones)
