"""The end of tricks, deals, tours and the match: payments, and the next President."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.contract import Message, Outcome, Ranking, Ruling, Value
from referee.coup_detat.rules.ledger import payment_steps
from referee.coup_detat.rules.opening import must_be_cleared
from referee.coup_detat.rules.paying import add_payments, say_payment, settle_payments
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import HAND_SIZE
from referee.coup_detat.state.money import Payment, net_gain
from referee.coup_detat.state.phases import AnyDeal, leftovers_of
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.settlement import (
    Payments,
    attempt_payments,
    last_winner,
    penalty,
    success_payments,
    took_all,
)
from referee.coup_detat.state.state import Result, State, Tour
from referee.coup_detat.state.tricks import Tricks
from referee.flow import Handler
from referee.kit import outcome_of, ranked
from referee.tricks import in_turn


def gather_trick(state: State, phase: phases.Gathering, move: moves.Cleared) -> State:
    """Gather a trick. The winner of the first or last trick may have to pay at once (CE-37)."""
    must_be_cleared(move)
    deal = phase.deal
    winner, first, over = deal.trick.winner, not deal.tricks, len(deal.tricks) == HAND_SIZE - 1
    key = "coup_detat.last_trick" if over else "coup_detat.gathered"
    dues: Payments = ()
    if first and deal.attempter is None:
        dues = penalty(winner, state.president, deal.terms.ends, "CE-37")
    deal = replace(
        deal.gathered,
        beside=tuple(turn for turn in deal.open_turns if turn.card in move.beside),
        booked=dues if first else deal.booked,
    )
    state = state.in_phase(phases.Playing(deal))
    state = state.say("CE-21", key, (winner,), move.proof, seat=winner)
    return settle_tricks(state, deal) if over else settle_and_resume(add_payments(state, *dues))


def settle_and_resume(state: State) -> State:
    """Make the payments due. Then resume the phase that they interrupted, or end the deal."""
    if isinstance(state.phase, phases.DecidingRevokes):
        return state
    state = settle_payments(state)
    if state.accounts.dues:
        return state
    if isinstance(state.phase, phases.WaitingForLoan):
        state = state.in_phase(state.phase.after)
    match state.phase:
        case phases.Laying(deal=rows) if rows.is_ended:
            return settle_rows(state, rows)
        case phases.Ending() as ending:
            state = close_deal(state, ending)
            return replace(state, rulings=(_settled_ruling(state), *state.rulings))
    return state


def with_payments(rule: Handler[State]) -> Handler[State]:
    """Return a rule that also makes the payments due and resumes the interrupted phase."""

    def settling(state: State, phase: Any, move: Any) -> State:
        return settle_and_resume(rule(state, phase, move))

    return settling


# -- settling a deal --------------------------------------------------------------------------


def settle_tricks(state: State, deal: Tricks) -> State:
    """Settle a deal played in tricks."""
    if deal.attempter is not None:
        state = _say_missed(state, deal, deal.attempter)
        return _settle_attempt(state, deal, deal.attempter, took_all(deal, deal.attempter))
    hidden = next((seat for seat in deal.answers.lodged if took_all(deal, seat)), None)
    state, dues = _penalties(state, deal, hidden)
    if hidden is not None:
        terms = deal.terms
        state = state.say("CE-60", "coup_detat.secret_succeeds", seat=hidden, word=terms.word)
        dues += success_payments(terms, hidden, state.opponents(hidden), "CE-60")
    return _settle_deal(state, phases.Ending(deal, hidden), dues)


def _say_missed(state: State, deal: Tricks, seat: int) -> State:
    """Name the tricks and cards that the attempting player failed to take.

    The last trick is left out: its winner was already announced.
    """
    terms, first, piles = deal.terms, deal.tricks[0].winner, deal.taken_cards
    if terms.ends and first != seat:
        state = state.say(terms.rule, "coup_detat.first_trick", seat=first)
    for item in in_turn(seat, len(piles))[1:]:
        if costly := terms.costly(piles[item]):
            state = state.say(terms.rule, "coup_detat.took_away", seat=item, cards=costly)
    return state


def _penalties(state: State, deal: Tricks, hidden: int | None) -> tuple[State, Payments]:
    """Name the penalties, and return the payments: each opponent pays the President.

    A seat whose secret coup failed pays its penalties to the bank instead. If a seat with a secret
    coup has already paid the President for the first trick, the President gives that money back
    (CE-61).
    """
    terms, president, secret = deal.terms, state.president, set(deal.answers.lodged)
    dues: list[Payment] = []
    for due in deal.booked:
        paid: dict[str, Value] = {"seat": due.payer, "payee_seat": president, "amount": due.amount}
        state = state.say("CE-37", "coup_detat.paid_first", (due.payer,), **paid)
        if due.payer in secret:
            dues.append(Payment(president, due.payer, due.amount, "CE-61"))
            if due.payer != hidden:
                dues.append(Payment(due.payer, None, due.amount, "CE-61"))
    piles, last = deal.taken_cards, last_winner(deal)
    failed = secret - {hidden}
    if last is not None and last != hidden:
        dues += penalty(last, president, terms.ends, "CE-37", failed)
    for seat in state.opponents(president):
        if seat in failed:
            state = state.say("CE-61", "coup_detat.secret_fails", seat=seat)
        costly = terms.costly(piles[seat])
        if seat == hidden or not costly:
            continue
        amount = terms.cost(costly)
        state = state.say(terms.rule, "coup_detat.took", seat=seat, cards=costly, amount=amount)
        dues += penalty(seat, president, amount, "CE-61" if seat in failed else terms.rule, failed)
    if not dues:
        state = state.say("CE-36", "coup_detat.nothing_due", (), seat=president)
    return state, tuple(dues)


def _settle_attempt(state: State, deal: AnyDeal, seat: int, success: bool) -> State:
    """Settle an attempt, and say whether it succeeded (CE-38, CE-39)."""
    terms = deal.terms
    dues = attempt_payments(terms, seat, state.opponents(seat), success)
    rule, key = ("CE-39", "coup_detat.succeeds") if success else ("CE-38", "coup_detat.fails")
    state = state.say(rule, key, seat=seat, word=terms.word)
    return _settle_deal(state, phases.Ending(deal, seat if success else None), dues)


def settle_rows(state: State, rows: Rows) -> State:
    """Settle a deal of Dominoes: the last player who still holds cards pays (CE-35).

    Before that, a player who may have passed although a card fitted turns up their hand (CE-51). An
    attempt succeeds if its player is the first to run out of cards.
    """
    if rows.rest is None and (found := rows.suspect) is not None:
        return state.in_phase(phases.TurningUpRest(rows, *found))
    if rows.attempter is not None:
        first = rows.rest.seat if rows.rest is not None else rows.held.index(0)
        success = rows.attempter == first
        return _settle_attempt(state, rows, rows.attempter, success)
    last = rows.holders[0] if rows.rest is None else rows.rest.seat
    assert last is not None
    state = state.say("CE-35", "coup_detat.last_holds", seat=last)
    dues = penalty(last, state.president, rows.terms.last, "CE-35")
    if not dues:
        state = state.say("CE-36", "coup_detat.nothing_due", (), seat=last)
    return _settle_deal(state, phases.Ending(rows), dues)


def _settle_deal(state: State, ending: phases.Ending, dues: Payments) -> State:
    return settle_and_resume(add_payments(replace(state, phase=ending), *dues))


# -- the end of a deal, a tour and the match --------------------------------------------------


def close_deal(state: State, ending: phases.Ending) -> State:
    """Close a deal after its payments: pay out the bank, then find the next President and tour
    (CE-39, CE-40).
    """
    won, tour = ending.won, state.tour
    president = tour.president
    if won is not None:
        state = _pay_out_bank(state, won, "CE-39")
        if won != president:
            state = state.say("CE-39", "coup_detat.president", seat=won)
        president = won
    tour_over = len(tour.played) >= state.options.per_tour
    if tour_over:
        state = _pay_out_bank(state, president, "CE-40")
    result = Result(ending.deal, tour.president, won, state.accounts.flows)
    rows = ending.deal.open_turns if isinstance(ending.deal, Rows) else ()
    left = leftovers_of(ending.deal)
    state = state.in_phase(
        phases.Speaking(rows, left),
        deals=state.deals + 1,
        tour=replace(tour, president=president),
        accounts=replace(state.accounts, flows=()),
        results=(*state.results, result),
    )
    if not tour_over:
        return state
    if tour.number == state.seats:
        return _end_match(replace(state, phase=phases.Over(rows, left)))
    opener, number = in_turn(tour.opener, state.seats)[1], tour.number + 1
    state = replace(state, tour=Tour(opener, opener, number))
    return state.say("CE-5", "coup_detat.next_tour", seat=opener, number=number)


_SETTLED = {3: "coup_detat.settled_three", 4: "coup_detat.settled_four"}
_ORDER = ("one", "two", "three", "four")


def _settled_ruling(state: State) -> Ruling:
    """Return a ruling about what each seat gained or lost in the last deal, with each payment."""
    result = state.results[-1]
    gained = [net_gain(result.flows, seat) for seat in range(state.seats)]
    params: dict[str, Value] = {}
    for seat, (name, amount) in enumerate(zip(_ORDER, gained, strict=False)):
        sign = "+" if amount > 0 else ""
        params |= {f"{name}_seat": seat, f"{name}_sign": sign, f"{name}_amount": amount}
    return Ruling("CE-2", Message(_SETTLED[state.seats], params), payment_steps(result))


def _pay_out_bank(state: State, seat: int, rule: str) -> State:
    """Let a seat take the whole bank (CE-39, CE-40)."""
    accounts, amount = state.accounts, state.accounts.bank
    if not amount:
        return state
    paid = accounts.transfer(None, seat, amount).add_flow(None, seat, amount, rule)
    state = replace(state, accounts=paid)
    return state.say(rule, "coup_detat.bank_pays", (seat,), payee_seat=seat, amount=amount)


def _end_match(state: State) -> State:
    """Repay the debts while cash lasts, and declare the richest players the winners (CE-72)."""
    accounts, repaid = state.accounts.repay_debts()
    for debt in repaid:
        state = say_payment(state, Payment(debt.borrower, debt.lender, debt.owed, "CE-72"))
        paid = state.accounts.transfer(debt.borrower, debt.lender, debt.owed)
        state = replace(state, accounts=paid)
    for debt in accounts.debts:
        state = state.say("CE-72", "coup_detat.lapses", seat=debt.borrower, amount=debt.owed)
    ended = winning(accounts.cash)
    last = Ruling("CE-72", ended.reason, (), ended.winners)
    return replace(state, accounts=replace(accounts, debts=())).add(last)


def ranking(cash: tuple[int, ...]) -> Ranking:
    """Return the seats by place, the richest first. Seats with equal cash share a place (CE-72)."""
    return ranked(dict(enumerate(cash)))


def winning(cash: tuple[int, ...]) -> Outcome:
    """Return the result if the match ends with this cash."""
    return outcome_of(ranking(cash), "coup_detat.outcome", amount=max(cash))


def standing(state: State, seat: int) -> int:
    """Return how well a seat stands: its cash once all debts are repaid (CE-72)."""
    return state.accounts.repay_debts()[0].cash[seat]


def outcome(state: State) -> Outcome | None:
    """Return the result of the match, or None while the match goes on (CE-72)."""
    return winning(state.accounts.cash) if isinstance(state.phase, phases.Over) else None
