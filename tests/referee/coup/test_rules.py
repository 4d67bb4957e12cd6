"""CP-50 to CP-52: what the sheet leaves open, and who leaves."""

from __future__ import annotations

from typing import get_args

from referee.coup.state.moves import Move
from tests.referee.coup.playing import Coup
from tests.referee.coup.summary import summary_of


def test_cp_50_an_extortion_takes_the_coins_before_the_purse_is_swept() -> None:
    match = Coup(3, starter=1)
    match.coup(2, "contessa")
    match.comes_to(1)
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
        "coins_set", "cards_corrected", "leave",
    }  # fmt: skip
    match = Coup()
    assert match.refused("card_shown", cards=["duke"]).rule == "CP-24"
    offered = {offer.move for offer in match.game.rules.offers(match.state) if offer.by == "seat"}
    assert offered == {"declare"}


def test_cp_52_who_leaves_turns_up_all_influence_and_the_turn_stays() -> None:
    match = Coup(3)
    match.declare("income")
    assert summary_of(match.do("leave", seat=0)).loser == 0
    assert match.rules() == ["CP-52", "CP-26"]
    assert match.refused("declare", seat=1, action="income").rule == "CP-52"
    match.loses("duke")
    assert match.seen.loser == 0
    match.loses("duke")
    assert match.rules() == ["CP-26", "CP-6"]
    assert (match.seen.phase, match.state.turn, match.state.coins[0]) == ("turn", 1, 0)
    match.declare("income")
    assert match.state.turn == 2


def test_cp_52_of_two_players_the_other_one_wins() -> None:
    match = Coup(2)
    match.declare("income")
    match.do("leave", seat=0)
    match.loses("duke")
    match.loses("contessa")
    outcome = match.game.rules.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_cp_52_nobody_leaves_in_the_midst_of_a_turn_or_before_the_first() -> None:
    match = Coup(3)

    def leaves() -> list[int | None]:
        offers = match.game.rules.offers(match.state)
        return [offer.seat for offer in offers if offer.move == "leave" and offer.by == "host"]

    assert leaves() == []
    assert match.refused("leave", seat=1).message.key == "coup.refused.not_begun"
    match.declare("tax")
    assert leaves() == []
    refusal = match.refused("leave", seat=1)
    assert (refusal.rule, refusal.message.key) == ("CP-52", "coup.refused.leaves_between_turns")
    match.passes()
    assert leaves() == [0, 1, 2]
