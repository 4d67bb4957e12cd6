"""CY-40 to CY-46: the optional actions of `kidult`, one a player a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import AskNumber, Message, Press
from tests.referee.asks import reads
from tests.referee.coyote.summary import summary_of

Begin = Callable[..., Any]


@pytest.fixture
def table(match: Begin) -> Any:
    return match("kidult", 4, actions=True)


def test_cy_40_approve_takes_over_the_announcement(table: Any) -> None:
    table.say(8)
    (offer,) = (o for o in table.game.rules.offers(table.state).for_seat(1) if o.move == "approve")
    assert offer.shown.press is Press.LONG
    state = table.turn("approve")
    assert (state.number, state.announcer, state.turn) == (8, 1, 2)
    assert table.ruling("CY-40").message == Message(
        "coyote.approved", {"seat": 1, "number": 8, "was_seat": 0}
    )


@pytest.mark.parametrize(("number", "loser"), [(500, 0), (1, 1)])
def test_cy_41_a_doubled_announcement_costs_two(table: Any, number: int, loser: int) -> None:
    table.say(number)
    table.do("double", seat=0)
    assert table.ruling("CY-41").message.key == "coyote.doubled"
    table.turn("challenge")
    state = table.do("cards_read", cards=["1", "2", "3", "4"])
    assert state.strikes[loser] == summary_of(state).result.strikes == sum(state.strikes) == 2
    assert table.ruling("CY-41").message == Message("coyote.double_counts", {"seat": loser})


def test_cy_42_about_turn_reverses_the_direction_before_announcing(table: Any) -> None:
    table.say(8)
    state = table.turn("reverse")
    assert table.ruling("CY-42").message.key == "coyote.reversed"
    assert (summary_of(state).phase, state.turn) == ("declare", 1)
    assert table.offered(1) == ["announce"]
    refusal = table.refused("challenge", seat=1)
    assert (refusal.rule, refusal.message.key) == ("CY-42", "coyote.refused.must_announce")
    refusal = table.refused("announce", seat=1, number=8)
    assert (refusal.rule, refusal.message.key) == ("CY-3", "coyote.refused.too_low")
    assert table.say(9).turn == 0
    assert table.say(10).turn == 3
    facts = table.game.shown.view(table.state, None).facts
    assert Message("coyote.fact.anticlockwise") in facts


def test_cy_43_one_more_card_makes_the_reveal_one_larger(table: Any) -> None:
    table.say(8)
    table.do("extra", seat=0, target=2)
    assert table.ruling("CY-43").message.params == {"seat": 0, "target_seat": 2, "number": 5}
    seats = table.game.shown.view(table.state, None).seats
    assert Message("coyote.note.extra") in seats[2].notes
    assert [seat.backs for seat in seats] == [1, 1, 2, 1]
    table.turn("challenge")
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.most) == (5, 5)
    seats = table.game.shown.view(table.state, None).seats
    assert not any(seat.backs for seat in seats)  # They lie on the table for the count.
    assert table.refused("cards_read", cards=["1"] * 4).message.params["wanted"] == 5
    state = table.do("cards_read", cards=["1", "2", "3", "4", "5"])
    assert summary_of(state).result.total == 15
    assert table.say(1).discards == {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1}


def test_cy_43_once_a_round_for_the_whole_table_and_never_oneself(table: Any) -> None:
    table.say(8)
    for target in (0, 4, -1):
        refusal = table.refused("extra", seat=0, target=target)
        assert (refusal.rule, refusal.message.key) == ("CY-43", "coyote.refused.not_another")
    table.do("extra", seat=0, target=1)
    table.say(9)
    refusal = table.refused("extra", seat=1, target=3)
    assert (refusal.rule, refusal.message.key) == ("CY-43", "coyote.refused.action_spent")
    table.round(10, cards=["1"] * 4 + ["2"])
    table.say(1)
    assert "extra" in table.offered(table.state.announcer)


def test_cy_44_again_asks_for_another_number_higher_or_lower(table: Any) -> None:
    table.say(8, 12)
    state = table.turn("again")
    assert (summary_of(state).phase, state.turn) == ("again", 1)
    asks = [offer.ask[0] for offer in table.game.rules.offers(state).for_seat(1)]
    assert asks == [AskNumber("number", 13, None), AskNumber("number", 9, 11)]
    refusal = table.refused("announce", seat=1, number=12)
    assert (refusal.rule, refusal.message.key) == ("CY-44", "coyote.refused.same_number")
    refusal = table.refused("announce", seat=1, number=8)
    assert refusal.message == Message("coyote.refused.too_low", {"number": 8, "standing": 8})
    state = table.say(9)
    assert (state.number, state.announcer, state.turn) == (9, 1, 2)
    assert table.offered(2) == ["announce", "challenge"]
    refusal = table.refused("approve", seat=2)
    assert refusal.rule == "CY-46"
    assert table.say(10).turn == 3


def test_cy_45_the_next_is_named_and_play_goes_on_from_there(table: Any) -> None:
    table.say(8)
    state = table.do("next_is", seat=0, target=2)
    assert state.turn == 2
    assert table.refused("challenge", seat=1).rule == "CY-4"
    assert table.say(9).turn == 3
    other = table.refused("next_is", seat=0, target=1)
    assert other.rule in ("CY-45", "CY-46")


def test_cy_46_at_most_one_action_a_player_a_round(table: Any) -> None:
    table.say(8)
    table.do("double", seat=0)
    refusal = table.refused("extra", seat=0, target=1)
    assert (refusal.rule, refusal.message.key) == ("CY-46", "coyote.refused.token_spent")
    assert table.offered(0) == []
    tokens = [seat.tokens[1].count for seat in table.game.shown.view(table.state, None).seats]
    assert tokens == [0, 1, 1, 1]
    table.turn("challenge")
    table.do("cards_read", cards=["1", "2", "3", "4"])
    tokens = [seat.tokens[1].count for seat in table.game.shown.view(table.state, None).seats]
    assert tokens == [1, 1, 1, 1]


def test_cy_46_only_those_switched_on(match: Begin, bad_options: Callable[..., Message]) -> None:
    off = match("kidult", 4)
    off.say(8)
    assert off.offered(1) == ["announce", "challenge"]
    assert off.refused("approve", seat=1).message.key == "coyote.refused.action_off"
    some = match("kidult", 4, actions=True, tokens={"approve": 1, "again": 0})
    some.say(8)
    assert some.offered(1) == ["announce", "challenge", "approve"]
    assert some.refused("again", seat=1).rule == "CY-46"
    for tokens, key in (({"skip": 1}, "token"), ({"approve": 2}, "token_number")):
        message = bad_options("kidult", 4, actions=True, tokens=tokens)
        assert message.key == f"coyote.options.{key}"
