"""Payments and loans: all that cash covers is paid, the rest waits whole for loans (CE-70, 71)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup_detat.state import moves
from referee.coup_detat.state.money import INTEREST, STEP, Due, in_notes
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import Asked, Flow, Phase, State, others
from referee.kit import Played, Rulings


def owes(state: State, *dues: Due) -> State:
    """Return the state with payments that are due, after those that are already."""
    accounts = state.accounts
    return replace(state, accounts=replace(accounts, dues=(*accounts.dues, *dues)))


def settled(state: State) -> Played[State]:
    """Pay what is due: first all that cash covers, then what waits for loans, in order (CE-71)."""
    rulings: Rulings = ()
    while dues := state.accounts.dues:
        due, covers = dues[0], state.accounts.short
        if not state.heard:  # what was lent already is for the payment that waits
            due = next((one for one in dues if not covers(one)), due)
        lacks = covers(due)
        if lacks and asked(state) is not None:
            if state.heard:
                return state, rulings
            params: dict[str, Value] = {"seat": due.payer, "amount": due.amount, "lacks": lacks}
            waits = Ruling("CE-71", Message("coup_detat.waits", params), (), (due.payer,))
            resume = state.resume if state.phase is Phase.SHORT else state.phase
            after = replace(state, phase=Phase.SHORT, resume=resume, window=state.window + 1)
            return after, (*rulings, waits)
        state, said = _paid(state, due)
        rulings += said
    return state, rulings


def asked(state: State) -> Asked | None:
    """Return the loan that is asked for now: by a player, or of whom for the payment that waits.

    The opponents are asked in turn, from the borrower's right (CE-70); nobody is who has nothing
    to lend, or owes a payment that waits too (CE-71).
    """
    accounts = state.accounts
    if state.asked is not None or not accounts.dues or not state.setup.loans:
        return state.asked
    due = accounts.dues[0]
    lacks, owing = accounts.short(due), {one.payer for one in accounts.dues}
    for lender in reversed(tuple(others(state, due.payer))):
        most = most_lent(min(lacks, accounts.cash[lender]))
        if most and lender not in state.heard and lender not in owing:
            return Asked(due.payer, lender, most)
    return None


def _paid(state: State, due: Due) -> Played[State]:
    accounts = state.accounts
    lacks = accounts.short(due)
    rulings: Rulings = ()
    if lacks:
        rulings = (_lent(due.payee, due.payer, lacks, "CE-71"),)
    flows = (*state.flows, Flow(due.payer, due.payee, due.amount))
    after = replace(state, accounts=accounts.paid(due), flows=flows, heard=())
    return after, (*rulings, handed(due.payer, due.payee, due.amount, due.rule, lacks))


def given_back(state: State, due: Due, since: int) -> Played[State]:
    """Take back a payment to the bank that fell due when there were `since` debts (CE-26)."""
    if due in state.accounts.dues:
        return replace(state, accounts=state.accounts.without(due)), ()
    accounts, owed = state.accounts.refunded(due.payer, due.amount, since)
    params: dict[str, Value] = {"seat": due.payer, "amount": due.amount}
    key = "coup_detat.price_back"
    if owed:
        key, params["owed"] = "coup_detat.price_back_owed", owed
    flows = (*state.flows, Flow(None, due.payer, due.amount))
    said = Ruling(due.rule, Message(key, params), (), (due.payer,))
    return replace(state, accounts=accounts, flows=flows), (said,)


_HANDED = {  # by who pays and who is paid: the amount, with the notes, and with the change
    "player": (
        "coup_detat.pays",
        "coup_detat.pays_notes",
        "coup_detat.pays_change",
    ),
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
    owed = amount + amount // INTEREST
    params: dict[str, Value] = {"seat": borrower, "amount": amount, "owed": owed}
    if lender is None:
        return Ruling(rule, Message("coup_detat.bank_lends", params), (), (borrower,))
    params["lender_seat"] = lender
    return Ruling(rule, Message("coup_detat.lends", params), (), (lender, borrower))


# -- loans ------------------------------------------------------------------------------------


def most_lent(cash: int) -> int:
    """Return the most that somebody with so much cash can lend: hundreds (CE-70)."""
    return cash - cash % STEP


def borrow(state: State, move: moves.Borrow) -> Played[State]:
    """Ask an opponent for a loan, between two deals (CE-70)."""
    seat, lender, amount = move.seat, move.lender, move.amount
    seats = range(state.setup.seats)
    if not state.setup.loans:
        refuse("CE-70", "no_loans")
    if seat not in seats or lender not in seats or seat == lender:
        refuse("CE-70", "no_such_lender", number=lender)
    most = most_lent(state.accounts.cash[lender])
    if amount % STEP or not STEP <= amount <= most:
        refuse("CE-70", "no_such_amount", lender_seat=lender, given=amount, step=STEP, most=most)
    said = Message("coup_detat.asks", {"seat": seat, "lender_seat": lender, "amount": amount})
    loan = Asked(seat, lender, amount)
    after = replace(state, phase=Phase.ASKED, asked=loan, window=state.window + 1)
    return after, (Ruling("CE-70", said, (), (seat, lender)),)


def lend(state: State, move: moves.Lend) -> Played[State]:
    """Lend what an opponent asks for, or part of what a payment lacks: by the lender's own word."""
    loan = _asked_of(state, move.seat)
    amount = loan.amount if move.amount is None else move.amount
    least = STEP if may_lend_less(state) else loan.amount
    if amount % STEP or not least <= amount <= loan.amount:
        lender, most = loan.lender, loan.amount
        refuse("CE-70", "no_such_amount", lender_seat=lender, given=amount, step=least, most=most)
    accounts = state.accounts.lent(loan.lender, loan.borrower, amount)
    said = _lent(loan.lender, loan.borrower, amount, "CE-70")
    return _heard(replace(state, accounts=accounts), move.seat), (said,)


def may_lend_less(state: State) -> bool:
    """Tell whether whoever is asked lends what they like: several share a payment (CE-70)."""
    return state.phase is Phase.SHORT


def refuse_loan(state: State, move: moves.Refuse) -> Played[State]:
    """Lend nothing. What nobody lends of a payment is lent by its payee (CE-71)."""
    loan = _asked_of(state, move.seat)
    params: dict[str, Value] = {"seat": move.seat, "borrower_seat": loan.borrower}
    said = Ruling("CE-70", Message("coup_detat.lends_nothing", params), (), (move.seat,))
    return _heard(state, move.seat), (said,)


def _asked_of(state: State, seat: int) -> Asked:
    """Return the loan that a seat is asked for; raises `IllegalMove` for another's."""
    loan = asked(state)
    if loan is None or seat != loan.lender:
        refuse("CE-70", "not_asked_for_loan", number=seat + 1)
    return loan


def _heard(state: State, seat: int) -> State:
    """Return the state in which a seat has answered: the next one is asked, or none."""
    state = replace(state, window=state.window + 1)
    if state.asked is not None:
        return replace(state, phase=Phase.COUP, asked=None)
    return replace(state, heard=(*state.heard, seat))
