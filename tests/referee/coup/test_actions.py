"""CP-10 to CP-18: what each action costs and does, and who may stop it."""

from __future__ import annotations

import pytest

from referee.contract import BadOptions
from referee.coup.state.state import influence, unanswered_seats
from tests.referee.coup.playing import Coup
from tests.referee.coup.summary import summary_of


def test_cp_10_income_is_one_coin_at_once() -> None:
    match = Coup()
    match.declare("income")
    assert match.state.coins == (3, 2, 2)
    assert (match.rules(), match.state.turn) == (["CP-10"], 1)


def test_cp_11_foreign_aid_is_two_coins_and_anybody_blocks_it_with_the_duke() -> None:
    match = Coup()
    match.declare("foreign_aid")
    assert match.seen.phase == "block"
    assert match.refused("challenge", seat=1).message.key == "coup.refused.claims_nothing"
    assert match.refused("block", seat=0).rule == "CP-11"
    assert match.refused("block", seat=1, card="contessa").rule == "CP-11"
    match.passes()
    assert match.state.coins == (4, 2, 2)
    match.declare("foreign_aid")
    match.do("block", seat=0)
    assert match.seen.block == "duke"
    match.passes()
    assert match.state.coins == (4, 2, 2)
    assert "CP-28" in match.rules()


def test_cp_12_a_coup_costs_seven_and_nobody_can_stop_it() -> None:
    match = Coup()
    match.purse(0, 9)
    match.declare("coup", 2)
    assert (match.seen.phase, match.seen.loser) == ("lose", 2)
    assert match.state.coins[0] == 2
    assert match.refused("challenge", seat=1).rule == "CP-22"
    assert match.refused("block", seat=2).rule == "CP-21"
    match.loses("captain")
    assert (match.state.faces[2], match.state.turn) == (("captain",), 1)


def test_cp_13_tax_is_three_coins_with_the_duke() -> None:
    match = Coup()
    match.declare("tax")
    assert match.ruling("CP-13").message.params["card"] == "duke"
    match.passes()
    assert match.state.coins == (5, 2, 2)


def test_cp_14_an_assassination_costs_three_and_only_the_target_blocks() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    assert match.state.coins[0] == 0
    match.passes()
    assert match.seen.phase == "block"
    assert unanswered_seats(match.state) == (1,)
    refusal = match.refused("block", seat=2)
    assert (refusal.rule, refusal.message.params["target_seat"]) == ("CP-14", 1)
    assert match.refused("block", seat=1, card="duke").rule == "CP-14"
    match.passes()
    match.loses("duke")
    assert (influence(match.state, 1), match.state.coins[0]) == (1, 0)


@pytest.mark.parametrize("card", ["captain", "ambassador"])
def test_cp_15_captain_and_ambassador_block_and_one_is_named(card: str) -> None:
    match = Coup()
    match.declare("extort", 1)
    match.passes()
    assert match.refused("block", seat=2).rule == "CP-15"
    assert match.refused("block", seat=1, card="duke").rule == "CP-15"
    assert summary_of(match.do("block", seat=1)).phase == "name"
    assert match.refused("name_card", seat=2, card=card).rule == "CP-21"
    assert match.refused("name_card", seat=1, card="contessa").rule == "CP-15"
    match.do("name_card", seat=1, card=card)
    assert match.seen.block == card
    other = {"captain": "ambassador", "ambassador": "captain"}[card]
    match.challenge(2, other)
    assert match.seen.loser == 1, "tested on the one that was named"


def test_cp_16_the_court_has_two_cards_to_draw() -> None:
    Coup(3, deck={"duke": 6, "captain": 2})
    with pytest.raises(BadOptions) as refusal:
        Coup(3, deck={"duke": 5, "captain": 2})
    assert refusal.value.message.key == "coup.options.too_few_cards"
    assert refusal.value.message.params == {"given": 7, "least": 8, "players": 3}


@pytest.mark.parametrize(
    ("action", "key"),
    [("foreign_aid", "blocked_free"), ("extort", "blocked_free"), ("assassinate", "blocked")],
)
def test_cp_28_only_what_cost_something_stays_spent(action: str, key: str) -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare(action, None if action == "foreign_aid" else 1)
    if action != "foreign_aid":
        match.do("move_on", seat=0)
    match.do("block", seat=1, card={"extort": "captain"}.get(action, ""))
    match.do("move_on", seat=0)
    assert match.keys()[-1] == f"coup.{key}"


def test_cp_16_an_exchange_draws_two_and_returns_two() -> None:
    match = Coup()
    match.declare("exchange")
    match.passes()
    assert match.seen.phase == "exchange"
    assert match.refused("exchanged", seat=1).rule == "CP-16"
    match.do("exchanged", seat=0)
    assert (match.state.turn, match.state.coins) == (1, (2, 2, 2))
    assert match.refused("exchanged", seat=1).rule == "CP-16"


def test_cp_17_a_target_is_another_player_still_in() -> None:
    match = Coup(4)
    match.lose_two(3, "duke", "duke")
    match.comes_to(0)
    for target in (None, 0, 3, 4, -1):
        assert match.refused("declare", seat=0, action="extort", target=target).rule == "CP-17"
    assert match.refused("declare", seat=0, action="tax", target=1).rule == "CP-17"


def test_cp_18_an_exchange_with_one_influence_keeps_one() -> None:
    match = Coup()
    match.coup(2, "duke")
    match.comes_to(2)
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=2)
    assert influence(match.state, 2) == 1
