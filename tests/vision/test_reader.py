"""The reader: every card in a good picture, by name, place and turn."""

from __future__ import annotations

import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.patterned_tables import CLOTH
from tests.vision.scenes import deck, mat, renderer, strewn
from vision.reader import Reader
from vision.reading import Verdict
from vision.synthetic.scene import MAT, PlacedCard, Scene


@pytest.mark.parametrize("name", breadth(["coyote-kidult", "coyote-tomahawk", "coyote-oliphante"]))
def test_cards_strewn_over_the_mat_are_read_by_name_place_and_turn(name: str) -> None:
    frame = renderer().render(strewn(deck(name), 6, seed=1), seed=1)
    reading = Reader(deck(name), mat()).read(frame.image)
    assert reading.mat
    assert reading.quality.good
    assert len(reading.cards) == 6
    for truth in frame.truth:
        (card,) = [
            c
            for c in reading.cards
            if np.linalg.norm(c.corners.mean(0) - truth.corners.mean(0)) < 20
        ]
        assert (card.card, card.verdict) == (truth.card, Verdict.CERTAIN)
        assert np.abs(card.corners - truth.corners).max() < 6
        assert card.place_mm == pytest.approx(truth.place_mm, abs=3)
        assert (card.turn_deg - truth.turn_deg + 180) % 360 - 180 == pytest.approx(0, abs=6)


@pytest.mark.verify
def test_the_whole_frame_is_searched_for_markers_only_once_while_the_camera_stands() -> None:
    reader = Reader(deck(), mat())
    for seed in range(3):
        reader.read(renderer().render(strewn(deck(), 3, seed), seed=seed).image)
    assert reader._mats_finder.searches == 1


@pytest.mark.parametrize("table", breadth([MAT, CLOTH]))
@pytest.mark.parametrize(
    ("right", "down"), breadth([(45, 0), (0, 60), (20, 25), (58, 20), (66, 0)], (45, 0), (0, 60))
)
def test_a_card_half_under_another_is_never_passed_over(right: int, down: int, table: str) -> None:
    tomahawk = deck()
    cards = (
        PlacedCard(tomahawk.name, "15", 200, 200, 5),
        PlacedCard(tomahawk.name, "-5", 200 + right, 200 + down, 12),
        PlacedCard(tomahawk.name, "20", 420, 200, 40),
    )
    frame = renderer().render(Scene(cards, table=table), seed=1)
    reader = Reader(tomahawk, mat()) if table == MAT else Reader(tomahawk)
    cards_read = reader.read(frame.image).cards
    certain = {c.card for c in cards_read if c.verdict is Verdict.CERTAIN}
    assert {"20"} <= certain <= {"-5", "20", "15"}
    assert len(cards_read) == 3, "what is not read is asked about"
    for card in cards_read:
        assert (
            min(np.linalg.norm(card.corners.mean(0) - t.corners.mean(0)) for t in frame.truth) < 90
        )
