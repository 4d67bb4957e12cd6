"""Decide which frames to read, which places in them, and what to check although nothing changed.

A changed place is searched in several frames, because no single frame is sure to show its card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import compress

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.follow.motion import Motion
from vision.follow.tracks import Track
from vision.geometry import Floats, box_corners, boxes_meet, enlarged, overlap, stacked
from vision.reading import CROWD, HAND, Corners, Found, Image

COMPARE_EVERY = 2  # In every second idle frame, one card is compared with its last appearance.
REREAD_AFTER = 20  # After this many idle frames, a frame is read, with one of its cards.
MAX_REREAD_AFTER = 80  # The interval doubles after each such reading, up to this one.

RECENT_FRAMES = 6  # A changed place is searched in this many frames.
NEARBY = 1.2  # A cluster or hand within this multiple of a card's size may cover the card.
MERGE_DISTANCE_PX = 9  # Closer changes, in pixels of the small picture, count as one.


class Schedule:
    """The frames to read after a change, and the routine checks of an idle table."""

    def __init__(self) -> None:
        self._frames_left = RECENT_FRAMES
        self._mat_frames_left: dict[str, int] = {}  # Used if there are several mats.
        self._idle_frames = self._comparisons = self._readings = 0
        self._reread_after = REREAD_AFTER

    @property
    def is_changing(self) -> bool:
        """Whether a change is so recent that the next frame must be read."""
        return self._frames_left > 0

    @property
    def changing_mats(self) -> Collection[str]:
        """Return the mats that must be searched in the next frame."""
        return self._mat_frames_left.keys()

    def note_change(self) -> None:
        """Read the next frames, because something moves or has changed."""
        self._frames_left = RECENT_FRAMES
        self._idle_frames, self._reread_after = 0, REREAD_AFTER

    def note_changed_mats(self, mats: Iterable[str]) -> None:
        """Search these mats in the next frames that are read."""
        self._mat_frames_left |= dict.fromkeys(mats, RECENT_FRAMES)

    def mat_in_turn(self, mats: Sequence[str]) -> str | None:
        """Return the mat to search in a routine reading, or in the last reading after a change."""
        if not mats or self._frames_left > 1:
            return None
        return mats[self._readings % len(mats)]

    def count_reading(self) -> None:
        """Note that a frame was read."""
        self._frames_left = max(0, self._frames_left - 1)
        self._mat_frames_left = {
            mat: frames - 1 for mat, frames in self._mat_frames_left.items() if frames > 1
        }

    def count_idle_frame(self) -> None:
        """Note that nothing changed in a frame."""
        self._idle_frames += 1

    @property
    def is_comparison_due(self) -> bool:
        """Whether to compare a card with its last appearance in this idle frame."""
        return self._idle_frames % COMPARE_EVERY == 0

    def next_comparison(self) -> int:
        """Return a number that selects the card to compare: it is one higher each time."""
        self._comparisons += 1
        return self._comparisons

    def begin_routine_reading(self) -> bool:
        """Whether an idle frame must be read; if so, the next interval is longer."""
        if self._idle_frames < self._reread_after:
            return False
        self._idle_frames, self._reread_after = 0, min(2 * self._reread_after, MAX_REREAD_AFTER)
        return True

    def next_reading(self) -> int:
        """Return a number that selects the card to read: it is one higher each time."""
        self._readings += 1
        return self._readings


class RecentChanges:
    """The parts of the picture that changed in the last frames that were read."""

    def __init__(self) -> None:
        # Each pixel is searched in this many further frames.
        self._recent: Image = np.zeros((1, 1), np.uint8)

    def update(self, motion: Motion) -> None:
        """Note what moves or has changed in a frame."""
        if self._recent.shape != motion.moving.shape:
            self._recent = np.zeros_like(motion.moving)
        self._recent[cv2.bitwise_or(motion.moving, motion.changed) > 0] = RECENT_FRAMES

    def count_frame(self) -> None:
        """Note that a frame was read."""
        self._recent -= (self._recent > 0).view(np.uint8)

    def boxes(self, motion: Motion, quad: Corners) -> list[Corners]:
        """Return bounding boxes (4 x 2, pixels of the frame) of all changes on a mat.

        `quad` contains the mat's corners.
        """
        near = cv2.dilate(self._recent, np.ones((MERGE_DISTANCE_PX, MERGE_DISTANCE_PX), np.uint8))
        count, _, stats, _ = cv2.connectedComponentsWithStats(near)
        low, high = quad.min(0), quad.max(0)
        boxes = []
        for left, top, width, height, _ in stats[1:count]:
            box = np.array([(left, top), (left + width, top + height)], np.float32) / motion.scale
            (x0, y0), (x1, y1) = np.maximum(box[0], low), np.minimum(box[1], high)
            if x0 < x1 and y0 < y1:
                boxes.append(box_corners(x0, y0, x1, y1))
        return boxes


def unchanged_places(
    places: Sequence[Found],
    tracks: Sequence[Track | None],
    motion: Motion,
    searched: Sequence[Corners],
) -> NDArray[np.bool_]:
    """Return which places from the last frame need no search in this frame, (n,) bool.

    `tracks[i]` is the track of the i-th place, or None. An unchanged place is a single card that
    was read with certainty, or part of a cluster in which nothing is in doubt and that does not
    meet the areas (4 x 2 each) to be `searched` anyway. Nothing moved or changed there, and it lies
    neither under nor over anything else.
    """
    pairs = zip(places, tracks, strict=True)
    stands = np.array([_is_settled(place, track) for place, track in pairs], bool)
    quads = stacked(place.corners for place in places)
    for mask in (motion.moving, motion.changed):
        stands &= ~motion.touches_each(mask, list(quads))
    single = np.array([place.single for place in places], bool)
    stands &= single | ~boxes_meet(quads, stacked(searched)).any(1)
    while True:
        covered = _are_covered(quads[stands], list(compress(places, ~stands)))
        if not covered.any():
            return stands
        stands[stands] = ~covered


def _is_settled(place: Found, track: Track | None) -> bool:
    """Whether a place holds a card that was read, or part of a cluster, and is not in doubt."""
    if place.reason in (HAND, CROWD) or (track is None and place.single):
        return False
    if track is None:
        return True
    doubted = track.covered or track.unidentified or track.needs_frame
    return track.has_valid_reading and not doubted


def _are_covered(cards: Floats, others: Sequence[Found]) -> NDArray[np.bool_]:
    """Return which cards (n x 4 x 2) overlap other places or nearly touch a cluster or hand."""
    covered = np.zeros(len(cards), bool)
    grown = enlarged(cards, NEARBY).astype(np.float32)
    for card, other in np.argwhere(boxes_meet(grown, stacked(p.corners for p in others))):
        place = others[other]
        covered[card] |= not place.single or overlap(cards[card], place.corners) > 0
    return covered
