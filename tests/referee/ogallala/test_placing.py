"""Where a card may lie (OG-10 … 17), beside what the second model tests."""

from __future__ import annotations

from referee.ogallala.state.territory import (
    EMPTY,
)
from tests.referee.ogallala.playing import Match, said, territory

NOBODY = EMPTY


def test_og_17_a_canoe_is_complete_with_bow_and_stern_and_no_hole() -> None:
    match = Match(territory("empty_bow . tent"), NOBODY)
    assert said(match.lay("empty_stern", 0, 3)) == [("OG-2", "laid.pile")]
    full = Match(territory("empty_bow . tent empty_stern"), NOBODY)
    assert ("OG-17", "completed") in said(full.lay("fur", 0, 1))


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
