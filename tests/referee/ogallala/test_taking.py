"""What is taken: by the special cards (OG-20 … 22) and by an attack (OG-30, OG-31)."""

from __future__ import annotations

from referee.ogallala.state.territory import EMPTY
from tests.referee.ogallala.playing import READY, Match, completed, said, territory

NOBODY = EMPTY


def test_og_20_a_card_that_fits_nowhere_is_not_taken_and_the_lasso_lapses_without_one() -> None:
    pairs = "empty_bow empty_stern "
    full = territory(f"bow_red warrior_g_red . stern_red {pairs * 5}", pairs * 7, pairs * 7)
    match = Match(full, territory("fur"))
    assert ("OG-20", "lapses.lasso") in said(match.lay("lasso_red", 0, 2))
    alone = Match(territory("fur"), territory("empty_bow empty_stern"))
    assert ("OG-20", "lapses.lasso") in said(alone.lay("lasso_red", 0, 1))
    assert alone.state.turn == 1


def test_og_22_the_only_complete_canoe_goes_at_once_and_without_one_mad_axe_alone() -> None:
    match = Match(territory("empty_bow tent empty_stern"), NOBODY)
    assert said(match.discard("mad_axe")) == [("OG-22", "axe.rages"), ("OG-22", "axe.wrecks")]
    assert match.phase == "top"
    match = Match(territory("empty_bow tent"), NOBODY)
    assert said(match.discard("mad_axe"))[0] == ("OG-22", "axe.alone")
    assert (match.state.grounds, match.state.turn) == ((("mad_axe",),), 1)


def test_og_30_a_strictly_weaker_canoe_of_an_opponent_may_be_attacked_complete_or_not() -> None:
    strong = "warrior_e_red warrior_f_red"  # 6 is not less than 6
    match = completed(strong, "bow_black fur stern_black")
    assert match.phase == "attack"
    assert match.no_take("attack", "warrior_e_red", 0, 0, target=1) == "OG-30"
    assert (match.said.params["strength"], match.said.params["own"]) == (6, 6)
    assert match.no_take("attack", "bow_red", 0, 0, target=0) == "OG-20"
    match.take("attack", "fur", 0, 1, target=2)
    assert match.rows(2) == ["", "", ""]


def test_og_31_what_fits_nowhere_is_discarded_with_the_rest() -> None:
    pairs = "empty_bow empty_stern "
    full = territory(f"{READY} . empty_bow tent empty_stern {pairs * 4}", pairs * 7, pairs * 7)
    match = Match(full, territory("fur"))
    match.lay("stern_red", 0, 2)
    rulings = match.take("attack", "fur", 0, 0, target=1)
    assert said(rulings)[:2] == [("OG-30", "captured"), ("OG-31", "unfit")]
    assert match.state.grounds == (("fur",),)


def test_og_23_og_30_og_51_what_may_not_be_attacked_is_told_by_its_rule() -> None:
    theirs = territory("warrior_e_red warrior_f_red", "fur totem", "warrior_a_red . . eagle")
    match = Match(territory("bow_red warrior_g_red"), theirs, tribes=True)
    match.lay("stern_red", 0, 2)
    for card, row, rule in (
        ("warrior_e_red", 0, "OG-30"),
        ("fur", 1, "OG-23"),
        ("warrior_a_red", 2, "OG-51"),
    ):
        assert match.no_take("attack", card, row, 0, target=1) == rule
    match.take("attack", "eagle", 2, 3, target=1)


def test_og_52_a_canoe_without_indians_is_attacked_by_both_tribes() -> None:
    for colour in ("red", "black"):
        mine = territory(f"bow_{colour} warrior_g_{colour}")
        match = Match(mine, territory("empty_bow fur"), tribes=True)
        match.lay(f"stern_{colour}", 0, 2)
        match.take("attack", "fur", 0, 1, target=1)
        assert match.rows(1) == ["", "", ""]
