"""CY-50 to CY-56: the optional actions of `tomahawk`, each once a round for the whole table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import Message
from tests.referee.coyote.summary import summary_of

Begin = Callable[..., Any]


@pytest.fixture
def table(match: Begin) -> Any:
    return match("tomahawk", 4, actions=True)


def test_cy_50_idem_takes_over_the_announcement_once(table: Any) -> None:
    table.say(8)
    state = table.turn("approve")
    assert (state.number, state.announcer, state.turn) == (8, 1, 2)
    assert table.ruling("CY-50").message.key == "coyote.approved"
    assert table.refused("approve", seat=2).rule == "CY-56"
    table.say(9)
    assert table.refused("approve", seat=3).rule == "CY-56"


def test_cy_51_a_change_of_direction_makes_the_announcer_announce_again(table: Any) -> None:
    table.say(8)
    state = table.turn("hand_back")
    assert (summary_of(state).phase, state.turn, state.announcer) == ("declare", 0, 0)
    assert table.offered(0) == ["announce"]
    assert table.refused("announce", seat=0, number=8).message.key == "coyote.refused.too_low"
    assert table.refused("hand_back", seat=0).rule in ("CY-51", "CY-56")
    assert table.refused("challenge", seat=0).rule == "CY-4"
    state = table.say(9)
    assert (state.announcer, state.turn) == (0, 3), "on in the other direction"


def test_cy_52_an_extra_feather_for_an_opponent(table: Any) -> None:
    table.say(8)
    table.do("extra", seat=0, target=3)
    assert table.ruling("CY-52").message.params == {"seat": 0, "target_seat": 3, "number": 5}
    table.round(9, cards=["1", "2", "3", "4", "5"])
    assert summary_of(table.state).result.total == 15


def test_cy_53_double_tomahawk_costs_two(table: Any) -> None:
    table.say(500)
    table.do("double", seat=0)
    table.turn("challenge")
    state = table.do("cards_read", cards=["1", "2", "3", "4"])
    assert state.strikes == (2, 0, 0, 0)
    assert table.ruling("CY-53").message.key == "coyote.double_counts"


def test_cy_54_again_gives_another_number_and_the_refuser_answers_it(table: Any) -> None:
    table.say(8, 12)
    assert table.turn("again").turn == 1
    state = table.say(11)
    assert (summary_of(state).phase, state.turn) == ("answer", 2)
    assert table.offered(2) == ["announce", "challenge"]
    for move in ("approve", "hand_back"):
        refusal = table.refused(move, seat=2)
        assert refusal.message.key == "coyote.refused.must_answer"
    state = table.turn("challenge")
    assert (state.announcer, summary_of(state).challenger, state.number) == (1, 2, 11)


def test_cy_55_the_announcer_picks_who_must_answer(table: Any) -> None:
    table.say(8)
    assert table.do("next_is", seat=0, target=3).turn == 3
    assert {"approve", "hand_back", "again"} <= set(table.offered(3))
    state = table.turn("hand_back")
    assert state.turn == 0, "the one before is who announced"
    assert table.say(9).turn == 3


def test_cy_56_each_once_a_round_for_the_whole_table(table: Any) -> None:
    table.say(8)
    table.do("double", seat=0)
    table.do("extra", seat=0, target=1)
    table.do("next_is", seat=0, target=2)
    assert table.offered(0) == []
    table.turn("approve")
    assert table.offered(2) == []
    facts = table.game.shown.view(table.state, None).facts
    left = ("coyote.action.hand_back", "coyote.action.again")
    assert Message("coyote.fact.actions", {"words": left}) in facts
    table.turn("hand_back")
    table.say(9)
    table.turn("again")
    assert Message("coyote.fact.actions_spent") in table.game.shown.view(table.state, None).facts
    table.round(10, cards=["1", "2", "3", "4", "5"])
    table.say(1)
    assert set(table.offered(table.state.announcer)) == {"extra", "double", "next_is"}


def test_cy_56_only_those_switched_on(match: Begin, bad_options: Callable[..., Message]) -> None:
    table = match("tomahawk", 4, actions=True, tokens={"approve": 1})
    table.say(8)
    assert table.offered(1) == ["announce", "challenge", "approve"]
    assert table.refused("again", seat=1).rule == "CY-56"
    message = bad_options("tomahawk", 4, actions=True, tokens={"reverse": 1})
    assert message.params["given"] == "reverse"
