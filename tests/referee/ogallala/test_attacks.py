"""Attacks, spoils, chains of them (OG-30 … 32); two tribes (OG-50 … 52)."""

from __future__ import annotations

from referee.ogallala.state.territory import EMPTY
from tests.referee.ogallala.playing import Match, said, territory
from tests.referee.ogallala.test_slips import READY, completed

NOBODY = EMPTY


def test_og_30_a_strictly_weaker_canoe_of_an_opponent_may_be_attacked_complete_or_not() -> None:
    strong = "warrior_e_red warrior_f_red"  # 6 is not less than 6
    match = completed(strong, "bow_black fur stern_black")
    assert match.phase == "attack"
    assert match.no_take("attack", "warrior_e_red", 0, 0, target=1) == "OG-30"
    assert (match.said.params["strength"], match.said.params["own"]) == (6, 6)
    assert match.no_take("attack", "bow_red", 0, 0, target=0) == "OG-20"
    match.take("attack", "fur", 0, 1, target=2)
    assert match.rows(2) == ["", "", ""]


def test_og_30_an_attack_is_a_choice_and_none_comes_without_a_weaker_canoe() -> None:
    match = completed("fur")
    assert said(match.do(move="spare", seat=0))[0] == ("OG-30", "spared")
    assert (match.state.turn, match.rows(1)) == (1, ["fur", "", ""])
    match = Match(territory(READY), territory("warrior_e_red warrior_f_red"))
    assert ("OG-30", "nobody_weaker") in said(match.lay("stern_red", 0, 2))
    assert match.state.turn == 1


def test_og_31_prizes_and_characters_are_laid_in_any_order_and_the_rest_is_discarded() -> None:
    match = completed("bow_black fur soldier empty_stern")
    match.take("attack", "soldier", 0, 2, target=1)
    assert sorted(match.state.phase.held) == ["fur", "soldier"]
    assert match.no_lay("bow_black", 1, 0, source="spoils") == "OG-31"
    match.lay("soldier", 1, 0, source="spoils")
    match.lay("fur", 1, 1, source="spoils")
    assert match.phase == "top"
    assert match.refused(move="top_read", cards=["fur"]) == "OG-31"
    match.do(move="top_read", cards=["bow_black"])
    assert match.state.grounds == (("empty_stern",), ("bow_black",))
    assert match.state.turn == 1


def test_og_31_what_fits_nowhere_is_discarded_with_the_rest() -> None:
    pairs = "empty_bow empty_stern "
    full = territory(f"{READY} . empty_bow tent empty_stern {pairs * 4}", pairs * 7, pairs * 7)
    match = Match(full, territory("fur"))
    match.lay("stern_red", 0, 2)
    rulings = match.take("attack", "fur", 0, 0, target=1)
    assert said(rulings)[:2] == [("OG-30", "captured"), ("OG-31", "unfit")]
    assert match.state.grounds == (("fur",),)


def test_og_31_spoils_may_be_put_beside_their_set() -> None:
    match = completed("cannon_right", mine=("", "tent cannon_left eagle"))
    match.take("attack", "cannon_right", 0, 0, target=1)
    match.lay("cannon_right", 2, 2, source="spoils", side="right")
    assert match.rows(0)[2] == "tent cannon_left cannon_right eagle"


def test_og_32_a_canoe_completed_by_spoils_attacks_once_all_of_them_are_laid() -> None:
    match = completed("fur eagle . . tent", mine=("", "empty_bow warrior_e_black . stern_black"))
    match.take("attack", "fur", 0, 0, target=1)
    match.lay("fur", 2, 2, source="spoils")
    assert match.phase == "spoils"
    match.lay("eagle", 1, 2, source="spoils")
    assert match.phase == "attack"
    match.take("attack", "tent", 0, 4, target=1)
    match.lay("tent", 1, 3, source="spoils")
    assert (match.phase, match.state.turn) == ("draw", 1)


def test_og_32_a_canoe_attacks_once() -> None:
    match = completed("fur . . tent")
    match.take("attack", "fur", 0, 0, target=1)
    match.lay("fur", 1, 0, source="spoils")
    assert (match.phase, match.state.turn) == ("draw", 1)


# -- two tribes ------------------------------------------------------------------------------------


def test_og_50_a_canoe_holds_indians_of_one_colour_only() -> None:
    mine = territory("warrior_a_red fur", "tent")
    match = Match(mine, NOBODY, tribes=True)
    assert match.no_lay("warrior_b_black", 0, 2) == "OG-50"
    assert match.no_lay("bow_black", 0, -1) == "OG-50"
    assert match.no_lay("stern_black", 0, 2) == "OG-50"
    match.lay("warrior_b_red", 0, 2)
    Match(mine, NOBODY).lay("warrior_b_black", 0, 2)


def test_og_50_no_card_joins_canoes_of_both_colours_nor_is_one_pushed_together() -> None:
    match = Match(territory("warrior_a_red . . warrior_b_black"), NOBODY, tribes=True)
    assert match.no_lay("fur", 0, 1) == "OG-50"
    pushed = territory("warrior_a_red cannon_left fur . . warrior_b_black")
    match = Match(pushed, NOBODY, tribes=True)
    assert match.no_lay("cannon_right", 0, 2, side="right") == "OG-16"
    match.lay("cannon_right", 0, 1, side="left")


def test_og_51_a_red_canoe_attacks_black_ones_only() -> None:
    match = Match(
        territory(READY), territory("warrior_a_red", "", "warrior_b_black fur"), tribes=True
    )
    match.lay("stern_red", 0, 2)
    assert match.no_take("attack", "warrior_a_red", 0, 0, target=1) == "OG-51"
    match.take("attack", "fur", 2, 1, target=1)


def test_og_52_a_canoe_with_no_indians_may_be_attacked_by_both() -> None:
    for bow, warrior, stern in (
        ("bow_red", "warrior_g_red", "stern_red"),
        ("bow_black", "warrior_g_black", "stern_black"),
    ):
        match = Match(territory(f"{bow} {warrior}"), territory("fur"), tribes=True)
        match.lay(stern, 0, 2)
        match.take("attack", "fur", 0, 0, target=1)
