"""Rows and grids of cards without a mat: no place between or around them is reported."""

from __future__ import annotations

import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision import off_mat
from tests.vision.patterned_tables import CLOTH
from vision.art import art_names
from vision.decks.deck import load_deck
from vision.reader import Reader
from vision.synthetic.scene import DARK_WOOD


@pytest.mark.parametrize("deck", breadth(art_names(), "ogallala"))
@pytest.mark.parametrize(
    ("table", "rows", "columns"), breadth([(DARK_WOOD, 2, 3), (DARK_WOOD, 3, 5), (CLOTH, 1, 6)])
)
def test_cards_in_rows_are_read_and_nothing_is_reported_between_them(
    deck: str, table: str, rows: int, columns: int
) -> None:
    chance, taught = np.random.default_rng(3), load_deck(deck)
    names = chance.choice(taught.names, rows * columns, replace=len(taught.names) < 15)
    cards = {(i // columns, i % columns): str(name) for i, name in enumerate(names)}
    wide = 0.1 * taught.size_mm[0]
    picture = off_mat.rows(deck, cards, chance, gap_mm=(wide, wide), table=table, size=(1280, 960))
    read = Reader(taught).read(picture).cards
    assert [card.reason for card in read if card.reason == "overlap"] == []
    right = sorted(str(card.card) for card in read if card.certain)
    assert set(right) <= set(cards.values())
    assert len(right) >= len(cards) - 2, "a card that touches its neighbour may be missed"
