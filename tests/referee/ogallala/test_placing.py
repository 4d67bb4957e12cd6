"""Where a card may lie (OG-10 … 17), beside what the second model tests."""

from __future__ import annotations

from random import Random

from referee.contract import Cell
from referee.ogallala.rules.placing import legal_cells, objection
from referee.ogallala.state.cards import CARDS, MAD_AXE
from referee.ogallala.state.territory import (
    COLUMNS,
    EMPTY,
    cells,
    column_span,
    territory_of,
)
from tests.referee.ogallala.dealing import Table
from tests.referee.ogallala.playing import Match, said, territory

NOBODY = EMPTY


def test_og_17_a_canoe_is_complete_with_bow_and_stern_and_no_hole() -> None:
    match = Match(territory("empty_bow . tent"), NOBODY)
    assert said(match.lay("empty_stern", 0, 3)) == [("OG-2", "laid.pile")]
    full = Match(territory("empty_bow . tent empty_stern"), NOBODY)
    assert ("OG-17", "completed") in said(full.lay("fur", 0, 1))


def test_masks_and_single_cells_say_the_same() -> None:
    seen = 0
    for seed in range(6):
        table = Table({"tribes": seed % 2 == 0}, 2, Random(seed), sense=0.4)
        tribes = table.state.options.tribes
        for _ in range(60):
            if str(table.state.phase) == "over":
                break
            table.make(table.choose())
            laid = table.state.territories[table.random.randrange(2)]
            card = table.random.choice([card for card in CARDS if card != MAD_AXE])
            left, right = (0, 0) if laid == EMPTY else column_span(laid)
            around = range(right - COLUMNS - 1, left + COLUMNS + 2)
            free = {
                (row, column)
                for row in range(-1, 4)
                for column in around
                if objection(laid, Cell(card, row, column), tribes) is None
            }
            assert free == set(legal_cells(laid, card, tribes))
            assert territory_of(cells(laid)) == laid
            seen += len(free)
    assert seen > 2_000


def test_og_4_og_10_og_11_og_13_og_15_a_refused_card_is_told_by_its_rule() -> None:
    wide = "fur . . . . . . . . . . . . totem"
    for row, card, at, rule in (
        ("fur", "mad_axe", (0, 1), "OG-4"),
        (wide, "tent", (1, 14), "OG-10"),
        ("fur", "totem", (0, 3), "OG-11"),
        ("warrior_a_red", "warrior_a_black", (0, 1), "OG-12"),
        ("fur", "empty_bow", (0, 1), "OG-13"),
        ("fur totem . . fur", "tent", (0, 2), "OG-15"),
        ("warrior_a_red", "warrior_b_black", (0, 1), "OG-50"),
    ):
        match = Match(territory(row), NOBODY, tribes=True)
        assert match.no_lay(card, *at) == rule, card
