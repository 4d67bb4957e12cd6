"""What one action or another comes to: raids, coups, disdain, alliances (PC-11 … PC-39)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Cue, Press
from referee.plenty_coups import GAME
from referee.plenty_coups.state.phases import Over
from referee.table import Zone
from tests.referee.plenty_coups.playing import Match, raid
from tests.referee.plenty_coups.public_state import Bond


def test_pc11_a_raid_is_as_strong_as_its_card_and_one_more_for_the_own_clan_or_an_allys() -> None:
    for card, strength in (("bee_3", 4), ("heron_3", 4), ("moth_3", 3)):
        match = Match(3, bonds={0: Bond("bee_1")})
        match.do("raid", card, camp=1)
        assert f"strength {strength}" in match.says("PC-11")[0], card


def test_pc18_a_coup_in_defence_follows_at_once() -> None:
    assert Match(3).refused("coup", "coup_stick", camp=0) == "PC-18 no_parry"
    match = Match(3, raids={0: raid(1, "bee_2")})
    match.do("defend", "weapon_3")
    assert match.refused("coup", "horse", camp=0) == "PC-18 no_stick"


def test_pc10_a_horse_card_moves_a_horse_from_the_plain_to_the_herd() -> None:
    match = Match(3)
    plain = match.plain
    assert match.refused("breed", "bee_1") == "PC-10 no_horse_card"
    match.do("breed", "horse")
    assert (match.horses, match.plain) == ((2, 1, 1), plain - 1)
    empty = Match(3, plain=0, horses=(6, 6, 6))
    assert empty.refused("breed", "horse") == "PC-10 plain_empty"


def test_pc14_two_warriors_of_one_tribe_raid_together_and_take_the_turn() -> None:
    match = Match(3, raids={1: raid(2, "bee_4")})
    match.do("raid", "lynx_2", camp=1)
    assert match.refused("reinforce", "lynx_2", "bee_3", camp=1) == "PC-14 two_clans"
    match.do("reinforce", "lynx_2", "lynx_3", camp=1)
    assert (match.raids[1], match.turn) == (raid(0, "lynx_2", "lynx_3"), 2)


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


def test_pc12_a_raid_that_stands_comes_home_with_a_horse_once_cards_are_taken() -> None:
    match = home(raids={1: raid(0, "moth_1"), 2: raid(0, "moth_2")}, horses=(1, 3, 0, 1))
    assert match.raids == (None,) * 4
    assert (match.horses, match.used) == ((2, 2, 0, 1), {"moth_1": 1, "moth_2": 1})


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


def test_pc19_a_gift_costs_a_card_and_passes_between_players_at_peace() -> None:
    match = Match(4)
    assert match.refused("gift", "horse", camp=0) == "PC-19 no_other"
    match.do("gift", "horse", camp=1)
    assert (match.hands, match.used, match.left) == ((4, 3, 3, 3), {"horse": 1}, 1)
    for raids in ({1: raid(0, "moth_1")}, {0: raid(1, "moth_1")}):
        assert Match(4, raids=raids).refused("gift", "horse", camp=1) == "PC-19 raids"
    assert Match(2).refused("gift", "horse", camp=2) == "PC-19 you_play"  # the neutral tribe


def test_pc22_who_is_disdained_proves_their_worth_or_loses_one() -> None:
    match = Match(3, prestige=(0, 2, 0))
    match.do("disdain", "coup_stick", camp=1)
    assert match.phase == "answer"
    assert GAME.rules.offers(match.state).cues == (Cue.IDLE, Cue.MAY_ANSWER, Cue.IDLE)
    bears = match.offered("bear")
    assert bears is not None
    assert (bears.seat, bears.shown.press) == (1, Press.LONG)
    assert match.refused("bear", seat=0) == "PC-1 not_your_turn"
    assert match.refused("prove", "weapon_3", seat=1) == "PC-22 no_proof"
    assert match.cards_for("prove") == {
        "coup_stick",
        "weapon_4",
        "heron_4",
        "lynx_4",
        "lizard_4",
        "bee_4",
        "moth_4",
        "swallow_4",
    }
    proves, bears_it = Match(3), match
    proves.state = match.state
    proves.do("prove", "weapon_4", seat=1)
    assert (proves.prestige, proves.hands) == ((0, 2, 0), (4, 2, 3))
    assert (proves.phase, proves.turn, proves.left) == ("act", 0, 1)
    bears_it.do("bear", seat=1)
    assert (bears_it.prestige, bears_it.hands) == ((0, 1, 0), (4, 3, 3))


def allies(seat: int, card: str, other: int, theirs: str) -> dict[int, Bond]:
    """Return an alliance, given the cards under both camps."""
    return {seat: Bond(card, other), other: Bond(theirs, seat)}


def test_pc35_allies_exchange_once_a_turn_at_any_time_of_it_for_nothing() -> None:
    bonds = allies(0, "lynx_2", 1, "heron_2")
    match = Match(4, bonds=bonds, phase="take", hands=(3, 3, 3, 3), raids={2: raid(0, "moth_1")})
    match.do("exchange")
    assert match.refused("exchange") == "PC-35 once"
    match.do("take", "horse", "weapon_2")
    match.do("coup", "coup_stick", camp=2)
    last = Match(4, bonds=bonds, left=1)
    last.do("breed", "horse")
    assert (last.turn, last.left) == (0, 0)  # it may still come
    assert last.refused("breed", "horse") == "PC-5 no_action_left"
    ends = last.offered("done")
    assert ends is not None
    assert ends.shown.press is Press.LONG
    last.do("exchange")
    assert last.turn == 3
    assert Match(4).refused("exchange") == "PC-35 no_ally"
    empty = Match(4, bonds=bonds, round=12, hands=(2, 0, 1, 1))
    assert empty.refused("exchange") == "PC-35 no_card"


def test_pc38_the_sheets_example_of_a_changed_alliance() -> None:
    """Black (2) and yellow (1) allied with warriors of 3; green (0) proposes to black with a 4."""
    bonds = allies(2, "lynx_3", 1, "lizard_3")
    match = Match(4, bonds=bonds)
    match.do("propose", "lizard_4")
    changes = Match(4, turn=2, bonds=bonds, proposals=match.proposals)
    assert changes.refused("accept", "heron_2") == "PC-38 below"
    changes.do("accept", "heron_3")
    assert changes.bonds == (Bond("lizard_4", 2), None, Bond("heron_3", 0), None)
    assert changes.prestige == (1, 0, 0, 0)
    assert changes.used == {"lynx_3": 1, "lizard_3": 1}


def test_pc39_a_neutral_alliance_strengthens_and_brings_no_prestige() -> None:
    match = Match(3)
    assert match.refused("befriend", "lynx_2") == "PC-39 played_clan"
    assert match.refused("befriend", "horse") == "PC-39 no_warrior"
    match.do("befriend", "bee_2")
    assert (match.bonds[0], match.prestige[0]) == (Bond("bee_2"), 0)
    match.do("raid", "bee_3", camp=1)
    assert "strength 4" in match.says("PC-11")[0]


def test_disdain_double_defence_and_the_end_refuse_by_their_own_rules() -> None:
    match = Match(3, sticks=(None, Zone("stick", 1), None))
    assert match.refused("disdain", "coup_stick", camp=0) == "PC-22 no_other"
    assert match.refused("disdain", "coup_stick", camp=1) == "PC-22 disdained"
    assert match.refused("disdain", "horse", camp=2) == "PC-22 no_stick"
    assert Match(2).refused("disdain", "coup_stick", camp=2) == "PC-22 you_play"
    late = Match(3, raids={0: raid(1, "bee_2", "bee_3")}, left=1, done=1)
    assert late.refused("support", "weapon_2", "weapon_3") == "PC-16 no_second_weapon"
    late.state = replace(late.state, phase=Over())
    assert late.refused("done") == "PC-3 over"
