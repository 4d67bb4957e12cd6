"""Cards that lie partly under others without a mat: never passed over, and none made up."""

from __future__ import annotations

import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.patterned_tables import CLOTH
from tests.vision.scenes import mat, matcher
from tests.vision.trial_decks import trial_deck
from vision.find.free import find_free
from vision.find.select import unexplained_clusters
from vision.geometry import enlarged, overlap, rectangle
from vision.reading import CardReading, Found, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import DARK_WOOD, LIGHT_WOOD, Frame, PlacedCard, Scene

DECK = "coyote-tomahawk"
TABLES = (CLOTH, DARK_WOOD, LIGHT_WOOD)


def _seen(cards: tuple[PlacedCard, ...], table: str) -> Frame:
    above = PinholeCamera.above(mat().size_mm, 1280, 720, tilt_deg=8.0, roll_deg=7.0)
    return Renderer(above, mat(), seed=1).render(Scene(cards, table), seed=1)


@pytest.mark.parametrize("table", breadth(TABLES))
@pytest.mark.parametrize(("right", "down"), breadth([(-35, 20), (30, 0), (0, 40)]))
def test_a_card_half_under_another_is_told_where_it_lies(right: int, down: int, table: str) -> None:
    names = trial_deck(DECK).names
    cards = (
        PlacedCard(DECK, names[3], 220, 200, 10),
        PlacedCard(DECK, names[8], 220 + right, 200 + down, 32),
    )
    frame = _seen(cards, table)
    founds = find_free(frame.image, trial_deck(DECK).size_mm, matcher().likeness)
    (hidden,) = (place for place in founds if place.reason == "overlap")
    assert overlap(hidden.corners, frame.truth[0].corners) > 0.9


@pytest.mark.parametrize(("shift", "grown", "shown"), [(0, 1.1, 0), (2, 0.85, 0), (30, 1.0, 1)])
def test_the_frame_or_shadow_of_a_card_is_no_card_under_it(
    shift: float, grown: float, shown: int
) -> None:
    corners = rectangle(63, 88)
    card = CardReading(
        "AD", Verdict.CERTAIN, 0.9, 0.5, (), corners, 0.0, np.zeros((2, 2, 3), np.uint8)
    )
    place = Found(enlarged(corners, grown) + np.float32(shift), 1.0, "overlap")
    assert len(unexplained_clusters([place], [card])) == shown
