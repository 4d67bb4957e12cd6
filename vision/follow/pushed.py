"""Whether a card that lies where none was is one that lay a little off until just now.

Takes a track, what was read elsewhere, and the picture (height x width x 3, BGR) that shows both.
"""

from __future__ import annotations

from vision.follow.appearance import STILL_THERE, appearance
from vision.follow.coordinates import MatCoordinates
from vision.follow.tracks import Track, distance
from vision.reader import Reader
from vision.reading import CardReading, Found, Image, Verdict

PUSH = 0.5  # of the height, for a card of the same name, where no other can be meant
SLID = 1.0  # the same where its old place is seen to be bare
AT_ONCE = 2  # still frames between which it left that place and lay in this one


def was_pushed(
    track: Track, reading: CardReading, picture: Image, ground: MatCoordinates, reader: Reader
) -> bool:
    """Tell whether a card that is not found where it lay was pushed to where this was read.

    Further off, only if that one's place is bare since this one lies here: an equal one that is
    laid after that one was taken is another. A doubtful one has to lie near, and where that lay
    nothing may look as it did.
    """
    far = distance(track.place, ground.to_mat(reading))
    if reading.verdict is not Verdict.CERTAIN:
        looks = appearance(picture, ground.to_picture(track))
        return far < PUSH and not track.matches_appearance(looks, STILL_THERE)
    if far < PUSH or far >= SLID:
        return far < PUSH
    return track.missing < AT_ONCE and _is_bare(track, reading, picture, ground, reader)


def was_pushed_from_under(
    track: Track, reading: CardReading, picture: Image, ground: MatCoordinates, reader: Reader
) -> bool:
    """Tell whether a card over whose place something moves was pushed a little all the same.

    Its place is bare then: only a shadow moves there.
    """
    near = distance(track.place, ground.to_mat(reading)) < PUSH
    return near and _is_bare(track, reading, picture, ground, reader)


def _is_bare(
    track: Track, reading: CardReading, picture: Image, ground: MatCoordinates, reader: Reader
) -> bool:
    """Tell whether a card's old place shows nothing but the mat and what was read."""
    before = Found(ground.to_picture(track), 1.0, mat=track.mat)
    return track.mat in ground.planes and reader.is_bare(
        picture, before, ground.planes, [reading.corners]
    )
