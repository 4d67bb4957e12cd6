"""The model's Dominoes against the sheet and the rule file."""

from __future__ import annotations

import pytest

from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import COUP, DominoDeal, Fault, Step
from tests.referee.models.coup_detat_player import hands


def test_the_example_of_dominoes() -> None:
    deal = DominoDeal(hands({0: "10H 7C", 1: "9H 7D", 2: "JH 7S", 3: "10S AC"}), 0)
    for card in ("10H", "9H", "JH"):
        deal.acts.append(Step(deal.turn, "lay", card))
    assert deal.legal() == [Step(3, "lay", "10S")]
    assert deal.fitting() == {"8H", "QH", "10C", "10D", "10S"}
    deal.acts.append(Step(3, "lay", "10S"))
    assert deal.legal() == [Step(0, "pass")]  # CE-51


def test_the_row_orders_the_ten_between_jack_and_nine_and_only_the_first_rank_begins_a_row() -> (
    None
):
    deal = DominoDeal(hands({0: "9C AS", 1: "8C 10D", 2: "10C 9D", 3: "7C JC"}), 0)
    deal.acts.append(Step(0, "lay", "9C"))
    assert deal.fitting() == {"10C", "8C", "9D", "9H", "9S"}
    deal.acts.append(Step(1, "lay", "8C"))
    deal.acts.append(Step(2, "lay", "10C"))
    assert deal.fitting() == {"JC", "7C", "9D", "9H", "9S"}


def test_an_ace_on_its_king_lets_the_player_go_on() -> None:
    deal = DominoDeal(hands({0: "KH 7C 7D", 1: "AH KC QC", 2: "JC KS KD"}), 0)
    deal.acts.append(Step(0, "lay", "KH"))
    deal.acts.append(Step(1, "lay", "AH"))
    assert deal.legal() == [Step(1, "lay", "KC"), Step(1, "done")]  # CE-52
    deal.acts.append(Step(1, "lay", "KC"))
    assert deal.legal() == [Step(1, "lay", "QC"), Step(1, "done")]
    deal.acts.append(Step(1, "done"))
    assert deal.turn == 2
    assert deal.faults() == []  # stopping is no revoke


def test_an_ace_that_opens_lets_nobody_go_on() -> None:
    deal = DominoDeal(hands({0: "AH KH", 1: "AC KC", 2: "JC KS"}), 0)
    deal.acts.append(Step(0, "lay", "AH"))
    deal.acts.append(Step(1, "lay", "AC"))
    assert deal.turn == 2


def test_a_false_pass_shows_with_a_card_that_would_have_fitted_or_at_the_end() -> None:
    deal = DominoDeal(hands({0: "9C 9D", 1: "10C 7H", 2: "8C JC"}), 0)
    deal.acts += [Step(0, "lay", "9C"), Step(1, "pass"), Step(2, "lay", "8C"), Step(0, "pass")]
    assert deal.faults() == [Fault(1, 1, None), Fault(0, 3, None)]
    deal.acts.append(Step(1, "lay", "10C"))
    assert deal.faults() == [Fault(1, 1, 4), Fault(0, 3, None)]  # CE-51
    deal.acts += [Step(2, "lay", "JC"), Step(0, "lay", "9D")]
    assert deal.over
    assert deal.faults() == [Fault(1, 1, 4), Fault(0, 3, 6)]
    left = DominoDeal(hands({0: "9C 9D", 1: "10C 7H", 2: "8C JC"}), 0)
    left.acts += [Step(0, "lay", "9C"), Step(1, "pass"), Step(2, "lay", "8C")]
    left.acts += [Step(0, "lay", "9D"), Step(1, "pass"), Step(2, "pass"), Step(1, "pass")]
    assert left.faults() == [Fault(1, 1, None), Fault(1, 4, None), Fault(1, 6, None)]


def test_left_with_a_card_that_fitted() -> None:
    deal = DominoDeal(hands({0: "9C 9D", 1: "10C", 2: "10D"}), 0)
    deal.acts += [Step(0, "lay", "9C"), Step(1, "pass"), Step(2, "pass"), Step(0, "lay", "9D")]
    deal.acts += [Step(1, "pass"), Step(2, "lay", "10D")]
    assert deal.over
    assert deal.faults() == [Fault(1, 1, 5), Fault(1, 4, 5)]


@pytest.mark.parametrize("attempt", [False, True])
def test_dominoes_ends_with_one_holder_or_in_an_attempt_with_one_out(attempt: bool) -> None:
    texts = {0: "9C", 1: "10C JC", 2: "QC 8C", 3: "KC AC"}
    deal = DominoDeal(hands(texts), 0, attempt=attempt)
    deal.acts.append(Step(0, "lay", "9C"))
    assert deal.over is attempt  # CE-35
    for card in ("10C", "8C"):
        deal.acts.append(Step(deal.turn, "lay", card))
    deal.acts.append(Step(3, "pass"))
    assert deal.turn == 1  # nobody waits for a seat without cards
    deal.acts += [Step(1, "lay", "JC"), Step(2, "lay", "QC")]
    assert deal.over
    assert deal.holders() == [3]


def test_an_attempt_at_dominoes_is_won_by_the_first_out_alone() -> None:
    cards = {
        0: "9C 10C JC QC KC AC 9D 10D",
        1: f"JD QD KD AD 9H 10H JH {COUP}",
        2: "KH AH 9S 10S JS QS KS AS",
    }
    match = Match(3, 0)
    match.give(hands(cards), "QH")
    match.attempt("dominoes")  # CE-53
    deal = match.deal
    assert isinstance(deal, DominoDeal)
    assert deal.turn == 1
    assert "QH" in deal.hand(1)
    for act in (Step(1, "lay", "KD"), Step(2, "lay", "KH"), Step(0, "lay", "KC")):
        match.act(act)
    for card in ("AD", "QD", "JD", "QH", "JH", "10H", "9H"):
        match.act(Step(1, "lay", card))
    assert deal.over
    match.pay()
    match.close()
    assert (match.president, match.books.cash) == (1, [9_400, 11_200, 9_400])
