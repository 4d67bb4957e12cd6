"""CY-60 to CY-68: the eight tokens of `oliphante`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import AskChoice, Cue, Message, Press
from tests.referee.asks import reads
from tests.referee.coyote.summary import summary_of
from tests.referee.layouts import pending_messages

Begin = Callable[..., Any]
Bad = Callable[..., Message]


@pytest.fixture
def table(match: Begin) -> Any:
    return match("oliphante", 4, actions=True)


def opened(table: Any, card: str) -> None:
    """Let the seat on turn turn up a card."""
    table.turn("open")
    laid_before(table, card)


def knows(table: Any, said: str, card: str) -> None:
    """Let the seat on turn name its card, and look."""
    table.turn("know", card=said)
    laid_before(table, card)


def laid_before(table: Any, card: str) -> None:
    """Let one card more be read where the referee waits for it."""
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    table.do("cards_read", cards=[*ask.known, card])


def test_cy_60_an_open_feather_is_read_where_it_lies_and_counts(table: Any) -> None:
    table.say(8)
    state = table.turn("open")
    assert summary_of(state).phase == "open"
    ((_, ask),) = reads(table.game.rules.offers(state))
    assert (ask.zone, ask.least, ask.most, ask.known) == ("seat:1", 1, 1, ())
    assert pending_messages(table.game, table.state) == [Message("coyote.focus.open", {"seat": 1})]
    refusal = table.refused("announce", seat=1, number=9)
    assert (refusal.rule, refusal.message.key) == ("CY-60", "coyote.refused.card_first")
    table.do("cards_read", cards=["20"], proof=["a"])
    assert table.ruling("CY-60").message.params == {"seat": 1, "card": "20"}
    assert table.ruling("CY-60").proof == ("a",)
    assert table.game.shown.view(table.state, None).seats[1].cards == ("20",)
    table.round(9)
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.most, ask.known) == (5, 5, ("20",))
    refusal = table.refused("cards_read", cards=["1", "2", "3", "4", "5"])
    assert refusal.message == Message("coyote.refused.card_gone", {"cards": ("20",)})
    assert summary_of(table.do("cards_read", cards=["1", "2", "3", "4", "20"])).result.total == 30


def test_cy_61_reverse_flips_the_direction_until_the_round_ends(table: Any) -> None:
    table.say(8)
    table.turn("reverse")
    assert table.offered(1) == ["announce"]
    assert table.say(9).turn == 0
    table.round(10, cards=["1", "2", "3", "4"])
    starter = table.state.turn
    assert table.say(1).turn == (starter + 1) % 4


def test_cy_62_skip_leaves_the_next_to_deal_with_what_stands(table: Any) -> None:
    table.say(8)
    (offer,) = (o for o in table.game.rules.offers(table.state).for_seat(1) if o.move == "skip")
    assert offer.shown.press is Press.LONG
    state = table.turn("skip")
    assert (state.number, state.announcer, state.turn) == (8, 0, 2)
    assert {"announce", "challenge", "open", "skip"} <= set(table.offered(2))
    assert summary_of(table.turn("challenge")).challenger == 2


def test_cy_63_a_swapped_feather_does_not_count(table: Any) -> None:
    table.say(8)
    state = table.turn("swap")
    assert (summary_of(state).phase, state.turn) == ("declare", 1)
    assert table.game.shown.view(state, None).facts[1].params == {"count": 30 - 5}
    table.round(9)
    assert summary_of(table.state).phase == "replaced"
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.most) == (1, 1)
    assert pending_messages(table.game, table.state) == [
        Message("coyote.want.replaced", {"count": 1})
    ]
    table.do("cards_read", cards=["20"])
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.most, ask.known) == (5, 5, ("20",))
    state = table.do("cards_read", cards=["20", "1", "2", "3", "4"])
    assert summary_of(state).result.total == 10
    assert table.say(1).discards == {"20": 1, "1": 1, "2": 1, "3": 1, "4": 1}


def test_cy_64_who_knows_their_feather_may_sit_out(table: Any) -> None:
    table.say(8)
    (offer,) = (o for o in table.game.rules.offers(table.state).for_seat(1) if o.move == "know")
    (ask,) = offer.ask
    assert isinstance(ask, AskChoice)
    assert {choice.value for choice in ask.choices} == set(table.state.setup.deck)
    table.turn("know", card="max0")
    assert pending_messages(table.game, table.state) == [Message("coyote.want.look", {"seat": 1})]
    state = table.do("cards_read", cards=["max0"])
    assert (summary_of(state).phase, state.turn) == ("guessed", 1)
    assert table.ruling("CY-64").message.key == "coyote.knew"
    assert table.offered(1) == ["announce", "sit_out"]
    state = table.turn("sit_out")
    assert (state.number, state.announcer, state.turn) == (8, 0, 2)
    seat = table.game.shown.view(state, None).seats[1]
    assert seat.cards == ("max0",)
    assert Message("coyote.note.sits_out") in seat.notes
    assert not seat.out
    state = table.round(9, cards=["max0", "1", "2", "3"])
    assert summary_of(state).result.total == 3
    assert table.say(1, 2, 3, 4).turn == table.state.turn, "back in the next round"


def test_cy_64_wrong_a_strike_at_once_and_the_round_ends(table: Any) -> None:
    table.say(8)
    knows(table, "20", "3")
    state = table.state
    assert (summary_of(state).phase, state.strikes, state.turn) == ("uncounted", (0, 1, 0, 0), 1)
    answer = table.ruling("CY-64").message
    assert answer.key == "coyote.knew_not"
    assert answer.params["named_card"] == "20"
    assert table.game.rules.offers(state).cues == (Cue.WAIT, Cue.LOST, Cue.WAIT, Cue.WAIT)
    refusal = table.refused("announce", seat=1, number=1)
    assert refusal.message.key == "coyote.refused.guess_ended"
    table.do("cards_read", cards=["3", "1", "2", "4"])
    assert table.ruling("CY-1").message.params == {"seat": 1}
    assert table.say(1).announcer == 1
    assert table.state.discards == {"3": 1, "1": 1, "2": 1, "4": 1}


def test_cy_65_turned_tokens_come_back_with_the_next_round(table: Any) -> None:
    table.say(8)
    table.turn("swap")
    table.say(9)
    refusal = table.refused("swap", seat=2)
    assert (refusal.rule, refusal.message.key) == ("CY-65", "coyote.refused.action_spent")
    table.turn("challenge")
    table.do("cards_read", cards=["20"])
    table.do("cards_read", cards=["20", "1", "2", "3", "4"])
    assert "swap" in table.offered(table.state.turn)
    table.turn("swap")


def test_cy_66_with_two_players_left_no_tokens(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.turn("open")
    table.do("cards_read", cards=["1"])
    for _ in range(3):
        while table.state.turn != 0:
            table.say(table.state.number + 1 if summary_of(table.state).phase == "talking" else 1)
        table.say(500)
        table.turn("challenge")
        known = list(table.state.acts.open_cards())
        table.do("cards_read", cards=[*known, *["2", "3", "4"]])
        table.do("cards_corrected", cards=[*known, "night", "3", "4"])
    assert table.state.strikes == (3, 0, 0)
    assert table.offered(table.state.turn) == ["announce"]
    table.say(1)
    for move in ("open", "reverse", "skip", "swap"):
        assert table.refused(move, seat=table.state.turn).rule == "CY-66"
    assert table.refused("know", seat=table.state.turn, card="5").rule == "CY-66"
    assert Message("coyote.fact.two_left") in table.game.shown.view(table.state, None).facts


def test_cy_67_how_many_there_are_of_each_kind_is_data(match: Begin, bad_options: Bad) -> None:
    for seats in (3, 6, 12):
        tokens = match("oliphante", seats, actions=True).state.setup.tokens
        assert tokens == {"open": 2, "reverse": 2, "skip": 2, "swap": 1, "know": 1}
        assert sum(tokens.values()) == 8
    table = match("oliphante", 4, actions=True, tokens={"skip": 3})
    for _ in range(3):
        table.turn("skip")
    assert table.offered(3) == ["announce"]
    assert bad_options("oliphante", 4, tokens={"skip": 9}).key == "coyote.options.token_number"
    assert bad_options("oliphante", 4, tokens={"skip": -1}).key == "coyote.options.token_number"
    message = bad_options("oliphante", 4, tokens={"skip": 5, "open": 4})
    assert message == Message("coyote.options.tokens", {"given": 9, "most": 8})


@pytest.mark.parametrize("token", ["reverse", "swap", "open"])
def test_cy_68_one_token_a_turn_before_declaring_and_never_before_a_challenge(
    table: Any, token: str
) -> None:
    table.say(8)
    table.turn(token)
    if token == "open":
        table.do("cards_read", cards=["5"])
    assert table.offered(1) == ["announce"]
    for other in ("open", "skip", "reverse"):
        _must_announce(table.refused(other, seat=1))
    _must_announce(table.refused("challenge", seat=1))


def _must_announce(error: Any) -> None:
    assert (error.rule, error.message.key) == ("CY-68", "coyote.refused.must_announce")
