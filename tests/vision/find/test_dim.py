"""Cards of one colour, without a border, are found, or asked about, until it is dark."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.scenes import mat
from tests.vision.trial_decks import press, trial_deck
from vision.reader import Reader
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene

COLOURED = ("tower-moss", "wave-rust", "star-rust", "tower-rust")
NEARLY_THE_MATS = (  # by their colour; where the table is seen all round the mat
    PlacedCard("emblems", "ring-moss", 298.7, 189.4, -106.8),
    PlacedCard("emblems", "leaf-night", 157.1, 196.3, -125.3),
    PlacedCard("emblems", "ring-moss", 440.1, 365.6, 125.0),
    PlacedCard("emblems", "ring-moss", 55.4, 230.0, 159.9, copy=1),  # touches the mark of a seat
)
NEAR_MM = 12.0
CARDS = tuple(
    PlacedCard("emblems", name, 110.0 + 125 * n, 200.0, 7.0 * n) for n, name in enumerate(COLOURED)
)


@pytest.fixture(scope="module")
def camera() -> Renderer:
    return Renderer(PinholeCamera.above(mat().size_mm, 960, 540, tilt_deg=9.0), mat(), press(1))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(trial_deck("emblems"), mat())


@pytest.mark.parametrize("exposure", [0.4, 0.33])
def test_a_card_of_one_colour_is_found_or_asked_about_until_the_picture_is_called_dark(
    exposure: float, camera: Renderer, reader: Reader
) -> None:
    assert missed(CARDS, dimmed(camera, CARDS, exposure), reader) == []


@pytest.mark.parametrize("exposure", [1.0, 0.4])
def test_a_card_nearly_of_the_mats_colour_is_found_in_any_light(
    exposure: float, camera: Renderer, reader: Reader
) -> None:
    picture = dimmed(camera, NEARLY_THE_MATS, exposure)
    assert missed(NEARLY_THE_MATS, picture, reader) == []


def test_it_is_called_dark_then(camera: Renderer, reader: Reader) -> None:
    assert "dark" in reader.read(dimmed(camera, CARDS, 0.27)).quality.reasons


def dimmed(camera: Renderer, cards: tuple[PlacedCard, ...], exposure: float) -> Image:
    return camera.render(Scene(cards), Light(exposure=exposure), Lens(noise=3.0), seed=3).image


def missed(cards: tuple[PlacedCard, ...], picture: Image, reader: Reader) -> list[str]:
    """Return the cards of which no place is found in a picture that is not called dark."""
    planes = reader.planes(picture)
    founds = reader.find(picture, planes)
    assert "dark" not in reader.quality(picture, planes, founds).reasons
    (plane,) = planes.values()
    middles = [plane.to_mat_mm(place.corners).mean(0) for place in founds]
    return [
        card.card
        for card in cards
        if all(np.hypot(*(at - (card.x_mm, card.y_mm))) >= NEAR_MM for at in middles)
    ]
