"""Find the places that have not changed since the last frame and need no new search.

A changed place is searched in several frames, because no single frame is sure to show its card.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.follow.motion import Motion
from vision.follow.tracks import Track
from vision.geometry import Floats, box_corners, boxes_meet, enlarged, overlap
from vision.reading import Corners, Found, Image

RECENT_FRAMES = 6  # A changed place is searched in this many frames.
NEARBY = 1.2  # A cluster or hand within this multiple of a card's size may cover the card.
MERGE_DISTANCE_PX = 9  # Closer changes, in pixels of the small picture, count as one.


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
    places: Sequence[Found], tracks: Sequence[Track | None], motion: Motion
) -> NDArray[np.bool_]:
    """Return which places from the last frame need no search in this frame, (n,) bool.

    `tracks[i]` is the track of the i-th place, or None. An unchanged place is a single card that
    was read with certainty. Nothing moved or changed there, and the card lies neither under nor
    over anything else.
    """
    pairs = zip(places, tracks, strict=True)
    stands = np.array([_is_settled(place, track) for place, track in pairs], bool)
    for mask in (motion.moving, motion.changed):
        stands &= ~motion.touches_each(mask, [place.corners for place in places])
    if stands.any() and not stands.all():
        cards = np.stack([place.corners for place in compress(places, stands)])
        stands[stands] = ~_are_covered(cards, list(compress(places, ~stands)))
    return stands


def _is_settled(place: Found, track: Track | None) -> bool:
    """Whether a place holds a card that was read and is not in doubt."""
    if not place.single or track is None or track.needs_frame or track.reread or track.covered:
        return False
    return not track.unidentified


def _are_covered(cards: Floats, others: Sequence[Found]) -> NDArray[np.bool_]:
    """Return which cards (n x 4 x 2) overlap other places or nearly touch a cluster or hand."""
    covered = np.zeros(len(cards), bool)
    grown = enlarged(cards, NEARBY).astype(np.float32)
    for card, other in np.argwhere(boxes_meet(grown, np.stack([p.corners for p in others]))):
        place = others[other]
        covered[card] |= not place.single or overlap(cards[card], place.corners) > 0
    return covered
