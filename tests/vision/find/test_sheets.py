"""A sheet that lies wholly in view is no card: the cards on it are found."""

from __future__ import annotations

import pytest

from tests.breadth import breadth
from tests.vision.find.sheets import cards_on_a_sheet
from tests.vision.scenes import deck, matcher
from vision.geometry import overlap
from vision.reader import Reader

DECK = "coyote-kidult"


@pytest.mark.parametrize("seed", breadth(range(60), 0, 3, 47))
def test_cards_on_a_sheet_of_any_size_and_colour_are_read(seed: int) -> None:
    picture, cards = cards_on_a_sheet(deck(DECK), seed)
    readings = Reader(deck(DECK), matcher=matcher(DECK)).read(picture).cards
    assert {reading.verdict for reading in readings} == {"certain"}
    assert len(readings) >= max(1, len(cards) - 1)  # In one picture a small card is lost.
    for card_reading in readings:
        assert overlap(card_reading.corners, cards[str(card_reading.card)]) > 0.9
