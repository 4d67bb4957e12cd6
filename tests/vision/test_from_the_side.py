"""Pictures without a mat that a seated player takes: from the side, too bright, or in a hurry."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.off_mat import OF_MM, UNSEEN
from vision.decks.deck import load_deck
from vision.geometry import overlap
from vision.reader import Reader
from vision.reading import Image, Reading, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import DARK_WOOD, Frame, Lens, PlacedCard, Scene

DECK, OTHER = "coyote-kidult", "coup_detat"
FAR_MM, FOCAL = 400.0, 0.76  # a phone in the hand, and its field of view
TURNS = (0, 90, 40, 180, -70, 15)


def _photo(tilt_deg: float, deck: str = DECK, count: int = 6) -> Frame:
    """Return a phone's picture of some cards that lie turned any way."""
    names = load_deck(deck, pictures=False).names
    cards = tuple(
        PlacedCard(deck, names[2 * n + 1], 170 + 108 * (n % 3), 155 + 110 * (n // 3), turn)
        for n, turn in enumerate(TURNS[:count])
    )
    tilt = math.radians(tilt_deg)
    eye = (OF_MM[0] / 2, OF_MM[1] / 2 + FAR_MM * math.sin(tilt), FAR_MM * math.cos(tilt))
    camera = PinholeCamera(1600, 1200, eye, (OF_MM[0] / 2, OF_MM[1] / 2), 3.0, FOCAL)
    return Renderer(camera, UNSEEN).render(Scene(cards, DARK_WOOD), lens=Lens(noise=3.0))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(load_deck(DECK))


def _right(reading: Reading, frame: Frame) -> int:
    """Return how many cards are certain; each must be the card that lies there."""
    certain = [card for card in reading.cards if card.certain]
    for card in certain:
        (lies,) = (truth for truth in frame.truth if overlap(card.corners, truth.corners) > 0.8)
        assert card.card == lies.card
    return len(certain)


@pytest.mark.parametrize("tilt_deg", breadth(range(0, 56, 5), 55))
def test_cards_are_read_up_to_55_degrees_from_the_vertical(tilt_deg: int, reader: Reader) -> None:
    frame = _photo(tilt_deg)
    reading = reader.read(frame.image)
    assert _right(reading, frame) >= (6 if tilt_deg <= 45 else 5)
    assert Verdict.UNKNOWN not in {card.verdict for card in reading.cards}


@pytest.mark.parametrize("tilt_deg", breadth(range(0, 56, 5), 15, 45))
def test_cards_of_another_deck_are_called_so_only_from_above(tilt_deg: int, reader: Reader) -> None:
    reading = reader.read(_photo(tilt_deg, OTHER, count=2).image)
    verdicts = {(card.verdict, card.reason) for card in reading.cards}
    if tilt_deg <= 20:
        assert verdicts == {(Verdict.UNKNOWN, "")}
        assert reading.quality.good
    elif tilt_deg >= 40:
        assert verdicts == {(Verdict.UNCLEAR, "steep")}
        assert reading.quality.reasons == ("steep",)


@pytest.mark.parametrize(
    ("fault", "strength"),
    breadth([("blurred", 35), ("blurred", 15), ("burnt", 3), ("burnt", 5)]),
)
def test_burnt_and_moved_pictures_hold_no_unknown_cards_but_a_reason(
    fault: str, strength: int, reader: Reader
) -> None:
    frame = _photo(20)
    reading = reader.read(_spoilt(frame.image, fault, strength))
    _right(reading, frame)
    unread = [card for card in reading.cards if card.card is None and card.reason != "overlap"]
    assert {(card.verdict, card.reason) for card in unread} <= {(Verdict.UNCLEAR, fault)}
    assert not unread or fault in reading.quality.reasons


def _spoilt(picture: Image, fault: str, strength: int) -> Image:
    """Return a picture brightened by a factor, or moved by a number of pixels."""
    if fault == "burnt":
        return np.asarray(cv2.convertScaleAbs(picture, alpha=strength), np.uint8)
    streak = np.eye(strength, dtype=np.float32) / strength
    return np.asarray(cv2.filter2D(picture, -1, streak), np.uint8)
