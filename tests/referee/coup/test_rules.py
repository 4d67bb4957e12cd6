"""Coup rule by rule: each test is named after the rule that it checks."""

from __future__ import annotations

from typing import get_args

import pytest

from referee import library
from referee.contract import BadOptions
from referee.coup.cards import CHARACTERS
from referee.coup.moves import Move
from referee.coup.state import Phase, influence, left, treasury, waiting
from tests.referee.coup.playing import Coup

# -- set-up and turn ----------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_cp_1_two_influence_and_two_coins_each(seats: int) -> None:
    match = Coup(seats)
    assert match.state.coins == (2,) * seats
    assert [influence(match.state, seat) for seat in range(seats)] == [2] * seats
    assert treasury(match.state) == 50 - 2 * seats
    deal = match.game.view(match.state, None).deal
    assert deal is not None
    assert (deal.cards, deal.shuffle) == ((2,) * seats, True)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_cp_1_two_to_six_players(seats: int) -> None:
    with pytest.raises(BadOptions) as refusal:
        Coup(seats)
    assert refusal.value.rule == "CP-1"


@pytest.mark.parametrize(("how", "coins"), [("sheet", 2), ("one_coin", 1), ("sets", 1)])
def test_cp_1_two_players_may_agree_that_the_starter_has_one_coin(how: str, coins: int) -> None:
    assert Coup(2, two_players=how, starter=1).state.coins == (2, coins)
    assert Coup(3, two_players=how, starter=1).state.coins == (2, 2, 2)
    facts = [
        f.key for f in Coup(2, two_players=how).game.view(Coup(2, two_players=how).state, 0).facts
    ]
    assert ("coup.fact.sets" in facts) == (how == "sets")


def test_cp_1_a_deck_too_small_or_strange_is_refused() -> None:
    for deck in ({"duke": 3}, {"joker": 15}, {"duke": 99}, {"duke": -1}):
        with pytest.raises(BadOptions):
            Coup(3, deck=deck)


def test_cp_2_a_treasury_that_cannot_pay_in_full_pays_what_is_left() -> None:
    match = Coup(6)
    for seat in range(5):
        match.purse(seat, 9)
    match.purse(5, 4)
    assert treasury(match.state) == 1
    match.declare("tax")
    match.passes()
    assert match.state.coins[0] == 10
    assert treasury(match.state) == 0
    short = match.by("CP-2").message
    assert (short.params["due"], short.params["count"]) == (3, 1)
    match.declare("income")
    assert match.state.coins[1] == 9
    assert "CP-2" in match.rules()


def test_cp_2_the_host_sets_a_purse_right_and_the_sum_stays() -> None:
    match = Coup(3)
    match.purse(1, 6)
    assert match.state.coins == (2, 6, 2)
    assert treasury(match.state) == 40
    assert match.ruling("CP-2").message.params == {"seat": 1, "was": 2, "coins": 6}
    match.purse(1, 46)
    assert treasury(match.state) == 0
    for coins in (-1, 47):
        assert match.refused("coins_set", seat=1, coins=coins).rule == "CP-2"


def test_cp_3_the_named_seat_starts_and_play_goes_clockwise() -> None:
    match = Coup(4, starter=2)
    turns = []
    for _ in range(6):
        turns.append(match.state.turn)
        match.declare("income")
    assert turns == [2, 3, 0, 1, 2, 3]
    assert match.state.round == 2
    refusal = match.refused("declare", seat=3, action="income")
    assert refusal.message.params == {"seat": 3, "turn_seat": 0}
    with pytest.raises(BadOptions):
        Coup(3, starter=3)


def test_cp_3_the_turn_passes_over_those_who_are_out() -> None:
    match = Coup(3)
    match.lose_two(1, "duke", "duke")
    assert match.state.turn == 0
    match.declare("income")
    assert match.state.turn == 2
    match.declare("income")
    assert match.state.turn == 0


def test_cp_4_one_action_that_can_be_paid_and_no_passing() -> None:
    match = Coup(3)
    refusal = match.refused("declare", seat=0, action="assassinate", target=1)
    assert (refusal.rule, refusal.message.params["coins"]) == ("CP-4", 2)
    assert match.refused("declare", seat=0, action="coup", target=1).rule == "CP-4"
    assert match.refused("pass", seat=0).rule == "CP-22"
    match.declare("tax")
    assert match.refused("declare", seat=0, action="income").rule == "CP-4"


def test_cp_5_ten_coins_leave_a_coup_only() -> None:
    match = Coup(3)
    match.purse(1, 10)
    match.declare("income")
    assert match.ruling("CP-5").message.params == {"seat": 1, "coins": 10}
    for action in ("income", "tax", "foreign_aid", "exchange"):
        assert match.refused("declare", seat=1, action=action).rule == "CP-5"
    actions = {o.given["action"] for o in match.game.offers(match.state) if o.move == "declare"}
    assert actions == {"coup"}
    match.declare("coup", 2)
    assert match.state.coins[1] == 3


def test_cp_6_without_influence_a_player_is_out_and_the_purse_is_swept() -> None:
    match = Coup(3)
    match.coup(1, "duke")
    match.declare("income")
    match.purse(1, 5)
    match.coup(1, "captain")
    assert match.state.coins[1] == 0
    assert match.state.faces[1] == ("duke", "captain")
    assert match.by("CP-6").message.params == {"seat": 1, "count": 5}
    for move in ("challenge", "pass", "block", "concede", "exchanged"):
        assert match.refused(move, seat=1).rule == "CP-6"
    assert match.refused("coins_set", seat=1, coins=3).rule == "CP-6"
    assert match.game.view(match.state, None).seats[1].out


def test_cp_7_the_last_one_with_influence_wins() -> None:
    match = Coup(2)
    match.lose_two(1, "duke", "duke")
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert match.rules()[-1] == "CP-7"
    assert match.refused("declare", seat=0, action="income").rule == "CP-7"
    assert not match.game.wanted(match.state)


# -- actions ------------------------------------------------------------------------------


def test_cp_10_income_is_one_coin_at_once() -> None:
    match = Coup()
    match.declare("income")
    assert match.state.coins == (3, 2, 2)
    assert (match.rules(), match.state.turn) == (["CP-10"], 1)


def test_cp_11_foreign_aid_is_two_coins_and_anybody_blocks_it_with_the_duke() -> None:
    match = Coup()
    match.declare("foreign_aid")
    assert match.state.phase is Phase.BLOCK
    assert match.refused("challenge", seat=1).message.key == "coup.refused.nothing_to_challenge"
    assert match.refused("block", seat=0).rule == "CP-11"
    assert match.refused("block", seat=1, card="contessa").rule == "CP-11"
    match.passes()
    assert match.state.coins == (4, 2, 2)
    match.declare("foreign_aid")
    match.do("block", seat=0)
    assert match.state.block == "duke"
    match.passes()
    assert match.state.coins == (4, 2, 2)
    assert "CP-28" in match.rules()


def test_cp_12_a_coup_costs_seven_and_nobody_can_stop_it() -> None:
    match = Coup()
    match.purse(0, 9)
    match.declare("coup", 2)
    assert (match.state.phase, match.state.loser) == (Phase.LOSE, 2)
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
    assert match.state.phase is Phase.BLOCK
    assert waiting(match.state) == (1,)
    refusal = match.refused("block", seat=2)
    assert (refusal.rule, refusal.message.params["target_seat"]) == ("CP-14", 1)
    assert match.refused("block", seat=1, card="duke").rule == "CP-14"
    match.passes()
    match.loses("duke")
    assert (influence(match.state, 1), match.state.coins[0]) == (1, 0)


def test_cp_15_extortion_takes_two_or_what_there_is() -> None:
    match = Coup()
    match.declare("extort", 1)
    match.passes()
    match.passes()
    assert match.state.coins == (4, 0, 2)
    match.purse(2, 1)
    match.declare("extort", 2)
    match.passes()
    match.passes()
    assert match.state.coins == (4, 1, 0)


@pytest.mark.parametrize("card", ["captain", "ambassador"])
def test_cp_15_captain_and_ambassador_block_and_one_is_named(card: str) -> None:
    match = Coup()
    match.declare("extort", 1)
    match.passes()
    assert match.refused("block", seat=2).rule == "CP-15"
    assert match.refused("block", seat=1, card="duke").rule == "CP-15"
    assert match.do("block", seat=1).phase is Phase.NAME
    assert match.refused("name_card", seat=2, card=card).rule == "CP-21"
    assert match.refused("name_card", seat=1, card="contessa").rule == "CP-15"
    match.do("name_card", seat=1, card=card)
    assert match.state.block == card
    other = {"captain": "ambassador", "ambassador": "captain"}[card]
    match.challenge(2, other)
    assert match.state.loser == 1, "tested on the one that was named"


def test_cp_15_a_block_may_be_named_in_the_same_breath() -> None:
    match = Coup()
    match.declare("extort", 1)
    match.passes()
    match.do("block", seat=1, card="captain")
    assert (match.state.phase, match.state.block) == (Phase.COUNTER, "captain")


@pytest.mark.parametrize(("shown", "loser"), [("captain", 2), ("ambassador", 2), ("duke", 1)])
def test_cp_15_a_table_may_agree_that_a_block_names_nothing(shown: str, loser: int) -> None:
    match = Coup(named_block=False)
    match.declare("extort", 1)
    match.passes()
    match.do("block", seat=1)
    assert (match.state.phase, match.state.block) == (Phase.COUNTER, "")
    match.challenge(2, shown)
    assert match.state.loser == loser


def test_cp_16_an_exchange_draws_two_and_returns_two() -> None:
    match = Coup()
    match.declare("exchange")
    match.passes()
    assert match.state.phase is Phase.EXCHANGE
    assert match.refused("exchanged", seat=1).rule == "CP-16"
    match.do("exchanged", seat=0)
    assert (match.state.turn, match.state.coins) == (1, (2, 2, 2))
    assert match.refused("exchanged", seat=1).rule == "CP-16"


def test_cp_17_a_target_is_another_player_still_in() -> None:
    match = Coup(4)
    match.lose_two(3, "duke", "duke")
    while match.state.turn != 0:
        match.declare("income")
    for target in (None, 0, 3, 4, -1):
        assert match.refused("declare", seat=0, action="extort", target=target).rule == "CP-17"
    assert match.refused("declare", seat=0, action="tax", target=1).rule == "CP-17"


def test_cp_17_extorting_from_an_empty_purse_takes_nothing() -> None:
    match = Coup()
    match.purse(1, 0)
    match.declare("extort", 1)
    match.passes()
    match.passes()
    assert match.state.coins == (2, 0, 2)
    assert match.by("CP-15").message.params["count"] == 0


def test_cp_18_an_exchange_with_one_influence_keeps_one() -> None:
    match = Coup()
    match.coup(2, "duke")
    while match.state.turn != 2:
        match.declare("income")
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=2)
    assert influence(match.state, 2) == 1


# -- challenges and blocks ------------------------------------------------------------------


def test_cp_20_everybody_but_the_claimer_may_challenge() -> None:
    for seat in (1, 2, 3):
        match = Coup(4)
        match.declare("extort", 1)
        match.challenge(seat, "captain")
        assert match.state.loser == seat
    match = Coup(4)
    match.declare("extort", 1)
    assert match.refused("challenge", seat=0).rule == "CP-20"
    match.passes()
    match.do("block", seat=1, card="captain")
    assert match.refused("challenge", seat=1).rule == "CP-20"
    assert waiting(match.state) == (2, 3, 0)


def test_cp_21_challenge_then_block_then_challenge_of_the_block_then_the_effect() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    phases = [match.state.phase]
    assert match.refused("block", seat=1).rule == "CP-21"
    match.passes()
    phases.append(match.state.phase)
    match.do("block", seat=1)
    phases.append(match.state.phase)
    assert match.refused("block", seat=1).rule == "CP-21"
    match.challenge(2, None)
    match.loses("duke")
    phases.append(match.state.phase)
    assert phases == [Phase.CHALLENGE, Phase.BLOCK, Phase.COUNTER, Phase.LOSE]
    assert match.state.loser == 1


def test_cp_22_the_window_closes_when_all_have_passed() -> None:
    match = Coup(4)
    match.declare("tax")
    match.do("pass", seat=2)
    assert waiting(match.state) == (1, 3)
    assert match.refused("pass", seat=2).message.key == "coup.refused.has_passed"
    assert match.refused("challenge", seat=2).message.key == "coup.refused.has_passed"
    assert match.refused("pass", seat=0).message.key == "coup.refused.not_asked"
    match.do("pass", seat=1)
    match.do("pass", seat=3)
    assert (match.state.phase, match.state.turn) == (Phase.TURN, 1)


def test_cp_22_or_when_the_active_player_moves_on_after_the_least_time() -> None:
    match = Coup(4, least_s=4)
    match.declare("tax")
    assert match.refused("move_on", seat=1).rule == "CP-22"
    (offer,) = (o for o in match.game.offers(match.state) if o.move == "move_on")
    assert (offer.seat, offer.after_s) == (0, 4.0)
    match.do("move_on", seat=0)
    assert match.state.coins[0] == 5


def test_cp_22_or_when_the_set_time_runs_out() -> None:
    match = Coup(4, most_s=9)
    match.declare("tax")
    (offer,) = (o for o in match.game.offers(match.state) if o.by == "clock")
    assert (offer.move, offer.after_s) == ("window_closed", 9.0)
    match.do("window_closed")
    assert match.state.coins[0] == 5
    assert match.refused("window_closed").message.key == "coup.refused.no_window"


def test_cp_22_a_table_may_play_without_a_time_limit() -> None:
    match = Coup(4, most_s=0, least_s=5)
    match.declare("tax")
    assert not [o for o in match.game.offers(match.state) if o.by == "clock"]
    assert match.refused("window_closed").message.key == "coup.refused.no_time_limit"
    for times in ({"least_s": -1}, {"most_s": 601}, {"least_s": 9, "most_s": 8}):
        with pytest.raises(BadOptions) as refusal:
            Coup(3, **times)
        assert refusal.value.rule == "CP-22"


def test_cp_22_no_challenge_once_the_window_is_closed() -> None:
    match = Coup()
    match.declare("tax")
    match.passes()
    assert match.refused("challenge", seat=2).rule == "CP-22"


def test_cp_23_the_ruling_says_by_how_much_the_first_was_first() -> None:
    match = Coup(4)
    match.declare("tax")
    behind = [{"seat": 3, "ms": 41.5}, {"seat": 1, "ms": 2.0}]
    match.do("challenge", seat=2, behind=behind)
    ruling = match.ruling("CP-23")
    assert ruling.message.key == "coup.first"
    assert ruling.message.params == {"seat": 2, "behind_seat": 1, "ms": 2.0}
    assert match.state.challenger == 2
    match = Coup(4)
    match.declare("foreign_aid")
    match.do("block", seat=2, behind=[{"seat": 1, "ms": 37}])
    assert match.ruling("CP-23").message.params["ms"] == 37


def test_cp_23_an_exact_tie_goes_to_the_seat_nearest_clockwise_from_the_claimer() -> None:
    match = Coup(4, starter=2)
    match.declare("tax")
    races = [o.seat for o in match.game.offers(match.state) if o.race]
    assert races == [3, 0, 1]
    match.do("challenge", seat=3, behind=[{"seat": 0, "ms": 0.0}])
    assert match.ruling("CP-23").message.key == "coup.first_by_place"


def test_cp_24_the_claimed_card_is_shown_and_the_challenger_loses() -> None:
    match = Coup()
    match.declare("tax")
    match.do("challenge", seat=2)
    assert match.refused("concede", seat=2).rule == "CP-24"
    for cards in ([], ["duke", "duke"]):
        assert match.refused("card_shown", cards=cards).rule == "CP-24"
    match.do("card_shown", cards=["duke"], proof=["p"])
    assert match.state.loser == 2
    assert match.ruling("CP-24").proof == ("p",)


@pytest.mark.parametrize("shown", [None, "contessa"])
def test_cp_24_not_shown_or_another_card_and_the_challenged_player_loses(shown: str | None) -> None:
    match = Coup()
    match.declare("tax")
    match.challenge(2, shown)
    assert match.state.loser == 0
    if shown:
        match.do("card_returned")
    match.loses("contessa")
    assert (match.state.coins, match.state.turn) == ((2, 2, 2), 1)


def test_cp_25_a_shown_card_goes_back_and_costs_no_influence() -> None:
    match = Coup()
    match.declare("tax")
    match.challenge(2, "duke")
    match.loses("captain")
    assert match.state.phase is Phase.RETURN
    match.do("card_returned")
    assert match.ruling("CP-25").message.params == {"seat": 0, "card": "duke"}
    assert influence(match.state, 0) == 2
    assert match.state.coins == (5, 2, 2)


def test_cp_26_whoever_loses_an_influence_chooses_the_card() -> None:
    match = Coup()
    match.purse(0, 7)
    match.declare("coup", 1)
    (offer,) = (o for o in match.game.offers(match.state) if o.by == "camera")
    (ask,) = offer.ask
    assert set(ask.possible) == {"duke", "assassin", "captain", "ambassador", "contessa"}  # type: ignore[union-attr]
    assert match.refused("card_turned", cards=["jester"]).rule == "CP-40"
    match.loses("contessa")
    assert match.state.faces == ((), ("contessa",), ())
    assert match.refused("card_turned", cards=["duke"]).rule == "CP-26"


def test_cp_26_with_one_card_left_that_was_just_shown_there_is_no_choice() -> None:
    match = Coup()
    match.coup(1, "duke")
    while match.state.turn != 1:
        match.declare("income")
    match.declare("tax")
    match.challenge(2, "contessa")
    match.do("card_returned")
    refusal = match.refused("card_turned", cards=["duke", "captain"])
    assert refusal.rule == "CP-26"
    match.loses("contessa")
    assert match.state.faces[1] == ("duke", "contessa")


def test_cp_27_a_challenged_action_fails_and_its_cost_comes_back() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    match.challenge(2, None)
    match.loses("duke")
    assert match.state.coins == (3, 2, 2)
    assert influence(match.state, 1) == 2
    assert match.by("CP-27").message.params["count"] == 3


def test_cp_28_a_blocked_action_fails_and_its_cost_stays_spent() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    match.passes()
    match.do("block", seat=1)
    match.passes()
    assert match.state.coins == (0, 2, 2)
    assert (influence(match.state, 1), match.state.turn) == (2, 1)


def test_cp_28_a_block_that_is_challenged_away_lets_the_action_go_on() -> None:
    match = Coup()
    match.declare("foreign_aid")
    match.do("block", seat=2)
    match.challenge(1, None)
    match.loses("captain")
    assert match.state.coins == (4, 2, 2)
    assert match.state.turn == 1, "there is no second block"


def test_cp_29_a_lost_challenge_lets_the_action_go_on() -> None:
    match = Coup()
    match.declare("extort", 1)
    match.challenge(2, "captain")
    match.loses("duke")
    match.do("card_returned")
    assert (match.state.phase, waiting(match.state)) == (Phase.BLOCK, (1,))


def test_cp_29_a_lost_challenge_lets_the_block_stand() -> None:
    match = Coup()
    match.declare("extort", 1)
    match.passes()
    match.do("block", seat=1, card="ambassador")
    match.challenge(0, "ambassador")
    match.loses("duke")
    match.do("card_returned")
    assert (match.state.coins, match.state.turn) == ((2, 2, 2), 1)
    assert "CP-28" in match.rules()


def assassinated(**options: object) -> Coup:
    match = Coup(**options)  # type: ignore[arg-type]
    match.purse(0, 3)
    match.declare("assassinate", 1)
    return match


def test_cp_30_a_target_who_challenges_and_loses_may_lose_two() -> None:
    match = assassinated()
    match.challenge(1, "assassin")
    match.loses("duke")
    match.do("card_returned")
    assert match.state.phase is Phase.BLOCK, "a Contessa may still be claimed"
    match.passes()
    match.loses("captain")
    assert match.state.faces[1] == ("duke", "captain")
    assert "CP-6" in match.rules()


def test_cp_30_a_strict_table_lets_nobody_block_after_a_lost_challenge() -> None:
    match = assassinated(strict_contessa=True)
    match.challenge(1, "assassin")
    match.loses("duke")
    match.do("card_returned")
    assert (match.state.phase, match.state.loser) == (Phase.LOSE, 1)
    match = assassinated(strict_contessa=True)
    match.challenge(2, "assassin")
    match.loses("duke")
    match.do("card_returned")
    assert match.state.phase is Phase.BLOCK, "somebody else lost the challenge"


@pytest.mark.parametrize("shown", [None, "duke"])
def test_cp_30_a_target_whose_contessa_was_a_bluff_loses_two(shown: str | None) -> None:
    match = assassinated()
    match.passes()
    match.do("block", seat=1)
    match.challenge(0, shown)
    if shown:
        match.do("card_returned")
    match.loses("duke")
    assert match.state.loser == 1
    match.loses("captain")
    assert match.state.faces[1] == ("duke", "captain")
    assert match.state.coins[0] == 0


def test_cp_30_with_one_influence_the_first_loss_ends_it() -> None:
    match = Coup()
    match.coup(1, "captain")
    while match.state.turn != 0:
        match.declare("income")
    match.purse(0, 3)
    match.declare("assassinate", 1)
    match.passes()
    match.do("block", seat=1)
    match.challenge(2, None)
    match.loses("duke")
    assert match.state.turn == 2
    assert match.by("CP-30").message.params["target_seat"] == 1


def test_cp_31_a_target_who_is_out_cannot_block_and_the_cost_stays_spent() -> None:
    for action, coins in (("assassinate", 0), ("extort", 3)):
        match = Coup()
        match.coup(1, "captain")
        while match.state.turn != 0:
            match.declare("income")
        match.purse(0, 3)
        match.declare(action, 1)
        match.challenge(1, {"assassinate": "assassin", "extort": "captain"}[action])
        match.loses("duke")
        match.do("card_returned")
        assert (match.state.phase, match.state.turn) == (Phase.TURN, 2)
        assert match.by("CP-31").message.params["target_seat"] == 1
        assert match.state.coins[0] == coins
        assert match.state.coins[1] == 0


def test_cp_32_an_actor_who_is_out_by_a_challenge_fails_and_the_next_one_plays() -> None:
    match = Coup()
    match.coup(1, "duke")
    while match.state.turn != 1:
        match.declare("income")
    match.purse(1, 3)
    match.declare("assassinate", 2)
    match.challenge(0, None)
    match.loses("captain")
    assert (match.state.turn, match.state.coins[1]) == (2, 0)
    assert "CP-27" in match.rules()
    assert influence(match.state, 2) == 2


def test_cp_33_with_the_target_out_no_block_window_opens() -> None:
    match = Coup(4)
    match.coup(1, "captain")
    while match.state.turn != 0:
        match.declare("income")
    match.declare("extort", 1)
    match.challenge(1, "captain")
    match.loses("duke")
    match.do("card_returned")
    assert match.state.phase is Phase.TURN
    assert match.refused("block", seat=1).rule == "CP-6"
    assert match.refused("block", seat=2).rule == "CP-21"


# -- what the camera guards -------------------------------------------------------------------


def test_cp_40_a_fourth_of_a_kind_is_never_accepted() -> None:
    match = Coup(5)
    for seat in (1, 2, 3):
        match.coup(seat, "duke")
    assert "duke" not in left(match.state)
    while match.state.turn != 4:
        match.declare("income")
    match.declare("tax")
    match.do("challenge", seat=0)
    refusal = match.refused("card_shown", cards=["duke"])
    assert (refusal.rule, refusal.message.params) == ("CP-40", {"card": "duke"})
    ((_, ask),) = match.game.offers(match.state).reads()
    assert "duke" not in ask.possible
    match.do("concede", seat=4)
    assert match.refused("card_turned", cards=["duke"]).rule == "CP-40"
    match.loses("captain")


def test_cp_40_a_card_that_lies_shown_in_the_middle_cannot_be_turned_up_elsewhere() -> None:
    match = Coup(4)
    for seat in (1, 2):
        match.coup(seat, "duke")
    while match.state.turn != 0:
        match.declare("income")
    match.declare("tax")
    match.challenge(3, "duke")
    assert match.refused("card_turned", cards=["duke"]).rule == "CP-26"
    match.loses("captain")


def test_cp_40_a_misread_card_is_set_right_by_the_table() -> None:
    match = Coup()
    match.coup(1, "duke")
    match.declare("income")
    match.do("cards_corrected", cards=["captain"])
    assert match.state.faces == ((), ("captain",), ())
    assert match.ruling("CP-40").message.params == {"was_cards": ("duke",), "cards": ("captain",)}
    assert match.refused("cards_corrected", cards=["captain", "duke"]).rule == "CP-41"


def test_cp_40_a_misread_shown_card_is_judged_anew() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    match.challenge(2, "duke")
    assert match.state.loser == 0
    match.do("cards_corrected", cards=["assassin"])
    assert (match.state.loser, match.state.phase) == (2, Phase.LOSE)
    match.do("cards_corrected", cards=["captain"])
    assert (match.state.loser, match.state.phase) == (0, Phase.RETURN)
    match.do("card_returned")
    match.do("cards_corrected", cards=["assassin"])
    match.loses("duke")
    match.do("card_returned")
    assert match.state.phase is Phase.BLOCK
    assert Coup().refused("cards_corrected", cards=["duke"]).rule == "CP-40"


def test_cp_41_a_turned_card_stays_in_its_owners_zone() -> None:
    match = Coup()
    match.coup(1, "duke")
    keeps = [w for w in match.game.wanted(match.state) if w.watch == "keep"]
    assert [(w.zone, w.cards) for w in keeps] == [("seat:1", ("duke",))]
    while match.state.turn != 0:
        match.declare("income")
    match.purse(0, 7)
    match.declare("coup", 1)
    ((_, ask),) = match.game.offers(match.state).reads()
    assert (ask.zone, ask.least, ask.most, ask.known) == ("seat:1", 2, 2, ("duke",))
    assert match.refused("card_turned", cards=["captain"]).rule == "CP-41"
    assert match.refused("card_turned", cards=["duke"]).rule == "CP-41"
    assert match.refused("card_turned", cards=["duke", "captain", "captain"]).rule == "CP-41"


def test_cp_42_a_shown_card_leaves_the_table_first() -> None:
    match = Coup()
    match.declare("tax")
    match.challenge(2, "duke")
    assert match.refused("card_returned").rule == "CP-42"
    match.loses("captain")
    (want,) = (w for w in match.game.wanted(match.state) if w.watch == "clear")
    assert want.zone == "middle"
    assert match.refused("card_returned", cards=["duke"]).rule == "CP-42"
    assert match.refused("declare", seat=1, action="income").rule in ("CP-3", "CP-4")
    match.do("card_returned")
    assert match.state.turn == 1


# -- the example ------------------------------------------------------------------------------


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
    tested = {int(name.split("_")[2]) for name in globals() if name.startswith("test_cp_")}
    assert tested == ids


def test_options_that_are_none_are_refused() -> None:
    game = library.game("coup")
    for plain in ({"two_players": "chess"}, {"strict_contessa": "yes"}, {"least_s": "3"}, {"x": 1}):
        with pytest.raises(BadOptions):
            library.options(game, plain)
    assert sum(library.options(game).deck.values()) == 15


def test_no_other_game_means_something_else_by_a_name_of_these_cards() -> None:
    for name in set(library.names()) - {"coup"}:
        game = library.game(name)
        for edition in library.editions(game) or (None,):
            deck = getattr(library.options(game, {"edition": edition}), "deck", {})
            assert not set(deck) & set(CHARACTERS)
