"""Gifts, giving horses, hunting and disdain: PC-19 … PC-22."""

from __future__ import annotations

from referee.contract import AskCards, Cue, Press
from referee.plenty_coups import GAME
from referee.plenty_coups.state.zones import STICKS
from tests.referee.plenty_coups.playing import Match, raid, worn
from tests.referee.plenty_coups.public_state import Bond

ALLIES = {0: Bond("lynx_2", 1), 1: Bond("heron_3", 0)}


def test_pc19_a_card_is_discarded_and_one_exchanged() -> None:
    match = Match(3, known={0: ("horse",), 1: ("bee_1",)})
    match.do("gift", "horse", camp=1)
    assert match.hands == (4, 3, 3)
    assert match.used == {"horse": 1}
    assert match.known == ((), (), ())  # which card went where, nobody saw


def test_pc19_not_with_whom_one_raids_or_who_raids_one() -> None:
    match = Match(4, raids={1: raid(0, "bee_1"), 0: raid(2, "bee_2")})
    assert match.refused("gift", "horse", camp=1) == "PC-19 raids"
    assert match.refused("gift", "horse", camp=2) == "PC-19 raids"
    assert match.refused("gift", "horse", camp=0) == "PC-19 no_other"
    match.do("gift", "horse", camp=3)


def test_pc19_both_need_a_card_to_give() -> None:
    match = Match(3, round=12, hands=(1, 1, 0))
    assert match.refused("gift", "horse", camp=1) == "PC-19 no_gift"
    match = Match(3, round=12, hands=(2, 1, 0))
    assert match.refused("gift", "horse", camp=2) == "PC-19 no_card"
    match.do("gift", "horse", camp=1)


def test_pc20_two_horses_given_are_one_prestige() -> None:
    match = Match(3, horses=(3, 3, 4), plain=8)
    assert match.refused("give_horses", "horse", camp=2) == "PC-20 richer"
    match.do("give_horses", "bee_1", camp=1)
    assert match.horses == (1, 5, 4)
    assert match.prestige == (1, 0, 0)
    assert match.refused("give_horses", "bee_2", camp=1) == "PC-20 too_few"


def test_pc20_not_while_a_raid_stands_at_either_camp_nor_between_allies() -> None:
    at_home = Match(3, horses=(3, 1, 1), plain=13, raids={0: raid(2, "bee_1")})
    assert at_home.refused("give_horses", "horse", camp=1) == "PC-20 raided"
    there = Match(3, horses=(3, 1, 1), plain=13, raids={1: raid(2, "bee_1")})
    assert there.refused("give_horses", "horse", camp=1) == "PC-20 raided"
    there.do("give_horses", "horse", camp=2)
    allies = Match(4, horses=(3, 1, 1, 1), plain=18, bonds=ALLIES)
    assert allies.refused("give_horses", "horse", camp=1) == "PC-20 between_allies"


def test_pc21_a_hunt_discards_one_draws_two_and_discards_two() -> None:
    match = Match(3)
    pile = match.pile
    match.do("hunt", "horse")
    assert (match.phase, match.hands[0], match.pile) == ("hunt", 6, pile - 2)
    assert match.refused("hunted", "bee_1") == "PC-21 hunted_count"
    match.do("hunted", "bee_1", "horse")
    assert (match.hands[0], match.used) == (4, {"horse": 2, "bee_1": 1})


def test_pc21_a_hunt_draws_what_there_is() -> None:
    match = Match(3, round=11)
    worn(match, 0, "horse")
    match.do("hunt", "horse")
    draws = match.offered("hunted")
    assert draws is not None
    (ask,) = draws.ask
    assert isinstance(ask, AskCards)
    assert ask.least == 2
    assert match.used == {}


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


def test_pc22_no_warrior_need_be_there_and_a_tribe_is_disdained_once_until_its_turn() -> None:
    match = Match(3, prestige=(0, 2, 0))
    match.do("disdain", "coup_stick", camp=1)
    match.do("prove", "coup_stick", seat=1)
    assert match.refused("disdain", "coup_stick", camp=1) == "PC-22 disdained"
    assert match.refused("disdain", "coup_stick", camp=0) == "PC-22 no_other"
    assert match.refused("disdain", "horse", camp=2) == "PC-22 no_stick"


def test_pc22_at_its_turn_the_stick_goes_and_its_player_draws_back_to_three() -> None:
    match = Match(3, turn=2, left=1, sticks=(None, STICKS[1], None), hands=(3, 2, 4))
    match.do("breed", "horse")
    pile = match.pile
    match.fill("bee_1", "bee_2")
    assert match.turn == 1
    assert (match.hands[1], match.pile) == (3, pile - 3)  # two turned, one drawn
    assert not any(match.disdained)
    assert match.used == {"horse": 1, "coup_stick": 1}
    assert "draw 1 card" in match.says("PC-22")[0]
