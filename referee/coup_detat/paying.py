"""Payments and loans: what is due is paid in order, and waits whole for a loan (CE-70, CE-71)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coup_detat import moves
from referee.coup_detat.money import INTEREST, STEP, Due, in_notes
from referee.coup_detat.moves import refuse
from referee.coup_detat.opening import must_be
from referee.coup_detat.state import Asked, Flow, Phase, State, others
from referee.kit import Played, Rulings


def owes(state: State, *dues: Due) -> State:
    """Return the state with payments that are due, after those that are already."""
    accounts = state.accounts
    return replace(state, accounts=replace(accounts, dues=(*accounts.dues, *dues)))


def settled(state: State) -> Played[State]:
    """Pay what is due, in order, until all is paid or a payment waits for a loan (CE-71)."""
    rulings: Rulings = ()
    while state.accounts.dues:
        if state.accounts.short() and able(state):
            if state.phase is Phase.SHORT and state.refused:
                return state, rulings  # who has not declined is asked still
            due, lacks = state.accounts.dues[0], state.accounts.short()
            params: dict[str, Value] = {"seat": due.payer, "amount": due.amount, "lacks": lacks}
            waits = Ruling("CE-71", Message("coup_detat.waits", params), (), (due.payer,))
            resume = state.resume if state.phase is Phase.SHORT else state.phase
            window = state.window + 1
            after = replace(state, phase=Phase.SHORT, resume=resume, window=window)
            return after, (*rulings, waits)
        state, said = _paid(state)
        rulings += said
    return state, rulings


def able(state: State) -> tuple[int, ...]:
    """Return who could lend what the first payment lacks and has not declined (CE-71)."""
    if not state.setup.loans:
        return ()
    payer, lacks = state.accounts.dues[0].payer, state.accounts.short()
    return tuple(
        seat
        for seat in others(state, payer)
        if state.accounts.cash[seat] >= lacks and seat not in state.refused
    )


def _paid(state: State) -> Played[State]:
    accounts = state.accounts
    due, lacks = accounts.dues[0], accounts.short()
    rulings: Rulings = ()
    if lacks:
        rulings = (_lent(due.payee, due.payer, lacks, "CE-71"),)
    flows = (*state.flows, Flow(due.payer, due.payee, due.amount))
    after = replace(state, accounts=accounts.paid(), flows=flows, refused=())
    return after, (*rulings, handed(due.payer, due.payee, due.amount, due.rule, lacks))


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
    must_be(state, Phase.COUP)
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
    asked = Asked(seat, lender, amount)
    after = replace(state, phase=Phase.ASKED, asked=asked, window=state.window + 1)
    return after, (Ruling("CE-70", said, (), (seat, lender)),)


def lend(state: State, move: moves.Lend) -> Played[State]:
    """Lend what an opponent asks for, or what a payment lacks: by the lender's own word."""
    must_be(state, Phase.ASKED, Phase.SHORT)
    asked = _asked_of(state, move.seat)
    accounts = state.accounts.lent(asked.lender, asked.borrower, asked.amount)
    said = _lent(asked.lender, asked.borrower, asked.amount, "CE-70")
    return _asked_no_more(replace(state, accounts=accounts)), (said,)


def refuse_loan(state: State, move: moves.Refuse) -> Played[State]:
    """Lend nothing. A payment that nobody lends for is lent by its payee (CE-71)."""
    must_be(state, Phase.ASKED, Phase.SHORT)
    asked = _asked_of(state, move.seat)
    params: dict[str, Value] = {"seat": move.seat, "borrower_seat": asked.borrower}
    said = Ruling("CE-70", Message("coup_detat.lends_nothing", params), (), (move.seat,))
    if state.phase is Phase.SHORT:
        state = replace(state, refused=(*state.refused, move.seat))
    return _asked_no_more(state), (said,)


def _asked_of(state: State, seat: int) -> Asked:
    """Return the loan that a seat is asked for; raises `IllegalMove` for another's."""
    if state.asked is not None:
        asked = state.asked
    elif seat in able(state):
        asked = Asked(state.accounts.dues[0].payer, seat, state.accounts.short())
    else:
        refuse("CE-71", "not_asked_for_loan", number=seat + 1)
    if seat != asked.lender:
        refuse("CE-70", "not_asked_for_loan", number=seat + 1)
    return asked


def _asked_no_more(state: State) -> State:
    if state.asked is None:
        return state
    return replace(state, phase=Phase.COUP, asked=None, window=state.window + 1)
