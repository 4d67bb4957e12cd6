"""A picture that is not fit for reading says why, by the name that people are told."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.scenes import deck, mat, reader
from vision.quality import judge_quality
from vision.reader import Reader
from vision.reading import Found, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Hand, Lens, Light, PlacedCard, Scene, with_faults

CARDS = tuple(
    PlacedCard("coyote-tomahawk", card, 110.0 + 187 * n, 210.0, 20.0 * n)
    for n, card in enumerate(("20", "-5", "night"))
)


@pytest.fixture(scope="module")
def camera() -> Renderer:
    return Renderer(PinholeCamera.above(mat().size_mm, tilt_deg=6), mat())


@pytest.mark.parametrize("fault", ["dark", "glare"])
def test_a_fault_of_the_light_or_the_lens_is_named(fault: str, camera: Renderer) -> None:
    scene, light, lens = with_faults(Scene(CARDS), Light(), Lens(), {fault}, mat().size_mm)
    quality = reader().read(camera.render(scene, light, lens).image).quality
    assert fault in quality.reasons
    assert not quality.good


def test_cards_out_of_focus_are_blurred(camera: Renderer) -> None:
    frame = camera.render(Scene(CARDS), lens=Lens(blur_px=5.0))
    places = [Found(truth.corners, 1.0) for truth in frame.truth]
    assert judge_quality(frame.image, places).reasons == ("blurred",)


def test_an_overexposed_table_is_burnt_and_not_a_reflection(camera: Renderer) -> None:
    picture = camera.render(Scene(CARDS), Light(exposure=2.2, gradient=0.0)).image
    assert reader().read(picture).quality.reasons == ("burnt",)


def test_a_card_that_is_burnt_away_is_not_missed_without_a_reason(camera: Renderer) -> None:
    frame = camera.render(Scene(CARDS[:1]))
    burnt = frame.image.copy()
    cv2.fillConvexPoly(burnt, frame.truth[0].corners.round().astype(np.int32), (255, 255, 255))
    cv2.circle(burnt, frame.truth[0].corners.mean(0).astype(int).tolist(), 90, (255, 255, 255), -1)
    reading = reader().read(burnt)
    assert not any(card.card for card in reading.cards)
    assert reading.quality.reasons == ("glare",)
    assert reader().read(camera.render(Scene(())).image).quality.good
    x, y = frame.truth[0].corners.mean(0).astype(int)
    free = Reader(deck()).read(burnt[y - 300 : y + 300, x - 120 : x + 300])
    assert "burnt" in free.quality.reasons


def test_a_picture_without_the_mat_says_so(camera: Renderer) -> None:
    picture = camera.render(Scene(CARDS)).image[:, :900]
    assert "no_mat" in reader().read(picture).quality.reasons


@pytest.mark.parametrize("skin", breadth(["#c68642", "#e0ac91", "#3b2219"]))
def test_a_hand_that_holds_still_is_named_and_is_no_heap_of_cards(
    skin: str, camera: Renderer
) -> None:
    for hand in (Hand(300, 150, skin=skin), Hand(480, 120, 20, skin=skin)):
        reading = reader().read(camera.render(Scene(CARDS, hands=(hand,))).image)
        assert reading.quality.reasons == ("hand",)
        assert {card.reason for card in reading.cards} == {""}
        assert [c.card for c in reading.cards if c.verdict is Verdict.CERTAIN]


def test_cards_that_hang_over_the_mats_edge_in_a_heap_are_no_hand(camera: Renderer) -> None:
    heap = tuple(replace(card, x_mm=300.0 + 30 * n, y_mm=400.0) for n, card in enumerate(CARDS))
    reading = reader().read(camera.render(Scene(heap)).image)
    assert reading.quality.reasons == ()
    assert any(card.verdict is not Verdict.CERTAIN for card in reading.cards)
