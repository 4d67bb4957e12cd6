"""Track cards from frame to frame until each lies still and is read consistently.

Longer than 300 lines because all decisions on a frame are made here, in one order: which part of it
to read, which reading belongs to which track, and which cards are gone.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vision.find.known import Known
from vision.follow.appearance import ONLY_LIGHT, STILL_THERE, appearance, only_light_changed
from vision.follow.coordinates import MatCoordinates, zones_seen, zones_unseen
from vision.follow.motion import Motion
from vision.follow.pushed import LONG_PUSH, was_pushed, was_pushed_from_under
from vision.follow.tracks import COVERED_TIMEOUT, Track, TrackUpdate, distance
from vision.follow.unchanged import RECENT_FRAMES, RecentChanges, unchanged_places
from vision.geometry import overlap
from vision.observation import Observation, SettledCard
from vision.plane import Plane, Planes
from vision.quality import BLURRED, measure_light
from vision.reader import Reader
from vision.reading import COVER, CROWD, HAND, CardReading, Corners, Found, Image

COMPARE_EVERY = 2  # In every second idle frame, one card is compared with its last appearance.
COMPARED_CARDS = 3  # Number of cards to compare in this way in a partly searched frame.
REREAD_AFTER = 20  # After this many idle frames, a frame is read, with one of its cards.
MAX_REREAD_AFTER = 80  # The interval doubles after each such reading, up to this one.
COVERING_REASONS = frozenset({HAND, CROWD})  # These hide cards without making them uncertain.
COVERING_SHARE = 0.25  # A card covers another if it overlaps this share of the smaller one.
BURYING_SHARE = 0.6  # A card buries another from this overlap on; in a pile 18 mm apart it is .65.


class Tracker:
    """Watches a table through one camera: each frame gives an observation."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        run = secrets.token_hex(4)
        self._ids = (f"{run}-{number}" for number in itertools.count(1))
        self.forget()

    def forget(self) -> None:
        """Forget all cards, because the camera was lost and anything may have happened since."""
        self._motion = Motion()
        self._recent = RecentChanges()
        self._tracks: list[Track] = []
        self._last: Observation | None = None
        self._frames_left = RECENT_FRAMES
        self._mat_frames_left: dict[str, int] = {}  # Used if there are several mats.
        self._places: dict[str, tuple[Plane, list[Found]]] = {}  # Plane and places of each mat
        self._glances = self._idle_frames = self._turn = 0
        self._hurried = False  # Whether something on the table is not known yet.
        self._changing = True  # Frames are read because something changed, not because one is due.
        self._reread_after = REREAD_AFTER

    def update(self, picture: Image) -> Observation:
        """Process the next frame (height x width x 3, BGR)."""
        motion, last = self._motion, self._last
        motion.update(picture)
        if motion.is_moving or motion.is_changed:
            self._frames_left = RECENT_FRAMES
            self._idle_frames, self._reread_after = 0, REREAD_AFTER
            self._recent.update(motion)
            self._mat_frames_left |= dict.fromkeys(self._changing_mats(), RECENT_FRAMES)
        waiting = any(track.needs_frame for track in self._tracks if not self._is_away(track))
        self._changing, self._hurried = bool(self._frames_left or waiting), waiting
        if last is None or self._changing or self._is_read_due(picture):
            self._frames_left = max(0, self._frames_left - 1)
            self._last = self._observe(picture)
        else:
            self._last = replace(last, picture=picture, moving=frozenset(), idle=True)
        return self._last

    def _changing_mats(self) -> Iterator[str]:
        """Yield the mats on which something moves or has changed, if there are several mats."""
        planes = {} if self._last is None else self._last.planes
        for name, plane in planes.items() if len(planes) > 1 else ():
            quad, motion = plane.to_pixels(self.reader.mats[name].corners_mm), self._motion
            if motion.touches(motion.moving, quad) or motion.touches(motion.changed, quad):
                yield name

    def _unchanged_mats(self, planes: Planes) -> dict[str, list[Found]]:
        """Return the places on unchanged mats, by mat, if there are several mats."""
        restless = {track.mat for track in self._tracks if track.needs_frame or track.reread}
        restless |= {name for name, looks in self._mat_frames_left.items() if looks}
        in_turn = (
            list(planes)[self._turn % len(planes)] if planes and not self._frames_left else None
        )
        return {
            name: places
            for name, (plane, places) in self._places.items()
            if len(planes) > 1 and planes.get(name) is plane
            if name not in restless and name != in_turn
        }

    def _is_away(self, track: Track) -> bool:
        """Whether a track's mat is out of view while another mat is in view."""
        planes = {} if self._last is None else self._last.planes
        return bool(planes) and track.mat not in planes

    def _is_read_due(self, picture: Image) -> bool:
        """Whether to read an idle frame: at intervals, or if the card in turn looks different."""
        self._idle_frames += 1
        settled = [t for t in self._tracks if t.settled_id and not self._is_away(t)]
        if settled and self._idle_frames % COMPARE_EVERY == 0:
            self._glances += 1
            track = settled[self._glances % len(settled)]
            if not track.matches_appearance(appearance(picture, track.reading.corners)):
                track.changed = True
                return True
            questions = [track for track in settled if track.unidentified and track.in_sight]
            if questions:
                track = questions[self._glances % len(questions)]
                track.note_sharpness(_sharpness(picture, track.reading.corners))
                if track.resettle:
                    return True
        if self._idle_frames < self._reread_after:
            return False
        self._idle_frames, self._reread_after = 0, min(2 * self._reread_after, MAX_REREAD_AFTER)
        if settled:
            self._turn += 1
            settled[self._turn % len(settled)].reread = True
        return True

    def _observe(self, picture: Image) -> Observation:
        """Read what changed in a frame and update the tracks."""
        reader, motion = self.reader, self._motion
        planes = reader.planes(picture, hurried=self._hurried)
        new = (n for n, p in planes.items() if n not in self._places or self._places[n][0] is not p)
        self._mat_frames_left |= dict.fromkeys(new, RECENT_FRAMES)
        known = self._known_places(picture, planes)
        calm = {name for name, one in known.items() if not one.changed}
        found = measure_light(picture, reader.find(picture, planes, known))
        self._recent.count_frame()
        self._places = {n: (plane, [f for f in found if f.mat == n]) for n, plane in planes.items()}
        self._mat_frames_left = {
            n: looks - 1 for n, looks in self._mat_frames_left.items() if looks > 1
        }
        for track in self._tracks:
            if track.mat not in planes and reader.mats:  # Anything may happen there now.
                track.hidden = track.changed = True
        cards: tuple[CardReading, ...] = ()
        if calm < planes.keys() or not reader.mats:
            coordinates = MatCoordinates(
                {name: plane for name, plane in planes.items() if name not in calm}
            )
            cards = self._follow(picture, coordinates, [f for f in found if f.mat not in calm])
        if self._last is not None:
            cards += tuple(card for card in self._last.cards if card.mat in calm)
        zones = zones_seen(picture, reader.mats, planes)
        moving = motion.moving
        moves = frozenset(z for z, quad in zones.items() if motion.touches(moving, quad, 1.0))
        hands = [place.corners for place in found if place.reason in COVERING_REASONS]
        motion.mark_read()
        quality = reader.quality(picture, planes, found)
        if moves:
            quality = replace(quality, reasons=(*quality.reasons, "moving"))
        return Observation(
            picture=picture,
            settled=tuple(
                SettledCard(t.settled_id, t.reading, t.in_sight)
                for t in self._tracks
                if t.settled_id
            ),
            pending=tuple(t.reading for t in self._tracks if not t.settled_id),
            cards=cards,
            quality=quality,
            mat=bool(planes),
            planes=planes,
            moving=moves,
            unseen=frozenset(zones_unseen(reader.mats, planes)),
            hands=frozenset(z for z, quad in zones.items() if _is_covered(quad, hands, 0.0)),
        )

    def _known_places(self, picture: Image, planes: Planes) -> dict[str, Known]:
        """Return the unchanged places on mats that have not moved; none if a full read is due."""
        calm = self._unchanged_mats(planes)
        known = {name: Known(places) for name, places in calm.items()}
        if not self._changing:
            return known
        coordinates = MatCoordinates(planes)
        still = [
            t for t in self._tracks if t.mat in planes and t.mat not in calm and not t.needs_frame
        ]
        for _ in still[:COMPARED_CARDS]:
            self._glances += 1
            track = still[self._glances % len(still)]
            track.changed = not track.matches_appearance(
                appearance(picture, coordinates.to_picture(track))
            )
        for name, (plane, places) in self._places.items():
            if name not in calm and planes.get(name) is plane:
                stands = unchanged_places(
                    places, coordinates.nearest_tracks(places, self._tracks), self._motion
                )
                lost = (t for t in self._tracks if t.mat == name and t.needs_frame)
                edge = plane.to_pixels(self.reader.mats[name].corners_mm)
                known[name] = Known(
                    list(itertools.compress(places, stands)),
                    [
                        *self._recent.boxes(self._motion, edge),
                        *(place.corners for place in itertools.compress(places, ~stands)),
                        *(coordinates.to_picture(track) for track in lost),
                    ],
                )
        return known

    def _follow(
        self, picture: Image, coordinates: MatCoordinates, found: Sequence[Found]
    ) -> tuple[CardReading, ...]:
        """Read the places that need it, and give each reading to its track."""
        motion = self._motion
        before = None if self._last is None else self._last.picture
        tracks = [track for track in self._tracks if coordinates.contains(track)]
        quads = [coordinates.to_picture(track) for track in tracks]
        moves, changes = (
            motion.touches_each(mask, quads) for mask in (motion.moving, motion.changed)
        )
        for known, corners, moved, changed in zip(tracks, quads, moves, changes, strict=True):
            known.hidden = bool(moved) and not (
                known.is_reliable
                and known.matches_appearance(appearance(picture, corners), ONLY_LIGHT)
            )
            known.changed |= bool(changed)
        moves = motion.touches_each(motion.moving, [place.corners for place in found])
        at = coordinates.nearest_tracks(found, self._tracks)
        for place, track in zip(found, at, strict=True):
            if track is not None and place.light is not None:
                track.note_sharpness(place.light[1])
        places = [
            _with_known_reading(place, track)
            for place, track, moved in zip(found, at, moves, strict=True)
            if not moved  # or if only light moves over a card
            or (track is not None and not track.hidden)
            or (not place.reason and only_light_changed(before, picture, place.corners))
        ]
        standing_by = {id(track.reading.crop): track for track in tracks}
        cards = self._drop_doubtful_moving(
            self.reader.read_found(picture, places, coordinates.planes), coordinates
        )
        certain = [one.corners for one in cards if one.certain]
        for track in tracks:
            track.buried |= bool(track.name) and _is_covered(
                coordinates.to_picture(track), certain, BURYING_SHARE
            )
        buried = {track for track in tracks if track.buried}
        seen: set[Track] = set()
        left: list[CardReading] = []
        for reading in cards:
            track = standing_by.get(id(reading.crop)) if reading.remembered else None
            if track is None or track in seen:
                taken = seen | buried if reading.card is None else seen
                track = coordinates.nearest_track(reading, self._tracks, taken)
            if track is None:
                left.append(reading)
                continue
            track.hidden = False
            if reading.remembered:
                track.mark_seen()
                seen.add(track)
            else:
                seen.add(self._update_track(track, reading, picture, coordinates))
        for reading in left:
            self._assign_reading(reading, left, seen, picture, coordinates, certain)
        here = [t for t in self._tracks if coordinates.contains(t)]
        for lost in [t for t in here if t not in seen and not t.hidden]:
            self._check_missing(lost, picture, coordinates, found, certain)
        self._tracks = [track for track in self._tracks if track.missing < track.timeout]
        return cards

    def _drop_doubtful_moving(
        self, cards: Sequence[CardReading], coordinates: MatCoordinates
    ) -> tuple[CardReading, ...]:
        """Return the readings, without doubtful ones over which a hand or light moves."""
        moves = self._motion.touches_each(
            self._motion.moving, [reading.corners for reading in cards]
        )
        return tuple(
            reading
            for reading, moved in zip(cards, moves, strict=True)
            if not moved
            or reading.remembered
            or reading.certain
            or (
                (track := coordinates.nearest_track(reading, self._tracks, ())) and not track.hidden
            )
        )

    def _update_track(
        self, track: Track, reading: CardReading, picture: Image, coordinates: MatCoordinates
    ) -> Track:
        """Give a reading to its track; return the track, or that of a new card in its place."""
        place, look = coordinates.to_mat(reading), appearance(picture, reading.corners)
        if not reading.certain:
            track.sharp = _sharpness(picture, reading.corners)
            if track.sharp < BLURRED and track.name and reading.card not in (None, track.name):
                track.mark_seen()  # Blur makes cards look similar, so wait for a sharp picture.
                return track
        if track.update(reading, place, look, self._ids) is not TrackUpdate.OTHER:
            return track
        self._tracks.remove(track)
        self._tracks.append(track.successor(place, look, self._ids))
        return self._tracks[-1]

    def _assign_reading(
        self,
        reading: CardReading,
        left: Sequence[CardReading],
        seen: set[Track],
        picture: Image,
        coordinates: MatCoordinates,
        certain: Sequence[Corners],
    ) -> None:
        """Give a reading to a pushed card or a new track; without a name it may cover a card."""
        place, here = coordinates.to_mat(reading), [t for t in self._tracks if t.mat == reading.mat]
        unseen = [t for t in here if t not in seen and t.settled_id and not t.hidden]
        if reading.card is None:
            covered = [
                t for t in unseen if t.reading.card and overlap(t.place, place) > COVERING_SHARE
            ]
            covered = [t for t in covered if not _is_covered(coordinates.to_picture(t), certain)]
            for track in covered:
                track.covered = True
            if covered:
                return
        certainly = reading.certain
        hidden: list[Track] = []
        if certainly:
            same = (t for t in here if t.hidden and t.settled_id and t.name == reading.card)
            hidden = [t for t in same if distance(t.place, place) < LONG_PUSH]
            if not all(
                was_pushed_from_under(t, reading, picture, coordinates, self.reader) for t in hidden
            ):
                return  # It may be the hidden card, so wait until nothing moves.
        if reading.card is not None:
            alike = sum(other.card == reading.card for other in left)
            named = [t for t in unseen if t.name == reading.card]
            pushed = [t for t in named if was_pushed(t, reading, picture, coordinates, self.reader)]
            pushed += hidden
            if len(pushed) == alike == 1:
                if not certainly:
                    pushed[0].move_to(place)
                seen.add(self._update_track(pushed[0], reading, picture, coordinates))
                return
        track = Track(reading, place)
        self._tracks.append(track)
        seen.add(self._update_track(track, reading, picture, coordinates))

    def _check_missing(
        self,
        track: Track,
        picture: Image,
        coordinates: MatCoordinates,
        found: Sequence[Found],
        certain: Sequence[Corners],
    ) -> None:
        """Examine the place of a card that was not found; see "Identity" in README.md."""
        corners = coordinates.to_picture(track)
        hands = [place.corners for place in found if place.reason in COVERING_REASONS]
        if track.settled_id and _is_covered(corners, hands):
            track.hidden = True
            return
        sure = track.settled_id and not track.doubted
        if sure and track.matches_appearance(appearance(picture, corners), STILL_THERE):
            track.missing = 0
            return
        place = Found(corners, 1.0, mat=track.mat)
        (reading,) = self.reader.read_places(picture, [place], coordinates.planes)
        if reading.card is not None and reading.card == track.reading.card:
            self._update_track(track, reading, picture, coordinates)
            return
        track.missing += 1
        upon = certain if track.name else [one.corners for one in found if not one.reason]
        if track.settled_id and not _is_covered(corners, upon):
            track.covered |= not self.reader.is_bare(picture, place, coordinates.planes, certain)
            if track.name and track.covered and track.missing >= COVERED_TIMEOUT:
                unclear = replace(place, reason=COVER)
                (reading,) = self.reader.read_places(picture, [unclear], coordinates.planes)
                track.cover_with(reading, appearance(picture, corners))


def _is_covered(corners: Corners, others: Sequence[Corners], share: float = COVERING_SHARE) -> bool:
    """Whether one of the other quads overlaps a place by more than a share of the smaller one."""
    return any(overlap(corners, one) > share for one in others)


def _sharpness(picture: Image, corners: Corners) -> float:
    (place,) = measure_light(picture, [Found(corners, 1.0)])
    return 0.0 if place.light is None else place.light[1]


def _with_known_reading(place: Found, track: Track | None) -> Found:
    if track is None or not track.settled_id or track.doubted or track.reread:
        return place
    return replace(place, known=track.reading)
