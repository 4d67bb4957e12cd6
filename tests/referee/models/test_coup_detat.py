"""The model of Coup d'État against every figure of the sheet and the rule file, and itself."""

from __future__ import annotations

import random

import pytest

from tests.referee.models.coup_detat import CASH, Agreement, Match, highest
from tests.referee.models.coup_detat_deal import (
    COUP,
    Play,
    TrickDeal,
    pack,
)
from tests.referee.models.coup_detat_money import (
    BANK,
    CONTRACTS,
    Books,
    Debt,
    Due,
    Result,
    trick_due,
)
from tests.referee.models.coup_detat_player import FOUR, begin_deal, hands, play_on


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
    dues = taking("guillotine", seats, everything, first=1, last=1).dues()
    match.books.pay([Due(1, 0, 400), *dues])  # the first trick is paid when it falls
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
    paid = [Due(seat, 1, reward) for seat in (2, 3, 0)]
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
    paid = [Due(seat, 1, 1_000) for seat in (2, 3, 0)]  # CE-60
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


def test_who_may_lodge_a_secret_coup_and_until_when() -> None:
    with_coup = {**FOUR, 2: FOUR[2].replace("7D", COUP)}
    agreed = Agreement(secret=True)
    for contract in CONTRACTS:
        match = Match(4, 0, agreed)
        match.give(hands(with_coup), "7D")
        match.decline(contract)
        may = {seat for seat in range(4) if match.may_lodge(seat)}
        assert may == ({1, 2, 3} if contract in ("victory", "siege", "guillotine") else set())
    match = Match(4, 0, agreed)
    match.give(hands(with_coup), "7D")
    match.attempt("victory")
    assert not any(map(match.may_lodge, range(4)))  # CE-60
    match = Match(4, 0)
    match.give(hands(with_coup), "7D")
    match.decline("victory")
    assert not any(map(match.may_lodge, range(4)))
    match = Match(4, 0, agreed)
    match.give(hands(with_coup), "7D")
    match.decline("victory")
    for card in ("AH", "AS", "AD"):
        assert match.deal is not None
        match.act(Play(match.deal.turn, card))
    assert match.may_lodge(1)
    match.lodge(1)
    assert not match.may_lodge(1)
    match.act(Play(3, "AC"))
    assert not match.may_lodge(2)  # CE-61


def test_the_first_trick_costs_the_president_nothing_and_in_an_attempt_nobody() -> None:
    assert trick_due("prison", 0, 0) == []  # CE-36
    assert trick_due("prison", 0, 1) == [Due(1, 0, 400)]
    assert trick_due("guillotine", 0, 1) == [Due(1, 0, 400)]
    assert trick_due("siege", 0, 1) == []
    match = Match(4, 0)
    match.give(hands({**FOUR, 2: FOUR[2].replace("7D", COUP)}), "7D")
    match.attempt("prison")
    for card in ("AD", "AC", "AH", "AS"):
        assert match.deal is not None
        match.act(Play(match.deal.turn, card))
    match.pay()
    assert match.books.cash == [CASH] * 4  # CE-42


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


def test_a_payment_waits_whole_for_a_loan_and_holds_up_nobody_elses() -> None:
    books = Books([10_000, 300, 500])
    books.pay([Due(1, 0, 800), Due(2, 0, 400)])  # CE-71
    assert (books.cash, books.waiting) == ([10_400, 300, 100], [Due(1, 0, 800)])
    assert (books.missing(), books.next_lender()) == (500, 0)
    books.share(500)
    assert (books.cash, books.waiting) == ([10_700, 0, 100], [])


def test_several_share_a_shortfall_asked_from_the_borrowers_right() -> None:
    books = Books([500, 100, 300, 800])
    books.pay([Due(1, 3, 800)])  # CE-70
    asked = []
    for amount in (200, 0):
        asked.append(books.next_lender())
        books.share(amount)
    assert asked == [0, 3]
    assert (books.next_lender(), books.most_of(2)) == (2, 300)
    books.share(300)
    assert books.next_lender() is None
    books.payee_lends()
    assert books.cash == [300, 0, 0, 1_400]
    assert books.debts == [Debt(0, 1, 240), Debt(2, 1, 360), Debt(3, 1, 240)]


def test_who_owes_a_payment_that_waits_is_not_asked_to_lend() -> None:
    books = Books([0, 300, 300, 0])
    books.pay([Due(1, 3, 800), Due(2, 3, 800)])
    assert books.next_lender() is None
    books.payee_lends()
    assert books.debts == [Debt(3, 1, 600)]
    assert books.next_lender() == 3


def test_a_price_is_given_back_with_what_the_bank_lent_towards_it() -> None:
    books = Books([0, 300, 0])
    books.pay([Due(1, BANK, 500, act=7)])
    books.payee_lends()
    assert (books.cash, books.bank, books.debts) == ([0, 0, 0], 300, [Debt(BANK, 1, 240)])
    books.price_back(1, 500, 7)
    assert (books.cash, books.bank, books.debts) == ([0, 300, 0], 0, [])


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


def test_the_oldest_debt_is_repaid_first() -> None:
    books = Books([500, 0, 0], debts=[Debt(1, 0, 360), Debt(2, 0, 240)])
    books.settle()
    assert books.cash == [0, 360, 140]


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
            assert not match.paid  # not before the table has decided
        assert match.deal is not None
        if isinstance(match.deal, TrickDeal) or match.deal.over:
            assert all(fault.shown is not None for fault in match.deal.faults())
        assert min(match.books.cash) >= 0
        assert match.books.total() == total
        match.close()
    assert match.books.debts == []
