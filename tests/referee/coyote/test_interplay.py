"""CY-70 to CY-78: what the optional actions do to each other, and where the sheets are silent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee import words
from referee.contract import Message
from tests.referee.asks import reads
from tests.referee.coyote.summary import summary_of
from tests.referee.coyote.test_actions_oliphante import knows

Begin = Callable[..., Any]


def test_cy_70_who_takes_an_announcement_over_is_at_risk(match: Begin) -> None:
    table = match("kidult", 3, actions=True)
    table.say(500)
    table.turn("approve")
    table.turn("challenge")
    state = table.do("cards_read", cards=["1", "2", "3"])
    assert (summary_of(state).result.loser, summary_of(state).result.winner, state.strikes) == (
        1,
        2,
        (0, 1, 0),
    )


def test_cy_71_a_skip_that_hands_the_turn_back_to_the_announcer_is_refused(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.say(8)
    table.turn("skip")
    refusal = table.refused("skip", seat=2)
    assert (refusal.rule, refusal.message.key) == ("CY-71", "coyote.refused.comes_back")
    assert "skip" not in table.offered(2)


def test_cy_72_a_double_strike_never_exceeds_what_eliminates(match: Begin) -> None:
    table = match("tomahawk", 3, actions=True, deck={"1": 30})
    for number in (500, 500):
        table.round(number, cards=["1"] * 3)
    assert table.state.strikes == (2, 0, 0)
    table.say(500)
    table.do("double", seat=0)
    table.turn("challenge")
    state = table.do("cards_read", cards=["1"] * 3)
    assert (state.strikes, summary_of(state).result.strikes) == ((3, 0, 0), 1)
    assert table.ruling("CY-72").message == Message("coyote.double_capped", {"seat": 0})
    assert state.turn == 1


def test_cy_73_who_sits_out_is_skipped_and_no_party(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    table.say(8)
    knows(table, "5", "5")
    table.turn("sit_out")
    turns = []
    for number in range(9, 13):
        turns.append(table.state.turn)
        table.say(number)
    assert turns == [2, 3, 0, 2]
    for move in ({"move": "announce", "number": 99}, {"move": "challenge"}, {"move": "skip"}):
        assert table.refused(seat=1, **move).rule == "CY-73"


def test_cy_74_the_author_may_only_say_a_number(match: Begin) -> None:
    table = match("tomahawk", 4, actions=True)
    table.say(8)
    table.turn("again")
    assert set(table.offered(0)) == {"announce"}
    for move, more in (("approve", {}), ("hand_back", {}), ("next_is", {"target": 3})):
        assert table.refused(move, seat=0, **more).rule == "CY-74"
    table.say(9)
    assert table.offered(0) == []
    for move, more in (("next_is", {"target": 3}), ("double", {}), ("extra", {"target": 2})):
        refusal = table.refused(move, seat=0, **more)
        assert refusal.rule == "CY-74"
        assert refusal.message == Message("coyote.refused.only_a_number", {"seat": 0})


def test_cy_75_who_takes_over_has_announced(match: Begin) -> None:
    table = match("tomahawk", 4, actions=True)
    table.say(500)
    table.turn("approve")
    assert set(table.offered(1)) == {"double", "extra", "next_is"}
    table.do("double", seat=1)
    table.do("next_is", seat=1, target=3)
    table.turn("challenge")
    state = table.do("cards_read", cards=["1", "2", "3", "4"])
    assert state.strikes == (0, 2, 0, 0)


def test_cy_76_a_skip_before_anything_was_announced_passes_the_opening_on(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    state = table.turn("skip")
    assert (state.turn, state.announcer, summary_of(state).phase) == (1, None, "talking")
    assert table.ruling("CY-62").message.key == "coyote.skipped_first"
    assert table.refused("challenge", seat=1).rule == "CY-5"
    assert table.game.shown.view(state, None).deal is None
    assert table.say(1).announcer == 1


def test_cy_77_after_a_wrong_guess_the_cards_are_read_without_a_count(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.say(8)
    knows(table, "20", "3")
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.most, ask.known, ask.brings) == (3, 3, ("3",), {})
    state = table.do("cards_read", cards=["3", "?", "20"])
    assert (summary_of(state).phase, summary_of(state).result.total) == ("counted", None)
    assert table.ruling("CY-77").message.key == "coyote.uncounted"
    assert not any(ruling.steps for ruling in table.rulings)


def test_cy_78_open_and_swap_with_an_empty_pile_are_refused_and_not_spent(match: Begin) -> None:
    table = match("oliphante", 3, actions=True, deck={"1": 3})
    for move in ("open", "swap"):
        refusal = table.refused(move, seat=0)
        assert (refusal.rule, refusal.message.key) == ("CY-78", "coyote.refused.pile_empty")
        assert move not in table.offered(0)
    assert table.state.acts.used == ()


@pytest.mark.parametrize(
    ("edition", "turns", "late", "seat", "rule", "key"),
    [
        ("tomahawk", ("hand_back",), "challenge", 2, "CY-4", "nobody_challenges"),
        ("tomahawk", ("again",), "challenge", 2, "CY-4", "nobody_challenges"),
        ("tomahawk", ("hand_back",), "double", 0, "CY-53", "must_announce"),
        ("kidult", ("reverse",), "double", 0, "CY-41", "next_has_acted"),
        ("oliphante", ("know",), "challenge", 1, "CY-64", "sits_or_announces"),
        ("oliphante", ("know",), "challenge", 2, "CY-4", "nobody_challenges"),
        ("oliphante", ("know",), "reverse", 1, "CY-64", "sits_or_announces"),
    ],
)
def test_a_refusal_in_the_midst_of_an_action_names_what_must_come_first(
    match: Begin, edition: str, turns: tuple[str, ...], late: str, seat: int, rule: str, key: str
) -> None:
    table = match(edition, 4, actions=True)
    table.say(4)
    for turn in turns:
        table.turn(turn, **({"card": "7"} if turn == "know" else {}))
    if "know" in turns:
        table.do("cards_read", cards=["7"])
    error = table.refused(late, seat=seat)
    assert (error.rule, error.message.key) == (rule, f"coyote.refused.{key}")


def test_cy_74_after_the_new_number_its_author_still_uses_no_action(match: Begin) -> None:
    table = match("tomahawk", 3, actions=True)
    table.say(4)
    table.turn("again")
    table.say(9)  # Now the refuser must answer.
    text = words.say(table.refused("double", seat=0).message)
    assert text.endswith("was refused, so they use no action now, and only say another number.")
