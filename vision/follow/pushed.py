"""Decide whether a card in a new place is a card that was pushed there.

The functions take a track, a reading in another place, and the frame that shows both places.
"""

from __future__ import annotations

from vision.follow.appearance import STILL_THERE
from vision.follow.frame import TrackedFrame
from vision.follow.tracks import Track, distance
from vision.reading import CardReading

# A card may be pushed this many card heights, if no other card can have its name.
PUSH = 0.5
LONG_PUSH = 1.0  # The same limit if the card's old place is now bare.
AT_ONCE = 2  # Fewer still frames may pass until the card appears in the new place.


def was_pushed(track: Track, reading: CardReading, frame: TrackedFrame) -> bool:
    """Whether a card missing from its place was pushed to the place of this reading.

    Over a longer distance, the old place must have become bare when the new card appeared. A card
    of the same name that is laid after the first was taken away is a different card. A doubtful
    reading must be near, and the old place must look different.
    """
    far = distance(track.place, frame.coordinates.to_mat(reading))
    if not reading.certain:
        return far < PUSH and not frame.matches(track, STILL_THERE)
    if far < PUSH or far >= LONG_PUSH:
        return far < PUSH
    return track.missing < AT_ONCE and _is_bare(track, reading, frame)


def was_pushed_from_under(track: Track, reading: CardReading, frame: TrackedFrame) -> bool:
    """Whether a card with movement over its place was pushed a little.

    The old place is then bare, and only a shadow moves there.
    """
    near = distance(track.place, frame.coordinates.to_mat(reading)) < PUSH
    return near and _is_bare(track, reading, frame)


def _is_bare(track: Track, reading: CardReading, frame: TrackedFrame) -> bool:
    """Whether a card's old place shows only the mat and the new reading."""
    return track.mat in frame.coordinates.planes and frame.is_bare(track, [reading.corners])
