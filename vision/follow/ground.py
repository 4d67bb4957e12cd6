"""Where cards are followed: on mats that are seen, or in the picture where there are none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from vision.follow.tracks import Track, all_away
from vision.geometry import Floats
from vision.mat import Planes
from vision.reading import CardReading, Corners, Found

NUDGE = 0.12  # of a card's height: what lies nearer is in the same place


@dataclass(frozen=True)
class Ground:
    """Where cards are followed: on mats that are seen, or in the picture where there are none."""

    planes: Planes

    def has(self, track: Track) -> bool:
        """Tell whether a track is on one of the mats."""
        return not self.planes or track.mat in self.planes

    def place(self, one: CardReading | Found) -> Corners:
        """Return where one in the picture lies."""
        return cast(Corners, self.quads(one.mat, one.corners[None])[0])

    def quads(self, mat: str, quads: Floats) -> Floats:
        """Return where many in the picture (n x 4 x 2) lie."""
        plane = self.planes.get(mat)
        return quads if plane is None else plane.places(quads.reshape(-1, 2)).reshape(-1, 4, 2)

    def corners(self, track: Track) -> Corners:
        """Return where a track's place is seen in the picture."""
        plane = self.planes.get(track.mat)
        return track.place if plane is None else plane.seen(track.place)

    def tracks_at(self, places: Sequence[Found], tracks: Sequence[Track]) -> list[Track | None]:
        """Return which of the tracks lies nearest to each place, within a nudge."""
        nearest: list[Track | None] = [None] * len(places)
        for mat in {place.mat for place in places}:
            on_mat = [track for track in tracks if track.mat == mat]
            numbers = [n for n, place in enumerate(places) if place.mat == mat]
            if on_mat:
                quads = self.quads(mat, np.stack([places[n].corners for n in numbers]))
                away = all_away(quads, np.stack([track.place for track in on_mat]))
                for n, distances in zip(numbers, away, strict=True):
                    if distances.min() < NUDGE:
                        nearest[n] = on_mat[int(distances.argmin())]
        return nearest

    def track_at(
        self, one: CardReading, tracks: Sequence[Track], taken: Collection[Track]
    ) -> Track | None:
        """Return which of the tracks lies nearest to a card, within a nudge, and is not `taken`."""
        left = [t for t in tracks if t.mat == one.mat and t not in taken]
        if not left:
            return None
        (distances,) = all_away(self.place(one)[None], np.stack([t.place for t in left]))
        nearest = int(distances.argmin())
        return left[nearest] if distances[nearest] < NUDGE else None
