"""Tables with a pattern, without a mat: the cards are found among what only looks like cards."""

from __future__ import annotations

import pytest

from tests.breadth import breadth
from tests.vision.patterned_tables import PATTERNS
from tests.vision.scenes import deck, mat, strewn
from tests.vision.trial_decks import press, trial_deck
from vision.find.free import MAX_GUESSES, find_free
from vision.reader import Reader
from vision.reading import PATTERN, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import DARK_WOOD, Frame, PlacedCard, Scene


def _seen(cards: tuple[PlacedCard, ...], table: str, width: int = 1280, seed: int = 1) -> Frame:
    above = PinholeCamera.above(mat().size_mm, width, width * 9 // 16, tilt_deg=8.0, roll_deg=7.0)
    return Renderer(above, mat(), press(seed), seed=seed).render(Scene(cards, table), seed=seed)


@pytest.mark.parametrize("table", PATTERNS)
def test_a_pattern_by_itself_is_hardly_ever_a_card_and_squares_are_named(table: str) -> None:
    founds = find_free(_seen((), table).image, deck().size_mm)
    assert sum(place.alone for place in founds) <= 1
    assert sum(not place.reason for place in founds) <= MAX_GUESSES + 1
    assert (PATTERN in {place.reason for place in founds}) == (table == "tartan")


@pytest.mark.parametrize("table", breadth(PATTERNS))
def test_cards_on_a_patterned_table_are_read_and_nothing_else_is_taken_for_one(table: str) -> None:
    cards = strewn(deck(), 3, seed=5).cards
    read = Reader(deck()).read(_seen(cards, table).image).cards
    assert {c.verdict for c in read} == {Verdict.CERTAIN}
    assert {str(c.card) for c in read} <= {c.card for c in cards}
    assert len(read) >= 2, "a card whose sides lie on the pattern's lines may be missed"


@pytest.mark.verify
def test_unknown_cards_in_a_neat_grid_are_all_asked_about() -> None:
    width, height = trial_deck("suits").size_mm
    names = trial_deck("suits").names
    cards = tuple(
        PlacedCard(
            "suits",
            names[3 * row + column],
            180 + 2 * width * 0.53 * column,
            100 + row * (height + 5),
        )
        for row in range(3)
        for column in range(3)
    )
    read = Reader(deck()).read(_seen(cards, DARK_WOOD, 1920).image).cards
    assert [c.verdict for c in read] == [Verdict.UNKNOWN] * 9
