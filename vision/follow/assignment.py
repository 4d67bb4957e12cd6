"""Give the readings of a frame to the tracks of the cards, and decide which cards are gone.

A card in a new place may be new, or somebody may have pushed it there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vision.follow.appearance import STILL_THERE, sharpness
from vision.follow.coordinates import TrackedFrame
from vision.follow.tracks import COVERED_TIMEOUT, Track, TrackUpdate, distance
from vision.geometry import Floats, boxes_meet, overlap, stacked
from vision.quality import BLURRED
from vision.reading import COVER, CROWD, HAND, CardReading, Corners, Found

COVERING_REASONS = frozenset({HAND, CROWD})  # These hide cards without making them uncertain.
COVERING_SHARE = 0.25  # A card covers another if it overlaps this share of the smaller one.
BURYING_SHARE = 0.6  # A card buries another from this overlap on.

# A card may be pushed this many card heights, if no other card can have its name.
PUSH = 0.5
LONG_PUSH = 1.0  # The same limit if the card's old place is now bare.
AT_ONCE = 2  # Fewer still frames may pass until the card appears in the new place.


class Assignment:
    """The assignment of one frame's readings to `tracks`, which it updates.

    `found` are all places found in the frame, `cards` the readings, and `ids` the ids of new cards.
    """

    def __init__(
        self,
        frame: TrackedFrame,
        tracks: Sequence[Track],
        found: Sequence[Found],
        cards: Sequence[CardReading],
        ids: Iterator[str],
    ) -> None:
        self._frame, self._ids = frame, ids
        self._cards = cards
        self._certain = stacked(card.corners for card in cards if card.certain)
        self._hands = stacked(place.corners for place in found if place.reason in COVERING_REASONS)
        self._things = stacked(place.corners for place in found if not place.reason)
        self._tracks = list(tracks)
        self._seen: set[Track] = set()  # The tracks that have a reading.

    def run(self) -> list[Track]:
        """Assign all readings; return the tracks of the cards that are still there."""
        here = [track for track in self._tracks if self._frame.coordinates.contains(track)]
        for track in here:
            if track.name and is_covered(self._frame.corners(track), self._certain, BURYING_SHARE):
                track.bury()
        remembered = {id(track.reading.crop): track for track in here}
        new = [card for card in self._cards if not self._assign_in_place(card, remembered)]
        for reading in new:
            self._assign_new(reading, new)
        for track in list(self._tracks):
            missing = track not in self._seen and not track.hidden
            if missing and self._frame.coordinates.contains(track):
                self._check_missing(track)
        return [track for track in self._tracks if not track.is_gone]

    def _assign_in_place(self, reading: CardReading, remembered: dict[int, Track]) -> bool:
        """Give a reading to the track in its place; return whether there is one."""
        track = remembered.get(id(reading.crop)) if reading.remembered else None
        if track is None or track in self._seen:
            nameless = reading.card is None
            taken = {t for t in self._tracks if t in self._seen or (nameless and t.buried)}
            track = self._frame.coordinates.nearest_track(reading, self._tracks, taken)
        if track is None:
            return False
        track.reveal()
        if reading.remembered:
            track.mark_seen()
            self._seen.add(track)
        else:
            self._update(track, reading)
        return True

    def _assign_new(self, reading: CardReading, new: Sequence[CardReading]) -> None:
        """Give a reading to a pushed card or a new track; without a name it may cover a card."""
        if reading.card is None:
            if self._covers_cards(reading):
                return
        else:
            hidden = self._hidden_alike(reading)
            frame = self._frame
            if not all(was_pushed_from_under(track, reading, frame) for track in hidden):
                return  # It may be the hidden card, so wait until nothing moves.
            named = [track for track in self._unseen(reading) if track.name == reading.card]
            pushed = [track for track in named if was_pushed(track, reading, frame)] + hidden
            alike = sum(other.card == reading.card for other in new)
            if len(pushed) == alike == 1:
                if not reading.certain:
                    pushed[0].move_to(frame.coordinates.to_mat(reading))
                self._update(pushed[0], reading)
                return
        track = Track(reading, self._frame.coordinates.to_mat(reading))
        self._tracks.append(track)
        self._update(track, reading)

    def _unseen(self, reading: CardReading) -> list[Track]:
        """Return the settled cards on the mat of a reading that nothing hides, yet none reads."""
        return [
            track
            for track in self._tracks
            if track.mat == reading.mat and track not in self._seen
            if track.settled_id and not track.hidden
        ]

    def _hidden_alike(self, reading: CardReading) -> list[Track]:
        """Return the hidden cards nearby that have the name of a certain reading."""
        place = self._frame.coordinates.to_mat(reading)
        return [
            track
            for track in self._tracks
            if reading.certain and track.mat == reading.mat
            if track.hidden and track.settled_id and track.name == reading.card
            if distance(track.place, place) < LONG_PUSH
        ]

    def _covers_cards(self, reading: CardReading) -> bool:
        """Mark the cards that a thing without a name covers; return whether there are any."""
        place = self._frame.coordinates.to_mat(reading)
        covered = [
            track
            for track in self._unseen(reading)
            if track.reading.card and overlap(track.place, place) > COVERING_SHARE
            if not is_covered(self._frame.corners(track), self._certain)
        ]
        for track in covered:
            track.mark_covered()
        return bool(covered)

    def _update(self, track: Track, reading: CardReading) -> None:
        """Give a reading to its track, or to a new card in its place."""
        frame = self._frame
        place, look = frame.coordinates.to_mat(reading), frame.appearance(reading.corners)
        sharp = None if reading.certain else sharpness(frame.picture, reading.corners)
        another = reading.card not in (None, track.name)
        if sharp is not None:
            track.note_question(sharp)
        if sharp is not None and sharp < BLURRED and track.name and another:
            track.mark_seen()  # Blur makes cards look similar, so wait for a sharp picture.
        elif track.update(reading, place, look, self._ids) is TrackUpdate.OTHER:
            self._tracks.remove(track)
            track = track.successor(place, look, self._ids)
            self._tracks.append(track)
        self._seen.add(track)

    def _check_missing(self, track: Track) -> None:
        """Examine the place of a card that was not found; see "Identity" in README.md."""
        frame, corners = self._frame, self._frame.corners(track)
        if track.settled_id and is_covered(corners, self._hands):
            track.hide()
            return
        sure = track.settled_id and not track.doubted
        if sure and frame.matches(track, STILL_THERE):
            track.mark_present()
            return
        reading = frame.read(track)
        if reading.card is not None and reading.card == track.reading.card:
            self._update(track, reading)
            return
        track.mark_missing()
        upon = self._certain if track.name else self._things
        under = track.settled_id and not is_covered(corners, upon)
        if under and not frame.is_bare(track, list(self._certain)):
            track.mark_covered()
            if track.name and track.missing >= COVERED_TIMEOUT:
                track.cover_with(frame.read(track, COVER), frame.appearance(corners))


def is_covered(corners: Corners, others: Floats, share: float = COVERING_SHARE) -> bool:
    """Whether one of the other quads (n x 4 x 2) overlaps a place by more than a share.

    The share is of the smaller one's area.
    """
    if not len(others):
        return False
    (near,) = boxes_meet(corners[None], others)
    return any(overlap(corners, other) > share for other in others[near])


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
