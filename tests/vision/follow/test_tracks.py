"""Which reading is of which card, and where that lies."""

from __future__ import annotations

import itertools

import numpy as np

from vision.follow.coordinates import MatCoordinates
from vision.follow.tracks import AGREEING_NAMELESS, Track
from vision.geometry import rectangle
from vision.reading import CardReading, Corners, Verdict

CARD = rectangle(60, 90) + np.float32(100)
ARM = rectangle(300, 400) - np.float32(15)  # about a middle near the card's
LOOK = np.ones((4, 4), np.float32) / 4


def reading(name: str | None, corners: Corners) -> CardReading:
    verdict = Verdict.UNCLEAR if name is None else Verdict.CERTAIN
    crop = np.zeros((9, 9, 3), np.uint8)
    return CardReading(name, verdict, 0.9, 0.1, (), corners, 0.0, crop)


def known() -> Track:
    return Track(reading("4", CARD), CARD, "1", "4", LOOK)


def test_an_arm_whose_middle_is_near_a_card_is_not_that_card() -> None:
    track, ground = known(), MatCoordinates({})
    assert ground.nearest_track(reading(None, ARM), [track], ()) is None
    assert ground.nearest_track(reading(None, CARD + np.float32(5)), [track], ()) is track


def test_a_card_lies_where_it_lay_for_as_long_as_what_hides_it_has_no_name() -> None:
    track, ids = known(), map(str, itertools.count(2))
    for _ in range(AGREEING_NAMELESS + 2):
        track.update(reading(None, ARM), ARM, -LOOK, ids)
    assert not track.in_sight
    assert track.place is CARD
