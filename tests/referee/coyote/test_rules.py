"""The round, in all editions: CY-1 to CY-10, and what a table may agree on beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee import words
from referee.contract import Message
from referee.coyote.state.state import State
from tests.referee.asks import reads
from tests.referee.coyote.summary import summary_of

Begin = Callable[..., Any]
Bad = Callable[..., Message]

SMALL = {"1": 9, "20": 1, "night": 1}  # a deck in which little can happen
DISCARDS = {"en": "discard", "de": "ablage", "fr": "défausse", "it": "scarti", "es": "descartes"}


def knock_out(table: Any, seat: int, number: int = 1) -> State:
    """Let `seat` lose `number` rounds as the announcer, whoever else must speak first."""
    for _ in range(number):
        players = sum(s < table.state.setup.limit for s in table.state.strikes)
        while table.state.turn != seat:
            table.do("announce", seat=table.state.turn, number=_above(table.state))
        table.do("announce", seat=seat, number=500)
        table.do("challenge", seat=table.state.turn)
        table.do("cards_read", cards=["1"] * players)
    state: State = table.state
    return state


def _above(state: State) -> int:
    return state.number + 1 if summary_of(state).phase == "talking" else 1


# -- CY-1 to CY-6: the talking ------------------------------------------------------------


def test_cy_1_each_player_still_in_holds_one_card(match: Begin) -> None:
    for seat in (4, -1):
        assert match("tomahawk", 4).refused("announce", seat=seat, number=1).rule == "CY-1"
    table = match("tomahawk", 4, deck={"1": 30})
    assert table.game.shown.view(table.state, None).deal.cards == (1, 1, 1, 1)
    table.round(5)
    assert table.refused("cards_read", cards=["1"] * 3).message.params["wanted"] == 4
    table.do("cards_read", cards=["1"] * 4)
    state = knock_out(table, 2, 3)
    assert state.strikes[2] == 3
    assert table.game.shown.view(state, None).deal.cards == (1, 1, 0, 1)
    table.round(1)
    assert table.refused("cards_read", cards=["1"] * 4).message.params["count"] == 1
    table.do("cards_read", cards=["1"] * 3)


@pytest.mark.parametrize(
    ("number", "why"),
    [(0, "not_positive"), (-3, "not_positive"), (4.5, "fraction"), (1e300, "fraction")],
)
def test_cy_2_zero_negatives_and_fractions_are_refused_with_the_reason(
    match: Begin, number: float, why: str
) -> None:
    refusal = match().refused("announce", seat=0, number=number)
    assert (refusal.rule, refusal.message.key) == ("CY-2", f"coyote.refused.{why}")
    assert refusal.message.params == {"number": number}


def test_cy_2_a_whole_number_is_one_however_it_is_written(match: Begin) -> None:
    table = match()
    state = table.do("announce", seat=0, number=6.0)
    assert type(state.number) is int
    assert table.ruling("CY-2").message == Message("coyote.announced", {"seat": 0, "number": 6})
    assert table.refused("announce", seat=1, number=6.0).rule == "CY-3"


def test_cy_3_the_next_seat_announces_strictly_more(match: Begin) -> None:
    table = match()
    table.do("announce", seat=0, number=8)
    for number in (8, 7):
        refusal = table.refused("announce", seat=1, number=number)
        assert (refusal.rule, refusal.message.key) == ("CY-3", "coyote.refused.not_greater")
        assert refusal.message.params == {"number": number, "standing": 8}
    table.do("announce", seat=1, number=9)
    assert table.ruling("CY-3").message.key == "coyote.raised"
    assert (table.state.number, table.state.announcer, table.state.turn) == (9, 1, 2)


def test_cy_4_nobody_else_may_challenge(match: Begin) -> None:
    table = match("tomahawk", 4)
    table.do("announce", seat=0, number=8)
    for seat in (2, 3):
        refusal = table.refused("challenge", seat=seat)
        assert refusal.rule == "CY-4"
        assert refusal.message == Message(
            "coyote.refused.challenge_out_of_turn", {"seat": seat, "turn_seat": 1}
        )
    refusal = table.refused("challenge", seat=0)
    assert (refusal.rule, refusal.message.key) == ("CY-4", "coyote.refused.own_announcement")


def test_cy_5_the_first_announcement_cannot_be_challenged_before_it_exists(match: Begin) -> None:
    table = match(deck=SMALL)
    for seat in range(3):
        refusal = table.refused("challenge", seat=seat)
        assert (refusal.rule, refusal.message.key) == (
            "CY-5",
            "coyote.refused.nothing_to_challenge",
        )
    table.round(2, cards=["1", "1", "1"])
    assert table.refused("challenge", seat=table.state.turn).rule == "CY-5"


def test_cy_6_a_challenge_stops_the_talking_and_all_cards_are_counted(match: Begin) -> None:
    table = match()
    table.round(8)
    ruling = table.ruling("CY-6")
    assert ruling.message.params == {"seat": 1, "announcer_seat": 0, "number": 8}
    assert summary_of(table.state).phase == "reveal"
    for seat in range(3):
        assert table.refused("announce", seat=seat, number=99).rule == "CY-6"
        refusal = table.refused("challenge", seat=seat)
        assert refusal.message == Message("coyote.refused.talking_is_over", {"seat": 1})
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.zone, ask.least, ask.most) == ("mat", 3, 3)
    assert summary_of(table.do("cards_read", cards=["1", "2", "3"])).phase == "counted"


# -- CY-7: the strike, and who starts next ------------------------------------------------


@pytest.mark.parametrize(("number", "loser"), [(6, 1), (5, 1), (7, 0)])
def test_cy_7_total_at_or_above_the_announcement_strikes_the_challenger(
    match: Begin, number: int, loser: int
) -> None:
    table = match()
    state = table.round(number, cards=["1", "2", "3"])
    assert summary_of(state).result.loser == loser
    assert state.strikes == tuple(int(seat == loser) for seat in range(3))
    ruling = table.ruling("CY-7")
    assert ruling.message.key == ("coyote.missed" if loser == 0 else "coyote.reached")
    assert ruling.message.params["total"] == 6
    assert set(ruling.seats) == {0, 1}


# -- CY-8: the shuffle --------------------------------------------------------------------


def test_cy_8_cards_are_discarded_and_the_night_reshuffles_all(match: Begin) -> None:
    table = match()
    table.round(8, cards=["1", "2", "3"])
    state = table.do("announce", seat=table.state.turn, number=1)
    assert state.discards == {"1": 1, "2": 1, "3": 1}
    table.round(8, cards=["1", "night", "3"])
    assert table.game.shown.view(table.state, None).deal.shuffle
    assert table.do("announce", seat=table.state.turn, number=1).discards == {}


@pytest.mark.parametrize(
    ("deck", "cards", "leaves", "said"),
    [
        ({}, ["1", "2", "3"], False, "discard"),
        ({}, ["1", "night", "3"], False, "shuffle_night"),
        ({"1": 2, "2": 1, "3": 2}, ["1", "2", "3"], False, "shuffle_few"),
        ({}, ["1", "2", "3"], True, "shuffle_left"),
    ],
)
def test_cy_8_one_order_says_where_the_cards_go_in_every_language(
    match: Begin, deck: dict[str, int], cards: list[str], leaves: bool, said: str
) -> None:
    table = match(**({"deck": deck} if deck else {}))
    table.round(8, cards=cards)
    if leaves:
        table.do("leave", seat=1)
    assert table.ruling("CY-8").message == Message(f"coyote.{said}")
    for language, discards in DISCARDS.items():
        orders = [words.say(ruling.message, language).lower() for ruling in table.rulings]
        assert sum(discards in order for order in orders) == (said == "discard")


# -- CY-9, CY-10: elimination and direction -----------------------------------------------


def test_cy_9_the_limit_eliminates_and_the_last_one_in_wins(match: Begin) -> None:
    table = match(strikes=2, deck={"1": 30})
    knock_out(table, 0, 2)
    assert table.ruling("CY-9").message == Message("coyote.out", {"seat": 0, "strikes": 2})
    assert table.game.rules.outcome(table.state) is None
    state = knock_out(table, 1, 2)
    assert summary_of(state).phase == "over"
    out, won = (ruling.message for ruling in table.rulings if ruling.rule == "CY-9")
    assert out == Message("coyote.out", {"seat": 1, "strikes": 2})
    assert won == Message("coyote.won", {"seat": 2})
    assert table.game.rules.outcome(state).winners == (2,)
    assert [ruling.rule for ruling in table.rulings] == ["CY-7", "CY-9", "CY-9"]


def test_cy_9_seats_that_are_out_are_skipped(match: Begin) -> None:
    table = match("tomahawk", 4, strikes=1, deck={"1": 30})
    state = knock_out(table, 2)
    assert state.turn == 3
    turns = []
    for number in range(1, 7):
        turns.append(table.state.turn)
        table.do("announce", seat=table.state.turn, number=number)
    assert turns == [3, 0, 1, 3, 0, 1]
    refusal = table.refused("announce", seat=2, number=50)
    assert (refusal.rule, refusal.message.key) == ("CY-9", "coyote.refused.out")


def test_cy_9_nothing_is_said_once_the_match_is_over(match: Begin) -> None:
    table = match("tomahawk", 2, strikes=1)
    table.round(99, cards=["1", "2"])
    for move in ({"move": "announce", "number": 1}, {"move": "challenge"}):
        refusal = table.refused(seat=1, **move)
        assert (refusal.rule, refusal.message.key) == ("CY-9", "coyote.refused.over")
    assert table.refused("cards_read", cards=["1", "2"]).rule == "CY-6"


def limits(edition: str, seats: int, bad_options: Bad, match: Begin) -> list[int]:
    allowed, refused = [], set()
    for strikes in range(-1, 12):
        try:
            match(edition, seats, strikes=strikes)
        except ValueError:
            message = bad_options(edition, seats, strikes=strikes)
            refused.add(message.key)
            assert message.params["given"] == strikes
        else:
            allowed.append(strikes)
    exactly = "_exactly" if len(allowed) == 1 else ""  # "at 3 strikes", not "at 3 to 3 strikes"
    assert refused == {f"coyote.options.strikes{exactly}"}
    return allowed


@pytest.mark.parametrize(
    ("edition", "allowed"),
    [
        ("kidult", {2: [3], 3: [3, 4, 5], 4: [3, 4], 5: [3], 6: [3]}),
        ("oliphante", {3: [3, 4, 5], 4: [3, 4, 5], 5: [3], 6: [3], 12: [3]}),
        ("tomahawk", {2: list(range(1, 10)), 6: list(range(1, 10))}),
    ],
)
def test_cy_9_the_limits_that_a_table_may_agree_on(
    match: Begin, bad_options: Bad, edition: str, allowed: dict[int, list[int]]
) -> None:
    for seats, expected in allowed.items():
        assert limits(edition, seats, bad_options, match) == expected


def test_other_options_that_cannot_be(bad_options: Bad) -> None:
    for edition, seats in (("kidult", 1), ("kidult", 7), ("oliphante", 2), ("oliphante", 13)):
        assert bad_options(edition, seats).key == "coyote.options.seats"
    assert bad_options("heidelbar", 3).key == "coyote.options.edition"
    assert bad_options("kidult", 3, starter=3).key == "coyote.options.starter"
    assert bad_options("kidult", 3, starter=-1).key == "coyote.options.starter"
    assert bad_options("kidult", 3, deck={"1": 2}).key == "coyote.options.too_few_cards"
    assert bad_options("kidult", 3, deck={"joker": 9}).key == "coyote.options.card"
    assert bad_options("kidult", 3, deck={"1": -1}).key == "coyote.options.count"
    assert bad_options("kidult", 3, deck={"1": 9, "?": 5}).key == "coyote.options.draw_cards"


def test_cy_10_each_round_goes_clockwise(match: Begin) -> None:
    table = match("kidult", 4, deck={"1": 30}, starter=2)
    for _ in range(2):
        first = table.state.turn
        turns = []
        for number in range(1, 9):
            turns.append(table.state.turn)
            table.do("announce", seat=table.state.turn, number=number)
        assert turns == [(first + step) % 4 for step in range(8)]
        table.do("challenge", seat=table.state.turn)
        table.do("cards_read", cards=["1"] * 4)
