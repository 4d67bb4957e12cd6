"""The model of Coup d'État against every figure of the sheet and the rule file, and itself."""

from __future__ import annotations

import random
from itertools import pairwise, permutations

import pytest

from tests.referee.models.coup_detat import CASH, Agreement, Match, highest
from tests.referee.models.coup_detat_deal import (
    COUP,
    DominoDeal,
    Fault,
    Play,
    Step,
    TrickDeal,
    pack,
)
from tests.referee.models.coup_detat_money import BANK, CONTRACTS, Books, Debt, Due, Result
from tests.referee.models.coup_detat_player import begin_deal, play_on
from tests.referee.models.coup_detat_search import best, francs, worths

FOUR = {
    0: "AH 10H KH QH JH 9H 8H 7H",
    1: "AS 10S KS QS JS 9S 8S 7S",
    2: "AD 10D KD QD JD 9D 8D 7D",
    3: "AC 10C KC QC JC 9C 8C 7C",
}


def hands(texts: dict[int, str]) -> list[frozenset[str]]:
    return [frozenset(texts[seat].split()) for seat in sorted(texts)]


def tricks(texts: dict[int, str], contract: str, leader: int = 0, cards: str = "") -> TrickDeal:
    deal = TrickDeal(hands(texts), contract, leader)
    for card in cards.split():
        deal.acts.append(Play(deal.turn, card))
    return deal


def taking(contract: str, seats: int, cards: str, **more: object) -> Result:
    """Return a result in which seat 1 takes `cards` and the President, seat 0, all others."""
    own = set(cards.split())
    rest = set(pack(seats)) - own
    piles = [rest, own] + [set[str]() for _ in range(seats - 2)]
    said = {"president": 0, "taken": piles, "first": 0, "last": 0, **more}
    return Result(contract, pack(seats), seats, **said)  # type: ignore[arg-type]


# Set-up


def test_the_pack() -> None:
    assert len(pack(4)) == 32  # CE-1
    assert len(pack(3)) == 24
    assert not {card for card in pack(3) if card[:-1] in ("7", "8")}
    assert CASH == 2 * 2000 + 3 * 1000 + 5 * 500 + 5 * 100  # CE-2


def test_the_first_president_drew_the_highest() -> None:
    assert highest({0: "KH", 1: "10C", 2: "QS"}) == {1}  # CE-3, CE-20
    assert highest({0: "AH", 1: "AC", 2: "10S"}) == {0, 1}
    assert highest({0: "AH", 1: COUP, 2: "AS"}) == {1}


def test_a_tour_is_six_contracts_and_each_starts_one() -> None:
    for players in (3, 4):
        match = Match(players, president=2)
        rng = random.Random(players)
        starters = []
        for number in range(6 * players):
            if number % 6 == 0:
                starters.append(match.president)
            begin_deal(match, rng, attempts=0.0)
            list(play_on(match, rng))
            match.close()
        assert starters == [(2 + tour) % players for tour in range(players)]  # CE-5
        assert match.over


def test_the_simpler_tour_ends_after_three_of_four() -> None:
    agreed = Agreement(("victory", "siege", "guillotine", "dominoes"), per_tour=3)  # CE-6
    match = Match(3, 0, agreed)
    rng = random.Random(1)
    deals = 0
    while not match.over:
        assert len(match.open_contracts()) >= 2
        begin_deal(match, rng)
        list(play_on(match, rng))
        match.close()
        deals += 1
    assert deals == 9


def test_the_coup_card_on_the_table_is_dealt_again() -> None:
    match = Match(4, 0)
    assert not match.give(hands(FOUR), COUP)  # CE-10
    assert match.open_contracts() == CONTRACTS


def test_declining_swaps_for_the_table_card_and_an_attempt_uses_its_contract_up() -> None:
    with_coup = {**FOUR, 2: FOUR[2].replace("7D", COUP)}
    match = Match(4, 0)
    match.give(hands(with_coup), "7D")
    match.decline("siege")  # CE-11
    assert match.hands == hands(FOUR)
    assert match.deal is not None
    assert match.deal.turn == 0
    match = Match(4, 0)
    match.give(hands(with_coup), "7D")
    match.attempt("barbu")  # CE-12, CE-21
    assert "barbu" not in match.open_contracts()
    assert match.deal is not None
    assert match.deal.turn == 2


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


# Dominoes


def test_the_example_of_dominoes() -> None:
    deal = DominoDeal(hands({0: "10H 7C", 1: "9H 7D", 2: "JH 7S", 3: "10S AC"}), 0)
    for card in ("10H", "9H", "JH"):
        deal.acts.append(Step(deal.turn, "lay", card))
    assert deal.legal() == [Step(3, "lay", "10S")]
    assert deal.fits("8H")
    assert deal.fits("QH")
    assert deal.fits("10C")
    assert not deal.fits("9C")
    deal.acts.append(Step(3, "lay", "10S"))
    assert deal.legal() == [Step(0, "pass")]  # CE-51


def test_the_row_orders_the_ten_between_jack_and_nine_and_only_the_first_rank_begins_a_row() -> (
    None
):
    deal = DominoDeal(hands({0: "9C AS", 1: "8C 10D", 2: "10C 9D", 3: "7C JC"}), 0)
    deal.acts.append(Step(0, "lay", "9C"))
    assert [card for card in pack(4) if deal.fits(card)] == ["10C", "8C", "9D", "9H", "9S"]
    deal.acts.append(Step(1, "lay", "8C"))
    deal.acts.append(Step(2, "lay", "10C"))
    open_now = [card for card in pack(4) if deal.fits(card) and card not in deal.laid()]
    assert open_now == ["JC", "7C", "9D", "9H", "9S"]


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


def test_dominoes_end_with_one_holder_or_in_an_attempt_with_one_out() -> None:
    match = Match(3, 0)
    match.give(
        hands(
            {
                0: "9C 10C JC QC KC AC 9D 10D",
                1: f"JD QD KD AD 9H 10H JH {COUP}",
                2: "KH AH 9S 10S JS QS KS AS",
            }
        ),
        "QH",
    )
    match.attempt("dominoes")  # CE-53
    assert match.deal is not None
    assert "QH" in match.deal.hand(1)
    match.act(Step(1, "lay", "KD"))
    match.act(Step(2, "lay", "KH"))
    while not match.deal.over:
        match.act(match.deal.legal()[0])
    match.close()
    assert match.books.bank == 800 or match.president == 1


# Payments


@pytest.mark.parametrize(
    ("contract", "seats", "cards", "due"),
    [
        ("barbu", 4, "KH", 800),
        ("barbu", 4, "KS QH", 0),
        ("victory", 4, "QS QH QD", 600),
        ("victory", 4, "QS QH QD QC", 800),
        ("siege", 4, "AS 7S 8S", 300),
        ("siege", 4, "AS 10S KS QS JS 9S 8S 7S", 800),
        ("siege", 3, "AS 10S KS QS JS 9S", 600),
        ("prison", 4, "", 0),
        ("guillotine", 4, "KH QS", 1100),
    ],
)
def test_the_presidents_column(contract: str, seats: int, cards: str, due: int) -> None:
    result = taking(contract, seats, cards)
    assert result.dues() == ([Due(1, 0, due)] if due else [])  # CE-30 … CE-34, CE-36


@pytest.mark.parametrize(("seats", "most"), [(4, 3_200), (3, 3_000)])
def test_the_most_that_guillotine_costs(seats: int, most: int) -> None:
    match = Match(seats, president=0)
    everything = " ".join(card for card in pack(seats))
    (due,) = taking("guillotine", seats, everything, first=1, last=1).dues()
    match.books.pay([Due(1, 0, 400), due])  # the first trick is paid when it falls
    assert CASH - match.books.cash[1] == most


def test_prison_pays_each_trick_and_dominoes_the_last_holder() -> None:
    assert taking("prison", 4, "", last=1).dues() == [Due(1, 0, 400)]
    assert taking("prison", 4, "").dues() == []
    assert taking("dominoes", 4, "", holder=1).dues() == [Due(1, 0, 800)]
    assert taking("dominoes", 4, "", holder=0).dues() == []  # CE-36


@pytest.mark.parametrize(
    ("contract", "cards", "reward"),
    [
        ("barbu", "KH", 600),
        ("victory", "QC QD QH QS", 1_000),
        ("siege", "AS 10S KS QS JS 9S 8S 7S", 1_000),
        ("prison", "", 600),
        ("guillotine", "KH QC QD QH QS AS 10S KS JS 9S 8S 7S", 1_500),
        ("dominoes", "", 600),
    ],
)
def test_the_attempts_column(contract: str, cards: str, reward: int) -> None:
    own = {"attempter": 1, "first": 1, "last": 1, "first_out": 1}
    paid = [Due(seat, 1, reward) for seat in (0, 2, 3)]
    assert taking(contract, 4, cards, **own).dues() == paid
    failed = [Due(1, BANK, 800)]  # CE-38
    if cards:
        less = " ".join(cards.split()[1:])
        assert taking(contract, 4, less, **own).dues() == failed
    if contract in ("prison", "guillotine"):
        assert taking(contract, 4, cards, **{**own, "last": 2}).dues() == failed
        assert taking(contract, 4, cards, **{**own, "first": 2}).dues() == failed
    if contract == "dominoes":
        assert taking(contract, 4, cards, **{**own, "first_out": 0}).dues() == failed
    elif contract != "prison":
        assert taking(contract, 4, cards, **{**own, "taken": [set()] * 4}).dues() == failed


def test_all_spades_are_six_with_three_players() -> None:
    spades = "AS 10S KS QS JS 9S"
    assert taking("siege", 3, spades, attempter=1).winner_of_coup() == 1  # CE-41
    assert taking("siege", 4, spades, attempter=1).winner_of_coup() is None


@pytest.mark.parametrize(
    ("contract", "cards"),
    [("victory", "QC QD QH QS"), ("siege", "AS 10S KS QS JS 9S 8S 7S")],
)
def test_a_secret_coup(contract: str, cards: str) -> None:
    lodged = frozenset({1})
    paid = [Due(seat, 1, 1_000) for seat in (0, 2, 3)]  # CE-60
    assert taking(contract, 4, cards, lodged=lodged).dues() == paid
    less = cards.split()[1:]
    each = 200 if contract == "victory" else 100
    failed = taking(contract, 4, " ".join(less), lodged=lodged)
    assert failed.dues() == [Due(1, BANK, each * len(less))]  # CE-61
    assert taking(contract, 4, cards).dues() == [Due(1, 0, each * len(cards.split()))]


def test_a_secret_coup_at_guillotine_is_set_right_at_the_end() -> None:
    cards = "KH QC QD QH QS AS 10S KS JS 9S 8S 7S"
    lodged = frozenset({1})
    books = Books([CASH] * 4)
    books.pay([Due(1, 0, 400)])  # booked as usual at the first trick
    books.pay(taking("guillotine", 4, cards, lodged=lodged, first=1, last=1).dues())
    assert books.cash == [8_500, 14_500, 8_500, 8_500]
    books = Books([CASH] * 4)
    books.pay([Due(1, 0, 400)])
    books.pay(taking("guillotine", 4, "QC", lodged=lodged, first=1, last=1).dues())
    assert (books.cash, books.bank) == ([10_000, 9_000, 10_000, 10_000], 1_000)


# The bank and the Presidency


def bare(president: int, attempter: int | None, winner: int | None, played: int) -> Match:
    """Return a match in whose bank lie 300 F, a paid deal behind it."""
    match = Match(4, 0)
    match.president = president
    match.books = Books([CASH - 300, CASH, CASH, CASH], 300)
    match.played = list(CONTRACTS[:played])
    match.paid = True
    match.attempter = attempter
    match.outcome = lambda: taking(  # type: ignore[method-assign]
        "prison", 4, "", attempter=attempter, first=winner, last=winner
    )
    return match


def test_success_takes_the_presidency_and_the_bank() -> None:
    match = bare(0, attempter=2, winner=2, played=3)
    match.close()
    assert (match.president, match.books.cash[2], match.books.bank) == (2, 10_300, 0)  # CE-39
    match = bare(0, attempter=2, winner=1, played=3)
    match.close()
    assert (match.president, match.books.bank) == (0, 300)


def test_the_tours_end_pays_the_bank_out_before_the_presidency_passes() -> None:
    match = bare(2, attempter=None, winner=None, played=6)
    match.close()
    assert (match.president, match.books.cash[2], match.books.bank) == (1, 10_300, 0)  # CE-40
    match = bare(2, attempter=3, winner=3, played=6)
    match.close()
    assert (match.president, match.books.cash[3]) == (1, 10_300)


# Loans


def test_a_loan_of_1000_is_1200_due() -> None:
    books = Books([10_000, 0, 500])
    books.lend(0, 1, 1_000)  # CE-70
    assert (books.cash, books.debts) == ([9_000, 1_000, 500], [Debt(0, 1, 1_200)])


def test_a_payment_waits_whole_for_a_loan() -> None:
    books = Books([10_000, 300, 500])
    books.pay([Due(1, 0, 800), Due(2, 0, 400)])  # CE-71
    assert (books.cash, books.waiting) == ([10_400, 300, 100], [Due(1, 0, 800)])
    books.lend(0, 1, 500)
    assert (books.cash, books.waiting) == ([10_700, 0, 100], [])


def test_where_nobody_lends_the_payee_does_and_the_bank_too() -> None:
    books = Books([0, 300, 500])
    books.pay([Due(1, 0, 800)])
    books.payee_lends()
    assert (books.cash, books.debts) == ([300, 0, 500], [Debt(0, 1, 600)])
    books.pay([Due(2, BANK, 800)])
    books.payee_lends()
    assert (books.cash, books.bank) == ([300, 0, 0], 500)
    assert books.debts[1:] == [Debt(BANK, 2, 360)]
    assert books.total() == 800


def test_debts_are_repaid_from_the_oldest_and_again_while_anything_moves() -> None:
    books = Books([100, 0, 1_000], debts=[Debt(2, 1, 240), Debt(1, 0, 360), Debt(1, 2, 120)])
    books.settle()  # CE-72
    # 1 has nothing yet; 0 pays 1 its 100; 2 pays 1 120; then 1 pays 2 220, and 20 lapse.
    assert (books.cash, books.debts) == ([0, 0, 1_100], [])


def test_equal_cash_is_a_shared_place() -> None:
    match = Match(4, 0)
    match.books = Books([100, 300, 200, 300])
    assert match.ranking() == [[1, 3], [2], [0]]


# Whole matches


@pytest.mark.parametrize("seed", range(4))
def test_whole_matches_conserve_money_and_show_every_wrong_act(seed: int) -> None:
    rng = random.Random(seed)
    players = rng.choice((3, 4))
    agreed = Agreement(secret=True, names_suit=rng.random() < 0.5)
    match = Match(players, rng.randrange(players), agreed)
    match.books = Books([rng.choice((0, 500, 10_000)) for _ in range(players)])
    total = match.books.total()
    while not match.over:
        begin_deal(match, rng)
        for _fault in play_on(match, rng, mischief=0.3):
            assert match.books.total() == total
        assert match.deal is not None
        if isinstance(match.deal, TrickDeal) or match.deal.over:
            assert all(fault.shown is not None for fault in match.deal.faults())
        assert min(match.books.cash) >= 0
        assert match.books.total() == total
        match.close()
    assert match.books.debts == []


# The search


def spades_taken(deal: TrickDeal) -> tuple[int, ...]:
    return tuple(-sum(card[-1] == "S" for card in pile) for pile in deal.taken())


def test_the_search_finds_the_duck_and_the_dump() -> None:
    deal = tricks({0: "9C 9S", 1: "10C 9H", 2: "AC KC"}, "siege", cards="9C 10C")
    assert worths(deal, spades_taken) == {
        Play(2, "AC"): (0, 0, -1),
        Play(2, "KC"): (0, -1, 0),
    }
    assert best(deal, spades_taken) == (0, -1, 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_search_for_two_tricks_against_each_order_of_the_cards(seed: int) -> None:
    """With two tricks of two and one leader all is said by the orders in which hands are laid."""
    rng = random.Random(seed)
    cards = rng.sample(pack(3), 4)
    deal = TrickDeal([frozenset(cards[:2]), frozenset(cards[2:])], "victory", 0)

    def price(finished: TrickDeal) -> tuple[int, ...]:
        won = len(finished.taken()[0])
        return (won, 4 - won)

    def answered(lead: str) -> int:
        replies = []
        for reply, last in permutations(cards[2:]):
            deal.acts[:] = [Play(0, lead)]
            if Play(1, reply) not in deal.legal():
                continue
            deal.acts.append(Play(1, reply))
            other = next(card for card in cards[:2] if card != lead)
            pair = {0: other, 1: last}
            while not deal.over:
                deal.acts.append(Play(deal.turn, pair[deal.turn]))
            replies.append(price(deal)[0])
        deal.acts.clear()
        return min(replies)

    expected = max(answered(lead) for lead in cards[:2])
    assert best(deal, price)[0] == expected


@pytest.mark.parametrize("seed", range(8))
def test_the_line_that_the_search_promises_is_paid_so(seed: int) -> None:
    rng = random.Random(seed)
    match = Match(4, president=0)
    while not isinstance(match.deal, TrickDeal):
        match = Match(4, president=0)
        begin_deal(match, rng)
    deal = match.deal
    while len(deal.acts) < 20:
        match.act(deal.legal()[0])
    promised = best(deal, lambda _deal: francs(match))
    while not deal.over:
        lines = worths(deal, lambda _deal: francs(match))
        assert promised in lines.values()
        assert max(line[deal.turn] for line in lines.values()) == promised[deal.turn]
        match.act(next(play for play, line in lines.items() if line == promised))
    assert tuple(cash - CASH for cash in match.books.cash) == promised
