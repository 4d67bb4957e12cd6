"""How alliances are proposed, made and ended (PC-30 … PC-41), beside what the model tests."""

from __future__ import annotations

from referee.plenty_coups import GAME
from tests.referee.plenty_coups.playing import Match, proposal, raid
from tests.referee.plenty_coups.public_state import Bond

ALLIES = {0: Bond("lynx_2", 1), 1: Bond("heron_2", 0)}


def test_pc30_a_proposal_stands_and_forbids_to_raid_that_tribe() -> None:
    match = Match(4)
    match.do("propose", "lynx_2")
    assert match.proposals == (proposal(0, 1, "lynx_2"),)
    assert match.refused("raid", "bee_2", camp=1) == "PC-30 proposes_to"
    raider = Match(4, raids={1: raid(0, "moth_1")})
    assert raider.refused("propose", "lynx_2") == "PC-30 raids"


def test_pc31_only_a_strictly_higher_warrior_outbids() -> None:
    match = Match(4, proposals=(proposal(1, 2, "lizard_2"),))
    assert match.refused("propose", "lizard_1") == "PC-31 not_above"
    match.do("propose", "lizard_3")
    assert (match.proposals, match.used) == ((proposal(0, 2, "lizard_3"),), {"lizard_2": 1})


def test_pc32_a_raider_who_is_proposed_to_goes_home_with_a_horse_and_marks_no_coup() -> None:
    match = Match(4, raids={0: raid(1, "bee_2")}, horses=(3, 1, 1, 1))
    match.do("propose", "lynx_2")
    assert match.raids[0] is None
    assert (match.horses, match.prestige) == ((2, 2, 1, 1), (0, 0, 0, 0))
    assert match.used == {"bee_2": 1}


def test_pc33_who_proposes_is_not_raided_by_whom_it_proposes_to() -> None:
    match = Match(4, proposals=(proposal(1, 0, "heron_2"),))
    assert match.refused("raid", "bee_2", camp=1) == "PC-33 proposes_to"


def test_pc34_who_accepts_seals_the_alliance_and_the_proposer_gains_one() -> None:
    match = Match(4, proposals=(proposal(2, 0, "heron_2"),))
    assert match.refused("accept", "horse") == "PC-34 no_warrior"
    assert match.refused("accept", "lynx_2") == "PC-34 no_proposal"
    match.do("accept", "lizard_1")
    assert match.bonds == (Bond("lizard_1", 2), None, Bond("heron_2", 0), None)
    assert (match.prestige, match.proposals) == ((0, 0, 1, 0), ())


def test_pc36_allies_share_their_sum_if_each_has_two_off_the_herd_after_the_loss() -> None:
    match = Match(4, turn=1, round=12, bonds=ALLIES, prestige=(2, 2, 4, 0))
    match.do("done")
    ended = GAME.rules.outcome(match.state)
    assert ended is not None
    assert ended.ranking == ((0, 1), (2,), (3,))  # level with 2, whose herd is smaller
    without = Match(4, turn=1, round=12, bonds=ALLIES, prestige=(2, 2, 3, 0), horses=(0, 1, 1, 1))
    without.do("done")
    alone = GAME.rules.outcome(without.state)
    assert alone is not None
    assert alone.ranking == ((2,), (1,), (0,), (3,))


def test_pc37_who_disdains_an_ally_ends_the_alliance_and_loses_one() -> None:
    match = Match(4, bonds=ALLIES, prestige=(2, 2, 0, 0))
    match.do("disdain", "coup_stick", camp=1)
    assert match.bonds == (None, None, None, None)
    assert (match.prestige, match.used) == ((1, 2, 0, 0), {"lynx_2": 1, "heron_2": 1})
    match.do("prove", "weapon_4", seat=1)  # as usual
    assert match.prestige == (1, 2, 0, 0)


def test_pc40_a_neutral_alliance_ends_by_another_clan_of_its_strength_or_a_stronger_rival() -> None:
    own = Match(3, bonds={0: Bond("bee_2")})
    assert own.refused("befriend", "moth_1") == "PC-40 below"
    assert own.refused("befriend", "bee_3") == "PC-40 same_clan"
    own.do("befriend", "moth_2")
    assert (own.bonds, own.used) == ((Bond("moth_2"), None, None), {"bee_2": 1})
    rival = Match(3, bonds={1: Bond("bee_2")})
    rival.do("befriend", "bee_3")
    assert (rival.bonds, rival.used) == ((Bond("bee_3"), None, None), {"bee_2": 1})
    assert rival.prestige == (0, 0, 0)


def test_pc41_two_or_three_players_ally_with_neutral_tribes_alone() -> None:
    for seats in (2, 3):
        assert Match(seats).refused("propose", "lynx_2") == "PC-41 no_player_alliances"
    match = Match(3)
    assert match.refused("accept", "lynx_2") == "PC-41 no_player_alliances"
    match.do("befriend", "bee_1")
    assert match.bonds[0] == Bond("bee_1")
