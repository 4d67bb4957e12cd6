"""Payments and loans: all that cash covers is paid, the rest waits whole for loans (CE-70, 71)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup_detat.state import moves
from referee.coup_detat.state.money import (
    STEP,
    Due,
    Loan,
    in_hundreds,
    in_notes,
    with_interest,
)
from referee.coup_detat.state.moves import about, refuse
from referee.coup_detat.state.phases import Lending, Short, Speaking
from referee.coup_detat.state.state import State
from referee.kit import Played, Rulings


def owes(state: State, *dues: Due) -> State:
    """Return the state with payments that are due, after those that are already."""
    return replace(state, accounts=state.accounts.owes(*dues)) if dues else state


def settled(state: State) -> Played[State]:
    """Pay what is due: first all that cash covers, then what waits for loans, in order (CE-71)."""
    rulings: Rulings = ()
    phase = state.phase
    after, heard = (phase.after, phase.heard) if isinstance(phase, Short) else (phase, ())
    while dues := state.accounts.dues:
        due, covers = dues[0], state.accounts.short
        if not heard:  # what was lent already is for the payment that waits
            due = next((one for one in dues if not covers(one)), due)
        lacks = covers(due)
        if lacks and _next_loan(state, heard) is not None:
            if heard:
                return state, rulings
            amount = due.amount
            waits = about(due.payer, "CE-71", "coup_detat.waits", amount=amount, lacks=lacks)
            return state.to(Short(after)), (*rulings, waits)  # type: ignore[arg-type]
        if lacks:
            rulings = (*rulings, _lent(due.payee, due.payer, lacks, "CE-71"))
        state, heard = replace(state, accounts=state.accounts.paid(due)), ()
        rulings = (*rulings, handed(due.payer, due.payee, due.amount, due.rule, lacks))
    return state, rulings


def asked(state: State) -> Loan | None:
    """Return the loan that is asked for now: by a player, or of whom for the payment that waits."""
    match state.phase:
        case Lending(loan=loan):
            return loan
        case Short(heard=heard):
            return _next_loan(state, heard)
    return None


def _next_loan(state: State, heard: tuple[int, ...]) -> Loan | None:
    """Return the loan of whom is asked next for the first payment that is due.

    The opponents are asked in turn, from the borrower's right (CE-70); nobody is who has nothing
    to lend, or owes a payment that waits too (CE-71).
    """
    accounts = state.accounts
    if not state.options.loans:
        return None
    due = accounts.dues[0]
    lacks, owing = accounts.short(due), {one.payer for one in accounts.dues}
    for lender in reversed(state.others(due.payer)):
        most = in_hundreds(min(lacks, accounts.cash[lender]))
        if most and lender not in heard and lender not in owing:
            return Loan(due.payer, lender, most)
    return None


def given_back(state: State, due: Due, since: int) -> Played[State]:
    """Take back a payment to the bank that fell due when there were `since` debts (CE-26)."""
    if due in state.accounts.dues:
        return replace(state, accounts=state.accounts.without(due)), ()
    accounts, owed = state.accounts.refunded(due.payer, due.amount, since)
    back = about(due.payer, due.rule, "coup_detat.price_back", amount=due.amount)
    if owed:
        key = "coup_detat.price_back_owed"
        back = about(due.payer, due.rule, key, amount=due.amount, owed=owed)
    return replace(state, accounts=accounts), (back,)


_HANDED = {  # by who pays and who is paid: the amount, with the notes, and with the change
    "player": ("coup_detat.pays", "coup_detat.pays_notes", "coup_detat.pays_change"),
    "to_bank": (
        "coup_detat.pays_bank",
        "coup_detat.pays_bank_notes",
        "coup_detat.pays_bank_change",
    ),
    "from_bank": (
        "coup_detat.bank_pays",
        "coup_detat.bank_pays_notes",
        "coup_detat.bank_pays_change",
    ),
}


def handed(payer: int | None, payee: int | None, amount: int, rule: str, lent: int = 0) -> Ruling:
    """Say who pays whom, and in which notes what of it is not `lent` at once (CE-2)."""
    params: dict[str, Value] = {"amount": amount}
    if payer is not None:
        params["seat"] = payer
    if payee is not None:
        params["payee_seat"] = payee
    given, change = in_notes(amount - lent)
    if given:
        params["notes"] = given
    if change:
        params["back"] = change
    keys = _HANDED["to_bank" if payee is None else "from_bank" if payer is None else "player"]
    seats = tuple(seat for seat in (payer, payee) if seat is not None)
    return Ruling(rule, Message(keys[bool(given) + bool(change)], params), (), seats)


def _lent(lender: int | None, borrower: int, amount: int, rule: str) -> Ruling:
    owed = with_interest(amount)
    if lender is None:
        return about(borrower, rule, "coup_detat.bank_lends", amount=amount, owed=owed)
    params: dict[str, Value] = {"seat": borrower, "amount": amount, "owed": owed}
    params["lender_seat"] = lender
    return Ruling(rule, Message("coup_detat.lends", params), (), (lender, borrower))


# -- loans ------------------------------------------------------------------------------------


def borrow(state: State, phase: Speaking, move: moves.Borrow) -> Played[State]:
    """Ask an opponent for a loan, between two deals (CE-70)."""
    seat, lender, amount = move.seat, move.lender, move.amount
    seats = range(state.seats)
    if not state.options.loans:
        refuse("CE-70", "no_loans")
    if seat not in seats or lender not in seats or seat == lender:
        refuse("CE-70", "no_such_lender", number=lender)
    _must_be_amount(amount, lender, STEP, in_hundreds(state.accounts.cash[lender]))
    said = Message("coup_detat.asks", {"seat": seat, "lender_seat": lender, "amount": amount})
    after = state.to(Lending(Loan(seat, lender, amount), phase))
    return after, (Ruling("CE-70", said, (), (seat, lender)),)


def _must_be_amount(amount: int, lender: int, least: int, most: int) -> None:
    """Refuse what cannot be lent; raises `IllegalMove`."""
    if amount % STEP or not least <= amount <= most:
        refuse("CE-70", "no_such_amount", lender_seat=lender, given=amount, step=least, most=most)


def lend(state: State, phase: Lending | Short, move: moves.Lend) -> Played[State]:
    """Lend what an opponent asks for, or of what a payment lacks as much as the lender likes."""
    loan = _asked_of(state, move.seat)
    amount = loan.amount if move.amount is None else move.amount
    least = loan.amount if isinstance(phase, Lending) else STEP
    _must_be_amount(amount, loan.lender, least, loan.amount)
    accounts = state.accounts.lent(loan.lender, loan.borrower, amount)
    said = _lent(loan.lender, loan.borrower, amount, "CE-70")
    return _heard(replace(state, accounts=accounts), phase, move.seat), (said,)


def refuse_loan(state: State, phase: Lending | Short, move: moves.Refuse) -> Played[State]:
    """Lend nothing. What nobody lends of a payment is lent by its payee (CE-71)."""
    loan = _asked_of(state, move.seat)
    said = about(move.seat, "CE-70", "coup_detat.lends_nothing", borrower_seat=loan.borrower)
    return _heard(state, phase, move.seat), (said,)


def _asked_of(state: State, seat: int) -> Loan:
    """Return the loan that a seat is asked for; raises `IllegalMove` for another's."""
    loan = asked(state)
    if loan is None or seat != loan.lender:
        refuse("CE-70", "not_asked_for_loan", number=seat + 1)
    return loan


def _heard(state: State, phase: Lending | Short, seat: int) -> State:
    """Return the state in which a seat has answered: the next one is asked, or none."""
    if isinstance(phase, Lending):
        return state.to(phase.after)
    return state.to(replace(phase, heard=(*phase.heard, seat)))
