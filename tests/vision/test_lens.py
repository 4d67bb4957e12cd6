"""A lens that bends the picture is measured once on the mat; then places are right to 1 mm."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from vision.calibration.lens_fit import Fit, fit_lens
from vision.decks.deck import load_deck
from vision.find.markers import MarkerSearch
from vision.lens import Lens
from vision.mat_file import read_mat
from vision.reader import Reader
from vision.reading import Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Lens as Optics
from vision.synthetic.scene import Light, PlacedCard, Scene

MAT = read_mat(Path(__file__).parents[2] / "hardware" / "mats" / "table.toml")
SIZE = (1920, 1080)
BENT = (0.0, -0.05, -0.1, -0.3)  # k1; the last is a wide module's
CARDS = (
    PlacedCard("coup", "duke", 120, 80, 20),
    PlacedCard("coup", "contessa", 297, 210, 0),
    PlacedCard("coup", "captain", 490, 90, 75),
    PlacedCard("coup", "assassin", 500, 340, 160),
)


def camera(k1: float, tilt_deg: float = 8.0, roll_deg: float = 1.5) -> PinholeCamera:
    k2 = 0.6 * k1**2
    room = 1.3 if k1 < -0.2 else 1.08  # a barrel's edges bow out between the mat's corners
    return PinholeCamera.above(
        MAT.size_mm, *SIZE, tilt_deg=tilt_deg, roll_deg=roll_deg, k1=k1, k2=k2, room=room
    )


def seen(eye: PinholeCamera, cards: tuple[PlacedCard, ...] = ()) -> Image:
    return Renderer(eye, MAT).render(Scene(cards), Light(), Optics(), seed=1).image


@cache
def measured(k1: float) -> Fit:
    picture = seen(camera(k1))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    fit = fit_lens(grey, MAT, MarkerSearch(MAT).markers(picture))
    assert fit is not None
    return fit


@cache
def reader() -> Reader:
    return Reader(load_deck("coup"), MAT)


@pytest.mark.parametrize("k1", breadth(BENT, -0.3))
def test_everywhere_on_the_mat_a_place_is_right_to_half_a_millimetre(k1: float) -> None:
    across, down = (np.linspace(0, side, 12) for side in MAT.size_mm)
    places = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
    fit = measured(k1)
    off = np.linalg.norm(fit.plane.to_mat_mm(camera(k1).project(places)) - places, axis=1)
    assert off.max() < 0.5
    assert fit.residual_mm < 0.3


@pytest.mark.parametrize("k1", breadth(BENT, -0.3))
def test_cards_on_a_mat_that_was_moved_since_are_read_and_right_to_a_millimetre(k1: float) -> None:
    moved = camera(k1, tilt_deg=11.0, roll_deg=-6.0)
    picture = seen(moved, CARDS)
    reader().use_lens(measured(k1).lens)
    reading = reader().read(picture)
    assert reading.mat
    results = {card.card: card for card in reading.cards}
    assert len(reading.cards) == len(results) == len(CARDS)
    for card in CARDS:
        card_reading = results[card.card]
        assert card_reading.verdict is Verdict.CERTAIN
        assert card_reading.place_mm is not None
        assert (
            np.hypot(card_reading.place_mm[0] - card.x_mm, card_reading.place_mm[1] - card.y_mm)
            < 1.0
        )
        # The corners are those of the picture as it is.
        middle = moved.project(np.array([(card.x_mm, card.y_mm)]))[0]
        assert np.linalg.norm(card_reading.corners.mean(0) - middle) < 6


@pytest.mark.parametrize(("k1", "off_mm"), [(-0.05, 3), (-0.1, 6), (-0.3, 15)])
def test_without_its_lens_places_are_off_and_the_fit_says_how_far(k1: float, off_mm: int) -> None:
    assert measured(k1).max_difference_mm(None) > off_mm
    assert measured(k1).max_difference_mm(measured(k1).lens) < 0.2


def test_a_lens_kept_for_another_size_of_picture_is_not_looked_through() -> None:
    reader().use_lens(Lens(1280, 720, -0.3, 0.05))
    (plane,) = reader().planes(seen(camera(0.0))).values()
    assert plane.lens is None


def test_a_lens_is_measured_by_three_markers_not_by_two_nor_by_markers_at_wrong_places() -> None:
    picture = seen(camera(0.0))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    markers = MarkerSearch(MAT).markers(picture)
    three = fit_lens(grey, MAT, {n: markers[n] for n in (0, 1, 2)})
    assert three is not None
    assert three.residual_mm < 0.3
    assert fit_lens(grey, MAT, {n: markers[n] for n in (0, 2)}) is None
    heap = dict.fromkeys(MAT.markers, markers[0])
    fit = fit_lens(grey, MAT, heap)
    assert fit is None or fit.residual_mm > 10
