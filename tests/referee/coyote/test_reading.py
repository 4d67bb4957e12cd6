"""CY-11, CY-21 and corrections: what lies on the mat, and a reading set right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import Message
from tests.referee.asks import reads
from tests.referee.coyote.summary import summary_of
from tests.referee.layouts import pending_messages

Begin = Callable[..., Any]

# -- CY-11: a reading that cannot be ------------------------------------------------------


def test_cy_11_more_of_a_card_than_the_deck_has(match: Begin) -> None:
    table = match()
    table.round(8)
    refusal = table.refused("cards_read", cards=["20", "20", "3"])
    assert refusal.rule == "CY-11"
    assert refusal.message == Message(
        "coyote.refused.more_than_deck", {"card": "20", "count": 2, "most": 1}
    )


def test_cy_11_a_card_that_lies_on_the_discards(match: Begin) -> None:
    table = match()
    table.round(8, cards=["20", "2", "3"])
    table.round(8)
    refusal = table.refused("cards_read", cards=["20", "2", "4"])
    assert refusal.rule == "CY-11"
    assert refusal.message == Message(
        "coyote.refused.discarded", {"card": "20", "count": 1, "most": 1, "gone": 1}
    )
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert "20" not in ask.possible
    assert ask.possible["2"] == 1


def test_cy_11_a_card_of_another_deck(match: Begin) -> None:
    table = match("kidult")
    table.round(8)
    refusal = table.refused("cards_read", cards=["7", "2", "3"])
    assert refusal.message == Message("coyote.refused.not_in_deck", {"card": "7"})
    refusal = table.refused("cards_read", cards=["queen", "2", "3"])
    assert refusal.message == Message("coyote.refused.no_such_card", {"given": "queen"})
    assert refusal.rule == "CY-11"


@pytest.mark.parametrize(
    ("cards", "key", "count"),
    [
        (["1", "2", "3", "4", "5"], "too_many", 2),
        (["1", "?", "3", "4", "5"], "too_many", 1),
        (["1", "2"], "too_few", 1),
    ],
)
def test_cy_11_a_count_that_does_not_fit_says_how_many(
    match: Begin, cards: list[str], key: str, count: int
) -> None:
    table = match()
    table.round(8)
    refusal = table.refused("cards_read", cards=cards)
    assert (refusal.rule, refusal.message.key) == ("CY-11", f"coyote.refused.{key}")
    assert refusal.message.params["count"] == count
    assert refusal.message.params["given"] == len(cards)


# -- CY-21 in a match: the card that is turned up -----------------------------------------


def test_cy_21_the_table_is_asked_for_the_drawn_card(match: Begin) -> None:
    table = match()
    table.round(8, cards=["1", "?", "3"])
    assert summary_of(table.state).phase == "draw"
    assert table.ruling("CY-21").message == Message("coyote.draw", {"count": 1})
    ((_, ask),) = reads(table.game.rules.offers(table.state))
    assert (ask.least, ask.max_count(ask.known), ask.known) == (4, 4, ("1", "?", "3"))
    assert pending_messages(table.game, table.state) == [Message("coyote.focus.draw", {"count": 1})]
    refusal = table.refused("cards_read", cards=["3", "1", "?"])
    assert (refusal.rule, refusal.message.key) == ("CY-21", "coyote.refused.draw_missing")
    refusal = table.refused("cards_read", cards=["2", "?", "3", "7"])
    assert refusal.message == Message("coyote.refused.card_gone", {"cards": ("1",)})
    refusal = table.refused("cards_read", cards=["1", "?", "3", "7", "8"])
    assert refusal.message.params["count"] == 1
    table.do("cards_read", cards=["7", "3", "?", "1"])
    assert summary_of(table.state).result.total == 11
    assert table.ruling("CY-7").steps[1].message.params == {"card": "7"}


def test_cy_21_an_empty_pile_is_made_anew_from_the_discards(match: Begin) -> None:
    table = match(deck={"1": 3, "5": 2, "?": 1})
    table.round(9, cards=["1", "1", "1"])
    table.round(9, cards=["5", "5", "?"])
    assert table.ruling("CY-21").message.key == "coyote.draw_from_discards"
    assert table.refused("cards_read", cards=["5", "5", "?", "5"]).rule == "CY-11"
    table.do("cards_read", cards=["5", "5", "?", "1"])
    assert summary_of(table.state).result.total == 11
    assert table.ruling("CY-8").message.key == "coyote.shuffle_few"


def test_cy_21_with_no_card_left_anywhere_it_counts_0(match: Begin) -> None:
    table = match(deck={"4": 2, "?": 1})
    table.round(9, cards=["4", "4", "?"])
    assert summary_of(table.state).result.total == 8
    assert table.ruling("CY-7").steps[1].message.key == "coyote.step.draw_none"


# -- a reading set right ------------------------------------------------------------------


def test_a_correction_recounts_strikes_starter_and_discards(match: Begin) -> None:
    right, wrong = match(), match()
    right.round(8, cards=["5", "2", "3"])
    wrong.round(8, cards=["-5", "2", "3"])
    assert (summary_of(wrong.state).result.loser, summary_of(right.state).result.loser) == (0, 1)
    wrong.do("cards_corrected", cards=["5", "2", "3"])
    assert wrong.state == right.state
    assert wrong.rulings[1:] == right.rulings
    assert wrong.ruling("CY-11").message == Message(
        "coyote.corrected", {"was_cards": ("-5", "2", "3"), "cards": ("5", "2", "3")}
    )
    assert wrong.do("announce", seat=1, number=1) == right.do("announce", seat=1, number=1)


def test_a_correction_keeps_the_pictures_and_obeys_the_deck(match: Begin) -> None:
    table = match()
    table.round(8)
    table.do("cards_read", cards=["2", "3", "4"], proof=["a", "b", "c"])
    assert table.refused("cards_corrected", cards=["20", "20", "4"]).rule == "CY-11"
    table.do("cards_corrected", cards=["2", "3", "5"])
    assert table.ruling("CY-7").proof == ("a", "b", "c")
    table.do("cards_corrected", cards=["2", "3", "6"], proof=["d"])
    assert table.ruling("CY-7").proof == ("d",)


def test_nothing_is_corrected_once_the_next_round_has_begun(match: Begin) -> None:
    table = match()
    assert table.refused("cards_corrected", cards=["1", "2", "3"]).rule == "CY-11"
    table.round(8, cards=["2", "3", "4"])
    table.do("announce", seat=table.state.turn, number=1)
    refusal = table.refused("cards_corrected", cards=["1", "2", "3"])
    assert refusal.message.key == "coyote.refused.nothing_to_correct"
    table.do("challenge", seat=table.state.turn)
    assert table.refused("cards_corrected", cards=["1", "2", "3"]).rule == "CY-11"
