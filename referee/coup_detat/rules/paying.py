"""Payments and loans: all that cash covers is paid, the rest waits whole for loans (CE-70, 71)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup_detat.state import moves
from referee.coup_detat.state.money import (
    STEP,
    Accounts,
    Due,
    Loan,
    in_hundreds,
    with_interest,
)
from referee.coup_detat.state.moves import about, refuse
from referee.coup_detat.state.notes import listed
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
            rulings = (*rulings, _lent_by_payee(due.payee, due.payer, lacks))
        rulings = (*rulings, *handed(state.accounts, due, lacks))
        state, heard = replace(state, accounts=state.accounts.paid(due)), ()
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


_PAID = {  # by what is said of a payment: its amount, with the notes, and with the change
    "pays": ("coup_detat.pays", "coup_detat.pays_notes", "coup_detat.pays_change"),
    "bank": ("coup_detat.pays_bank", "coup_detat.pays_bank_notes", "coup_detat.pays_bank_change"),
    "lends": ("coup_detat.lends", "coup_detat.lends_notes", "coup_detat.lends_change"),
}


def handed(accounts: Accounts, due: Due, lent: int = 0) -> Rulings:
    """Say who pays whom, and in which notes what of it is not `lent` at once (CE-2)."""
    payer, payee = due.payer, due.payee
    params: dict[str, Value] = {"seat": payer, "amount": due.amount}
    key = "bank" if payee is None else "pays"
    if payee is not None:
        params["payee_seat"] = payee
    seats = (payer,) if payee is None else (payer, payee)
    return _in_notes(accounts, (payer, payee, due.amount - lent), due.rule, key, params, seats)


def bank_paid(seat: int, amount: int, rule: str) -> Ruling:
    """Say who takes the bank, which is all that lies there (CE-40)."""
    return Ruling(
        rule, Message("coup_detat.bank_pays", {"payee_seat": seat, "amount": amount}), (), (seat,)
    )


def _in_notes(
    accounts: Accounts,
    paid: tuple[int, int | None, int],
    rule: str,
    key: str,
    params: dict[str, Value],
    seats: tuple[int, ...],
) -> Rulings:
    """Say a payment by the words `key` of `_PAID`, and before it which notes are changed."""
    payer, payee, amount = paid
    way = accounts.handover(payer, payee, amount)
    before: Rulings = ()
    if way.change:
        changed: dict[str, Value] = {"seat": payer, "notes": listed(way.change.gives)}
        changed["back_notes"] = listed(way.change.gets)
        said = Message("coup_detat.changes_bank", changed)
        if way.change.other < len(accounts.cash):
            changed["other_seat"] = way.change.other
            said = Message("coup_detat.changes", changed)
        before = (Ruling("CE-2", said, (), (payer,)),)
    elif way.among:
        before = (about(payer, "CE-2", "coup_detat.changes_among"),)
    given, back = listed(way.given), listed(way.back)
    if back or len(given) > 1:  # one note is the amount
        params = {**params, "notes": given}
    if back:
        params = {**params, "back_notes": back}
    key = _PAID[key][("notes" in params) + bool(back)]
    return (*before, Ruling(rule, Message(key, params), (), seats))


def _lent(accounts: Accounts, lender: int, borrower: int, amount: int) -> Rulings:
    """Say who lends whom, and in which notes (CE-70)."""
    params: dict[str, Value] = {"seat": borrower, "amount": amount}
    params |= {"owed": with_interest(amount), "lender_seat": lender}
    way, seats = (lender, borrower, amount), (lender, borrower)
    return _in_notes(accounts, way, "CE-70", "lends", params, seats)


def _lent_by_payee(lender: int | None, borrower: int, amount: int) -> Ruling:
    """Say that what nobody lends of a payment stays owed to whom it is due (CE-71)."""
    owed = with_interest(amount)
    if lender is None:
        return about(borrower, "CE-71", "coup_detat.bank_lends", amount=amount, owed=owed)
    params: dict[str, Value] = {"seat": borrower, "amount": amount, "owed": owed}
    params["lender_seat"] = lender
    return Ruling("CE-71", Message("coup_detat.lends", params), (), (lender, borrower))


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
    said = _lent(state.accounts, loan.lender, loan.borrower, amount)
    accounts = state.accounts.lent(loan.lender, loan.borrower, amount)
    return _heard(replace(state, accounts=accounts), phase, move.seat), said


def refuse_loan(state: State, phase: Lending | Short, move: moves.Refuse) -> Played[State]:
    """Lend nothing. What nobody lends of a payment is lent by its payee (CE-71)."""
    loan = _asked_of(state, move.seat)
    said = about(move.seat, "CE-70", "coup_detat.lends_nothing", borrower_seat=loan.borrower)
    return _heard(state, phase, move.seat), (said,)


def _asked_of(state: State, seat: int) -> Loan:
    """Return the loan that a seat is asked for; raises `IllegalMove` for another's."""
    loan = asked(state)
    if loan is None or seat != loan.lender:
        refuse("CE-70", "not_asked_for_loan", seat=seat)
    return loan


def _heard(state: State, phase: Lending | Short, seat: int) -> State:
    """Return the state in which a seat has answered: the next one is asked, or none."""
    if isinstance(phase, Lending):
        return state.to(phase.after)
    return state.to(replace(phase, heard=(*phase.heard, seat)))
