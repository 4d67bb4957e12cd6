"""The model's territories of Ogallala against examples from the rule file and the sheet."""

from __future__ import annotations

from random import Random

import pytest

from tests.referee.models.ogallala import (
    MAD_AXE,
    PRIZES,
    STRENGTH,
    Territory,
    at_origin,
    canoes,
    complete,
    deck,
    faults,
    judged,
    legal_cells,
    placements,
    reasons,
    set_of,
    slides,
)
from tests.referee.models.ogallala_score import Line, lines, ranking, score, standing
from tests.referee.models.ogallala_territories import broken, grown, lay

FOURTEEN = "tent fur eagle bear_left bison_left wood_left gold_left horse_left cannon_left " + (
    "dynamite tobacco firewater companion totem"
)


def rows(territory: Territory) -> tuple[str, ...]:
    """Return a territory as `lay` takes it, from its first column on."""
    moved = at_origin(territory)
    last = max(column for _, column in moved)
    return tuple(
        " ".join(moved.get((row, column), ".") for column in range(last + 1)) for row in range(3)
    )


def parts(*lines_: str) -> list[str]:
    return [" ".join(canoe.cards) for canoe in canoes(lay(*lines_))]


# Cards


def test_the_deck_has_112_cards_of_which_66_are_indians() -> None:
    cards = deck()
    assert sum(cards.values()) == 112
    indians = sum(count for card, count in cards.items() if card.rpartition("_")[0] in STRENGTH)
    assert indians + cards[MAD_AXE] == 66
    assert sum(cards[card] for card in PRIZES) + cards["totem"] == 34
    assert cards["warrior_g_red"] == cards["bow_black"] == 3
    assert cards["lasso_red"] == cards["archer_black"] == 2


# Canoes


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("fur . eagle", ["fur eagle"]),
        ("fur . . eagle", ["fur", "eagle"]),
        ("stern_red . eagle", ["stern_red", "eagle"]),
        ("fur . bow_red", ["fur", "bow_red"]),
        ("bow_red . eagle", ["bow_red eagle"]),
        ("eagle . stern_red", ["eagle stern_red"]),
        ("bow_red stern_red empty_bow fur", ["bow_red stern_red", "empty_bow fur"]),
        ("fur . eagle . tent", ["fur eagle tent"]),
    ],
)
def test_og_14_a_hole_of_one_column_joins_unless_only_an_end_fills_it(
    row: str, found: list[str]
) -> None:
    assert parts(row) == found


def test_og_17_a_canoe_is_complete_with_bow_and_stern_and_no_hole() -> None:
    territory = lay("bow_red fur stern_red", "empty_bow empty_stern . fur stern_red", "bow_red . ")
    assert [" ".join(canoe.cards) for canoe in complete(territory)] == [
        "bow_red fur stern_red",
        "empty_bow empty_stern",
    ]
    assert not complete(lay("bow_red . stern_red"))


def test_og_30_strength_is_the_sum_of_the_numbers() -> None:
    (canoe,) = canoes(lay("bow_red warrior_g_black . lasso_red soldier totem empty_stern"))
    assert canoe.strength == 1 + 4 + 2


# Placement


def test_og_10_rows_never_slide_and_columns_span_fourteen() -> None:
    territory = lay(FOURTEEN)
    found = judged(territory, "archer_red")
    assert found[0, -1] == found[0, 14] == found[1, 14] == {"OG-10"}
    assert found[1, 0] == found[1, 13] == set()
    assert reasons(territory, "archer_red", (-1, 3)) == {"OG-10"}
    assert "OG-10" not in judged(lay("", FOURTEEN[9:]), "archer_red")[0, -2]


def test_og_10_the_first_card_goes_anywhere() -> None:
    assert len(legal_cells({}, "fur")) == 42


def test_og_11_a_corner_is_enough_and_a_hole_is_not() -> None:
    assert sorted(legal_cells(lay("", ". fur"), "eagle")) == [
        *((0, column) for column in range(3)),
        (1, 0),
        (1, 2),
        *((2, column) for column in range(3)),
    ]
    assert reasons(lay("fur"), "eagle", (0, 2)) == {"OG-11"}


def test_og_12_no_two_of_a_figure_in_a_canoe_whatever_the_colour() -> None:
    territory = lay("warrior_a_red . fur", "")
    assert reasons(territory, "warrior_a_black", (0, 1)) == {"OG-12"}
    assert reasons(territory, "warrior_a_black", (1, 1)) == set()
    assert reasons(territory, "warrior_a_black", (0, 3)) == {"OG-12"}  # across the hole
    assert reasons(lay("fur ."), "fur", (0, 2)) == {"OG-11", "OG-12"}


def test_og_13_left_of_a_bow_a_stern_alone_and_right_of_a_stern_a_bow_alone() -> None:
    assert reasons(lay(". bow_red"), "fur", (0, 0)) == {"OG-13"}
    assert reasons(lay(". bow_red"), "empty_bow", (0, 0)) == {"OG-13"}
    assert reasons(lay(". bow_red"), "empty_stern", (0, 0)) == set()
    assert reasons(lay("stern_red"), "fur", (0, 1)) == {"OG-13"}
    assert reasons(lay("stern_red"), "bow_red", (0, 1)) == set()
    assert reasons(lay("fur . eagle"), "bow_red", (0, 1)) == {"OG-13"}
    assert reasons(lay("bow_red"), "stern_red", (0, 1)) == set()
    assert reasons(lay("stern_red . bow_red"), "empty_bow", (0, 1)) == {"OG-13"}


def test_og_15_a_join_that_makes_a_duplicate_and_a_cell_already_taken() -> None:
    territory = lay("fur eagle . . . fur", ". . . tent")
    assert reasons(territory, "totem", (0, 3)) == {"OG-15"}
    assert reasons(territory, "totem", (0, 1)) == {"OG-15"}
    assert reasons(territory, "fur", (0, 3)) == {"OG-12", "OG-15"}
    assert reasons(territory, "bow_red", (0, 3)) == set()  # it joins no more than the right one


def test_og_50_a_canoe_of_two_tribes() -> None:
    territory = lay("warrior_a_red . . . warrior_b_black", ". fur . eagle")
    assert reasons(territory, "warrior_c_black", (0, 1)) == set()
    assert reasons(territory, "warrior_c_black", (0, 1), two_tribes=True) == {"OG-50"}
    assert reasons(territory, "tent", (0, 2)) == set()
    assert reasons(territory, "tent", (0, 2), two_tribes=True) == {"OG-50"}  # by a join
    assert reasons(territory, "totem", (0, 1), two_tribes=True) == set()


# Slides


def slid(card: str, *lines_: str, two_tribes: bool = False) -> set[tuple[str, ...]]:
    return {rows(slide.after) for slide in slides(lay(*lines_), card, two_tribes)}


def test_og_16_either_side_of_the_canoe_moves_by_one_column() -> None:
    assert slid("bear_right", "fur bear_left eagle", "tent . .") == {
        ("fur bear_left bear_right eagle", "tent . . .", ". . . ."),
        ("fur bear_left bear_right eagle", ". tent . .", ". . . ."),
        ("fur bear_right bear_left eagle", "tent . . .", ". . . ."),
        ("fur bear_right bear_left eagle", ". tent . .", ". . . ."),
    }


def test_og_16_holes_move_along() -> None:
    found = slid("bear_right", "bear_left eagle . fur", "tent")
    assert ("bear_left bear_right eagle . fur", "tent . . . .", ". . . . .") in found
    assert ("bear_left bear_right eagle . fur", ". tent . . .", ". . . . .") in found
    assert len(found) == 2  # the cell left of the half is free


def test_og_16_a_character_counts_as_one_of_the_set_and_others_do_not() -> None:
    assert slid("bear_hunter", "fur bear_left eagle")
    assert slid("bear_left", "fur bear_hunter eagle")
    assert not slid("bison_left", "fur bear_left eagle")
    assert not slid("tent", "fur bear_left eagle")


def test_og_16_a_complete_canoe_never_changes() -> None:
    assert not slid("bear_right", "bow_red bear_left stern_red")
    assert slid("bear_right", "bow_red bear_left . stern_red")


def test_og_16_other_canoes_do_not_move() -> None:
    row = "stern_red bow_red bear_left eagle stern_black"
    territory = lay(f"{row} bow_black", ". . . . . fur")
    assert not complete(lay("bear_left eagle stern_black"))
    bound = lay("stern_red . bear_left eagle", "fur . tent")
    right = {rows(slide.after)[0] for slide in slides(bound, "bear_right")}
    # Between the halves; and left of them, where OG-13 forbids the cell that is empty.
    assert right == {
        "stern_red . bear_left bear_right eagle",
        "stern_red . bear_right bear_left eagle",
    }
    assert not slides(territory, "bear_right")  # complete


def test_og_16_an_empty_cell_in_which_the_card_may_not_lie_is_not_free_to_it() -> None:
    # OG-13: left of a bow only a stern; the halves move away from it
    beside_a_bow = slid("bear_right", "bear_left . bow_red fur", ". tent")
    assert beside_a_bow == {
        ("bear_left bear_right . bow_red fur", ". . tent . .", ". . . . ."),
    }
    # OG-15: there it would join two canoes with fur, one column further from them not
    joined = slid("bear_right", "fur bear_left . . fur", ". tent")
    assert joined == {
        ("fur bear_left bear_right . . fur", ". . tent . . .", ". . . . . ."),
        ("fur bear_right bear_left . . fur", ". . tent . . .", ". . . . . ."),
    }
    # OG-50, where there are tribes
    args = ("warrior_a_red bear_left . . warrior_b_black", ". tent")
    assert not any("bear_left bear_right" in after[0] for after in slid("bear_right", *args))
    tribes = slid("bear_right", *args, two_tribes=True)
    assert any("bear_left bear_right" in after[0] for after in tribes)


def test_og_16_a_shift_into_a_taken_cell_of_another_canoe() -> None:
    found = slid("bear_right", "bear_left empty_stern empty_bow", "fur")
    # The stern would be on the other canoe's bow; the half itself may move to the left.
    assert found == {("bear_left bear_right empty_stern empty_bow", ". fur . .", ". . . .")}


def test_og_16_the_shift_stays_within_fourteen_columns() -> None:
    thirteen = FOURTEEN.split()[:13]
    assert slid("bear_right", " ".join(thirteen))
    assert not slid("bear_right", FOURTEEN)
    # At the edge of fourteen columns no cell is free beyond it, so the canoe moves inwards.
    found = slid(
        "bear_left", "bear_right warrior_a_red", FOURTEEN.replace("bear_left", "lasso_red")
    )
    assert {after[0].replace(" .", "") for after in found} == {
        "bear_left bear_right warrior_a_red",
        "bear_right bear_left warrior_a_red",
    }


def test_og_16_a_shift_may_join_canoes_but_makes_no_duplicate() -> None:
    joined = slid("bear_right", "bear_left eagle . . tent", "totem")
    assert any(len(canoes(lay(*after))) == 2 for after in joined)
    found = slid("bear_right", "bear_left eagle . . eagle", "totem")
    assert all(len(canoes(lay(*after))) == 3 for after in found)
    assert len(joined) == len(found) + 1


def test_og_16_a_shift_keeps_tribes_apart() -> None:
    args = ("bear_left warrior_a_red . . warrior_b_black", "totem")
    assert len(slid("bear_right", *args)) == len(slid("bear_right", *args, two_tribes=True)) + 1


# Score


def canoe_points(row: str) -> int:
    return score(lay(row))


def test_og_41_one_point_a_card_up_to_seven_and_two_from_eight_on() -> None:
    crew = "warrior_a_red warrior_b_red warrior_c_red warrior_d_red warrior_e_red"
    assert canoe_points("empty_bow empty_stern") == 2
    assert canoe_points(f"empty_bow {crew} empty_stern") == 7
    assert canoe_points(f"empty_bow {crew} totem empty_stern") == 16
    assert canoe_points(f"{crew} totem") == 0
    full = f"empty_bow {crew} warrior_f_red warrior_g_red totem lasso_red archer_red"
    assert canoe_points(f"{full} fur tent empty_stern") == 28 + 20


@pytest.mark.parametrize(
    ("inside", "prizes"),
    [
        ("fur", 10),
        ("bear_left", 10),
        ("bear_hunter", 10),
        ("bear_left bear_right", 40),
        ("bear_right bear_left", 20),
        ("bear_left fur bear_right", 30),
        ("bear_left bear_right bear_hunter", 90),
        ("bear_hunter bear_left bear_right", 90),
        ("bear_left bear_hunter bear_right", 30),
        ("bear_right bear_left bear_hunter", 30),
        ("bear_hunter fur bear_left bear_right", 60),
        ("bear_hunter bear_right", 20),
        ("bear_left bison_right", 20),
        ("totem", 0),
        ("bear_left bear_left bear_right", 50),  # an extra half, against OG-12, counts once
        ("bear_left bear_right bear_right bear_hunter", 60),
        ("bear_hunter bear_left bear_right bear_hunter", 100),
        ("bear_left bear_right bear_hunter bear_left bear_right", 130),
    ],
)
def test_og_42_prizes_halves_and_characters(inside: str, prizes: int) -> None:
    row = f"empty_bow {inside} empty_stern"
    assert canoe_points(row) == prizes + len(row.split())


def test_og_42_the_arithmetic() -> None:
    (canoe,) = canoes(lay("empty_bow bear_left bear_right bear_hunter fur empty_stern"))
    assert lines(canoe) == [Line("cards", 6, 1), Line("bear", 30, 3), Line("fur", 10, 1)]


def test_og_43_ties() -> None:
    ten_cards = "empty_bow fur totem empty_stern"  # 4 + 10
    two = lay("empty_bow fur empty_stern", "")  # 3 + 10
    assert standing(lay(ten_cards)) == (14, 1, 1)
    assert ranking([two, lay(ten_cards), lay(ten_cards)]) == [[1, 2], [0]]
    crew = "warrior_a_red warrior_b_red warrior_c_red warrior_d_red"
    one = lay(f"empty_bow {crew} empty_stern")
    three = lay("empty_bow empty_stern", "empty_bow empty_stern", "empty_bow empty_stern")
    assert score(one) == score(three) == 6
    assert ranking([one, three]) == [[1], [0]]  # more complete canoes


# What must be true of every territory


@pytest.mark.parametrize("two_tribes", [False, True])
def test_what_grows_by_legal_play_breaks_no_rule_and_keeps_its_complete_canoes(
    two_tribes: bool,
) -> None:
    rng = Random(7)
    slid_ = 0
    for _ in range(8):
        territory, rest = grown(rng, rng.randint(1, 36), two_tribes)
        assert not faults(territory, two_tribes)
        of_sets = [card for card in rest if set_of(card)]
        for card in [*rest[:2], *of_sets[:6]]:
            places = placements(territory, card, two_tribes)
            for place in places:
                after = canoes(place.after)
                assert not faults(place.after, two_tribes)
                assert all(canoe in after for canoe in complete(territory))
                slid_ += place.by != 0
                if place.by:  # a hole moves along, so a slide completes nothing
                    assert len(complete(place.after)) == len(complete(territory))
    assert slid_


def test_what_is_laid_without_regard_mostly_breaks_a_rule() -> None:
    found = [faults(broken(Random(seed))) for seed in range(40)]
    assert {"OG-12", "OG-13"} <= set().union(*found)
    assert all("OG-10" not in one for one in found)
