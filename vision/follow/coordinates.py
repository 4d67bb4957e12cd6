"""Convert places and zones between a frame and the mats, and read places in the frame.

Without a mat, tracks are in the picture's coordinates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from vision.follow.appearance import appearance
from vision.follow.tracks import SAME_APPEARANCE, Track, distances
from vision.geometry import Floats, box_corners
from vision.mat import WHOLE, Mat, zone_grid_mm
from vision.plane import BORDER_PX, Planes
from vision.reader import Reader
from vision.reading import CardReading, Corners, Found, Image

NUDGE = 0.12  # Places closer than this are the same, in card heights.


@dataclass(frozen=True)
class MatCoordinates:
    """The coordinates of tracks: on the visible mats, or in the picture if there are no mats."""

    planes: Planes

    def contains(self, track: Track) -> bool:
        """Whether a track is on one of these mats."""
        return not self.planes or track.mat in self.planes

    def to_mat(self, one: CardReading | Found) -> Corners:
        """Return the corners of a reading or place in its mat's coordinates."""
        return cast(Corners, self.quads_to_mat(one.mat, one.corners[None])[0])

    def quads_to_mat(self, mat: str, quads: Floats) -> Floats:
        """Convert quads (n x 4 x 2) from the picture to a mat's coordinates."""
        plane = self.planes.get(mat)
        return quads if plane is None else plane.to_mat_mm(quads.reshape(-1, 2)).reshape(-1, 4, 2)

    def to_picture(self, track: Track) -> Corners:
        """Convert a track's corners to the picture."""
        plane = self.planes.get(track.mat)
        return track.place if plane is None else plane.to_pixels(track.place)

    def nearest_tracks(
        self, places: Sequence[Found], tracks: Sequence[Track]
    ) -> list[Track | None]:
        """Return the nearest track to each place, or None if none is closer than `NUDGE`."""
        nearest: list[Track | None] = [None] * len(places)
        for mat in {place.mat for place in places}:
            on_mat = [track for track in tracks if track.mat == mat]
            indices = [index for index, place in enumerate(places) if place.mat == mat]
            if on_mat:
                quads = self.quads_to_mat(mat, np.stack([places[i].corners for i in indices]))
                away = distances(quads, np.stack([track.place for track in on_mat]))
                for index, offsets in zip(indices, away, strict=True):
                    if offsets.min() < NUDGE:
                        nearest[index] = on_mat[int(offsets.argmin())]
        return nearest

    def nearest_track(
        self, one: CardReading, tracks: Sequence[Track], taken: Collection[Track]
    ) -> Track | None:
        """Return the nearest track to a card, closer than `NUDGE` and not in `taken`."""
        free = [track for track in tracks if track.mat == one.mat and track not in taken]
        if not free:
            return None
        (offsets,) = distances(self.to_mat(one)[None], np.stack([track.place for track in free]))
        nearest = int(offsets.argmin())
        return free[nearest] if offsets[nearest] < NUDGE else None


def zones_seen(picture: Image, mats: Mapping[str, Mat], planes: Planes) -> dict[str, Corners]:
    """Return the corners of each zone in the picture.

    Without a mat, the only zone is the whole picture, ``mat``.
    """
    zones = {
        zone: plane.to_pixels(box_corners(*rect))
        for name, plane in planes.items()
        for zone, rect in mats[name].zones.items()
    }
    height, width = picture.shape[:2]
    return zones or {WHOLE: box_corners(0, 0, width, height)}


def zones_unseen(mats: Mapping[str, Mat], planes: Planes) -> Iterator[str]:
    """Yield the zones that are not fully visible, if there are several mats and one is visible.

    A single mat counts as fully visible.
    """
    if len(mats) > 1 and planes:
        for name, mat in mats.items():
            for zone, rect in mat.zones.items():
                if (
                    name not in planes
                    or not planes[name].in_picture(zone_grid_mm(rect), BORDER_PX).all()
                ):
                    yield zone


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
