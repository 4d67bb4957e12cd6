"""Round cards: found as ellipses, read at any turn, and taught from photographs."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from tests.breadth import breadth
from tests.vision import printed_table, round_deck
from tests.vision.scenes import mat
from vision.decks.deck import ROUND, DeckError, load_deck
from vision.decks.saving import save_deck
from vision.enrol.enrol import DeckFacts, enrol
from vision.enrol.round_cards import are_round
from vision.find.round import find_round
from vision.reader import Reader
from vision.synthetic import render_card
from vision.synthetic.scene import DARK_WOOD, LIGHT_WOOD, MAT, Frame, PlacedCard

PLACES = ((120, 110, 20), (206, 125, -50), (450, 110, 100), (200, 290, 170), (400, 290, -120))
SHOWN = "ABCDE"


@pytest.fixture(autouse=True)
def _round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_card, "CORNER_MM", round_deck.DIAMETER_MM / 2)


def _seen(table: str, tilt_deg: float) -> Frame:
    cards = tuple(
        PlacedCard(round_deck.NAME, card, *place) for card, place in zip(SHOWN, PLACES, strict=True)
    )
    return printed_table.table(round_deck.press(), cards, table, 2, mat(), tilt_deg=tilt_deg)


@pytest.mark.parametrize(
    ("table", "tilt_deg"), breadth([(DARK_WOOD, 30), (LIGHT_WOOD, 30), (MAT, 10), (MAT, 30)])
)
def test_round_cards_at_any_turn_are_read_and_others_are_not_named(
    table: str, tilt_deg: float
) -> None:
    deck = round_deck.deck(names="ABCDGHIJ")  # It lacks E.
    reader = Reader(deck, mat()) if table == MAT else Reader(deck)
    read = reader.read(_seen(table, tilt_deg).image).cards
    assert sorted(str(card.card) for card in read if card.certain) == list("ABCD")
    assert len(read) == len(SHOWN)
    if table == MAT:
        for card in read:
            assert card.place_mm is not None
            assert (
                min(abs(card.place_mm[0] - x) + abs(card.place_mm[1] - y) for x, y, _ in PLACES) < 5
            )


def test_rectangular_cards_on_a_table_are_not_round() -> None:
    card = PlacedCard("coyote-tomahawk", "8", 300, 200)
    with pytest.MonkeyPatch.context() as context:
        context.setattr(render_card, "CORNER_MM", 1.2)
        picture = printed_table.table(round_deck.press(), (card,), DARK_WOOD, 2, mat()).image
    assert find_round(picture) == ()
    assert not are_round([picture], None)


def test_the_outline_is_kept_in_the_decks_file_and_checked(tmp_path: Path) -> None:
    save_deck(round_deck.deck(), tmp_path)
    assert load_deck(tmp_path).outline == ROUND
    file = tmp_path / "deck.toml"
    file.write_text(file.read_text().replace('"round"', '"oval"'))
    with pytest.raises(DeckError, match="outline must be one of rectangle, round"):
        load_deck(tmp_path)


def test_round_cards_are_taught_and_measured_on_the_mat(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number, card in enumerate("AB"):
        lying = (PlacedCard(round_deck.NAME, card, 300, 200, 40.0 * number),)
        picture = printed_table.table(
            round_deck.press(), lying, MAT, number, mat(), tilt_deg=8
        ).image
        cv2.imwrite(str(folder / f"{card}.png"), picture)
    done = enrol(folder, tmp_path / "deck", facts=DeckFacts(whole=True, mat=mat()))
    assert (done.deck.outline, done.deck.size_mm) == (ROUND, (85.0, 85.0))
    assert done.test.right == done.test.reads
    read = Reader(done.deck).read(_seen(DARK_WOOD, 20).image).cards
    assert sorted(str(card.card) for card in read if card.certain) == ["A", "B"]
