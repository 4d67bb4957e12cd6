"""CY-70 to CY-78: what the optional actions do to each other, and where the sheets are silent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import Cue, Message
from referee.coyote.state.phases import Shuffle
from tests.referee.asks import reads
from tests.referee.coyote.summary import summary_of
from tests.referee.coyote.test_actions_oliphante import knows, opened

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


def test_cy_71_after_a_skip_the_parties_are_the_next_and_the_announcer(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    table.say(500)
    table.turn("skip")
    table.turn("challenge")
    state = table.do("cards_read", cards=["1", "2", "3", "4"])
    assert (summary_of(state).result.loser, summary_of(state).result.winner) == (0, 2)


def test_cy_71_a_skip_that_hands_the_turn_back_to_the_announcer_is_refused(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.say(8)
    table.turn("skip")
    refusal = table.refused("skip", seat=2)
    assert (refusal.rule, refusal.message.key) == ("CY-71", "coyote.refused.comes_back")
    assert "skip" not in table.offered(2)


def test_cy_71_only_a_skip_is_refused_who_sits_out_hands_the_turn_back(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.say(8)
    table.turn("skip")
    knows(table, "5", "5")
    assert table.ruling("CY-64").message.key == "coyote.knew"
    state = table.turn("sit_out")
    assert (state.turn, state.announcer, state.number) == (0, 0, 8)
    view = table.game.shown.view(state, None)
    assert view.focus.label == Message("coyote.focus.own", {"seat": 0})
    assert table.game.rules.offers(state).cues[0] is Cue.TURN
    assert "challenge" not in table.offered(0)
    assert table.refused("challenge", seat=0).rule == "CY-4"
    assert table.refused("announce", seat=0, number=8).rule == "CY-3"
    assert table.say(9).turn == 1


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


def test_cy_72_a_corrected_count_gives_a_capped_double_back(match: Begin) -> None:
    table = match("tomahawk", 3, actions=True, strikes=1)
    table.say(6)
    table.do("double", seat=0)
    table.turn("challenge")
    table.do("cards_read", cards=["-5", "2", "3"])
    assert table.state.strikes == (1, 0, 0)
    table.do("cards_corrected", cards=["5", "2", "3"])
    assert table.state.strikes == (0, 1, 0)


def test_cy_73_whose_announcement_stands_cannot_sit_out(match: Begin) -> None:
    table = match("oliphante", 4, actions=True, tokens={"skip": 2, "know": 3})
    table.say(8)
    table.turn("skip")
    table.turn("skip")
    knows(table, "5", "5")
    table.turn("sit_out")
    knows(table, "6", "6")
    assert table.ruling("CY-64").message.key == "coyote.knew_on"
    assert table.offered(0) == ["announce"]
    assert table.refused("sit_out", seat=0).rule == "CY-73"
    assert table.say(9).turn == 1


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


def test_cy_74_again_on_an_announcement_taken_over_asks_for_more(match: Begin) -> None:
    table = match("tomahawk", 4, actions=True)
    table.say(8)
    table.turn("approve")
    table.turn("again")
    for number in (7, 8):
        refusal = table.refused("announce", seat=1, number=number)
        assert (refusal.rule, refusal.message.params["standing"]) == ("CY-74", 8)
    state = table.say(9)
    assert (state.announcer, state.turn) == (1, 2)


def test_cy_74_again_cancels_a_double_whose_token_stays_spent(match: Begin) -> None:
    table = match("tomahawk", 4, actions=True)
    table.say(8)
    table.do("double", seat=0)
    table.turn("again")
    assert table.ruling("CY-74").message == Message("coyote.double_lapses", {"seat": 0})
    table.say(500)
    assert not table.state.acts.doubled
    table.say(501)
    assert table.refused("double", seat=1).rule == "CY-56"
    table.turn("challenge")
    assert table.do("cards_read", cards=["1", "2", "3", "4"]).strikes == (0, 1, 0, 0)


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


def test_cy_77_after_a_swap_the_own_feather_is_the_new_one(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.turn("swap")
    table.say(1, 2, 3)
    knows(table, "5", "5")
    table.turn("sit_out")
    table.round(9)
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.known) == (2, ("5",))
    table.do("cards_read", cards=["5", "20"])
    state = table.do("cards_read", cards=["5", "20", "1", "2"])
    assert summary_of(state).result.total == 8, "the old feather, 20, does not count"


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


@pytest.mark.parametrize("cards", [["3", "night", "20"], ["3", "1", "20"]])
def test_cy_77_a_0_among_them_reshuffles(match: Begin, cards: list[str]) -> None:
    table = match("oliphante", 3, actions=True)
    table.say(8)
    knows(table, "20", "3")
    state = table.do("cards_read", cards=cards)
    assert bool(summary_of(state).result.shuffle) == ("night" in cards)
    table.do("cards_corrected", cards=["3", "4", "6"])
    assert not summary_of(table.state).result.shuffle


def test_cy_77_a_guesser_who_is_eliminated_leaves_the_start_to_the_next_clockwise(
    match: Begin,
) -> None:
    table = match("oliphante", 4, actions=True, deck={"1": 40, "2": 9}, tokens={"know": 1})
    for _ in range(3):
        while table.state.turn != 1:
            table.say(table.state.number + 1 if summary_of(table.state).phase == "talking" else 1)
        knows(table, "2", "1")
        table.do("cards_read", cards=["1"] * 4)
    state = table.state
    assert state.strikes == (0, 3, 0, 0)
    assert state.turn == 2
    assert table.say(1).turn == 3


def test_cy_78_open_and_swap_with_an_empty_pile_are_refused_and_not_spent(match: Begin) -> None:
    table = match("oliphante", 3, actions=True, deck={"1": 3})
    for move in ("open", "swap"):
        refusal = table.refused(move, seat=0)
        assert (refusal.rule, refusal.message.key) == ("CY-78", "coyote.refused.pile_empty")
        assert move not in table.offered(0)
    assert table.state.acts.used == ()


def test_cy_78_a_0_that_was_swapped_out_reshuffles(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.turn("swap")
    table.round(500)
    table.do("cards_read", cards=["night"])
    assert table.ruling("CY-78").message.params == {"cards": ("night",), "count": 1}
    state = table.do("cards_read", cards=["night", "1", "2", "3"])
    assert summary_of(state).result.shuffle is Shuffle.NIGHT
    steps = [step.message for step in table.ruling("CY-7").steps]
    assert steps[1:] == [Message("coyote.step.replaced", {"cards": ("night",)})]
    assert table.say(1).discards == {}


def test_cy_78_the_cards_swapped_out_are_read_apart_and_can_be_set_right(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    opened(table, "10")
    table.say(1)
    table.turn("swap")
    table.round(500)
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.known) == (2, ("10",))
    table.do("cards_read", cards=["10", "night"])
    table.do("cards_corrected", cards=["10", "6"])
    state = table.do("cards_read", cards=["6", "10", "1", "2", "3"])
    assert (summary_of(state).result.total, summary_of(state).result.shuffle) == (16, Shuffle.NO)
    refusal = table.refused("cards_corrected", cards=["7", "10", "1", "2", "3"])
    assert refusal.message == Message("coyote.refused.card_gone", {"cards": ("6",)})
    assert (
        summary_of(table.do("cards_corrected", cards=["6", "10", "1", "2", "4"])).result.total == 17
    )


def test_cy_78_with_the_pile_empty_a_draw_card_draws_past_what_was_swapped_out(
    match: Begin,
) -> None:
    """Five cards for three players: one swapped, one open, so the discards are turned up."""
    table = match("oliphante", 3, actions=True, deck={"1": 3, "2": 2, "3": 2, "?": 1}, strikes=5)
    table.round(9, cards=["1", "1", "1"])
    opened(table, "2")
    table.say(1)
    table.turn("swap")
    table.round(9)
    table.do("cards_read", cards=["2", "3"])
    table.do("cards_read", cards=["2", "3", "2", "3", "?"])
    assert table.ruling("CY-21").message.key == "coyote.draw_from_discards"
    assert table.refused("cards_read", cards=["2", "3", "2", "3", "?", "3"]).rule == "CY-11"
    assert (
        summary_of(table.do("cards_read", cards=["2", "3", "2", "3", "?", "1"])).result.total == 8
    )
