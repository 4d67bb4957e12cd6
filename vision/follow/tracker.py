"""Following cards from frame to frame until each lies still and reads alike."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vision.find.known import Known
from vision.follow.ground import Ground
from vision.follow.likeness import CLEAR, THERE, look_at, only_light_moves
from vision.follow.motion import Motion
from vision.follow.pushed import SLID, left_under, was_pushed
from vision.follow.standing import LOOKS, Restless, standing
from vision.follow.tracks import COVERED, Taken, Track, away
from vision.follow.zones import zones_seen, zones_unseen
from vision.geometry import overlap
from vision.mat import Plane, Planes
from vision.observation import Observation, SettledCard
from vision.quality import BLURRED, measured
from vision.reader import Reader
from vision.reading import COVER, CROWD, HAND, CardReading, Corners, Found, Image, Verdict

# When a frame is read
GLANCE = 2  # idle frames: in every second one, one card is compared with what it looked like
GLANCES = 3  # cards, with which that is done in each frame of which only what changed is read
AGAIN = 20  # idle frames, after which one is looked at anew, and one card in it read again;
SELDOM = 80  # the next time after twice as many, and at last after so many

COVERS = frozenset({HAND, CROWD})  # what keeps all that is known below it

# When a card is gone
SHARED = 0.25  # of the smaller place, from which one lies over another,
BURIED = 0.6  # and hides all but strips of it: a card 18 mm beside the one below it, .65 and more


class Tracker:
    """Watches a table through one camera: a frame in, an observation out."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        run = secrets.token_hex(4)
        self._ids = (f"{run}-{number}" for number in itertools.count(1))
        self.forget()

    def forget(self) -> None:
        """Forget all cards: the camera was lost, and anything may have happened since."""
        self._motion = Motion()
        self._restless = Restless()
        self._tracks: list[Track] = []
        self._last: Observation | None = None
        self._looks = LOOKS
        self._looks_at: dict[str, int] = {}  # each mat, where there are several
        self._places: dict[str, tuple[Plane, list[Found]]] = {}  # and what was found there last
        self._glances = self._again = self._turn = 0
        self._hurried = False  # something lies there that is not known yet
        self._changing = True  # frames are read as something changed, and not for its being due
        self._every = AGAIN

    def update(self, picture: Image) -> Observation:
        """Take the next frame (height x width x 3, BGR)."""
        motion, last = self._motion, self._last
        motion.see(picture)
        if motion.is_moving or motion.is_changed:
            self._looks, self._again, self._every = LOOKS, 0, AGAIN
            self._restless.see(motion)
            self._looks_at |= dict.fromkeys(self._restless_mats(), LOOKS)
        waiting = any(track.waiting for track in self._tracks if not self._is_away(track))
        self._changing, self._hurried = bool(self._looks or waiting), waiting
        if last is None or self._changing or self._is_due(picture):
            self._looks = max(0, self._looks - 1)
            self._last = self._observe(picture)
        else:
            self._last = replace(last, picture=picture, moving=frozenset(), idle=True)
        return self._last

    def _restless_mats(self) -> Iterator[str]:
        """Yield the mats of several over which anything moves, or has changed."""
        planes = {} if self._last is None else self._last.planes
        for name, plane in planes.items() if len(planes) > 1 else ():
            quad, motion = plane.seen(self.reader.mats[name].corners_mm), self._motion
            if motion.touches(motion.moving, quad) or motion.touches(motion.changed, quad):
                yield name

    def _calm(self, planes: Planes) -> dict[str, list[Found]]:
        """Return what was found on those of several mats that stand as they were read."""
        restless = {track.mat for track in self._tracks if track.waiting or track.again}
        restless |= {name for name, looks in self._looks_at.items() if looks}
        in_turn = list(planes)[self._turn % len(planes)] if planes and not self._looks else None
        return {
            name: places
            for name, (plane, places) in self._places.items()
            if len(planes) > 1 and planes.get(name) is plane
            if name not in restless and name != in_turn
        }

    def _is_away(self, track: Track) -> bool:
        """Tell whether a track's mat is not in the picture, while another is."""
        planes = {} if self._last is None else self._last.planes
        return bool(planes) and track.mat not in planes

    def _is_due(self, picture: Image) -> bool:
        """Tell whether an idle frame is to be read: now and then, or where a card looks changed.

        The cards are looked at in turn, and so are those that a sharper picture may tell.
        """
        self._again += 1
        settled = [t for t in self._tracks if t.settled_id and not self._is_away(t)]
        if settled and self._again % GLANCE == 0:
            self._glances += 1
            track = settled[self._glances % len(settled)]
            if not track.looks_like(look_at(picture, track.reading.corners)):
                track.changed = True
                return True
            questions = [track for track in settled if track.asked and track.in_sight]
            if questions:
                track = questions[self._glances % len(questions)]
                track.see_sharp(_sharpness(picture, track.reading.corners))
                if track.anew:
                    return True
        if self._again < self._every:
            return False
        self._again, self._every = 0, min(2 * self._every, SELDOM)
        if settled:
            self._turn += 1
            settled[self._turn % len(settled)].again = True
        return True

    # -- a frame that is read --------------------------------------------------------------

    def _observe(self, picture: Image) -> Observation:
        """Read what changed in a frame, and bring the tracks up to it."""
        reader, motion = self.reader, self._motion
        planes = reader.planes(picture, hurried=self._hurried)
        new = (n for n, p in planes.items() if n not in self._places or self._places[n][0] is not p)
        self._looks_at |= dict.fromkeys(new, LOOKS)
        known = self._known(picture, planes)
        calm = {name for name, one in known.items() if not one.changed}
        found = measured(picture, reader.find(picture, planes, known))
        self._restless.looked()
        self._places = {n: (plane, [f for f in found if f.mat == n]) for n, plane in planes.items()}
        self._looks_at = {n: looks - 1 for n, looks in self._looks_at.items() if looks > 1}
        for track in self._tracks:
            if track.mat not in planes and reader.mats:  # nobody knows what happens there now
                track.hidden = track.changed = True
        cards: tuple[CardReading, ...] = ()
        if calm < planes.keys() or not reader.mats:
            ground = Ground({name: plane for name, plane in planes.items() if name not in calm})
            cards = self._follow(picture, ground, [f for f in found if f.mat not in calm])
        if self._last is not None:
            cards += tuple(card for card in self._last.cards if card.mat in calm)
        zones = zones_seen(picture, reader.mats, planes)
        moving = motion.moving
        moves = frozenset(z for z, quad in zones.items() if motion.touches(moving, quad, 1.0))
        hands = [place.corners for place in found if place.reason in COVERS]
        motion.was_read()
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
            hands=frozenset(
                z for z, quad in zones.items() if any(overlap(quad, hand) > 0 for hand in hands)
            ),
        )

    def _known(self, picture: Image, planes: Planes) -> dict[str, Known]:
        """Return what is known of the mats that lie where they lay; nothing where all is due.

        Of those of several mats that are calm all is, of others what stands as it was found. Some
        cards in turn have to look so, too.
        """
        calm = self._calm(planes)
        known = {name: Known(places) for name, places in calm.items()}
        if not self._changing:
            return known
        ground = Ground(planes)
        still = [t for t in self._tracks if t.mat in planes and t.mat not in calm and not t.waiting]
        for _ in still[:GLANCES]:
            self._glances += 1
            track = still[self._glances % len(still)]
            track.changed = not track.looks_like(look_at(picture, ground.corners(track)))
        for name, (plane, places) in self._places.items():
            if name not in calm and planes.get(name) is plane:
                stands = standing(places, ground.tracks_at(places, self._tracks), self._motion)
                lost = (t for t in self._tracks if t.mat == name and t.waiting)
                edge = plane.seen(self.reader.mats[name].corners_mm)
                known[name] = Known(
                    list(itertools.compress(places, stands)),
                    [
                        *self._restless.within(self._motion, edge),
                        *(place.corners for place in itertools.compress(places, ~stands)),
                        *(ground.corners(track) for track in lost),
                    ],
                )
        return known

    def _follow(
        self, picture: Image, ground: Ground, found: Sequence[Found]
    ) -> tuple[CardReading, ...]:
        """Read the places that have to be read, and give each reading to its track."""
        motion = self._motion
        before = None if self._last is None else self._last.picture
        tracks = [track for track in self._tracks if ground.has(track)]
        quads = [ground.corners(track) for track in tracks]
        moves, changes = (motion.touched(mask, quads) for mask in (motion.moving, motion.changed))
        for known, corners, moved, changed in zip(tracks, quads, moves, changes, strict=True):
            known.hidden = bool(moved) and not (
                known.clear and known.looks_like(look_at(picture, corners), CLEAR)
            )
            known.changed |= bool(changed)
        moves = motion.touched(motion.moving, [place.corners for place in found])
        at = ground.tracks_at(found, self._tracks)
        for place, track in zip(found, at, strict=True):
            if track is not None and place.light is not None:
                track.see_sharp(place.light[1])
        places = [
            _with_known(place, track)
            for place, track, moved in zip(found, at, moves, strict=True)
            # a light may move over a card
            if not moved
            or (track is not None and not track.hidden)
            or (not place.reason and only_light_moves(before, picture, place.corners))
        ]
        standing_by = {id(track.reading.crop): track for track in tracks}
        cards = self._sure(self.reader.read_found(picture, places, ground.planes), ground)
        certain = [one.corners for one in cards if one.verdict is Verdict.CERTAIN]
        for track in tracks:
            track.buried |= bool(track.name) and _lies_on(ground.corners(track), certain, BURIED)
        buried = {track for track in tracks if track.buried}
        seen: set[Track] = set()
        left: list[CardReading] = []
        for reading in cards:
            track = standing_by.get(id(reading.crop)) if reading.remembered else None
            if track is None or track in seen:
                # what peeps out beneath a pile's top is not the card that lay there before it
                taken = seen | buried if reading.card is None else seen
                track = ground.track_at(reading, self._tracks, taken)
            if track is None:
                left.append(reading)
                continue
            track.hidden = False
            if reading.remembered:
                track.see()
                seen.add(track)
            else:
                seen.add(self._take(track, reading, picture, ground))
        for reading in left:
            self._take_elsewhere(reading, left, seen, picture, ground, certain)
        here = [t for t in self._tracks if ground.has(t)]
        for lost in [t for t in here if t not in seen and not t.hidden]:
            self._look_for(lost, picture, ground, found, certain)
        self._tracks = [track for track in self._tracks if track.missing < track.patience]
        return cards

    def _sure(self, cards: Sequence[CardReading], ground: Ground) -> tuple[CardReading, ...]:
        """Return the readings but for doubtful ones over which anything moves, if only light."""
        moves = self._motion.touched(self._motion.moving, [reading.corners for reading in cards])
        return tuple(
            reading
            for reading, moved in zip(cards, moves, strict=True)
            if not moved
            or reading.remembered
            or reading.verdict is Verdict.CERTAIN
            or ((track := ground.track_at(reading, self._tracks, ())) and not track.hidden)
        )

    def _take(self, track: Track, reading: CardReading, picture: Image, ground: Ground) -> Track:
        """Give a reading to its track; return that, or the track of the card that is there now."""
        place, look = ground.place(reading), look_at(picture, reading.corners)
        if reading.verdict is not Verdict.CERTAIN:
            track.sharp = _sharpness(picture, reading.corners)
            if track.sharp < BLURRED and track.name and reading.card not in (None, track.name):
                track.see()  # a blur makes cards alike: what lies there is told after it
                return track
        if track.take(reading, place, look, self._ids) is not Taken.OTHER:
            return track
        self._tracks.remove(track)
        self._tracks.append(track.successor(place, look, self._ids))
        return self._tracks[-1]

    def _take_elsewhere(
        self,
        reading: CardReading,
        left: Sequence[CardReading],
        seen: set[Track],
        picture: Image,
        ground: Ground,
        certain: Sequence[Corners],
    ) -> None:
        """Give a reading to a card that was pushed there, or begin a track.

        What peeps out beneath a `certain` card is a card that this one was laid upon.
        """
        place, here = ground.place(reading), [t for t in self._tracks if t.mat == reading.mat]
        unseen = [t for t in here if t not in seen and t.settled_id and not t.hidden]
        if reading.card is None:
            covered = [t for t in unseen if t.reading.card and overlap(t.place, place) > SHARED]
            covered = [t for t in covered if not _lies_on(ground.corners(t), certain)]
            for track in covered:
                track.covered = True
            if covered:
                return
        certainly = reading.verdict is Verdict.CERTAIN
        hidden: list[Track] = []
        if certainly:
            same = (t for t in here if t.hidden and t.settled_id and t.name == reading.card)
            hidden = [t for t in same if away(t.place, place) < SLID]
            if not all(left_under(t, reading, picture, ground, self.reader) for t in hidden):
                return  # it may be that one: what moves over its place will be gone
        if reading.card is not None:
            alike = sum(other.card == reading.card for other in left)
            named = [t for t in unseen if t.name == reading.card]
            pushed = [t for t in named if was_pushed(t, reading, picture, ground, self.reader)]
            pushed += hidden
            if len(pushed) == alike == 1:
                if not certainly:
                    pushed[0].move_to(place)
                seen.add(self._take(pushed[0], reading, picture, ground))
                return
        track = Track(reading, place)
        self._tracks.append(track)
        seen.add(self._take(track, reading, picture, ground))

    def _look_for(
        self,
        track: Track,
        picture: Image,
        ground: Ground,
        found: Sequence[Found],
        certain: Sequence[Corners],
    ) -> None:
        """Look at the place of a card that was not found there, and count it missing.

        What lies upon it, but for `certain` cards, keeps it: after a while nobody knows what lies
        below, and the place is asked about until it is bare, or a card is read there. What never
        had a name is kept for that while, unless anything was found upon it.
        """
        corners = ground.corners(track)
        hands = (place.corners for place in found if place.reason in COVERS)
        if track.settled_id and any(overlap(corners, hand) > SHARED for hand in hands):
            track.hidden = True
            return
        sure = track.settled_id and not track.doubted
        if sure and track.looks_like(look_at(picture, corners), THERE):
            track.missing = 0
            return
        place = Found(corners, 1.0, mat=track.mat)
        (reading,) = self.reader.read_places(picture, [place], ground.planes)
        if reading.card is not None and reading.card == track.reading.card:
            self._take(track, reading, picture, ground)
            return
        track.missing += 1
        upon = certain if track.name else [one.corners for one in found if not one.reason]
        if track.settled_id and not _lies_on(corners, upon):
            track.covered |= not self.reader.is_bare(picture, place, ground.planes, certain)
            if track.name and track.covered and track.missing >= COVERED:
                unclear = replace(place, reason=COVER)
                (reading,) = self.reader.read_places(picture, [unclear], ground.planes)
                track.lay_under(reading, look_at(picture, corners))


def _lies_on(corners: Corners, cards: Sequence[Corners], share: float = SHARED) -> bool:
    """Tell whether one of these cards lies over a place (4 x 2, all in pixels)."""
    return any(overlap(corners, one) > share for one in cards)


def _sharpness(picture: Image, corners: Corners) -> float:
    (place,) = measured(picture, [Found(corners, 1.0)])
    return 0.0 if place.light is None else place.light[1]


def _with_known(place: Found, track: Track | None) -> Found:
    """Return a place with what still stands of it."""
    if track is None or not track.settled_id or track.doubted or track.again:
        return place
    return replace(place, known=track.reading)
