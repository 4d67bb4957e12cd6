"""Track cards from frame to frame until each lies still and is read consistently."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from vision.find.known import Known
from vision.follow.appearance import ONLY_LIGHT, appearance, only_light_changed, sharpness
from vision.follow.assignment import COVERING_REASONS, Assignment, is_covered
from vision.follow.coordinates import MatCoordinates, TrackedFrame, zones_seen, zones_unseen
from vision.follow.motion import Motion
from vision.follow.schedule import RecentChanges, Schedule, unchanged_places
from vision.follow.tracks import Due, Track
from vision.geometry import stacked
from vision.observation import Observation, SettledCard
from vision.plane import Plane, Planes
from vision.quality import measure_light
from vision.reader import Reader
from vision.reading import CardReading, Found, Image

COMPARED_CARDS = 3  # In a partly searched frame, this many cards are compared in turn.


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
        self._schedule = Schedule()
        self._tracks: list[Track] = []
        self._last: Observation | None = None
        self._places: dict[str, tuple[Plane, list[Found]]] = {}  # Plane and places of each mat
        self._waiting = False  # Whether something on the table is not known yet.

    def update(self, picture: Image) -> Observation:
        """Process the next frame (height x width x 3, BGR)."""
        motion, last = self._motion, self._last
        motion.update(picture)
        if motion.is_moving or motion.is_changed:
            self._schedule.note_change()
            self._recent.update(motion)
            self._schedule.note_changed_mats(self._changing_mats())
        self._waiting = any(track.needs_frame for track in self._tracks if not self._is_away(track))
        if last is None or self._is_changing or self._is_read_due(picture):
            self._last = self._observe(picture)
        else:
            self._last = replace(last, picture=picture, moving=frozenset(), idle=True)
        return self._last

    @property
    def _is_changing(self) -> bool:
        """Whether a frame is read because something changed, not because a reading is due."""
        return self._schedule.is_changing or self._waiting

    def _changing_mats(self) -> Iterator[str]:
        """Yield the mats on which something moves or has changed, if there are several mats."""
        planes = {} if self._last is None else self._last.planes
        for name, plane in planes.items() if len(planes) > 1 else ():
            quad, motion = plane.to_pixels(self.reader.mats[name].corners_mm), self._motion
            if motion.touches(motion.moving, quad) or motion.touches(motion.changed, quad):
                yield name

    def _is_away(self, track: Track) -> bool:
        """Whether a track's mat is out of view while another mat is in view."""
        planes = {} if self._last is None else self._last.planes
        return bool(planes) and track.mat not in planes

    def _is_read_due(self, picture: Image) -> bool:
        """Whether to read an idle frame: at intervals, or if the card in turn looks different."""
        schedule = self._schedule
        schedule.count_idle_frame()
        settled = [track for track in self._tracks if track.settled_id and not self._is_away(track)]
        if settled and schedule.is_comparison_due and self._has_other_look(picture, settled):
            return True
        if not schedule.begin_routine_reading():
            return False
        if settled:
            settled[schedule.next_reading() % len(settled)].request_reading()
        return True

    def _has_other_look(self, picture: Image, settled: Sequence[Track]) -> bool:
        """Whether the card in turn looks different, or the question in turn much sharper."""
        turn = self._schedule.next_comparison()
        track = settled[turn % len(settled)]
        if not track.matches_appearance(appearance(picture, track.reading.corners)):
            track.mark_changed()
            return True
        questions = [track for track in settled if track.unidentified and track.in_sight]
        if not questions:
            return False
        track = questions[turn % len(questions)]
        track.note_sharpness(sharpness(picture, track.reading.corners))
        return track.due is Due.SETTLING

    def _observe(self, picture: Image) -> Observation:
        """Read what changed in a frame and update the tracks."""
        planes = self.reader.planes(picture, hurried=self._waiting)
        moved = (name for name in planes if not self._is_same_plane(name, planes))
        self._schedule.note_changed_mats(moved)
        known = self._known_places(picture, planes)
        founds = measure_light(picture, self.reader.find(picture, planes, known))
        self._recent.count_frame()
        self._schedule.count_reading()
        self._places = {
            name: (plane, [place for place in founds if place.mat == name])
            for name, plane in planes.items()
        }
        self._hide_unseen(planes)
        calm = {name for name, places in known.items() if not places.changed}
        cards = self._read_restless(picture, planes, founds, calm)
        observation = self._observation(picture, planes, founds, cards)
        self._motion.mark_read([c.corners for c in cards if c.certain and not c.remembered])
        return observation

    def _hide_unseen(self, planes: Planes) -> None:
        """Hide the cards on mats out of view: anything may happen there now."""
        for track in self._tracks:
            if track.mat not in planes and self.reader.mats:
                track.hide()
                track.mark_changed()

    def _read_restless(
        self, picture: Image, planes: Planes, found: Sequence[Found], calm: Collection[str]
    ) -> tuple[CardReading, ...]:
        """Read the places outside the `calm` mats; return all cards in the frame."""
        cards: tuple[CardReading, ...] = ()
        restless = {name: plane for name, plane in planes.items() if name not in calm}
        if restless or not self.reader.mats:
            frame = TrackedFrame(picture, MatCoordinates(restless), self.reader)
            cards = self._follow(frame, [place for place in found if place.mat not in calm])
        if self._last is not None:
            cards += tuple(card for card in self._last.cards if card.mat in calm)
        return cards

    def _observation(
        self,
        picture: Image,
        planes: Planes,
        found: Sequence[Found],
        cards: tuple[CardReading, ...],
    ) -> Observation:
        """Return the observation of the table after the frame's readings."""
        motion, mats = self._motion, self.reader.mats
        zones = zones_seen(picture, mats, planes)
        moving = frozenset(
            zone for zone, quad in zones.items() if motion.touches(motion.moving, quad, 1.0)
        )
        quality = self.reader.quality(picture, planes, found)
        if moving:
            quality = replace(quality, reasons=(*quality.reasons, "moving"))
        hands = stacked(place.corners for place in found if place.reason in COVERING_REASONS)
        settled = [track for track in self._tracks if track.settled_id]
        return Observation(
            picture=picture,
            settled=tuple(
                SettledCard(track.settled_id, track.reading, track.in_sight) for track in settled
            ),
            pending=tuple(track.reading for track in self._tracks if not track.settled_id),
            cards=cards,
            quality=quality,
            mat=bool(planes),
            planes=planes,
            moving=moving,
            unseen=frozenset(zones_unseen(mats, planes)),
            hands=frozenset(zone for zone, quad in zones.items() if is_covered(quad, hands, 0.0)),
        )

    def _is_same_plane(self, mat: str, planes: Planes) -> bool:
        """Whether a mat has not moved since the last reading."""
        return mat in self._places and planes.get(mat) is self._places[mat][0]

    def _known_places(self, picture: Image, planes: Planes) -> dict[str, Known]:
        """Return the unchanged places on mats that have not moved; none if a full read is due."""
        calm = self._calm_mats(planes)
        known = {name: Known(self._places[name][1]) for name in calm}
        if not self._is_changing:
            return known
        frame = TrackedFrame(picture, MatCoordinates(planes), self.reader)
        self._compare_in_turn(frame, calm)
        for name in self._places:
            if name not in calm and self._is_same_plane(name, planes):
                known[name] = self._partly_known(frame, name)
        return known

    def _calm_mats(self, planes: Planes) -> list[str]:
        """Return the mats on which nothing changed or is due, if there are several mats."""
        if len(planes) < 2:
            return []
        in_turn = self._schedule.mat_in_turn(list(planes))
        restless = {
            track.mat for track in self._tracks if track.needs_frame or not track.has_valid_reading
        }
        restless.update(self._schedule.changing_mats)
        return [
            name
            for name in self._places
            if self._is_same_plane(name, planes) and name not in restless and name != in_turn
        ]

    def _compare_in_turn(self, frame: TrackedFrame, calm: Collection[str]) -> None:
        """Compare some still cards outside the `calm` mats with their last appearance."""
        still = [
            track
            for track in self._tracks
            if track.mat in frame.coordinates.planes and track.mat not in calm
            if not track.needs_frame
        ]
        for _ in still[:COMPARED_CARDS]:
            track = still[self._schedule.next_comparison() % len(still)]
            if not frame.matches(track):
                track.mark_changed()

    def _partly_known(self, frame: TrackedFrame, mat: str) -> Known:
        """Return the unchanged places on a mat, and the areas to search."""
        plane, places = self._places[mat]
        tracks = frame.coordinates.nearest_tracks(places, self._tracks)
        lost = (track for track in self._tracks if track.mat == mat and track.needs_frame)
        edge = plane.to_pixels(self.reader.mats[mat].corners_mm)
        searched = [
            *self._recent.boxes(self._motion, edge),
            *(frame.corners(track) for track in lost),
        ]
        stands = unchanged_places(places, tracks, self._motion, searched)
        searched += [place.corners for place in itertools.compress(places, ~stands)]
        return Known(list(itertools.compress(places, stands)), searched)

    def _follow(self, frame: TrackedFrame, found: Sequence[Found]) -> tuple[CardReading, ...]:
        """Read the places that need it, and give each reading to its track."""
        self._note_motion(frame)
        places = list(self._places_to_read(frame, found))
        read = self.reader.read_found(frame.picture, places, frame.coordinates.planes)
        cards = tuple(self._without_doubtful_moving(frame, read))
        self._tracks = Assignment(frame, self._tracks, found, cards, self._ids).run()
        return cards

    def _note_motion(self, frame: TrackedFrame) -> None:
        """Tell each track whether something moves over it or its place has changed."""
        motion = self._motion
        tracks = [track for track in self._tracks if frame.coordinates.contains(track)]
        quads = [frame.corners(track) for track in tracks]
        moves = motion.touches_each(motion.moving, quads)
        changes = motion.touches_each(motion.changed, quads)
        for track, moved, changed in zip(tracks, moves, changes, strict=True):
            hides = bool(moved) and not (track.is_reliable and frame.matches(track, ONLY_LIGHT))
            track.note_motion(hides=hides, changes=bool(changed))

    def _places_to_read(self, frame: TrackedFrame, found: Sequence[Found]) -> Iterator[Found]:
        """Yield the places over which nothing moves but light, with any reading still valid."""
        before = None if self._last is None else self._last.picture
        moves = self._motion.touches_each(self._motion.moving, [f.corners for f in found])
        tracks = frame.coordinates.nearest_tracks(found, self._tracks)
        for place, track in zip(found, tracks, strict=True):
            if track is not None and place.light is not None:
                track.note_sharpness(place.light[1])
        for place, track, moved in zip(found, tracks, moves, strict=True):
            if (
                not moved
                or (track is not None and not track.hidden)
                or (not place.reason and only_light_changed(before, frame.picture, place.corners))
            ):
                yield _with_known_reading(place, track)

    def _without_doubtful_moving(
        self, frame: TrackedFrame, cards: Sequence[CardReading]
    ) -> Iterator[CardReading]:
        """Yield the readings, without doubtful ones over which a hand or light moves."""
        moves = self._motion.touches_each(self._motion.moving, [card.corners for card in cards])
        for card, moved in zip(cards, moves, strict=True):
            if not moved or card.remembered or card.certain:
                yield card
            else:
                track = frame.coordinates.nearest_track(card, self._tracks, ())
                if track is not None and not track.hidden:
                    yield card


def _with_known_reading(place: Found, track: Track | None) -> Found:
    """Return the place, with its track's reading if that is still valid."""
    if track is None or not track.has_valid_reading:
        return place
    return replace(place, known=track.reading)
