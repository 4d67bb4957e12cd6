"""The contracts: every amount of the sheet's two tables, and the time of payment (CE-30 … 42)."""

from __future__ import annotations

import pytest

from referee.coup_detat.state.cards import RANKS
from tests.referee.coup_detat.playing import CoupDetat

START = 10_000


def changes(match: CoupDetat) -> tuple[int, ...]:
    return tuple(cash - START for cash in match.cash)


# -- under the President (the sheet's first table) ----------------------------------------------


def test_ce_30_barbu_costs_800_for_the_king_of_hearts() -> None:
    match = CoupDetat()
    match.named("barbu")
    match.play_out("12130321")  # seat 2 takes the first hearts, with the king
    assert changes(match) == (800, 0, -800, 0)
    (settled,), (_took, pays) = match.by("CE-2"), match.by("CE-30")
    (step,) = settled.steps
    assert step.terms[0].card == "KH"
    assert step.total == pays.message.params["amount"] == 800


def test_ce_31_victory_costs_200_a_queen() -> None:
    match = CoupDetat()
    match.named("victory")
    match.play_out("11223311")  # queens of clubs, diamonds, spades, hearts: seats 1, 2, 3, 1
    assert changes(match) == (800, -400, -200, -200)


def test_ce_32_siege_costs_100_a_spade() -> None:
    match = CoupDetat()
    match.named("siege")
    match.play_out("11112311")
    assert changes(match) == (800, 0, -400, -400)


def test_ce_33_prison_costs_400_for_the_first_trick_and_400_for_the_last() -> None:
    match = CoupDetat()
    match.named("prison")
    match.play_out("10000002")
    assert changes(match) == (800, -400, -400, 0)
    match = CoupDetat()
    match.named("prison")
    match.play_out("10000001")
    assert changes(match) == (800, -800, 0, 0)


def test_ce_34_guillotine_costs_all_of_it_at_once() -> None:
    match = CoupDetat()
    match.named("guillotine")
    match.play_out("11111111")
    # the king 800, four queens 800, eight spades 800 (the queen among them twice), tricks 800
    assert changes(match) == (3200, -3200, 0, 0)


def test_ce_34_the_queen_of_spades_costs_as_a_queen_and_as_a_spade() -> None:
    match = CoupDetat()
    match.named("guillotine")
    match.play_out("00001000")
    # four spades, one of them the queen: 400 and 200
    assert changes(match) == (600, -600, 0, 0)


@pytest.mark.parametrize(("president", "last"), [(0, 1), (1, 0), (2, 0)])
def test_ce_35_the_last_to_hold_cards_pays_the_president_800(president: int, last: int) -> None:
    match = CoupDetat(3, president=president)
    match.named("dominoes")
    clubs, spades = "9C 10C JC QC KC AC", "9S 10S JS QS KS AS"
    left = match.rows_out(f"{clubs} 9D 10D", "JD QD KD AD 9H 10H JH QH", f"KH AH {spades}")
    assert [seat for seat, hand in enumerate(left) if hand] == [last]
    pays = {president: 800, last: -800}
    assert changes(match) == tuple(pays.get(seat, 0) for seat in range(3))


def test_ce_36_a_president_who_holds_the_last_card_of_dominoes_pays_nobody() -> None:
    match = CoupDetat(3)
    match.named("dominoes")
    left = match.rows_out(
        "9C AH KH AD KD AS KS AC", "10C JC QC KC 9D 10D JD QD", "9H 10H JH QH 9S 10S JS QS"
    )
    assert left[0]
    assert changes(match) == (0, 0, 0)


def test_ce_36_what_the_president_takes_costs_nobody_anything() -> None:
    match = CoupDetat(president=2)
    match.named("guillotine")
    match.play_out("22222222")
    assert changes(match) == (0, 0, 0, 0)
    assert "nothing_due" in match.said()


def test_ce_37_first_and_last_trick_are_paid_when_they_fall_the_rest_at_the_end() -> None:
    match = CoupDetat()
    match.named("guillotine")
    match.trick("7C AC 8C 9C")
    assert changes(match) == (400, -400, 0, 0)
    match.trick("KC QC 10C JC")  # seat 3 takes the queen: nothing yet
    assert changes(match) == (400, -400, 0, 0)


# -- in an attempt (the sheet's second table) ---------------------------------------------------

GAINS = {"barbu": 600, "victory": 1000, "siege": 1000, "prison": 600, "guillotine": 1500}
RULES = {"barbu": 30, "victory": 31, "siege": 32, "prison": 33, "guillotine": 34}


@pytest.mark.parametrize("contract", GAINS)
@pytest.mark.parametrize("seats", [3, 4])
def test_ce_39_a_successful_attempt_is_paid_by_each_takes_the_bank_and_the_presidency(
    contract: str, seats: int
) -> None:
    match = CoupDetat(seats)
    match.named("prison" if contract != "prison" else "barbu", 1)
    match.play_out("1" + "0" * 6 + "2", coup=0)  # fails: 800 lie in the bank
    assert (match.bank, match.president) == (800, 0)
    before = match.cash
    match.named(contract, 2)
    match.play_out("22222222", coup=3)
    gain = GAINS[contract]
    gained = [now - was for now, was in zip(match.cash, before, strict=True)]
    assert gained == [(seats - 1) * gain + 800 if n == 2 else -gain for n in range(seats)]
    assert (match.bank, match.president) == (0, 2)
    assert len(match.by(f"CE-{RULES[contract]}")) == seats - 1
    assert match.by("CE-39")


@pytest.mark.parametrize("contract", GAINS)
def test_ce_38_a_failed_attempt_pays_the_bank_800_whatever_the_contract(contract: str) -> None:
    match = CoupDetat(president=3)
    match.named(contract, 1)
    winners = {"prison": "11111110", "barbu": "11111101"}.get(contract, "11111110")
    if contract in ("victory", "siege"):
        winners = "11110111"  # another takes the first spades, with their queen
    match.play_out(winners, coup=0)
    assert changes(match) == (0, -800, 0, 0)
    assert (match.bank, match.president) == (800, 3)
    assert match.by("CE-38")
    others = [one for one in match.by(f"CE-{RULES[contract]}") if one.seats != (1,)]
    last = [one for one in match.by("CE-21") if one.seats != (1,)]
    assert others or last, "what others took is said"


def test_ce_39_a_president_who_succeeds_is_paid_and_stays_one_who_fails_stays_too() -> None:
    match = CoupDetat()
    match.named("prison", 0)
    match.play_out("00000000", coup=0)
    assert changes(match) == (1800, -600, -600, -600)
    match.named("barbu", 0)
    match.play_out("01111111", coup=0)
    assert changes(match) == (1000, -600, -600, -600)
    assert (match.bank, match.president) == (800, 0)


def test_ce_35_an_attempt_at_dominoes_gains_600_of_each_for_who_is_first_out() -> None:
    suits = {suit: " ".join(f"{rank}{suit}" for rank in RANKS) for suit in "CDHS"}
    match = CoupDetat()
    match.named("dominoes", 1)
    left = match.rows_out(suits["S"], suits["C"], suits["D"], suits["H"])
    assert not left[1]
    assert changes(match) == (-600, 1800, -600, -600)
    assert match.president == 1
    match = CoupDetat()
    match.named("dominoes", 1)
    clubs, diamonds = suits["C"].replace("8C", "AD"), suits["D"].replace("AD", "8C")
    hands = suits["S"], clubs, diamonds, suits["H"]
    left = match.rows_out(*hands)
    assert left[1]
    assert [len(hand) for hand in left].count(0) == 1
    assert changes(match) == (0, -800, 0, 0)


def test_ce_40_the_bank_goes_to_who_is_president_when_the_tour_ends_after_the_last_fine() -> None:
    match = CoupDetat(3, simpler=True)
    match.named("victory")
    match.play_out("00000000")
    match.named("siege", 1)
    match.play_out("10000000", coup=0)
    assert (match.bank, match.tour) == (800, 1)
    match.named("guillotine", 0)
    match.play_out("01111111", coup=0)  # the President fails, and gets the fine back
    assert (match.bank, match.tour) == (0, 2)
    assert changes(match) == (800, -800, 0)
    assert match.by("CE-40")[0].message.params["amount"] == 1600


def test_ce_41_with_three_all_spades_are_six_the_table_cards_included() -> None:
    match = CoupDetat(3)
    match.named("siege", 0)
    match.play_out("00000000", coup=4)  # the ace of spades was the table card
    assert changes(match) == (2000, -1000, -1000)
    match = CoupDetat(3)
    match.named("siege", 0)
    match.play_out("10000000", "CDCDSSHH", coup=4)  # it goes to seat 1 with the first trick
    assert changes(match) == (-800, 0, 0)


def test_ce_42_in_an_attempt_nobody_pays_the_presidents_column() -> None:
    match = CoupDetat()
    match.named("guillotine", 2)
    match.play_out("21111111", coup=0)
    assert changes(match) == (0, 0, -800, 0)
    assert not match.by("CE-37")
