"""The contracts: every amount of the sheet's two tables, and the time of payment (CE-30 … 42)."""

from __future__ import annotations

import pytest

from tests.referee.coup_detat import summary
from tests.referee.coup_detat.playing import CoupDetat

START = 10_000


def changes(match: CoupDetat) -> tuple[int, ...]:
    return tuple(cash - START for cash in match.cash)


# -- under the President (the sheet's first table) ----------------------------------------------


@pytest.mark.parametrize(
    ("rule", "contract", "winners", "paid"),
    [
        ("CE-30", "barbu", "12130321", (800, 0, -800, 0)),  # seat 2 takes the king of hearts
        ("CE-31", "victory", "11223311", (800, -400, -200, -200)),  # 200 for each queen
        ("CE-32", "siege", "11112311", (800, 0, -400, -400)),
        ("CE-33", "prison", "10000002", (800, -400, -400, 0)),  # the first trick and the last
        ("CE-34", "guillotine", "11111111", (3200, -3200, 0, 0)),
        ("CE-34", "guillotine", "00001000", (600, -600, 0, 0)),  # the queen of spades counts twice
        ("CE-36", "guillotine", "00000000", (0, 0, 0, 0)),  # the President pays nobody
    ],
)
def test_each_contract_costs_the_amounts_of_the_sheet(
    rule: str, contract: str, winners: str, paid: tuple[int, ...]
) -> None:
    match = CoupDetat()
    match.named(contract)
    match.play_out(winners)
    assert changes(match) == paid, rule


def test_ce_35_the_last_to_hold_cards_pays_the_president_800() -> None:
    match = CoupDetat(3, president=2)
    match.named("dominoes")
    clubs, spades = "9C 10C JC QC KC AC", "9S 10S JS QS KS AS"
    left = match.rows_out(f"{clubs} 9D 10D", "JD QD KD AD 9H 10H JH QH", f"KH AH {spades}")
    assert [seat for seat, hand in enumerate(left) if hand] == [0]
    assert changes(match) == (-800, 0, 800)


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


@pytest.mark.parametrize(
    ("rule", "contract", "gain", "failing"),
    [
        ("CE-30", "barbu", 600, "11111101"),
        ("CE-31", "victory", 1000, "11110111"),  # another takes the first spades, with the queen
        ("CE-32", "siege", 1000, "11110111"),
        ("CE-33", "prison", 600, "11111110"),
        ("CE-34", "guillotine", 1500, "11111110"),
    ],
)
def test_ce_38_ce_39_a_failed_attempt_pays_the_bank_and_the_next_that_succeeds_takes_it(
    rule: str, contract: str, gain: int, failing: str
) -> None:
    match = CoupDetat(president=3)
    match.named(contract, 1)
    match.play_out(failing, coup=0)
    assert changes(match) == (0, -800, 0, 0)
    assert (match.bank, match.president) == (800, 3)
    assert match.by("CE-38")
    others = [ruling for ruling in match.by(rule) + match.by("CE-21") if ruling.seats != (1,)]
    assert others, "the rulings name what others took"
    match = CoupDetat()
    match.state = summary.with_cash(match.state, match.cash, 800)
    match.named(contract, 2)
    match.play_out("22222222", coup=3)
    assert changes(match) == (-gain, -gain, 3 * gain + 800, -gain)
    assert (match.bank, match.president) == (0, 2)
    assert match.by("CE-39")


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
