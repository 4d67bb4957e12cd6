"""Raids, defences and coups: PC-10 … PC-18."""

from __future__ import annotations

import pytest

from tests.referee.plenty_coups.playing import Match, raid
from tests.referee.plenty_coups.public_state import Bond


def test_pc10_a_horse_card_is_a_horse_of_the_plain() -> None:
    match = Match(3)
    match.do("breed", "horse")
    assert (match.horses, match.plain) == ((2, 1, 1), 14)
    assert match.refused("breed", "bee_1") == "PC-10 no_horse_card"


def test_pc10_an_empty_plain_breeds_nothing() -> None:
    match = Match(3, plain=0, horses=(6, 6, 6))
    assert match.refused("breed", "horse") == "PC-10 plain_empty"


@pytest.mark.parametrize(
    ("card", "bond", "strength"),
    [
        ("bee_3", None, 3),
        ("heron_3", None, 4),
        ("bee_3", Bond("bee_1"), 4),
        ("moth_3", Bond("bee_1"), 3),
    ],
)
def test_pc11_a_raid_is_as_strong_as_its_card_and_one_more_for_the_own_clan_or_an_allys(
    card: str, bond: Bond | None, strength: int
) -> None:
    match = Match(3, bonds={0: bond} if bond else {})
    match.do("raid", card, camp=1)
    assert f"strength {strength}" in match.says("PC-11")[0]
    assert ["3 + 1 = 4" in one for one in match.says("PC-11")[1:]] == [True] * (strength - 3)


def test_pc11_a_marker_lies_with_it_raid_side_up_if_there_is_one() -> None:
    match = Match(6, prestige=(2, 0, 0, 0, 0, 0), raids={2: raid(0, "bee_1"), 3: raid(0, "bee_2")})
    match.do("raid", "bee_3", camp=1)
    lies = match.raids[1]
    assert lies is not None
    assert lies.turned
    out = {camp: raid(0, f"moth_{camp}") for camp in (1, 2, 3, 4)}
    none = Match(6, raids=out)
    assert none.refused("raid", "bee_3", camp=5) == "PC-11 no_marker"


def test_pc11_only_a_warrior_raids_and_only_another_tribe() -> None:
    match = Match(3)
    assert match.refused("raid", "weapon_4", camp=1) == "PC-11 no_warrior"
    assert match.refused("raid", "bee_1", camp=0) == "PC-11 no_other"
    assert match.refused("raid", "bee_1", camp=3) == "PC-11 no_other"


def test_pc12_a_raid_that_stands_comes_home_with_a_horse_before_the_first_action() -> None:
    match = Match(
        3,
        phase="take",
        hands=(3, 3, 3),
        raids={1: raid(0, "bee_2"), 2: raid(0, "moth_1")},
        market=("horse", "horse", "weapon_2", "weapon_3"),
        horses=(1, 2, 0),
        plain=15,
    )
    match.do("take", "horse", "horse")
    assert match.horses == (2, 1, 0)
    assert match.raids == (None, None, None)
    assert match.used == {"bee_2": 1, "moth_1": 1}
    first, second = match.says("PC-12")
    assert "Take a horse" in first
    assert "without a horse" in second


def test_pc13_a_raid_is_driven_off_by_a_strictly_stronger_one() -> None:
    match = Match(3, raids={1: raid(2, "lizard_3")}, left=1)  # strength 4, of its own clan
    assert match.refused("raid", "bee_4", camp=1) == "PC-13 too_weak"
    match.do("raid", "heron_4", camp=1)
    stands = match.raids[1]
    assert stands is not None
    assert (stands.tribe, stands.cards) == (0, ("heron_4",))
    assert match.used["lizard_3"] == 1
    assert match.horses == (1, 1, 1)


def test_pc13_a_warrior_of_value_2_drives_off_no_raid_of_3_and_is_told_so() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")}, left=1)
    assert match.refused("raid", "moth_2", camp=1) == "PC-13 too_weak"
    assert match.cards_for("raid", camp=1) == {
        *(f"{clan}_4" for clan in ("heron", "lynx", "lizard", "bee", "moth", "swallow")),
        "heron_3",
    }


def test_pc13_nobody_raids_a_camp_that_they_raid_already() -> None:
    match = Match(3)
    match.do("raid", "bee_1", camp=1)
    assert match.refused("raid", "moth_3", camp=1) == "PC-13 own_raid"


def test_pc14_two_warriors_of_one_clan_add_up_and_take_the_whole_turn() -> None:
    match = Match(3)
    match.do("raid", "heron_1", camp=1)
    assert match.refused("reinforce", "heron_1", "bee_2", camp=1) == "PC-14 two_clans"
    assert match.refused("reinforce", "heron_1", "weapon_2", camp=1) == "PC-14 no_warrior"
    match.do("reinforce", "heron_1", "heron_2", camp=1)
    assert "strength 4" in match.says("PC-14")[0]  # the 1 of the own clan once
    assert match.turn == 2


def test_pc14_only_the_first_action_of_a_turn_is_doubled() -> None:
    match = Match(3)
    match.do("breed", "horse")
    match.do("raid", "bee_1", camp=1)
    assert match.turn == 2
    second = Match(3)
    second.do("raid", "bee_1", camp=1)
    assert second.refused("reinforce", "bee_1", "bee_2", camp=2) == "PC-14 no_second"


def test_pc14_a_warrior_too_weak_alone_waits_for_a_second_one_or_goes_back() -> None:
    match = Match(3, raids={1: raid(2, "bee_4")})
    match.do("raid", "moth_2", camp=1)
    assert (match.phase, match.hands[0], match.left) == ("raiding", 5, 2)
    assert match.cards_for("reinforce") == {"moth_2", "moth_3", "moth_4"}  # 3 with moth_1: too weak
    assert match.refused("reinforce", "moth_2", "moth_1", camp=1) == "PC-13 too_weak"
    match.do("take_back")
    assert match.phase == "act"
    assert match.known[0] == ("moth_2",)
    match.do("raid", "moth_2", camp=1)
    match.do("reinforce", "moth_2", "moth_3", camp=1)
    stands = match.raids[1]
    assert stands is not None
    assert stands.cards == ("moth_2", "moth_3")
    assert (match.hands[0], match.turn) == (3, 2)


@pytest.mark.parametrize(
    ("weapon", "repels"), [("weapon_2", False), ("weapon_3", True), ("weapon_4", True)]
)
def test_pc15_a_weapon_of_the_raids_strength_repels_it(weapon: str, repels: bool) -> None:
    match = Match(3, raids={0: raid(1, "lynx_2")}, left=1)  # strength 3
    if repels:
        match.do("defend", weapon)
        assert match.raids == (None, None, None)
        assert match.used == {"lynx_2": 1, weapon: 1}
    else:
        assert match.refused("defend", weapon) == "PC-15 weapon_too_weak"
    assert Match(3).refused("defend", "weapon_4") == "PC-15 no_raid"
    assert Match(3, raids={0: raid(1, "bee_1")}).refused("defend", "bee_4") == "PC-15 no_weapon"


def test_pc16_two_weapons_together_take_the_turn_and_mark_no_coup() -> None:
    match = Match(3, raids={0: raid(1, "bee_2", "bee_3")})  # strength 5
    match.do("defend", "weapon_3")
    assert match.phase == "defending"
    assert match.cards_for("support") == {"weapon_2", "weapon_3", "weapon_4"}
    assert match.refused("support", "weapon_3", "horse") == "PC-15 no_weapon"
    assert match.refused("support", "weapon_4", "weapon_2") == "PC-16 first_gone"
    match.do("support", "weapon_3", "weapon_3")
    assert (match.raids[0], match.hands[0], match.turn) == (None, 3, 2)
    weak = Match(3, raids={0: raid(1, "bee_4", "bee_3")})  # strength 7
    weak.do("defend", "weapon_3")
    assert weak.refused("support", "weapon_3", "weapon_3") == "PC-16 weapons_too_weak"
    assert weak.cards_for("support") == {"weapon_3", "weapon_4"}


def test_pc16_one_weapon_that_is_enough_waits_for_none() -> None:
    match = Match(3, raids={0: raid(1, "bee_2")})
    match.do("defend", "weapon_2")
    assert match.refused("support", "weapon_2", "weapon_3") == "PC-5 not_now"


def home(**fields: object) -> Match:
    """Return a match in which the first tribe's raids just came home."""
    match = Match(
        4,
        phase="take",
        hands=(3, 3, 3, 3),
        market=("coup_stick", "coup_stick", "horse", "bee_1"),
        **fields,  # type: ignore[arg-type]
    )
    match.do("take", "coup_stick", "coup_stick")
    return match


def test_pc17_a_stick_marks_a_coup_as_the_raid_comes_home() -> None:
    match = home(raids={1: raid(0, "moth_1"), 2: raid(0, "moth_2")})
    match.do("coup", "coup_stick", camp=1)  # only coups may come before
    assert match.refused("coup", "coup_stick", camp=1) == "PC-17 coup_marked"
    match.do("coup", "coup_stick", camp=2)
    assert match.prestige[0] == 2
    later = home(raids={1: raid(0, "moth_1")})
    later.do("breed", "horse")
    assert later.refused("coup", "coup_stick", camp=1) == "PC-17 coup_first"
    assert later.refused("coup", "coup_stick", camp=9) == "PC-17 no_other"


def test_pc17_a_marker_on_its_prestige_side_marks_no_coup() -> None:
    match = home(raids={1: raid(0, "moth_1", turned=True)}, prestige=(4, 0, 0, 0))
    assert match.refused("coup", "coup_stick", camp=1) == "PC-17 marker_turned"


@pytest.mark.parametrize(
    ("cards", "weapon", "may"),
    [
        (("bee_2",), "weapon_3", True),
        (("bee_2",), "weapon_2", False),
        (("bee_1",), "weapon_4", False),  # a young warrior
        (("lynx_2",), "weapon_3", True),  # strength 3, value 2
        (("bee_1", "bee_2"), "weapon_4", True),  # of both values
        (("bee_1", "bee_2"), "weapon_3", False),
    ],
)
def test_pc18_a_coup_in_defence_takes_one_weapon_above_the_printed_value(
    cards: tuple[str, ...], weapon: str, may: bool
) -> None:
    match = Match(3, raids={0: raid(1, *cards)})
    match.do("defend", weapon)
    if may:
        match.do("coup", "coup_stick", camp=0)
        assert match.prestige == (1, 0, 0)
        assert match.turn == 2
    else:
        assert match.refused("coup", "coup_stick", camp=0) == "PC-18 no_parry"


def test_pc18_it_follows_at_once() -> None:
    assert Match(3).refused("coup", "coup_stick", camp=0) == "PC-18 no_parry"
    match = Match(3, raids={0: raid(1, "bee_2")})
    match.do("defend", "weapon_3")
    assert match.refused("coup", "horse", camp=0) == "PC-18 no_stick"
