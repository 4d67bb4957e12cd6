"""Where cards are followed: on mats that are seen, or in the picture where there are none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from vision.follow.tracks import Track
from vision.geometry import Floats
from vision.mat import Planes
from vision.reading import CardReading, Corners, Found


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
