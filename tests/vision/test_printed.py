"""Cards with black borders on dark tables: what is printed on them shows where they lie."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tests.breadth import breadth
from tests.smaller_decks import without_pictures
from tests.vision import dark_borders, printed_table
from tests.vision.patterned_tables import woven
from tests.vision.scenes import mat
from vision.match.matcher import Matcher
from vision.reader import Reader
from vision.synthetic.render_table import TABLES
from vision.synthetic.scene import DARK_WOOD, PlacedCard

PLACES = ((130, 110, 20), (290, 130, -50), (450, 110, 100), (200, 290, 170), (400, 290, -120))
SHOWN = "CHMOE"  # On most of these, a box of text stands out more than the outline.


@pytest.mark.parametrize("lacking", breadth(["CH", ""]))
@pytest.mark.parametrize("table", breadth(["playmat", DARK_WOOD]))
def test_cards_whose_borders_are_as_dark_as_the_table_are_read_and_an_unknown_one_is_not_named(
    table: str, lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TABLES, "playmat", partial(woven, dark_borders.playmat))
    cards = [
        PlacedCard(dark_borders.NAME, card, *place)
        for card, place in zip(SHOWN, PLACES, strict=True)
    ]
    frame = printed_table.table(dark_borders.press(), cards, table, 3, mat())
    deck = dark_borders.deck()
    left = tuple(card for card in deck.cards if card.name not in lacking)
    deck = replace(without_pictures(deck, lacking), cards=left)
    read = Reader(deck, matcher=Matcher(deck)).read(frame.image).cards
    assert sorted(str(c.card) for c in read if c.certain) == sorted({*SHOWN} - {*lacking})
