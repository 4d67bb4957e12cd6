"""Cards that lie in cells and touch what lies beside them, and what is no card in a cell."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware.mats import load_mats
from vision.decks.deck import load_deck
from vision.reader import Reader
from vision.reading import CardReading, Verdict
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene

MINE = load_mats("ogallala")[1]
GRID = MINE.grids["territory:0"]
DECK = load_deck("ogallala")
SPREAD = Spread.single(MINE)
CAMERA = PinholeCamera.above(SPREAD.size_mm, 1600, 600, tilt_deg=5.0)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(DECK, MINE)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(CAMERA, SPREAD)


def in_cell(card: str, row: int, column: int, x_mm: float = 0.0, y_mm: float = 0.0) -> PlacedCard:
    x, y = GRID.middle_mm(row, column)
    return PlacedCard(DECK.name, card, x + x_mm, y + y_mm)


def cards_at(cards: tuple[CardReading, ...]) -> dict[tuple[int, int] | None, str]:
    there = {}
    for card in cards:
        assert card.place_mm is not None
        known = card.verdict is Verdict.CERTAIN
        there[GRID.cell(*card.place_mm)] = (card.card or "") if known else str(card.verdict)
    return there


def test_a_card_that_touches_the_marker_and_its_neighbours_is_found(
    reader: Reader, renderer: Renderer
) -> None:
    lying = (
        in_cell("warrior_d_black", 0, 0, -2.5, -2.0),
        in_cell("fur", 1, 0, -1.0, -4.0),
        in_cell("warrior_e_red", 1, 7, -2.8, -2.5),
        in_cell("totem", 1, 6, 0.4, 0.5),
        in_cell("tobacco", 0, 7, -1.0, 0.8),
    )
    reading = reader.read(renderer.render(Scene(lying)).image)
    assert cards_at(reading.cards) == {
        (0, 0): "warrior_d_black",
        (1, 0): "fur",
        (1, 7): "warrior_e_red",
        (1, 6): "totem",
        (0, 7): "tobacco",
    }


def test_nothing_is_found_in_bare_cells(reader: Reader, renderer: Renderer) -> None:
    assert not reader.read(renderer.render(Scene()).image).cards


def test_what_lies_in_a_cell_and_is_no_card_is_asked_about(
    reader: Reader, renderer: Renderer
) -> None:
    image = renderer.render(Scene((in_cell("fur", 1, 7),))).image
    (middle,) = reader.planes(image)[MINE.name].to_pixels(
        np.array([GRID.middle_mm(0, 3)], np.float32)
    )
    for radius, grey in ((38, 40), (31, 90), (24, 30), (17, 110), (10, 20)):  # like the mat
        cv2.circle(image, middle.round().astype(int).tolist(), radius, (grey,) * 3, -1)
    reading = reader.read(image)
    cards = {GRID.cell(*card.place_mm): card for card in reading.cards if card.place_mm}
    assert cards[1, 7].card == "fur"
    assert cards.keys() == {(1, 7), (0, 3)}
    assert cards[0, 3].verdict is not Verdict.CERTAIN
