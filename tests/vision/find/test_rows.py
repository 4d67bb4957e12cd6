"""Rows and grids of cards without a mat: no place between or around them is reported."""

from __future__ import annotations

import numpy as np
import pytest

from tests import off_mat
from tests.breadth import breadth
from vision.art import art_names
from vision.decks.deck import load_deck
from vision.reader import Reader
from vision.synthetic.scene import CLOTH, DARK_WOOD, LIGHT_WOOD

GAPS = (0.1, 0.25)  # Shares of a card's width.
SIZE = (1280, 960)
STILL_REPORTED = ("coup_detat", LIGHT_WOOD)  # A place across a card and the gap next to it.
WIDER = [
    pytest.param(
        deck,
        table,
        marks=pytest.mark.xfail(
            (deck, table) == STILL_REPORTED, reason="one false overlap is left", strict=True
        ),
    )
    for deck in art_names()
    for table in (DARK_WOOD, LIGHT_WOOD, CLOTH)
]


@pytest.mark.parametrize("deck", breadth(art_names(), "ogallala", "plenty_coups"))
@pytest.mark.parametrize(("table", "grid"), [(DARK_WOOD, (3, 5)), (CLOTH, (1, 6))])
def test_cards_in_rows_are_read_and_nothing_is_reported_between_them(
    deck: str, table: str, grid: tuple[int, int]
) -> None:
    _check_rows(deck, table, grid, GAPS[0])


@pytest.mark.verify
@pytest.mark.parametrize(("deck", "table"), WIDER)
def test_wider_gaps_make_no_places_either(deck: str, table: str) -> None:
    _check_rows(deck, table, (3, 4), GAPS[1])


def _check_rows(deck: str, table: str, grid: tuple[int, int], gap: float) -> None:
    chance = np.random.default_rng(3)
    taught = load_deck(deck)
    names = chance.choice(taught.names, grid[0] * grid[1], replace=len(taught.names) < 15)
    cards = {(i // grid[1], i % grid[1]): str(name) for i, name in enumerate(names)}
    wide = gap * taught.size_mm[0]
    picture = off_mat.rows(deck, cards, chance, gap_mm=(wide, wide), table=table, size=SIZE)
    read = Reader(taught).read(picture).cards
    assert [card.reason for card in read if card.reason == "overlap"] == []
    right = sorted(str(card.card) for card in read if card.certain)
    assert set(right) <= set(cards.values())
    assert len(right) >= len(cards) - 2, "a card that touches its neighbour may be missed"
