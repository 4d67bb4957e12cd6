"""What is taken: by the special cards (OG-20 … 22) and by an attack (OG-30, OG-31)."""

from __future__ import annotations

from tests.referee.ogallala.playing import Match, territory


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
    assert match.no_take("attack", "eagle", 2, 3, target=0) == "OG-30"  # one's own canoe
    match.take("attack", "eagle", 2, 3, target=1)


def test_og_52_a_canoe_without_indians_is_attacked_by_both_tribes() -> None:
    for colour in ("red", "black"):
        mine = territory(f"bow_{colour} warrior_g_{colour}")
        match = Match(mine, territory("empty_bow fur"), tribes=True)
        match.lay(f"stern_{colour}", 0, 2)
        match.take("attack", "fur", 0, 1, target=1)
        assert match.rows(1) == ["", "", ""]


def test_og_32_a_canoe_attacks_once() -> None:
    match = Match(territory("bow_red warrior_g_red"), territory("fur", "eagle"))
    match.lay("stern_red", 0, 2)
    match.take("attack", "fur", 0, 0, target=1)
    assert match.phase == "spoils"
    assert match.no_take("attack", "eagle", 1, 0, target=1) == "OG-32"
