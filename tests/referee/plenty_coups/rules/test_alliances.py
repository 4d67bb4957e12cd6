"""Alliances between players and with unplayed clans: PC-30 … PC-41."""

from __future__ import annotations

import pytest

from referee.contract import Press
from referee.plenty_coups import GAME
from tests.referee.plenty_coups.playing import Match, proposal, raid
from tests.referee.plenty_coups.public_state import Bond


def allies(one: int, card: str, other: int, theirs: str) -> dict[int, Bond]:
    """Return an alliance, given the cards under both camps."""
    return {one: Bond(card, other), other: Bond(theirs, one)}


def test_pc30_a_proposal_stands_until_the_next_turn_of_who_makes_it() -> None:
    match = Match(4)
    match.do("propose", "lynx_2")
    assert match.proposals == (proposal(0, 1, "lynx_2"),)
    assert match.refused("propose", "lynx_3") == "PC-30 already"
    match.do("propose", "lizard_1")  # two, to two tribes
    assert len(match.proposals) == 2
    later = Match(4, turn=1, left=1, proposals=match.proposals)
    later.do("breed", "horse")
    later.fill("bee_1", "bee_2")
    assert later.proposals == ()
    assert later.used == {"horse": 1, "lynx_2": 1, "lizard_1": 1}
    assert len(later.says("PC-30")) == 2


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("weapon_2", "PC-30 no_warrior"),
        ("heron_2", "PC-30 own_clan"),
        ("swallow_2", "PC-30 nobodys_clan"),
        ("bee_2", "PC-30 raids"),
    ],
)
def test_pc30_a_proposal_is_a_warrior_of_another_tribe_that_one_does_not_raid(
    card: str, why: str
) -> None:
    assert Match(4, raids={3: raid(0, "moth_1")}).refused("propose", card) == why


def test_pc30_while_it_stands_that_tribe_is_not_raided() -> None:
    match = Match(4, proposals=(proposal(0, 1, "lynx_2"),))
    assert match.refused("raid", "bee_4", camp=1) == "PC-30 proposes_to"


def test_pc30_sealing_one_alliance_withdraws_the_other_proposals() -> None:
    mine = (proposal(0, 1, "lynx_2"), proposal(0, 2, "lizard_2"))
    sealed = Match(4, turn=1, proposals=mine)
    sealed.do("accept", "heron_1")
    assert sealed.proposals == ()
    assert sealed.used == {"lizard_2": 1}
    neutral = Match(4, proposals=mine)
    neutral.do("befriend", "moth_1")
    assert neutral.proposals == ()
    assert neutral.used == {"lynx_2": 1, "lizard_2": 1}
    allied = Match(4, bonds={0: Bond("moth_2")})
    assert allied.refused("propose", "lynx_2") == "PC-30 is_allied"


def test_pc31_a_strictly_higher_warrior_outbids() -> None:
    match = Match(4, proposals=(proposal(3, 1, "lynx_2"),))
    assert match.refused("propose", "lynx_1") == "PC-31 not_above"
    match.do("propose", "lynx_3")
    assert match.proposals == (proposal(0, 1, "lynx_3"),)
    assert match.used == {"lynx_2": 1}


def test_pc32_a_proposal_to_who_raids_one_sends_the_raid_home_with_a_horse_and_no_coup() -> None:
    match = Match(4, raids={0: raid(1, "bee_2")})
    match.do("propose", "lynx_1")
    assert match.raids[0] is None
    assert match.horses == (0, 2, 1, 1)
    assert "comes home" in match.says("PC-32")[0]
    match.do("breed", "horse")
    assert match.offered("coup") is None


def test_pc33_nobody_raids_who_proposes_to_them() -> None:
    match = Match(4, proposals=(proposal(1, 0, "heron_2"),))
    assert match.refused("raid", "bee_4", camp=1) == "PC-33 proposes_to"
    match.do("raid", "bee_4", camp=2)


def test_pc34_accepting_allies_both_and_is_one_prestige_to_the_proposer() -> None:
    match = Match(4, proposals=(proposal(1, 0, "heron_2"),))
    assert match.refused("accept", "lizard_2") == "PC-34 no_proposal"
    match.do("accept", "lynx_1")
    assert match.bonds == (Bond("lynx_1", 1), Bond("heron_2", 0), None, None)
    assert match.prestige == (0, 1, 0, 0)


def test_pc35_allies_attack_with_each_others_warriors_but_not_each_other() -> None:
    match = Match(4, bonds=allies(0, "lynx_2", 1, "heron_2"))
    assert match.refused("raid", "bee_4", camp=1) == "PC-35 ally"
    assert match.refused("propose", "lizard_2") == "PC-35 is_allied"
    assert match.refused("befriend", "moth_2") == "PC-35 is_allied"
    match.do("raid", "lynx_3", camp=2)
    assert "strength 4" in match.says("PC-11")[0]


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


@pytest.mark.parametrize(
    ("prestige", "horses", "places"),
    [
        ((2, 2, 3, 0), (1, 1, 1, 1), ((0, 1), (2,), (3,))),
        ((2, 1, 3, 0), (1, 1, 1, 1), ((2,), (0,), (1,), (3,))),
        ((2, 2, 3, 0), (1, 0, 1, 1), ((2,), (0,), (1,), (3,))),  # the empty herd comes off first
        ((2, 3, 3, 0), (1, 0, 1, 1), ((0, 1), (2,), (3,))),
    ],
)
def test_pc36_allies_add_up_with_two_each_off_the_herd(
    prestige: tuple[int, ...], horses: tuple[int, ...], places: tuple[tuple[int, ...], ...]
) -> None:
    bonds = allies(0, "lynx_2", 1, "heron_2")
    match = Match(
        4, turn=1, round=12, bonds=bonds, prestige=prestige, horses=horses, plain=24 - sum(horses)
    )
    match.do("done")
    assert match.places == places
    assert bool(match.says("PC-36")) == (places[0] == (0, 1))


def test_pc37_disdaining_an_ally_ends_the_alliance_and_costs_prestige() -> None:
    bonds = allies(0, "lynx_2", 1, "heron_2")
    match = Match(4, bonds=bonds, prestige=(1, 1, 0, 0))
    match.do("disdain", "coup_stick", camp=1)
    assert match.bonds == (None,) * 4
    assert match.used == {"lynx_2": 1, "heron_2": 1}
    assert match.prestige == (0, 1, 0, 0)
    match.do("prove", "lynx_4", seat=1)  # as usual
    assert match.prestige == (0, 1, 0, 0)


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


def test_pc38_the_warrior_must_be_above_the_one_of_the_targets_ally() -> None:
    match = Match(4, bonds=allies(2, "lynx_1", 1, "lizard_3"))
    assert (
        match.refused("propose", "lizard_2") == "PC-38 not_above"
    )  # above lynx_1, which is not it
    assert match.cards_for("propose") >= {"lizard_4"}
    assert not match.cards_for("propose") & {"lizard_1", "lizard_2", "lizard_3"}


def test_pc39_a_neutral_alliance_strengthens_and_brings_no_prestige() -> None:
    match = Match(3)
    assert match.refused("befriend", "lynx_2") == "PC-39 played_clan"
    assert match.refused("befriend", "horse") == "PC-39 no_warrior"
    match.do("befriend", "bee_2")
    assert (match.bonds[0], match.prestige[0]) == (Bond("bee_2"), 0)
    match.do("raid", "bee_3", camp=1)
    assert "strength 4" in match.says("PC-11")[0]


def test_pc40_a_neutral_alliance_ends_by_a_card_at_least_as_high() -> None:
    match = Match(3, bonds={0: Bond("bee_2")})
    assert match.refused("befriend", "bee_3") == "PC-40 same_clan"
    assert match.refused("befriend", "moth_1") == "PC-40 below"
    match.do("befriend", "moth_2")
    assert (match.bonds[0], match.used) == (Bond("moth_2"), {"bee_2": 1})
    accepts = Match(4, bonds={0: Bond("moth_3")}, proposals=(proposal(1, 0, "heron_1"),))
    assert accepts.refused("accept", "lynx_2") == "PC-40 below"
    accepts.do("accept", "lynx_3")
    assert accepts.bonds[:2] == (Bond("lynx_3", 1), Bond("heron_1", 0))
    assert accepts.prestige == (0, 1, 0, 0)


def test_pc40_another_player_takes_the_clan_with_a_strictly_higher_card() -> None:
    match = Match(3, bonds={1: Bond("bee_2")})
    assert match.refused("befriend", "bee_1") == "PC-40 not_above"
    match.do("befriend", "bee_3")
    assert match.bonds == (Bond("bee_3"), None, None)
    assert "loses" in match.says("PC-40")[0]


@pytest.mark.parametrize("seats", [2, 3])
def test_pc41_two_or_three_players_have_neutral_alliances_only(seats: int) -> None:
    match = Match(seats)
    assert match.refused("propose", "lynx_2") == "PC-41 no_player_alliances"
    assert match.refused("accept", "lynx_2") == "PC-41 no_player_alliances"
    match.do("befriend", "swallow_1")


def test_pc41_six_players_leave_no_clan_to_nobody() -> None:
    match = Match(6)
    assert match.offered("befriend") is None
    assert match.bonds[0] is None
    assert not any(offer.move == "befriend" for offer in GAME.rules.offers(match.state))
