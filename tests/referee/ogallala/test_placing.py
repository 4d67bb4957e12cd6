"""Where a card may lie: window, contact, ends, equal cards, holes, slides (OG-10 … 17)."""

from __future__ import annotations

from random import Random

import pytest

from referee.contract import Cell
from referee.ogallala.rules.placing import legal_cells, objection
from referee.ogallala.state.cards import CARDS, MAD_AXE
from referee.ogallala.state.territory import (
    COLUMNS,
    EMPTY,
    canoe_at,
    cells,
    column_span,
    each_canoe,
    territory_of,
)
from tests.referee.ogallala.dealing import Table
from tests.referee.ogallala.playing import Match, territory

NOBODY = EMPTY
LONG = territory(" . ".join(["fur", "totem", "eagle", "tent", "tobacco", "companion", "dynamite"]))


def test_og_10_the_first_card_goes_anywhere_and_columns_count_from_it() -> None:
    for row in range(3):
        match = Match(NOBODY, NOBODY)
        match.lay("fur", row, 0)
        assert match.state.territories[0].card_at(row, 0) == "fur"
    assert Match(NOBODY, NOBODY).no_lay("fur", 1, 1) == "OG-10"


def test_og_10_there_are_three_rows() -> None:
    match = Match(territory("fur"), NOBODY)
    for row in (-1, 3):
        assert match.no_lay("totem", row, 0) == "OG-10"


def test_og_10_the_window_is_14_columns_wide_and_slides_until_they_are_used() -> None:
    assert column_span(LONG) == (0, 12)
    match = Match(LONG, NOBODY)
    match.lay("firewater", 0, 13)
    assert match.no_lay("soldier", 1, -1) == "OG-10"
    match = Match(LONG, NOBODY)
    match.lay("firewater", 1, -1)
    assert match.no_lay("soldier", 1, 13) == "OG-10"
    assert match.no_lay("soldier", 1, 10**9) == "OG-10"


def test_og_10_rows_never_slide() -> None:
    low = Match(territory("", "", "fur"), NOBODY)
    assert low.no_lay("totem", 3, 0) == "OG-10"
    low.lay("totem", 1, 0)


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 1), (0, 2), (1, 0), (2, 2), (2, 1)])
def test_og_11_a_card_touches_another_by_a_side_or_a_corner(row: int, column: int) -> None:
    Match(territory("", ". fur"), NOBODY).lay("totem", row, column)


def test_og_11_what_touches_nothing_is_refused_with_the_cells_where_it_may_lie() -> None:
    match = Match(territory("", ". fur"), NOBODY)
    assert match.no_lay("totem", 1, 3) == "OG-11"
    assert match.said.params["places"] == ("A0", "A1", "A2", "B0", "B2", "C0", "C1", "C2")


def test_og_12_no_two_equal_cards_in_a_canoe_whatever_the_colour() -> None:
    match = Match(territory("warrior_a_red totem"), NOBODY)
    assert match.no_lay("warrior_a_black", 0, 2) == "OG-12"
    assert match.no_lay("warrior_a_black", 0, 3) == "OG-11"
    match.lay("warrior_a_black", 1, 1)


def test_og_12_an_empty_and_a_manned_end_are_different_cards() -> None:
    match = Match(territory("empty_bow fur"), NOBODY)
    match.lay("stern_red", 0, 2)
    assert match.phase == "draw"
    assert match.state.territories[0].card_at(0, 2) == "stern_red"


def test_og_13_directly_left_of_a_bow_only_a_stern_and_right_of_a_stern_only_a_bow() -> None:
    match = Match(territory(". empty_bow fur empty_stern ."), NOBODY)
    assert match.no_lay("totem", 0, 0) == "OG-13"
    assert match.no_lay("bow_red", 0, 0) == "OG-13"
    assert match.no_lay("totem", 0, 4) == "OG-13"
    assert match.no_lay("stern_red", 0, 4) == "OG-13"
    match.lay("stern_red", 0, 0)
    match = Match(territory(". empty_bow fur empty_stern ."), NOBODY)
    match.lay("bow_red", 0, 4)


def test_og_13_a_bow_is_the_left_end_and_a_stern_the_right_one() -> None:
    match = Match(territory(". fur ."), NOBODY)
    assert match.no_lay("empty_bow", 0, 2) == "OG-13"
    assert match.no_lay("empty_stern", 0, 0) == "OG-13"
    match.lay("empty_bow", 0, 0)


@pytest.mark.parametrize(
    ("row", "lefts"),
    [
        ("fur . totem", [0]),
        ("fur . . totem", [0, 3]),
        ("empty_stern . totem", [0, 2]),
        ("fur . empty_bow", [0, 2]),
        ("empty_bow . fur . empty_stern", [0]),
        ("fur empty_stern empty_bow totem", [0, 2]),
        ("empty_stern . empty_bow", [0, 2]),
    ],
)
def test_og_14_a_hole_of_one_column_parts_no_canoe_but_beside_an_end(
    row: str, lefts: list[int]
) -> None:
    assert [canoe.left for _, canoe in each_canoe(territory(row))] == lefts


def test_og_14_cards_across_a_hole_are_of_one_canoe_for_equal_cards() -> None:
    match = Match(territory("fur . totem", "eagle tent soldier tobacco companion"), NOBODY)
    assert match.no_lay("fur", 0, 3) == "OG-12"
    assert match.no_lay("fur", 0, 4) == "OG-12"
    match.lay("fur", 0, 5)


def test_og_15_no_card_joins_canoes_with_equal_cards_nor_lies_on_another() -> None:
    match = Match(territory("fur tent . . eagle fur", "soldier totem"), NOBODY)
    assert match.no_lay("companion", 0, 2) == "OG-15"
    assert match.no_lay("companion", 0, 3) == "OG-15"
    assert match.no_lay("companion", 1, 0) == "OG-15"
    assert match.said.params["lying_card"] == "soldier"
    match.lay("empty_stern", 0, 2)


def test_og_16_a_card_of_a_set_is_put_beside_it_and_one_side_of_the_canoe_moves() -> None:
    lying = territory("empty_bow totem cannon_left . fur", "eagle tent")
    match = Match(lying, NOBODY)
    rulings = match.lay("soldier", 0, 2, side="right")
    assert rulings[0].rule == "OG-16"
    assert match.rows(0) == ["empty_bow totem soldier cannon_left . fur", "eagle tent", ""]
    match = Match(lying, NOBODY)
    match.lay("soldier", 0, 1, side="left")
    assert match.rows(0) == ["empty_bow totem soldier cannon_left . fur", ". eagle tent", ""]


def test_og_16_no_card_moves_where_a_cell_is_free() -> None:
    match = Match(territory("totem cannon_left . fur"), NOBODY)
    assert match.no_lay("cannon_right", 0, 2, side="right") == "OG-16"
    assert match.no_lay("cannon_right", 0, 2, side="left") == "OG-16"
    match.lay("cannon_right", 0, 2)


@pytest.mark.parametrize(
    ("row", "tribes", "rule"),
    [
        ("totem cannon_left . bow_red fur", False, "OG-13"),
        ("totem cannon_left . . totem", False, "OG-15"),
        ("warrior_a_red cannon_left . . warrior_b_black", True, "OG-50"),
    ],
)
def test_og_16_an_empty_cell_in_which_the_card_may_not_lie_is_not_free_to_it(
    row: str, tribes: bool, rule: str
) -> None:
    match = Match(territory(row), NOBODY, tribes=tribes)
    assert match.no_lay("cannon_right", 0, 2) == rule
    assert match.no_lay("cannon_right", 0, 2, side="right") == "OG-16"  # nothing would move
    match.lay("cannon_right", 0, 1, side="left")
    first, _, *rest = row.split()
    assert match.rows(0)[0].split() == [first, "cannon_left", "cannon_right", *rest]


@pytest.mark.parametrize(
    ("row", "card"),
    [
        ("totem cannon_left fur", "bear_left"),  # of another set
        ("totem cannon_left fur", "tent"),
        ("empty_bow cannon_left empty_stern", "cannon_right"),  # complete
    ],
)
def test_og_16_no_other_card_and_no_complete_canoe_moves(row: str, card: str) -> None:
    match = Match(territory(row), NOBODY)
    for column in (1, 2):
        for side in ("left", "right"):
            assert match.no_lay(card, 0, column, side=side) == "OG-16"


def test_og_16_other_canoes_do_not_move_and_the_rules_hold_afterwards() -> None:
    # to the right the stern would come to lie upon the next bow's cell, to the left all is free
    match = Match(territory("totem cannon_left empty_stern empty_bow fur"), NOBODY)
    assert match.no_lay("cannon_right", 0, 2, side="right") == "OG-16"
    match.lay("cannon_right", 0, 1, side="left")
    assert match.rows(0)[0] == "totem cannon_left cannon_right empty_stern empty_bow fur"
    # joined with an equal card (OG-15)
    match = Match(territory("fur cannon_left totem . . fur", "eagle tent soldier"), NOBODY)
    assert match.no_lay("cannon_right", 0, 2, side="right") == "OG-16"
    # wider than the window (OG-10)
    wide = "fur cannon_left totem . eagle . tent . tobacco . companion . dynamite bear_left"
    match = Match(territory(wide), NOBODY)
    assert match.no_lay("cannon_right", 0, 2, side="right") == "OG-16"


def test_og_16_at_the_edge_of_the_window_there_is_no_free_cell() -> None:
    wide = ". . . . . . . . . . . . totem cannon_left"
    match = Match(territory(wide, "fur . . . . . . . . . . . eagle"), NOBODY)
    assert match.no_lay("cannon_right", 0, 14) == "OG-10"
    match.lay("cannon_right", 0, 13, side="left")
    assert match.rows(0)[0].split()[-3:] == ["totem", "cannon_left", "cannon_right"]


@pytest.mark.parametrize(
    ("row", "complete"),
    [
        ("empty_bow empty_stern", True),
        ("bow_red fur totem stern_black", True),
        ("bow_red fur . stern_black", False),
        ("bow_red fur", False),
        ("fur stern_red", False),
    ],
)
def test_og_17_a_canoe_is_complete_with_both_ends_and_no_hole(row: str, complete: bool) -> None:
    canoe = canoe_at(territory(row), 0, 0)
    assert canoe is not None
    assert canoe.complete is complete


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
