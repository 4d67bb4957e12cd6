"""Money: loans, waiting payments, the settlement at the end (CE-70 … CE-72)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee import library, words
from referee.contract import Press, Ruling
from referee.coup_detat.rules.ending import ranking
from referee.coup_detat.rules.opening import begin
from referee.coup_detat.rules.paying import say_payment
from referee.coup_detat.state.money import Accounts, Debt, Payment
from referee.coup_detat.state.notes import NOTES, Purses, list_notes, purse_value
from referee.coup_detat.state.setup import Options
from tests.bench.rules.randomplay import play
from tests.breadth import breadth
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.playing import CoupDetat


def poor(*cash: int, bank: int = 0, **options: bool) -> CoupDetat:
    """Return a match before a deal with this cash."""
    match = CoupDetat(len(cash), **options)
    match.state = summary.with_cash(match.state, cash, bank)
    return match


def test_ce_70_a_loan_is_in_hundreds_at_a_fifth_once_by_the_lenders_own_word() -> None:
    match = poor(0, 10_000, 950)
    for amount in (0, 50, 150, -100, 10_100):
        assert match.refused("borrow", seat=0, lender=1, amount=amount).rule == "CE-70"
    assert match.refused("borrow", seat=0, lender=2, amount=1_000).rule == "CE-70"
    assert match.refused("borrow", seat=0, lender=0, amount=100).rule == "CE-70"
    match.do("borrow", seat=0, lender=1, amount=1_000)
    presses = {offer.move: offer.shown.press for offer in match.game.rules.offers(match.state)}
    assert presses == {"lend": Press.LONG, "refuse": Press.SHORT}
    assert match.refused("lend", seat=2).rule == "CE-70"
    match.do("lend", seat=1)
    assert match.cash == (1_000, 9_000, 950)
    assert match.debts == (Debt(0, 1, 1_200),)
    assert match.at("coup")
    match.do("borrow", seat=2, lender=1, amount=300)
    assert match.refused("lend", seat=1, amount=200).rule == "CE-70", "that much was asked for"
    match.do("refuse", seat=1)
    assert (match.cash[2], len(match.debts)) == (950, 1)
    assert poor(0, 500, 500, loans=False).refused("borrow", seat=0, lender=1, amount=100).rule


def test_ce_71_a_payment_beyond_the_cash_waits_whole_for_a_loan() -> None:
    match = poor(10_000, 300, 10_000)
    match.named("barbu")
    match.play_out("00000011")
    assert match.at("short")
    assert match.cash == (10_000, 300, 10_000)  # nothing is paid in part
    assert match.refused("lend", seat=1).rule == "CE-70"
    match.do("refuse", seat=0)
    match.do("lend", seat=2)
    assert match.cash == (10_800, 0, 9_500)
    assert match.debts == (Debt(1, 2, 600),)
    assert match.at("coup")


def test_ce_72_the_oldest_debt_is_repaid_first_as_far_as_cash_reaches_and_again() -> None:
    # 0 owes 1 and 2, 1 owes 0: what 1 pays lets 0 pay more
    debts = (Debt(0, 1, 600), Debt(0, 2, 600), Debt(1, 0, 1_200))
    accounts, repaid = Accounts((500, 400, 0), 100, debts).repay_debts()
    assert sum(accounts.cash) + accounts.bank == 1_000
    steps = [(debt.borrower, debt.lender, debt.owed) for debt in repaid]
    assert steps == [(0, 1, 500), (1, 0, 900), (0, 1, 100), (0, 2, 600), (1, 0, 100)]
    assert accounts.cash == (300, 0, 600)
    assert accounts.debts == (Debt(1, 0, 200),)  # lapses
    bank, _ = Accounts((100, 0), 0, (Debt(0, None, 120),)).repay_debts()
    assert (bank.cash, bank.bank) == ((0, 0), 100)


def test_ce_72_the_richest_wins_and_equal_cash_is_a_shared_win() -> None:
    assert ranking((500, 900, 500, 900)) == ((1, 3), (0, 2))
    match = CoupDetat(3, simpler=True)
    for _ in range(9):
        name = match.left[0]
        match.named(name)
        match.play_out(str(match.president) * 8)
    outcome = match.game.rules.outcome(match.state)
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ((0, 1, 2), ((0, 1, 2),))
    assert outcome.reason.key == "coup_detat.outcome_shared"
    assert match.by("CE-72")


def said(accounts: Accounts, due: Payment, lent: int = 0) -> list[tuple[str, str]]:
    """Return the last part of each message key of a payment, and the notes it names."""
    state = replace(begin(Options(), len(accounts.cash)), accounts=accounts)
    return [
        (ruling.message.key.rpartition(".")[2], words.say(ruling.message).partition(": ")[2])
        for ruling in say_payment(state, due, lent).rulings
    ]


def test_ce_2_a_ruling_says_who_hands_what_to_whom() -> None:
    held = ((0, 1, 0, 0), (0, 0, 0, 2), (0, 0, 2, 0), (0, 0, 0, 0))
    accounts = Accounts((1_000, 200, 1_000), notes=held)
    due = Payment(0, 1, 800, "CE-30")
    assert said(accounts, due) == [("pays_change", "gives 1,000, gets 2\xa0×\xa0100 back.")]
    assert said(accounts, replace(due, amount=1_000)) == [("pays", "")], "one note is the amount"
    assert said(accounts, due, lent=800) == [("pays", "")]
    assert said(accounts, Payment(1, None, 120, "CE-72")) == [("pays_bank", "")]
    assert said(accounts, replace(due, amount=500)) == [("changes", ""), ("pays", "")]
    assert said(accounts, replace(due, payee=None)) == [("changes_among", ""), ("pays_bank", "")]


def followed(purses: Purses, rulings: tuple[Ruling, ...]) -> tuple[int, Purses]:
    """Move notes as the rulings say. Return how many rulings named notes, and all purses."""
    held, bank, times = [Counter(list_notes(purse)) for purse in purses], len(purses) - 1, 0
    for ruling in rulings:
        params: dict[str, Any] = ruling.message.params
        match ruling.message.key.rpartition(".")[2].split("_"):
            case ["pays" | "changes", *_]:
                way = (params["seat"], params.get("payee_seat", params.get("other_seat", bank)))
            case ["lends"] | ["lends", "notes" | "change"]:
                way = (params["lender_seat"], params["seat"])
            case ["bank", "pays"]:
                way = (bank, params["payee_seat"])
                params = {"notes": held[bank].elements()}
            case _:
                continue
        note = params.get("amount") in NOTES
        notes = params.get("notes", (params["amount"],) if note else ())
        for (giver, taker), some in ((way, notes), (way[::-1], params.get("back_notes", ()))):
            given = Counter(some)
            assert given <= held[giver], (rulings, purses)
            held[giver] -= given
            held[taker] += given
            times += bool(given)
    return times, tuple(tuple(counter[note] for note in NOTES) for counter in held)


@pytest.mark.parametrize("seats", breadth([3, 4]))
def test_ce_2_no_note_is_handed_over_that_its_holder_has_not(seats: int) -> None:
    game, times = library.game("coup_detat"), 0
    for step in play(game, library.options(game, {}), seats, Random(seats), 4_000):
        before, after = step.before.accounts, step.after.accounts
        keys = {ruling.message.key for ruling in step.rulings}
        lent = any(item.rule == "CE-71" and "owed" in item.message.params for item in step.rulings)
        if lent or keys & {"coup_detat.changes_among", "coup_detat.price_back"}:
            continue
        more, held = followed(before.notes, step.rulings) if before.notes else (0, ())
        times += more
        if after.notes:
            assert held == after.notes, step.rulings
            assert tuple(map(purse_value, held)) == (*after.cash, after.bank)
    assert times > 5
