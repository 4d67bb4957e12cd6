"""Turns, rounds and the market: PC-1 … PC-8."""

from __future__ import annotations

import pytest

from referee.contract import BadOptions
from referee.plenty_coups import GAME
from referee.plenty_coups.state.setup import Options
from tests.referee.plenty_coups.playing import Match


def begun(seats: int = 4, elder: int = 0) -> Match:
    match = Match(seats)
    match.state = GAME.rules.begin(Options(elder=elder), seats)
    return match


def test_pc1_a_table_has_two_to_six_players_and_an_elder() -> None:
    for seats, elder in ((1, 0), (7, 0), (3, 3), (3, -1)):
        with pytest.raises(BadOptions):
            GAME.rules.begin(Options(elder=elder), seats)


def test_pc2_the_host_sets_a_herd_right_by_the_plain() -> None:
    match = Match(3)
    match.do("horses_set", camp=1, horses=4)
    assert (match.horses, match.plain) == ((1, 4, 1), 12)
    assert match.says("PC-2") == ["Counted again: ▲\xa0Vermilion’s herd has 4 horses, not 1."]
    assert match.refused("horses_set", camp=0, horses=14) == "PC-2 no_such_herd"
    assert match.refused("horses_set", camp=3, horses=1) == "PC-2 no_tribe"


def test_pc5_the_host_sets_a_hand_right_by_the_pile() -> None:
    match = Match(3, known={0: ("horse",), 1: ("bee_1", "bee_2")})
    pile = match.pile
    match.do("hand_set", camp=1, cards=2)
    assert (match.hands, match.pile) == ((5, 2, 3), pile + 1)
    assert match.says("PC-5") == ["Counted again: ▲\xa0Vermilion has 2 cards in hand, not 3."]
    for camp, cards in ((1, 1), (0, 1), (1, 2 + pile + 2)):  # seen, owed, more than there are
        assert match.refused("hand_set", camp=camp, cards=cards) == "PC-5 no_such_hand"
    assert match.refused("hand_set", camp=3, cards=1) == "PC-5 no_tribe"
    match.do("hand_set", camp=0, cards=2)
    for card, drawn in (("horse", ("bee_3", "bee_4")), ("weapon_2", ("moth_1", "moth_2"))):
        match.do("hunt", card)
        match.do("hunted", *drawn)
    assert (match.turn, match.hands[0]) == (2, 0)
    assert match.refused("hand_set", camp=1, cards=3) == "PC-6 not_now"  # the market is turned


def test_pc3_a_round_ends_at_the_elder_who_moves_the_marker_on() -> None:
    match = Match(3, turn=1, round=9, left=1)
    match.do("breed", "horse")
    assert match.round == 10
    assert match.says("PC-3") == [
        "Round 10 starts: it is winter. ●\xa0Blue moves the round marker on. "
        "From now on there is one action a turn."
    ]


def test_pc4_three_alike_in_the_market_are_all_replaced() -> None:
    for cards, alike in {
        "horse horse horse bee_1": True,
        "heron_2 bee_2 moth_2 horse": True,
        "heron_2 bee_2 weapon_2 weapon_2": False,
        "heron_2 heron_3 heron_4 horse": False,
    }.items():
        match = begun(3)
        match.do("market_read", *cards.split())
        assert (match.phase == "sweep") == bool(match.says("PC-4")) == alike, cards
    match = begun(3)
    match.do("market_read", "weapon_3", "weapon_3", "weapon_3", "horse")
    assert match.refused("take", "horse", "horse") == "PC-4 not_now"
    assert match.refused("swept", "horse") == "PC-4 not_swept"
    match.do("swept")
    assert (match.market, match.phase) == ((), "market")
    assert sum(match.used.values()) == 4
    match.do("market_read", "weapon_2", "weapon_2", "weapon_2", "horse")  # as often as it is so
    assert match.phase == "sweep"


def test_pc5_a_summer_turn_takes_two_cards_and_owes_two_actions() -> None:
    match = Match(
        3, phase="take", left=2, hands=(3, 3, 3), market=("bee_1", "horse", "horse", "moth_2")
    )
    assert match.refused("take", "horse") == "PC-5 takes"
    assert match.refused("take", "horse", "moth_3") == "PC-5 not_in_market"
    match.do("take", "horse", "horse")
    assert (match.hands[0], match.left) == (5, 2)
    assert match.refused("done") == "PC-5 owes"
    match.do("breed", "horse")
    match.do("breed", "horse")  # the same twice
    assert (match.hands[0], match.turn) == (3, 2)
    assert match.refused("breed", "horse", seat=0) == "PC-1 not_your_turn"
    assert match.refused("breed", "horse") == "PC-6 not_now"  # the market is turned first


def test_pc6_the_market_is_filled_up_after_the_turn() -> None:
    match = Match(3, left=1)
    match.do("breed", "horse")
    assert match.phase == "market"
    assert match.refused("market_read", "horse", "weapon_2", "bee_1", "bee_2") == "PC-6 market_gone"
    assert match.refused("market_read", "horse", "horse", "bee_1") == "PC-6 market_count"
    match.fill("bee_1", "bee_2")
    assert match.market == ("bee_1", "bee_2", "horse", "horse")


def test_pc7_prestige_off_the_herd_is_0_to_4() -> None:
    full = Match(3, prestige=(4, 0, 0), horses=(3, 1, 1), plain=13)
    full.do("give_horses", "horse", camp=1)
    assert full.prestige == (4, 0, 0)
    assert "no more to gain" in full.says("PC-20")[1]
    none = Match(3)
    none.do("disdain", "coup_stick", camp=1)
    none.do("bear", seat=1)
    assert none.prestige == (0, 0, 0)
