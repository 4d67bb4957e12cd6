"""Finding without a mat: every card on any table, once, whole, and where its edges are."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.patterned_tables import CLOTH
from tests.vision.scenes import mat, strewn
from tests.vision.trial_decks import press, trial_deck
from vision.find.free import find_free
from vision.geometry import area, overlap
from vision.reading import Corners, Found, Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import DARK_WOOD, LIGHT_WOOD, Frame, PlacedCard, Scene

SHARED = Path(os.environ.get("COYOTE_SHARED", Path(__file__).parents[4] / "shared"))
PHOTOS = SHARED / "photos"
POKER_MM = (63.0, 88.0)
HARMLESS = 0.02  # of a card's height
TOLERATED = 0.04  # the same, what registration makes good


def _seen(cards: tuple[PlacedCard, ...], table: str, width: int = 1920, seed: int = 1) -> Frame:
    above = PinholeCamera.above(mat().size_mm, width, width * 9 // 16, tilt_deg=12.0)
    return Renderer(above, mat(), press(seed), seed=seed).render(Scene(cards, table), seed=seed)


def _places(picture: Image, card_mm: tuple[float, float]) -> tuple[Found, ...]:
    """Return what is found without the proposals, of which reading makes cards or nothing."""
    return tuple(place for place in find_free(picture, card_mm) if place.alone)


def _error(corners: Corners, truth: Corners) -> float:
    """Return how far the worst corner is off, as a share of the card's height, either way up."""
    height = float(np.linalg.norm(truth[2] - truth[1]))
    ways = (np.roll(corners, turn, 0) for turn in range(4))
    return min(float(np.linalg.norm(way - truth, axis=1).max()) for way in ways) / height


def _errors(places: tuple[Found, ...], frame: Frame) -> list[float]:
    return [min(_error(f.corners, truth.corners) for f in places) for truth in frame.truth]


@pytest.mark.parametrize("table", breadth([DARK_WOOD, LIGHT_WOOD, CLOTH]))
@pytest.mark.parametrize(
    "deck",
    breadth(["coyote-kidult", "coyote-oliphante", "suits", "emblems"], "coyote-kidult", "suits"),
)
def test_cards_strewn_over_a_table_are_found_once_each_and_nothing_else(
    deck: str, table: str
) -> None:
    cards = strewn(trial_deck(deck), 6, seed=1).cards
    frame = _seen(cards, table)
    founds = _places(frame.image, trial_deck(deck).size_mm)
    assert [f.reason for f in founds] == [""] * 6
    errors = _errors(founds, frame)
    assert max(errors) < 0.06  # a printed frame may be taken for the edge of a white border
    assert np.median(errors) < HARMLESS


@pytest.mark.parametrize("width", breadth([800, 4608]))
def test_cards_are_found_at_any_scale(width: int) -> None:
    frame = _seen(strewn(trial_deck("suits"), 6, seed=2).cards, DARK_WOOD, width)
    places = _places(frame.image, POKER_MM)
    assert len(places) == 6
    assert max(_errors(places, frame)) < TOLERATED


def test_a_card_that_fills_most_of_the_picture_is_found() -> None:
    frame = _seen((PlacedCard("suits", "6H", 300, 200, 8.0),), DARK_WOOD)
    x, y = frame.truth[0].corners.mean(0).astype(int)
    close = cv2.resize(frame.image[y - 150 : y + 150, x - 120 : x + 120], None, fx=4, fy=4)
    (result,) = _places(np.asarray(close, np.uint8), POKER_MM)
    truth = (frame.truth[0].corners - (x - 120, y - 150) + 0.5) * 4 - 0.5
    assert _error(result.corners, truth.astype(np.float32)) < HARMLESS


@pytest.mark.parametrize("table", [DARK_WOOD, LIGHT_WOOD, CLOTH])
def test_cards_that_touch_at_a_corner_are_parted(table: str) -> None:
    deck = "coyote-tomahawk"
    frame = _seen(
        (PlacedCard(deck, "20", 250, 200, 10), PlacedCard(deck, "x2", 330, 200, -30)), table
    )
    places = _places(frame.image, POKER_MM)
    assert [f.reason for f in places] == ["", ""]
    assert max(_errors(places, frame)) < TOLERATED


@pytest.mark.parametrize("shape", [(1, 1, 3), (480, 640, 3)])
def test_a_picture_without_anything_in_it_has_no_cards(shape: tuple[int, ...]) -> None:
    noise = np.random.default_rng(5).integers(0, 255, shape).astype(np.uint8)
    assert _places(np.zeros(shape, np.uint8), POKER_MM) == ()
    assert [f for f in _places(noise, POKER_MM) if f.support > 0.95] == []


def test_an_empty_table_has_no_cards() -> None:
    for table in (DARK_WOOD, LIGHT_WOOD, CLOTH):
        assert _places(_seen((), table).image, POKER_MM) == (), table


@pytest.mark.skipif(not (PHOTOS / "quads.json").is_file(), reason="the photographs are not here")
def test_97_of_100_cards_in_real_photographs_are_found_with_few_places_too_many() -> None:
    truth: dict[str, list[Corners]] = defaultdict(list)
    for row in json.loads((PHOTOS / "quads.json").read_text()):
        truth[row["file"]].append(np.array(row["quad"], np.float32))
    cards = located = extra = 0
    for file, quads in truth.items():
        picture = np.asarray(cv2.imread(str(PHOTOS / file)), np.uint8)
        outlines = [f.corners for f in _places(picture, POKER_MM) if not f.reason]
        hits = {i for quad in quads for i, f in enumerate(outlines) if _union(f, quad) >= 0.7}
        cards += len(quads)
        located += len(hits)
        extra += len(outlines) - len(hits)
    assert located >= 0.97 * cards
    assert extra <= cards / 3


def _union(a: Corners, b: Corners) -> float:
    shared = overlap(a, b) * min(area(a), area(b))
    return shared / (area(a) + area(b) - shared)
