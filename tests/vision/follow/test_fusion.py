"""Two cameras over one long mat are one table: each card once, and nothing guessed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.vision.scenes import reader
from vision.follow.fusion import DISAGREE, CameraFusion
from vision.follow.schedule import RECENT_FRAMES
from vision.follow.tracker import Tracker
from vision.mat import Mat
from vision.observation import Observation
from vision.reading import Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Hand, PlacedCard, Scene

LONG = Mat(
    size_mm=(1300.0, 420.0),
    dictionary="4X4_50",
    marker_mm=36.0,
    quiet_mm=5.0,
    markers={
        0: (32, 32), 1: (650, 32), 2: (1268, 32), 3: (1268, 388), 4: (650, 388), 5: (32, 388)
    },
    zones={
        "left": (60.0, 60.0, 460.0, 360.0),
        "middle": (460.0, 60.0, 840.0, 360.0),
        "right": (840.0, 60.0, 1240.0, 360.0),
    },
)  # fmt: skip
LEFT, BOTH, RIGHT = (
    PlacedCard("coup", "duke", 180, 200, 15),
    PlacedCard("coup", "captain", 650, 210, -30),
    PlacedCard("coup", "contessa", 1120, 190, 80),
)


@cache
def over(x_mm: float) -> Renderer:
    """Return a camera over a part of the mat, 800 mm wide: it sees four markers of six."""
    eye = PinholeCamera(1440, 810, (x_mm, 230.0, 800.0), (x_mm, 210.0), 1.0, 0.99)
    return Renderer(eye, LONG)


@cache
def taken(x_mm: float, cards: tuple[PlacedCard, ...], seed: int) -> Image:
    return over(x_mm).render(Scene(cards), seed=seed).image


class Pair:
    """Two cameras, each with its tracker, and the table that they make."""

    def __init__(self) -> None:
        self.trackers = [Tracker(reader(LONG, name="coup")) for _ in range(2)]
        self.eyes = CameraFusion(LONG)
        self.seen: list[Observation | None] = [None, None]

    def look(
        self, *cards: PlacedCard, lost: int | None = None, times: int = RECENT_FRAMES
    ) -> Observation:
        merged = None
        for seed in range(times):
            for number, x_mm in enumerate((390.0, 910.0)):
                if number == lost:
                    self.trackers[number].forget()
                    self.seen[number] = None
                    continue
                picture = taken(x_mm, cards, seed % RECENT_FRAMES)
                self.seen[number] = self.trackers[number].update(picture)
            merged = self.eyes.merge(self.seen)
        assert merged is not None
        return merged


def names(observed: Observation) -> dict[str, str]:
    return {card.reading.card or "": card.id for card in observed.settled}


@pytest.fixture
def pair() -> Pair:
    return Pair()


@cache
def of_both() -> tuple[Observation | None, ...]:
    """Return what each of two cameras sees of a card that both see."""
    pair = Pair()
    pair.look(BOTH)
    return tuple(pair.seen)


def pair_of_both() -> Pair:
    pair = Pair()
    pair.seen = list(of_both())
    return pair


def test_two_cameras_see_one_table_and_a_lost_one_leaves_its_part_unseen(pair: Pair) -> None:
    whole = pair.look(LEFT, BOTH, RIGHT)
    before = names(whole)
    assert sorted(before) == ["captain", "contessa", "duke"]  # what both see is one card
    assert whole.steady
    assert not whole.unseen
    assert all(whole.whole_in(zone) for zone in LONG.zones)
    assert {card.reading.card: card.reading.zone for card in whole.settled} == {
        "duke": "left", "captain": "middle", "contessa": "right"
    }  # fmt: skip
    for card in whole.settled:
        (lies,) = (
            placed_card
            for placed_card in (LEFT, BOTH, RIGHT)
            if placed_card.card == card.reading.card
        )
        assert card.reading.verdict is Verdict.CERTAIN
        assert card.reading.place_mm == pytest.approx((lies.x_mm, lies.y_mm), abs=1.0)
    lost = pair.look(LEFT, BOTH, RIGHT, lost=1, times=2)
    assert sorted(names(lost)) == ["captain", "duke"]
    assert lost.unseen == {"right", "middle"}
    assert lost.steady_in("left")
    assert lost.whole_in("left")
    for zone in ("right", "middle", "mat"):
        assert not lost.steady_in(zone)
        assert not lost.whole_in(zone)
    assert "unseen" in lost.quality.reasons
    assert names(lost) == {name: before[name] for name in ("captain", "duke")}
    back = pair.look(LEFT, BOTH, RIGHT)
    assert back.steady
    assert {name: names(back)[name] for name in names(lost)} == names(lost)
    assert names(back)["contessa"] != before["contessa"]  # it may have been swapped meanwhile


@pytest.mark.verify
def test_a_card_on_the_border_of_one_view_is_the_other_cameras(pair: Pair) -> None:
    border = PlacedCard("coup", "assassin", 795, 210, 0)  # the left camera sees to 795 mm
    observed = pair.look(border, times=12)
    left, right = pair.seen
    assert left is not None
    assert right is not None
    assert left.pending or left.settled  # half a card
    assert [card.reading.card for card in right.settled] == ["assassin"]
    assert list(names(observed)) == ["assassin"]
    assert observed.steady
    assert observed.settled[0].reading.place_mm == pytest.approx((795, 210), abs=1.0)


@pytest.mark.verify
def test_a_card_that_is_moved_from_one_part_to_the_other_is_there_once(pair: Pair) -> None:
    pair.look(LEFT)
    moved = pair.look(replace(LEFT, x_mm=1130.0), times=14)
    assert list(names(moved)) == ["duke"]
    assert moved.settled[0].reading.zone == "right"
    assert moved.steady


@pytest.mark.parametrize(
    ("first", "second", "verdict", "reason"),
    [
        ({"card": "duke"}, {}, Verdict.DOUBTFUL, DISAGREE),
        ({}, {"by_mm": 25.0}, Verdict.DOUBTFUL, DISAGREE),  # one card in two places is not two
        ({}, {"by_mm": 4.0}, Verdict.CERTAIN, ""),
        ({"card": "duke", "verdict": Verdict.DOUBTFUL, "score": 0.99}, {}, Verdict.CERTAIN, ""),
    ],
)
def test_of_one_place_that_two_cameras_read_unlike_the_better_view_wins_or_people_are_asked(
    first: dict[str, Any], second: dict[str, Any], verdict: Verdict, reason: str
) -> None:
    pair = pair_of_both()
    for number, change in enumerate((first, second)):
        eye = pair.seen[number]
        assert eye is not None
        (card,) = eye.settled
        x_mm, y_mm = card.reading.place_mm or (0.0, 0.0)
        place = {"place_mm": (x_mm + change.get("by_mm", 0.0), y_mm)}
        more = {name: value for name, value in change.items() if name != "by_mm"}
        reading = replace(card.reading, **(place | more))
        pair.seen[number] = replace(eye, settled=(replace(card, reading=reading),))
    merged = pair.eyes.merge(pair.seen)
    assert merged is not None
    (card,) = merged.settled
    assert (card.reading.verdict, card.reading.reason) == (verdict, reason)
    if verdict is Verdict.CERTAIN:
        assert card.reading.card == "captain"
    else:
        possible = {card.reading.card, *(name for name, _ in card.reading.runners_up)}
        assert possible >= {"captain", first.get("card", "captain")}


def test_a_card_that_one_camera_still_reads_is_not_settled_by_the_other() -> None:
    pair = pair_of_both()
    eye = pair.seen[1]
    assert eye is not None
    pair.seen[1] = replace(eye, settled=(), pending=(eye.settled[0].reading,))
    merged = pair.eyes.merge(pair.seen)
    assert merged is not None
    assert not merged.steady_in("middle")
    assert merged.steady_in("left")


@pytest.mark.verify
def test_a_hand_in_one_view_is_a_hand_over_the_table(pair: Pair) -> None:
    pair.look(LEFT, RIGHT)
    picture = over(910.0).render(Scene((LEFT, RIGHT), hands=(Hand(1120.0, 190.0),)), seed=9).image
    pair.seen[1] = pair.trackers[1].update(picture)
    merged = pair.eyes.merge(pair.seen)
    assert merged is not None
    assert not merged.steady_in("right")
    assert merged.steady_in("left")


def test_cameras_that_see_nothing_make_no_observation() -> None:
    assert CameraFusion(LONG).merge([None, None]) is None
    pair = Pair()
    black = pair.trackers[0].update(np.zeros((1080, 1920, 3), np.uint8))
    merged = pair.eyes.merge([black, None])
    assert merged is not None
    assert merged.unseen == set(LONG.zones)
    assert not merged.steady
