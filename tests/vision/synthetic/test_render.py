"""Rendered frames: the truth is where the pixels are, and equal seeds give equal frames."""

from __future__ import annotations

from dataclasses import replace
from inspect import unwrap
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.art import deck_art
from vision.mat_file import read_mat
from vision.reading import Image
from vision.synthetic import render_print, render_table
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import (
    LIGHT_WOOD,
    Frame,
    Hand,
    PlacedCard,
    Scene,
)

DECK = "coyote-tomahawk"
MAT = read_mat(Path(__file__).parents[3] / "hardware" / "mats" / "table.toml")
CAMERA = PinholeCamera.above(MAT.size_mm, 960, 540, tilt_deg=14, roll_deg=4, k1=-0.06, k2=0.01)
CARDS = (
    PlacedCard(DECK, "6", 150, 150, 25),
    PlacedCard(DECK, "night", 260, 220, -100, curl_mm=5),
    PlacedCard(DECK, "-10", 370, 150, 181),
    PlacedCard("coyote-kidult", "0", 430, 250, 5, wear=0.9),
    PlacedCard(DECK, "3", 200, 310, 60, face_up=False),
)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(CAMERA, MAT, seed=3)


def straightened(frame: Frame, number: int, size: tuple[int, int] = (126, 176)) -> Image:
    goal = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - np.float32(0.5)
    move = cv2.getPerspectiveTransform(frame.truth[number].corners, goal)
    return np.asarray(cv2.warpPerspective(frame.image, move, size), np.uint8)


def likeness(a: Image, b: Image) -> float:
    picture, other = (cv2.cvtColor(i, cv2.COLOR_BGR2GRAY).astype(float).ravel() for i in (a, b))
    return float(np.corrcoef(picture, other)[0, 1])


def test_each_card_is_where_the_truth_says_whatever_its_turn(renderer: Renderer) -> None:
    frame = renderer.render(Scene(CARDS))
    assert frame.image.shape == (540, 960, 3)
    for number, card in enumerate(CARDS):
        truth = frame.truth[number]
        assert (truth.deck, truth.card, truth.face_up) == (card.deck, card.card, card.face_up)
        assert truth.visible > 0.97
        art = deck_art(card.deck).picture(card.card if card.face_up else None, 176)
        crop = straightened(frame, number)
        assert likeness(crop, art) > 0.7, card
        if card.face_up:  # backs look the same from both ends
            assert likeness(crop[::-1, ::-1], art) < 0.6, card


def test_equal_seeds_give_equal_frames_and_others_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    small = PinholeCamera.above(MAT.size_mm, 320, 180)
    scene = Scene(CARDS[:2], hands=(Hand(300, 200),))

    def rendered(seed: int) -> Image:
        return Renderer(small, MAT, Press(seed=seed, kept=2), seed).render(scene, seed=seed).image

    picture, other = rendered(5), rendered(6)
    monkeypatch.setattr(Renderer, "_see_table", unwrap(Renderer._see_table))  # drawn, not kept
    monkeypatch.setattr(render_print, "print_card", unwrap(render_print.print_card))
    same = rendered(5)
    assert (picture == same).all()
    assert (picture != other).any()


def test_a_table_drawn_in_strips_is_the_same_as_in_one_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    size = (301, 2 * render_table.STRIP_ROWS + 37)
    in_strips = render_table.TABLES[LIGHT_WOOD](*size, 2.0, 0)
    monkeypatch.setattr(render_table, "STRIP_ROWS", 2 * size[1])
    in_one = render_table.TABLES[LIGHT_WOOD](*size, 2.0, 0)
    assert cv2.absdiff(in_strips, in_one).max() <= 1  # The last digits depend on the processor.


def test_a_covered_card_is_less_visible(renderer: Renderer) -> None:
    top = PlacedCard(DECK, "9", 165, 165, 25)
    truth = renderer.render(Scene((CARDS[0], top))).truth
    assert truth[0].visible < 0.75
    assert truth[1].visible > 0.97
    hand = Hand(150, 100, 90)
    assert renderer.render(Scene((CARDS[0],), hands=(hand,))).truth[0].visible < 0.6
    away = replace(CARDS[0], x_mm=-260)
    assert renderer.render(Scene((away,))).truth[0].visible < 0.7


def test_an_unknown_table_deck_or_card_is_refused(renderer: Renderer) -> None:
    with pytest.raises(ValueError, match="no table 'ice'"):
        renderer.render(Scene(table="ice"))
    with pytest.raises(LookupError):
        renderer.render(Scene((PlacedCard(DECK, "21", 100, 100),)))
