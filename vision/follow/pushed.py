"""Decide whether a card in a new place is a card that was pushed there.

The functions take a track, a reading in another place, and the picture (height x width x 3, BGR)
that shows both places.
"""

from __future__ import annotations

from vision.follow.appearance import STILL_THERE, appearance
from vision.follow.coordinates import MatCoordinates
from vision.follow.tracks import Track, distance
from vision.reader import Reader
from vision.reading import CardReading, Found, Image

# A card may be pushed this many card heights, if no other card can have its name.
PUSH = 0.5
LONG_PUSH = 1.0  # The same limit if the card's old place is now bare.
AT_ONCE = 2  # Fewer still frames may pass until the card appears in the new place.


def was_pushed(
    track: Track, reading: CardReading, picture: Image, coordinates: MatCoordinates, reader: Reader
) -> bool:
    """Whether a card missing from its place was pushed to the place of this reading.

    Over a longer distance, the old place must have become bare when the new card appeared. A card
    of the same name that is laid after the first was taken away is a different card. A doubtful
    reading must be near, and the old place must look different.
    """
    far = distance(track.place, coordinates.to_mat(reading))
    if not reading.certain:
        looks = appearance(picture, coordinates.to_picture(track))
        return far < PUSH and not track.matches_appearance(looks, STILL_THERE)
    if far < PUSH or far >= LONG_PUSH:
        return far < PUSH
    return track.missing < AT_ONCE and _is_bare(track, reading, picture, coordinates, reader)


def was_pushed_from_under(
    track: Track, reading: CardReading, picture: Image, coordinates: MatCoordinates, reader: Reader
) -> bool:
    """Whether a card with movement over its place was pushed a little.

    The old place is then bare, and only a shadow moves there.
    """
    near = distance(track.place, coordinates.to_mat(reading)) < PUSH
    return near and _is_bare(track, reading, picture, coordinates, reader)


def _is_bare(
    track: Track, reading: CardReading, picture: Image, coordinates: MatCoordinates, reader: Reader
) -> bool:
    """Whether a card's old place shows only the mat and the new reading."""
    before = Found(coordinates.to_picture(track), 1.0, mat=track.mat)
    return track.mat in coordinates.planes and reader.is_bare(
        picture, before, coordinates.planes, [reading.corners]
    )
