"""Following cards from frame to frame until each lies still and reads alike."""

from __future__ import annotations

import itertools
import secrets
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from vision.motion import Motion
from vision.observation import Observation, SettledCard
from vision.reader import Reader
from vision.reading import CardReading, Corners, Found, Image, Verdict

# What decides, measured on 57 rendered frames: a hand lays a card, stops over another twice, moves
# one by 4, 13 and 33 mm and takes it away. No variant told a wrong number of cards as steady.

# When a card has settled
# Double: steady after 20 frames instead of 3, half (2): after 2.
ALIKE = 3  # readings in a row that must agree
# Not measured: no rendered card read now one way, now another.
TRIES = 8  # readings after which a card that does is asked about

# When a card is the same, or gone
# Half: 32 frames of the 57 are steady, double: 14, as it is: 24.
PATIENCE = 8  # still frames for which a card may be out of sight before it is gone
# Half: one id more, double: one less, as 13 mm are then no move.
NUDGE = 0.12  # of the card's height: a card that moved less is the same card


@dataclass(eq=False)
class _Track:
    """One card on the table, from when it was laid down until it is taken away.

    `reading` is what it settled on, or its last reading; `settled_id` is empty until then.
    """

    reading: CardReading
    settled_id: str = ""
    missing: int = 0  # still frames in which it was not found
    hidden: bool = False  # something moves over it just now
    history: list[CardReading] = field(default_factory=list)

    def add(self, reading: CardReading, ids: Iterator[str]) -> None:
        """Take another reading of this card."""
        self.history.append(reading)
        self.missing = 0
        agreed = _agreed(self.history)
        self.reading = agreed or reading
        if agreed is None:
            self.settled_id = ""
        elif not self.settled_id:
            self.settled_id = next(ids)

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

    def reopen(self, reading: CardReading, ids: Iterator[str]) -> None:
        """Begin anew: the card's place changed, so what was read there no longer counts.

        It will settle under a new id: what was said of the old card must not stick to another.
        """
        self.history.clear()
        self.settled_id = ""
        self.add(reading, ids)


class Tracker:
    """Watches a table through one camera: a frame in, an observation out."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        run = secrets.token_hex(4)
        self._ids = (f"{run}-{number}" for number in itertools.count(1))
        self._motion = Motion()
        self._tracks: list[_Track] = []
        self._last: Observation | None = None

    def update(self, picture: Image) -> Observation:
        """Take the next frame (height x width x 3, BGR)."""
        motion, last = self._motion, self._last
        motion.see(picture)
        waiting = any(not t.settled_id or t.missing or t.hidden for t in self._tracks)
        if last is None or motion.is_moving or motion.is_changed or waiting:
            self._last = self._observe(picture)
        else:
            self._last = replace(last, picture=picture, moving=False, idle=True)
        return self._last

    def _observe(self, picture: Image) -> Observation:
        """Read what changed in a frame, and bring the tracks up to it."""
        reader, motion = self.reader, self._motion
        plane = reader.plane(picture)
        found = reader.find(picture, plane)
        seen: set[_Track] = set()
        cards = reader.read_found(picture, self._still(found, seen), plane)
        for reading in cards:
            track = self._track_at(reading.corners, seen)
            if track is None or not reading.remembered:
                track = self._take(reading, track)
            track.missing, track.hidden = 0, False
            seen.add(track)
        self._miss(seen)
        motion.was_read()
        quality = reader.quality(picture, plane, found)
        if motion.is_moving:
            quality = replace(quality, reasons=(*quality.reasons, "moving"))
        settled = tuple(
            SettledCard(t.settled_id, t.reading, in_sight=not (t.missing or t.hidden))
            for t in self._tracks
            if t.settled_id
        )
        return Observation(
            picture=picture,
            settled=settled,
            pending=len(self._tracks) - len(settled),
            cards=cards,
            quality=quality,
            mat=plane is not None,
            moving=motion.is_moving,
        )

    def _still(self, found: tuple[Found, ...], seen: set[_Track]) -> list[Found]:
        """Return the places that nothing moves over, with what still stands of each.

        A track under something that moves is hidden, and counts as `seen`.
        """
        motion, still = self._motion, []
        for place in found:
            if not motion.touches(motion.moving, place.corners):
                still.append(place)
            elif (track := self._track_at(place.corners, seen)) is not None:
                seen.add(track)
                track.hidden = True
        return [self._with_known(place, seen) for place in still]

    def _with_known(self, place: Found, seen: set[_Track]) -> Found:
        track = self._track_at(place.corners, seen)
        if track is None or not track.settled_id:
            return place
        if self._motion.touches(self._motion.changed, place.corners):
            return place
        return replace(place, known=track.reading)

    def _take(self, reading: CardReading, track: _Track | None) -> _Track:
        """Give a new reading to the track that it belongs to, or to a new one."""
        if track is None:
            track = _Track(reading)
            self._tracks.append(track)
        if not track.settled_id or not self._motion.touches(self._motion.changed, reading.corners):
            track.add(reading, self._ids)
        elif _said(reading) == _said(track.reading):  # something passed over it, no more
            track.confirm(reading)
        else:
            track.reopen(reading, self._ids)
        return track

    def _track_at(self, corners: Corners, taken: set[_Track]) -> _Track | None:
        """Return the track that lies nearest to a place, within a nudge, and is not `taken`."""
        middle = corners.mean(0)
        height = float(np.linalg.norm(corners[3] - corners[0]))
        near = [
            (float(np.linalg.norm(t.reading.corners.mean(0) - middle)), t)
            for t in self._tracks
            if t not in taken
        ]
        near = [(d, t) for d, t in near if d <= NUDGE * height]
        return min(near, key=lambda pair: pair[0])[1] if near else None

    def _miss(self, seen: set[_Track]) -> None:
        """Count the tracks not seen, and drop those missed for too long."""
        for track in self._tracks:
            if track in seen:
                continue
            track.hidden = self._motion.touches(self._motion.moving, track.reading.corners)
            if not track.hidden:
                track.missing += 1
        self._tracks = [t for t in self._tracks if t.missing < (PATIENCE if t.settled_id else 1)]


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
