"""A sheet that lies wholly in view is no card: the cards on it are found."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.find.sheets import cards_on_a_sheet
from tests.vision.scenes import deck, matcher
from tests.vision.trial_decks import trial_deck
from vision.geometry import overlap
from vision.reader import Reader

DECK = "coyote-kidult"


@pytest.mark.parametrize("seed", breadth(range(60), 47))
def test_cards_on_a_sheet_of_any_size_and_colour_are_read(seed: int) -> None:
    picture, cards = cards_on_a_sheet(deck(DECK), seed)
    readings = Reader(deck(DECK), matcher=matcher(DECK)).read(picture).cards
    assert {reading.verdict for reading in readings} == {"certain"}
    assert len(readings) >= max(1, len(cards) - 1)  # In one picture a small card is lost.
    for card_reading in readings:
        assert overlap(card_reading.corners, cards[str(card_reading.card)]) > 0.9


def test_white_cards_on_white_paper_are_read_by_their_print() -> None:
    suits = trial_deck("suits")
    picture = np.full((700, 1000, 3), suits.templates["2H"][40, 40], np.uint8)
    for place, card in enumerate(("2H", "6D", "9C", "4S")):
        print_ = cv2.resize(suits.templates[card], (126, 176), interpolation=cv2.INTER_AREA)
        x, y = 60 + 230 * place, 60 + 110 * place
        picture[y + 6 : y + 170, x + 6 : x + 120] = print_[6:170, 6:120]
    readings = Reader(suits).read(picture).cards
    assert {card.card for card in readings if card.certain} == {"2H", "6D", "9C", "4S"}
