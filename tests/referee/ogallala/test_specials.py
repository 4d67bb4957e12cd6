"""Lasso thrower, Archer, Mad Axe and totem (OG-20 … 24)."""

from __future__ import annotations

import pytest

from referee.ogallala import GAME
from referee.ogallala.state.territory import EMPTY
from tests.referee.ogallala.playing import Match, said, territory, thrown

NOBODY = EMPTY


def test_og_20_the_lasso_takes_a_card_of_an_incomplete_canoe_and_it_is_laid() -> None:
    match = thrown("tent . totem", "eagle")
    assert {offer.given["target"] for offer in match.offered("lasso")} == {1, 2}
    match.take("lasso", "totem", 0, 2, target=1)  # a totem does not protect
    assert (match.phase, match.rows(1)) == ("set", ["tent", "", ""])
    assert match.no_lay("totem", 0, 4, source="lasso") == "OG-11"
    assert match.no_lay("eagle", 0, 2, source="lasso") == "OG-20"
    match.lay("totem", 0, 2, source="lasso")
    assert (match.phase, match.state.turn) == ("draw", 1)


def test_og_20_no_card_of_a_complete_canoe_is_taken_nor_one_of_ones_own() -> None:
    match = thrown("empty_bow tent empty_stern . eagle")
    assert match.no_take("lasso", "tent", 0, 1, target=1) == "OG-20"
    assert match.no_take("lasso", "fur", 0, 0, target=0) == "OG-20"
    assert match.no_take("lasso", "tent", 0, 4, target=1) == "OG-60"
    match.take("lasso", "eagle", 0, 4, target=1)


def test_og_20_a_card_that_fits_nowhere_is_not_taken_and_the_lasso_lapses_without_one() -> None:
    pairs = "empty_bow empty_stern "
    full = territory(f"bow_red warrior_g_red . stern_red {pairs * 5}", pairs * 7, pairs * 7)
    match = Match(full, territory("fur"))
    assert ("OG-20", "lapses.lasso") in said(match.lay("lasso_red", 0, 2))
    alone = Match(territory("fur"), territory("empty_bow empty_stern"))
    assert ("OG-20", "lapses.lasso") in said(alone.lay("lasso_red", 0, 1))
    assert alone.state.turn == 1


@pytest.mark.parametrize("card", ["lasso_black", "archer_red"])
def test_og_20_a_special_that_is_taken_has_no_effect(card: str) -> None:
    match = Match(territory("fur"), territory(f"{card} warrior_a_red"))
    match.lay("lasso_red", 0, 1)
    match.take("lasso", card, 0, 0, target=1)
    match.lay(card, 1, 0, source="lasso")
    assert (match.phase, match.state.turn) == ("draw", 1)


def shot(*others: str) -> Match:
    """Return a match in which seat 0 has just laid an archer beside fur."""
    match = Match(territory("fur"), *map(territory, others))
    match.lay("archer_red", 0, 1)
    return match


def test_og_21_the_archer_sends_an_indian_of_an_incomplete_canoe_to_the_hunting_grounds() -> None:
    match = shot("bow_red warrior_a_red tent empty_bow")
    for card, column in (("tent", 2), ("empty_bow", 3)):
        assert match.no_take("shoot", card, 0, column, target=1) == "OG-21"
    match.take("shoot", "bow_red", 0, 0, target=1)  # a manned end is one
    assert match.rows(1)[0] == "warrior_a_red tent empty_bow"
    assert (match.state.grounds, match.state.turn) == ((("bow_red",),), 1)


def test_og_21_complete_canoes_are_safe_and_without_a_target_it_lapses() -> None:
    match = Match(territory("fur"), territory("bow_red stern_red"), territory("tent"))
    assert ("OG-21", "lapses.archer") in said(match.lay("archer_red", 0, 1))
    match = shot("bow_red stern_red", "warrior_a_red")
    assert match.no_take("shoot", "bow_red", 0, 0, target=1) == "OG-21"


def test_og_22_mad_axe_takes_a_complete_canoe_of_choice_totem_or_not() -> None:
    mine = territory("empty_bow totem empty_stern . fur", "bow_red tent stern_red")
    match = Match(mine, NOBODY)
    match.discard("mad_axe")
    assert match.phase == "axe"
    assert match.no_take("wreck", "fur", 0, 4) == "OG-22"
    match.take("wreck", "totem", 0, 1)
    assert match.rows(0) == [". . . . fur", "bow_red tent stern_red", ""]
    assert match.phase == "top"
    match.do(move="top_read", cards=["empty_bow"])
    assert match.state.grounds == (("empty_stern", "mad_axe", "totem"), ("empty_bow",))
    assert match.state.turn == 1


def test_og_22_the_only_complete_canoe_goes_at_once_and_without_one_mad_axe_alone() -> None:
    match = Match(territory("empty_bow tent empty_stern"), NOBODY)
    assert said(match.discard("mad_axe")) == [("OG-22", "axe.rages"), ("OG-22", "axe.wrecks")]
    assert match.phase == "top"
    match = Match(territory("empty_bow tent"), NOBODY)
    assert said(match.discard("mad_axe"))[0] == ("OG-22", "axe.alone")
    assert (match.state.grounds, match.state.turn) == ((("mad_axe",),), 1)


def test_og_22_mad_axe_works_from_the_hunting_grounds_too() -> None:
    match = Match(territory("empty_bow empty_stern"), NOBODY, grounds=("fur", "mad_axe"))
    match.do(move="lay_back", seat=0)
    assert match.rows(0) == ["", "", ""]
    assert match.state.grounds[0] == ("fur",)


def test_og_23_a_totem_protects_from_the_archer_and_from_attacks() -> None:
    match = shot("warrior_a_red totem", "warrior_b_red")
    assert match.no_take("shoot", "warrior_a_red", 0, 0, target=1) == "OG-23"
    match = Match(
        territory("bow_red warrior_g_red"),
        territory("fur totem", "", "tent"),
    )
    match.lay("stern_red", 0, 2)
    assert match.no_take("attack", "fur", 0, 0, target=1) == "OG-23"
    match.take("attack", "tent", 2, 0, target=1)


def test_og_24_lasso_thrower_and_archer_may_be_discarded_without_effect() -> None:
    for card in ("lasso_red", "archer_black"):
        match = Match(territory("fur"), territory("warrior_a_red"))
        assert said(match.discard(card)) == [("OG-24", "unused"), ("OG-5", "next")]
        assert (match.phase, match.state.turn) == ("draw", 1)


def test_cards_are_waited_for_only_at_opponents_who_have_a_target() -> None:
    whole = "empty_bow tent empty_stern"
    lasso = thrown(whole, "eagle")
    assert [one.zone.seat for one in GAME.table.judge(lasso.state, ()).pending] == [2]
    archer = Match(territory("fur"), territory("tent"), territory("warrior_a_red"))
    archer.lay("archer_red", 0, 1)
    assert [one.zone.seat for one in GAME.table.judge(archer.state, ()).pending] == [2]
    strong = Match(territory("bow_red warrior_g_red"), territory("eagle totem"), territory("fur"))
    strong.lay("stern_red", 0, 2)
    assert [one.zone.seat for one in GAME.table.judge(strong.state, ()).pending] == [2]
