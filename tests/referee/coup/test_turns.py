"""CP-1 to CP-7: how a match begins, whose turn it is, and how it ends."""

from __future__ import annotations

import pytest

from referee.contract import BadOptions, Deal
from referee.coup.state.state import influence, treasury
from tests.referee.coup.playing import Coup


def test_cp_1_two_influence_and_two_coins_each_of_two_to_six_players() -> None:
    for seats in (2, 6):
        match = Coup(seats)
        assert match.state.coins == (2,) * seats
        assert [influence(match.state, seat) for seat in range(seats)] == [2] * seats
        assert treasury(match.state) == 50 - 2 * seats
        view = match.game.shown.view(match.state, None)
        assert (view.deal, view.phase.key) == (
            Deal(1, (2,) * seats, shuffle=True),
            "coup.phase.deal",
        )
        match.declare("income")
        view = match.game.shown.view(match.state, None)
        assert (view.deal, view.phase.key) == (None, "coup.phase.turn")
    for seats in (1, 7):
        with pytest.raises(BadOptions, match="CP-1"):
            Coup(seats)
    for seat in (-1, 3):
        assert Coup(3).refused("declare", seat=seat, action="income").rule == "CP-1"


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
    actions = {
        o.given["action"] for o in match.game.rules.offers(match.state) if o.move == "declare"
    }
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
    assert match.game.shown.view(match.state, None).seats[1].out


def test_cp_7_the_last_one_with_influence_wins() -> None:
    match = Coup(2)
    match.lose_two(1, "duke", "duke")
    outcome = match.game.rules.outcome(match.state)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert match.rules()[-1] == "CP-7"
    assert match.refused("declare", seat=0, action="income").rule == "CP-7"
