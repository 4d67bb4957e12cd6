"""Compare and read places in one frame, by their tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.follow.appearance import appearance
from vision.follow.coordinates import MatCoordinates
from vision.follow.tracks import SAME_APPEARANCE, Track
from vision.geometry import Floats
from vision.reader import Reader
from vision.reading import CardReading, Corners, Found, Image


@dataclass(frozen=True, eq=False)
class TrackedFrame:
    """A frame (height x width x 3, BGR), the mats in it, and the reader of its cards."""

    picture: Image
    coordinates: MatCoordinates
    reader: Reader

    def corners(self, track: Track) -> Corners:
        """Return a track's corners in the picture."""
        return self.coordinates.to_picture(track)

    def appearance(self, corners: Corners) -> Floats:
        """Return the appearance of a place."""
        return appearance(self.picture, corners)

    def matches(self, track: Track, least: float = SAME_APPEARANCE) -> bool:
        """Whether a track's place looks as it did when it was last read."""
        return track.matches_appearance(self.appearance(self.corners(track)), least)

    def is_bare(self, track: Track, others: Sequence[Corners]) -> bool:
        """Whether a track's place shows only the bare mat, apart from `others`."""
        place = Found(self.corners(track), 1.0, mat=track.mat)
        return self.reader.is_bare(self.picture, place, self.coordinates.planes, others)

    def read(self, track: Track, reason: str = "") -> CardReading:
        """Read a track's place; with a `reason`, the reading is unclear for that reason."""
        place = Found(self.corners(track), 1.0, reason, mat=track.mat)
        (reading,) = self.reader.read_places(self.picture, [place], self.coordinates.planes)
        return reading
