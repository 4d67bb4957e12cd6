"""Cards with black borders on dark tables: what is printed on them shows where they lie."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tests import dark_borders, printed_table
from tests.breadth import breadth
from tests.patterned_tables import woven
from tests.smaller_decks import without_pictures
from tests.vision.scenes import mat
from vision.match.matcher import Matcher
from vision.reader import Reader
from vision.reading import CardReading
from vision.synthetic.render_table import TABLES
from vision.synthetic.scene import DARK_WOOD, PlacedCard

DARK_TABLES = {"black": dark_borders.black_cloth, "playmat": dark_borders.playmat}
PLACES = ((130, 110, 20), (290, 130, -50), (450, 110, 100), (200, 290, 170), (400, 290, -120))
SHOWN = "CHMOE"  # On most of these, a box of text stands out more than the outline.


@pytest.fixture(autouse=True)
def _tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, draw in DARK_TABLES.items():
        monkeypatch.setitem(TABLES, name, partial(woven, draw))


def _read(table: str, without: str = "") -> tuple[CardReading, ...]:
    cards = [
        PlacedCard(dark_borders.NAME, card, *place)
        for card, place in zip(SHOWN, PLACES, strict=True)
    ]
    deck = dark_borders.deck()
    left = tuple(card for card in deck.cards if card.name not in without)
    lacking = replace(without_pictures(deck, without), cards=left)
    frame = printed_table.table(dark_borders.press(), cards, table, 3, mat())
    return Reader(lacking, matcher=Matcher(lacking)).read(frame.image).cards


@pytest.mark.parametrize("table", breadth(["playmat", "black", DARK_WOOD]))
def test_cards_whose_borders_are_as_dark_as_the_table_are_read(table: str) -> None:
    assert sorted(str(c.card) for c in _read(table) if c.certain) == sorted(SHOWN)


def test_such_a_card_that_the_deck_lacks_is_not_named_for_certain() -> None:
    read = _read("playmat", without="CH")
    assert sorted(str(c.card) for c in read if c.certain) == sorted(set(SHOWN) - {*"CH"})
