"""Payments and loans. A payment that exceeds the payer's cash waits for a loan (CE-70, CE-71)."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from referee.contract import Value
from referee.coup_detat.state import moves
from referee.coup_detat.state.money import STEP, Loan, Payment, largest_loan, with_interest
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.notes import list_notes
from referee.coup_detat.state.phases import Ending, Interrupted, Lending, Speaking, WaitingForLoan
from referee.coup_detat.state.state import State


def add_payments(state: State, *dues: Payment) -> State:
    """Return the state with `dues` appended to the payments due."""
    return replace(state, accounts=state.accounts.add_payments(*dues)) if dues else state


def settle_payments(state: State) -> State:
    """Make the payments due: first from cash, then with loans (CE-71)."""
    phase = state.phase
    after, heard = (phase.after, phase.heard) if isinstance(phase, WaitingForLoan) else (phase, ())
    while dues := state.accounts.dues:
        due, covers = dues[0], state.accounts.shortfall
        if not heard:  # after a loan, the payment that waited for it comes first
            due = next((due for due in dues if not covers(due)), due)
        lacks = covers(due)
        if lacks and _next_loan(state, heard) is not None:
            if heard:
                return state
            paying = cast("Interrupted | Ending", after)  # No other phase has payments due.
            state = state.in_phase(WaitingForLoan(paying))
            params = {"seat": due.payer, "amount": due.amount, "lacks": lacks}
            return state.say("CE-71", "coup_detat.waits", **params)
        if lacks:
            state = _say_payee_lends(state, due.payee, due.payer, lacks)
        state = say_payment(state, due, lacks)
        state, heard = replace(state, accounts=state.accounts.pay(due)), ()
    return state


def current_loan(state: State) -> Loan | None:
    """Return the loan that a player asks for now, between deals or for a payment, or None."""
    match state.phase:
        case Lending(loan=loan):
            return loan
        case WaitingForLoan(heard=heard):
            return _next_loan(state, heard)
    return None


def _next_loan(state: State, heard: tuple[int, ...]) -> Loan | None:
    """Return the next loan to ask for, to cover the first payment due, or None if nobody can lend.

    The borrower asks each opponent in turn, from their right (CE-70). A seat is skipped if it has
    nothing to lend, or if its own payment is waiting (CE-71).
    """
    accounts = state.accounts
    if not state.options.loans:
        return None
    due = accounts.dues[0]
    lacks, owing = accounts.shortfall(due), {due.payer for due in accounts.dues}
    for lender in reversed(state.opponents(due.payer)):
        most = largest_loan(min(lacks, accounts.cash[lender]))
        if most and lender not in heard and lender not in owing:
            return Loan(due.payer, lender, most)
    return None


def refund_payment(state: State, due: Payment, since: int) -> State:
    """Cancel a payment to the bank, or return the money if it was already paid (CE-26).

    `since` is the number of debts when the payment fell due.
    """
    if due in state.accounts.dues:
        return replace(state, accounts=state.accounts.remove_payment(due))
    accounts, owed = state.accounts.refund(due.payer, due.amount, since)
    params, key = {"seat": due.payer, "amount": due.amount}, "coup_detat.price_back"
    if owed:
        params["owed"], key = owed, "coup_detat.price_back_owed"
    return replace(state, accounts=accounts).say(due.rule, key, **params)


_PAYMENT_KEYS = {  # Message keys: without notes, with notes, and with notes and change.
    "pays": ("coup_detat.pays", "coup_detat.pays_notes", "coup_detat.pays_change"),
    "bank": ("coup_detat.pays_bank", "coup_detat.pays_bank_notes", "coup_detat.pays_bank_change"),
    "lends": ("coup_detat.lends", "coup_detat.lends_notes", "coup_detat.lends_change"),
}


def say_payment(state: State, due: Payment, lent: int = 0) -> State:
    """Say who pays whom, and with which notes, except for the part `lent` (CE-2)."""
    payer, payee = due.payer, due.payee
    params: dict[str, Value] = {"seat": payer, "amount": due.amount}
    if payee is not None:
        params["payee_seat"] = payee
    key = "bank" if payee is None else "pays"
    return _say_with_notes(state, (payer, payee, due.amount - lent), due.rule, key, params)


def _say_with_notes(
    state: State, paid: tuple[int, int | None, int], rule: str, key: str, params: dict[str, Value]
) -> State:
    """Say which notes change hands. The notes to change come before the payment itself."""
    payer, payee, _ = paid
    way, seats = state.accounts.handover(*paid), (payer,) if payee is None else (payer, payee)
    if way.change:
        changed: dict[str, Value] = {"seat": payer, "notes": list_notes(way.change.gives)}
        changed["back_notes"] = list_notes(way.change.gets)
        with_bank = way.change.other == state.seats
        if not with_bank:
            changed["other_seat"] = way.change.other
        changes = "coup_detat.changes_bank" if with_bank else "coup_detat.changes"
        state = state.say("CE-2", changes, (payer,), **changed)
    elif way.all_change:
        state = state.say("CE-2", "coup_detat.changes_among", seat=payer)
    given, back = list_notes(way.given), list_notes(way.back)
    if back or len(given) > 1:  # a single note is the amount, so the message lists none
        params = {**params, "notes": given}
    if back:
        params = {**params, "back_notes": back}
    return state.say(rule, _PAYMENT_KEYS[key][("notes" in params) + bool(back)], seats, **params)


def _say_payee_lends(state: State, lender: int | None, borrower: int, amount: int) -> State:
    """Say that the payee or the bank lends the shortfall (CE-71)."""
    params: dict[str, Value] = {"seat": borrower, "amount": amount, "owed": with_interest(amount)}
    if lender is None:
        return state.say("CE-71", "coup_detat.bank_lends", (borrower,), **params)
    params["lender_seat"] = lender
    return state.say("CE-71", "coup_detat.lends", (lender, borrower), **params)


# -- loans ------------------------------------------------------------------------------------


def borrow(state: State, phase: Speaking, move: moves.Borrow) -> State:
    """Ask an opponent for a loan, between two deals (CE-70)."""
    seat, lender, amount = move.seat, move.lender, move.amount
    seats = range(state.seats)
    if not state.options.loans:
        refuse("CE-70", "no_loans")
    if seat not in seats or lender not in seats or seat == lender:
        refuse("CE-70", "no_such_lender", number=lender + 1)
    _must_be_loan_amount(amount, lender, STEP, largest_loan(state.accounts.cash[lender]))
    params = {"seat": seat, "lender_seat": lender, "amount": amount}
    after = state.in_phase(Lending(Loan(seat, lender, amount), phase))
    return after.say("CE-70", "coup_detat.asks", (seat, lender), **params)


def _must_be_loan_amount(amount: int, lender: int, least: int, most: int) -> None:
    """Raise `IllegalMove` if the lender may not lend this amount."""
    if amount % STEP or not least <= amount <= most:
        refuse("CE-70", "no_such_amount", lender_seat=lender, given=amount, step=least, most=most)


def lend(state: State, phase: Lending | WaitingForLoan, move: moves.Lend) -> State:
    """Lend the amount that a player asks for, or any part of the amount missing for a payment."""
    loan = _loan_asked_of(state, move.seat)
    amount = loan.amount if move.amount is None else move.amount
    least = loan.amount if isinstance(phase, Lending) else STEP
    _must_be_loan_amount(amount, loan.lender, least, loan.amount)
    params: dict[str, Value] = {"seat": loan.borrower, "amount": amount}
    params |= {"owed": with_interest(amount), "lender_seat": loan.lender}
    paid = (loan.lender, loan.borrower, amount)
    state = _say_with_notes(state, paid, "CE-70", "lends", params)
    accounts = state.accounts.lend(loan.lender, loan.borrower, amount)
    return _after_answer(replace(state, accounts=accounts), phase, move.seat)


def refuse_loan(state: State, phase: Lending | WaitingForLoan, move: moves.Refuse) -> State:
    """Refuse a loan. If nobody lends for a payment, its payee lends the missing amount (CE-71)."""
    loan = _loan_asked_of(state, move.seat)
    params = {"seat": move.seat, "borrower_seat": loan.borrower}
    return _after_answer(state, phase, move.seat).say("CE-70", "coup_detat.lends_nothing", **params)


def _loan_asked_of(state: State, seat: int) -> Loan:
    """Return the loan that a player asks of `seat`. Raise `IllegalMove` if there is none."""
    loan = current_loan(state)
    if loan is None or seat != loan.lender:
        refuse("CE-70", "not_asked_for_loan", seat=seat)
    return loan


def _after_answer(state: State, phase: Lending | WaitingForLoan, seat: int) -> State:
    """Return the state after `seat` has answered a request for a loan."""
    if isinstance(phase, Lending):
        return state.in_phase(phase.after)
    return state.in_phase(replace(phase, heard=(*phase.heard, seat)))
