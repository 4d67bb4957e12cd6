"""The eye: from frames to cards that lie still, each with an id for as long as it lies there."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from firmware.cameras.base import Frame
from firmware.reading.questions import Sight
from vision.reader import Reader
from vision.tracker import Tracker, Watched

BLIND = frozenset({"no_mat", "dark", "burnt", "blurred", "moving", "hand"})


@dataclass(frozen=True)
class Look:
    """What one frame told: `sights` are the cards that lie still and read alike."""

    frame: Frame
    watched: Watched
    sights: tuple[Sight, ...]

    @property
    def steady(self) -> bool:
        """Tell whether nothing moves, and all that lies there is in sight and has been read."""
        watched = self.watched
        doubt = any(track.missing or track.hidden for track in watched.settled)
        return not watched.moving and watched.pending == 0 and not doubt

    @property
    def idle(self) -> bool:
        """Tell whether nothing had to be read, as nothing had changed."""
        return self.watched.idle

    @property
    def whole(self) -> bool:
        """Tell whether all of the mat is seen well: what is not seen on it is not there."""
        reading = self.watched.reading
        return reading.mat and BLIND.isdisjoint(self.watched.quality.reasons)


class Eye:
    """Follows the cards of one deck. Ids are never used twice, not even over restarts."""

    def __init__(self, reader: Reader) -> None:
        self._tracker = Tracker(reader)
        self._run = secrets.token_hex(4)
        self._count = 0
        self._ids: dict[int, str] = {}

    def look(self, frame: Frame) -> Look:
        """Take the next frame."""
        watched = self._tracker.update(frame.image)
        # A place whose picture changed leaves the settled for a while. When it comes back it
        # is a new sight: what was said of the old card must not stick to another.
        ids = {track.id: self._ids.get(track.id) or self._new() for track in watched.settled}
        self._ids = ids
        sights = tuple(Sight(ids[track.id], track.reading) for track in watched.settled)
        return Look(frame, watched, sights)

    def learn(self) -> bool:
        """Use an idle moment to learn the deck; tell whether there was anything left to learn."""
        return self._tracker.reader.learn()

    def _new(self) -> str:
        self._count += 1
        return f"{self._run}-{self._count}"
