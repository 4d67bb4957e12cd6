"""Coup rule by rule: each test is named after the rule that it checks, in this folder's modules."""

from __future__ import annotations

import sys
from typing import get_args

from referee.coup.moves import Move
from tests.referee.coup import test_actions as actions
from tests.referee.coup import test_camera as camera
from tests.referee.coup import test_challenges as challenges
from tests.referee.coup import test_turns as turns
from tests.referee.coup.playing import Coup


def test_cp_50_an_extortion_takes_the_coins_before_the_purse_is_swept() -> None:
    match = Coup(3, starter=1)
    match.coup(2, "contessa")
    while match.state.turn != 1:
        match.declare("income")
    before = match.state.coins
    match.purse(2, 5)
    match.declare("extort", 2)
    match.passes()
    match.do("block", seat=2, card="ambassador")
    match.challenge(1, None)
    match.loses("assassin")
    assert match.rules()[:3] == ["CP-26", "CP-15", "CP-6"]
    assert match.state.coins[1] == before[1] + 2
    assert match.state.coins[2] == 0
    assert match.by("CP-6").message.params["count"] == 3


def test_cp_51_there_is_no_way_to_talk_bind_show_or_lend() -> None:
    tags = {move.__struct_config__.tag for move in get_args(Move)}
    assert tags == {
        "declare", "challenge", "block", "name_card", "pass", "move_on", "window_closed",
        "card_shown", "concede", "card_turned", "card_returned", "exchanged",
        "coins_set", "cards_corrected",
    }  # fmt: skip
    match = Coup()
    assert match.refused("card_shown", cards=["duke"]).rule == "CP-24"
    offered = {offer.move for offer in match.game.offers(match.state) if offer.by == "seat"}
    assert offered == {"declare"}


def test_every_rule_of_the_sheet_has_a_test() -> None:
    ids = {*range(1, 8), *range(10, 19), *range(20, 34), *range(40, 43), 50, 51}
    modules = (turns, actions, challenges, camera, sys.modules[__name__])
    names = [name for module in modules for name in vars(module) if name.startswith("test_cp_")]
    assert {int(name.split("_")[2]) for name in names} == ids
