"""Following cards from frame to frame until each lies still and reads alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from vision.find.markers import Plane
from vision.motion import Motion
from vision.reader import Reader
from vision.reading import CardReading, Corners, Found, Image, Quality, Reading, Verdict

ALIKE = 3  # readings in a row that must agree
TRIES = 8  # readings after which a card that reads now one way, now another is asked about
PATIENCE = 8  # still frames for which a card may be out of sight before it is gone
NUDGE = 0.12  # of the card's height: a card that moved less is the same card


@dataclass
class Track:
    """One card on the table, from when it was laid down until it is taken away.

    `reading` is what it settled on, or its last reading; `frames` counts readings.
    """

    id: int
    reading: CardReading
    frames: int = 0
    settled: bool = False
    missing: int = 0
    hidden: bool = False  # something moves over it just now
    history: list[CardReading] = field(default_factory=list)

    def add(self, reading: CardReading) -> None:
        """Take another reading of this card."""
        self.history.append(reading)
        self.frames += 1
        self.missing = 0
        agreed = _agreed(self.history)
        self.settled = agreed is not None
        self.reading = agreed or reading

    def confirm(self, reading: CardReading) -> None:
        """Take a reading that says the same of a settled card: keep it, at its new place."""
        self.missing = 0
        self.reading = replace(
            self.reading,
            corners=reading.corners,
            turn_deg=reading.turn_deg,
            place_mm=reading.place_mm,
            zone=reading.zone,
        )

    def reopen(self, reading: CardReading) -> None:
        """Begin anew: the card's place changed, so what was read there no longer counts."""
        self.history.clear()
        self.settled = False
        self.add(reading)


@dataclass(frozen=True)
class Watched:
    """What the tracker knows after a frame.

    `settled` are the cards that lie still and read alike, `pending` how many places lie
    there that do not yet. `idle` frames changed nothing, so nothing was read again.
    """

    settled: tuple[Track, ...]
    pending: int
    moving: bool
    quality: Quality
    reading: Reading
    idle: bool


class Tracker:
    """Watches a table through one camera."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._motion = Motion()
        self._tracks: list[Track] = []
        self._next_id = 1
        self._reading: Reading | None = None

    def update(self, picture: Image) -> Watched:
        """Look at the next frame (height x width x 3, BGR)."""
        motion = self._motion
        motion.see(picture)
        waiting = any(not t.settled or t.missing or t.hidden for t in self._tracks)
        if (
            self._reading is not None
            and not motion.is_moving
            and not motion.is_changed
            and not waiting
        ):
            return self._watched(self._reading, moving=False, idle=True)
        reading = self._look(picture)
        self._reading = reading
        return self._watched(reading, moving=motion.is_moving, idle=False)

    def forget(self) -> None:
        """Drop all tracks: the next frame is read from nothing."""
        self._tracks.clear()
        self._motion = Motion()
        self._reading = None

    def _look(self, picture: Image) -> Reading:
        reader, motion = self.reader, self._motion
        plane = reader.plane(picture)
        found = reader.find(picture, plane)
        seen: set[int] = set()
        still: list[Found] = []
        for place in found:
            if motion.touches(motion.moving, place.corners):
                track = self._track_at(place.corners, seen)
                if track is not None:
                    seen.add(track.id)
                    track.hidden = True
            else:
                still.append(place)
        kept: dict[int, Track] = {}  # readings that stand, by identity

        def read(place: Found) -> CardReading:
            track = self._track_at(place.corners, seen)
            unchanged = not motion.touches(motion.changed, place.corners)
            if track is not None and track.settled and unchanged:
                kept[id(track.reading)] = track
                return track.reading
            return reader.read_places(picture, [place], plane)[0]

        cards = reader.weigh(picture, still, plane, read)
        for reading in cards:
            track = kept.get(id(reading))
            if track is not None:
                track.missing, track.hidden = 0, False
                seen.add(track.id)
                continue
            changed = motion.touches(motion.changed, reading.corners)
            track = self._take(reading, self._track_at(reading.corners, seen), changed)
            seen.add(track.id)
        self._miss(seen)
        motion.was_read()
        return self._told(picture, plane, found, cards)

    def _take(self, reading: CardReading, track: Track | None, changed: bool) -> Track:
        if track is None:
            track = Track(self._next_id, reading)
            self._next_id += 1
            self._tracks.append(track)
        track.hidden = False
        if track.settled and changed:
            if _said(reading) == _said(track.reading):  # something passed over it, no more
                track.confirm(reading)
            else:
                track.reopen(reading)
        else:
            track.add(reading)
        return track

    def _track_at(self, corners: Corners, taken: set[int]) -> Track | None:
        middle = corners.mean(0)
        height = float(np.linalg.norm(corners[3] - corners[0]))
        near = [
            (float(np.linalg.norm(t.reading.corners.mean(0) - middle)), t)
            for t in self._tracks
            if t.id not in taken
        ]
        near = [(d, t) for d, t in near if d <= NUDGE * height]
        return min(near, key=lambda pair: pair[0])[1] if near else None

    def _miss(self, seen: set[int]) -> None:
        for track in self._tracks:
            if track.id in seen:
                continue
            track.hidden = self._motion.touches(self._motion.moving, track.reading.corners)
            if not track.hidden:
                track.missing += 1
        self._tracks = [t for t in self._tracks if t.missing < (PATIENCE if t.settled else 1)]

    def _told(
        self,
        picture: Image,
        plane: Plane | None,
        found: tuple[Found, ...],
        cards: tuple[CardReading, ...],
    ) -> Reading:
        quality = self.reader.quality(picture, plane, found)
        if self._motion.is_moving:
            quality = replace(quality, reasons=(*quality.reasons, "moving"))
        height, width = picture.shape[:2]
        return Reading(width, height, cards, quality, plane is not None, 0.0)

    def _watched(self, reading: Reading, *, moving: bool, idle: bool) -> Watched:
        settled = tuple(t for t in self._tracks if t.settled)
        pending = len(self._tracks) - len(settled)
        return Watched(settled, pending, moving, reading.quality, reading, idle)


def _agreed(history: list[CardReading]) -> CardReading | None:
    """Return what the last readings agree on: the sharpest of them, no surer than they are."""
    last = history[-ALIKE:]
    if len(last) == ALIKE and len({_said(r) for r in last}) == 1:
        best = max(last, key=lambda r: r.score)
        if any(r.verdict is Verdict.DOUBTFUL for r in last):
            return replace(best, verdict=Verdict.DOUBTFUL)
        return best
    if len(history) < TRIES:
        return None
    named = Counter(r.card for r in history[-TRIES:] if r.card is not None)
    if not named:
        return history[-1]
    card, _ = named.most_common(1)[0]
    best = max((r for r in history if r.card == card), key=lambda r: r.score)
    rivals = tuple((name, 0.0) for name in named if name != card)
    known = {name for name, _ in best.runners_up}
    extra = tuple(r for r in rivals if r[0] not in known)
    return replace(best, verdict=Verdict.DOUBTFUL, runners_up=best.runners_up + extra)


def _said(reading: CardReading) -> tuple[str | None, bool, str]:
    kind = "" if reading.card is not None else reading.verdict.value
    return reading.card, reading.face_down, kind
