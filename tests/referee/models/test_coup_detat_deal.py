"""The model's tricks and revokes of Coup d'État against the sheet and the rule file."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import COUP, Fault, Play, TrickDeal
from tests.referee.models.coup_detat_player import FOUR, hands, tricks

# Tricks


def test_the_ten_is_above_the_king_and_no_suit_trumps() -> None:
    order = ["A", "10", "K", "Q", "J", "9", "8", "7"]  # CE-20
    for high, low in pairwise(order):
        deal = tricks(
            {0: f"{low}C 7H", 1: f"{high}C 8H", 2: "AS KS", 3: "AD KD"},
            "victory",
            cards=f"{low}C {high}C AS AD",
        )
        assert deal.tricks()[0].winner == 1


def legal(deal: TrickDeal) -> set[str]:
    return {play.card for play in deal.legal()}


def test_follow_suit_if_able() -> None:
    deal = tricks({0: "AC 9D", 1: "9C KH", 2: "AS KS", 3: "AD JC"}, "victory", cards="AC")
    assert legal(deal) == {"9C"}  # CE-23
    deal.acts.append(Play(1, "9C"))
    assert legal(deal) == {"AS", "KS"}


@pytest.mark.parametrize(
    ("contract", "free"),
    [
        ("barbu", {"9S", "9C"}),
        ("siege", {"9H", "9C"}),
        ("guillotine", {"9C"}),
        ("victory", {"9H", "9S", "9C"}),
        ("prison", {"9H", "9S", "9C"}),
    ],
)
def test_the_opening_lead(contract: str, free: set[str]) -> None:
    deal = tricks({0: "9H 9S 9C", 1: "AD KD QD", 2: "AS KS QS", 3: "AC KC QC"}, contract)
    assert legal(deal) == free  # CE-22


def test_a_hand_of_barred_suits_leads_what_it_likes_and_the_coup_card_is_nothing_else() -> None:
    others = {1: "AD KD QD", 2: "AC KC QC", 3: "JC JD 9D"}
    deal = tricks({0: "9H AH 9S", **others}, "guillotine")
    assert legal(deal) == {"9H", "AH", "9S"}  # CE-22
    deal = tricks({0: f"9H AH {COUP}", **others}, "barbu")
    assert legal(deal) == {"9H", "AH", COUP}
    assert {play.named for play in deal.legal() if play.card == COUP} == set("CDS")


def test_the_coup_card_is_above_an_ace_and_binds_by_the_suit_named() -> None:
    deal = tricks({0: f"{COUP} 9D", 1: "9C AH", 2: "AS AC", 3: "AD KD"}, "victory")
    deal.acts.append(Play(0, COUP, "C"))
    assert legal(deal) == {"9C"}  # CE-24
    deal.acts += [Play(1, "AH"), Play(2, "AC"), Play(3, "AD")]
    assert deal.tricks()[0].winner == 0
    assert deal.faults() == [Fault(1, 1, None)]
    deal.acts += [Play(0, "9D"), Play(1, "9C")]
    assert deal.faults() == [Fault(1, 1, 5)]


def test_the_coup_card_may_be_played_to_any_trick() -> None:
    deal = tricks({0: "AC 9D", 1: f"9C {COUP}", 2: "AS 10C", 3: "AD KD"}, "victory", cards="AC")
    assert legal(deal) == {"9C", COUP}
    for card in (COUP, "10C", "KD"):
        deal.acts.append(Play(deal.turn, card))
    assert deal.tricks()[0].winner == 1
    assert deal.faults() == []  # CE-26


def test_a_led_coup_card_that_names_no_suit_binds_nobody() -> None:
    deal = TrickDeal(
        hands({0: f"{COUP} 9D", 1: "9C AH", 2: "AS AC"}), "prison", 0, names_suit=False
    )
    assert deal.legal() == [Play(0, "9D"), Play(0, COUP)]
    deal.acts.append(Play(0, COUP))
    assert legal(deal) == {"9C", "AH"}
    deal.acts += [Play(1, "AH"), Play(2, "AS")]
    assert (deal.turn, deal.faults()) == (0, [])


def test_the_table_card_goes_with_the_first_trick() -> None:
    deal = TrickDeal(hands({0: f"{COUP} 9D", 1: "9C AH", 2: "AS AC"}), "barbu", 0, "KH")
    deal.acts += [Play(0, COUP, "C"), Play(1, "9C")]
    assert deal.taken() == [set(), set(), set()]
    deal.acts.append(Play(2, "AC"))
    assert deal.taken()[0] == {COUP, "9C", "AC", "KH"}  # CE-25


def test_a_coup_card_led_later_may_name_what_was_barred_at_first() -> None:
    deal = tricks({0: f"AC {COUP}", 1: "9C AH", 2: "KC AS", 3: "QC AD"}, "barbu")
    for card in ("AC", "9C", "KC", "QC"):
        deal.acts.append(Play(deal.turn, card))
    assert deal.legal() == [Play(0, COUP, named) for named in "CDHS"]


def test_without_an_attempt_the_table_card_is_played_and_not_taken() -> None:
    match = Match(4, 0)
    match.give(hands({**FOUR, 2: FOUR[2].replace("7D", COUP)}), "7D")
    match.decline("victory")
    assert match.deal is not None
    for card in ("AH", "AS", "AD", "AC"):
        match.act(Play(match.deal.turn, card))
    assert isinstance(match.deal, TrickDeal)
    assert match.deal.taken()[0] == {"AH", "AS", "AD", "AC"}


# Revokes


def test_a_revoke_shows_with_the_next_card_of_the_suit_and_one_card_may_show_two() -> None:
    deal = tricks(
        {0: "AC KC 9C AD", 1: "QC 9H 8H 9D", 2: "AS 10S KS QS", 3: "7C 8C JC KD"},
        "victory",
        cards="AC 9H AS 7C KC 8H 10S 8C",
    )
    assert deal.faults() == [Fault(1, 1, None), Fault(1, 5, None)]
    for card in ("9C", "QC"):
        deal.acts.append(Play(deal.turn, card))
    assert deal.faults() == [Fault(1, 1, 9), Fault(1, 5, 9)]  # CE-26


def test_a_false_declaration_shows_with_a_card_that_was_free() -> None:
    deal = tricks(
        {0: "AH 9S 9C", 1: "9H KD QD", 2: "8H KS QS", 3: "7H KC QC"},
        "guillotine",
        cards="AH 9H 8H 7H 9S KD KS KC",
    )
    assert deal.faults() == [Fault(0, 0, None)]
    deal.acts.append(Play(deal.turn, "QS"))
    deal.acts.append(Play(deal.turn, "QC"))
    deal.acts.append(Play(deal.turn, "9C"))
    assert deal.faults() == [Fault(0, 0, 10)]  # CE-22


def test_correcting_takes_the_deal_and_the_money_back() -> None:
    match = Match(3, 0)
    cards = {
        0: "AC KC 9C AD 10D KD QD JD",
        1: f"QC 9H AH 10H KH QH JH {COUP}",
        2: "10C JC AS 10S KS QS JS 9S",
    }
    match.give(hands(cards), "9D")
    match.decline("prison")
    for seat, card in ((0, "KC"), (1, "9H"), (2, "10C")):
        match.act(Play(seat, card))
    match.pay()
    assert match.books.cash == [10_400, 10_000, 9_600]  # CE-37
    match.act(Play(2, "JC"))
    match.act(Play(0, "9C"))
    match.act(Play(1, "QC"))
    (fault,) = match.shown()
    assert fault == Fault(1, 1, 5)
    match.correct(fault)
    assert match.books.cash == [10_000] * 3
    match.act(Play(1, "QC"))
    match.act(Play(2, "JC"))
    assert match.deal is not None
    assert match.deal.turn == 0
    assert match.books.cash == [10_000] * 3  # CE-36


def test_a_revoke_let_stand_is_not_asked_about_again() -> None:
    match = Match(3, 0)
    cards = {
        0: "AC KC 9C AD 10D KD QD JD",
        1: f"QC 10C AH 10H KH QH 9H {COUP}",
        2: "JH JC AS 10S KS QS JS 9S",
    }
    match.give(hands(cards), "9D")
    match.decline("victory")
    for card in ("KC", "AH", "JC", "9C", "QC"):
        assert match.deal is not None
        match.act(Play(match.deal.turn, card))
    match.stand(match.shown()[0])
    match.act(Play(2, "JH"))
    match.act(Play(1, "10C"))
    assert match.shown() == []


def wrong_hearts(contract: str) -> Match:
    """Return a match in which 1 discards two hearts on clubs, and nothing has shown yet."""
    match = Match(3, 0)
    cards = {
        0: "AC KC 9C JC 10D KD QD JD",
        1: f"QC 9H AH 10H KH QH JH {COUP}",
        2: "10C 9D AS 10S KS QS JS 9S",
    }
    match.give(hands(cards), "AD")
    match.decline(contract)
    for card in ("AC", "9H", "10C", "KC", "AH", "9D"):
        assert match.deal is not None
        match.act(Play(match.deal.turn, card))
    return match


def test_of_two_that_show_the_one_not_decided_shows_again() -> None:
    match = wrong_hearts("victory")
    for card in ("9C", "QC"):
        assert match.deal is not None
        match.act(Play(match.deal.turn, card))
    match.correct(match.shown()[1])
    match.act(Play(1, "QC"))
    assert match.shown() == [Fault(1, 1, 4)]


def test_what_stood_shows_again_once_what_showed_it_was_taken_back() -> None:
    match = wrong_hearts("victory")
    for card in ("9C", "QC"):
        assert match.deal is not None
        match.act(Play(match.deal.turn, card))
    first, second = match.shown()
    match.stand(second)
    match.correct(first)
    assert match.deal is not None
    for card in ("10H", "10C", "KC", "9H", "9D", "9C", "QC"):
        match.act(Play(match.deal.turn, card))
    assert [fault.at for fault in match.shown()] == [1, 4]
