"""Where cards are followed: on mats that are seen, or in the picture where there are none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from vision.follow.tracks import Track, distances
from vision.geometry import Floats
from vision.mat import Planes
from vision.reading import CardReading, Corners, Found

NUDGE = 0.12  # of a card's height: what lies nearer is in the same place


@dataclass(frozen=True)
class MatCoordinates:
    """Where cards are followed: on mats that are seen, or in the picture where there are none."""

    planes: Planes

    def contains(self, track: Track) -> bool:
        """Tell whether a track is on one of the mats."""
        return not self.planes or track.mat in self.planes

    def to_mat(self, one: CardReading | Found) -> Corners:
        """Return where one in the picture lies."""
        return cast(Corners, self.quads_to_mat(one.mat, one.corners[None])[0])

    def quads_to_mat(self, mat: str, quads: Floats) -> Floats:
        """Return where many in the picture (n x 4 x 2) lie."""
        plane = self.planes.get(mat)
        return quads if plane is None else plane.to_mat_mm(quads.reshape(-1, 2)).reshape(-1, 4, 2)

    def to_picture(self, track: Track) -> Corners:
        """Return where a track's place is seen in the picture."""
        plane = self.planes.get(track.mat)
        return track.place if plane is None else plane.to_pixels(track.place)

    def nearest_tracks(
        self, places: Sequence[Found], tracks: Sequence[Track]
    ) -> list[Track | None]:
        """Return which of the tracks lies nearest to each place, within a nudge."""
        nearest: list[Track | None] = [None] * len(places)
        for mat in {place.mat for place in places}:
            on_mat = [track for track in tracks if track.mat == mat]
            numbers = [n for n, place in enumerate(places) if place.mat == mat]
            if on_mat:
                quads = self.quads_to_mat(mat, np.stack([places[n].corners for n in numbers]))
                away = distances(quads, np.stack([track.place for track in on_mat]))
                for n, offsets in zip(numbers, away, strict=True):
                    if offsets.min() < NUDGE:
                        nearest[n] = on_mat[int(offsets.argmin())]
        return nearest

    def nearest_track(
        self, one: CardReading, tracks: Sequence[Track], taken: Collection[Track]
    ) -> Track | None:
        """Return which of the tracks lies nearest to a card, within a nudge, and is not `taken`."""
        left = [t for t in tracks if t.mat == one.mat and t not in taken]
        if not left:
            return None
        (offsets,) = distances(self.to_mat(one)[None], np.stack([t.place for t in left]))
        nearest = int(offsets.argmin())
        return left[nearest] if offsets[nearest] < NUDGE else None
