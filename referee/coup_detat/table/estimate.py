"""Estimates of each seat's wealth after a deal whose hands are known."""

from __future__ import annotations

from referee.coup_detat.state.cards import COUP, pack, remove_cards
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.money import net_gain
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.settlement import Payments, attempt_payments, penalty
from referee.coup_detat.state.state import State
from referee.coup_detat.table.playout import playout_costs
from referee.coup_detat.table.run_out import run_out_order
from referee.determinization import Hands
from referee.kit import replaced

REIGN_SHARE = 0.15  # Of what all contracts left cost together, a President gets about this share.


def cash(state: State) -> list[float]:
    """Return what each seat owns in francs, with its debts and its Presidency."""
    return _with_debts_and_reign(state, state.president, ())


def cash_after_deal(state: State, hands: Hands, table: str, card: str = "") -> list[float]:
    """Return what each seat will own after this deal, estimated by a sensible playout.

    The first `card` may be given.
    """
    deal = state.phase.deal
    if deal is None:
        return cash(state)
    if state.phase.coup_is_away:
        hands = _swap_coup_card(hands, table)
    terms, president, attempter, seats = deal.terms, state.president, deal.attempter, state.seats
    if isinstance(deal, Rows):
        out = run_out_order(deal, hands, card)
        paid = [0 if seat in out else terms.last for seat in range(seats)]
        takes_all = out[0] == attempter
    else:
        paid = playout_costs(deal, hands, table, state.options.coup_names_suit, card)
        takes_all = attempter is not None and sum(paid) == paid[attempter]
    if attempter is not None:
        payments = attempt_payments(terms, attempter, state.opponents(attempter), takes_all)
    else:
        each = (penalty(seat, president, cost, terms.rule) for seat, cost in enumerate(paid))
        payments = tuple([payment for payments in each for payment in payments])
    heir = attempter if attempter is not None and takes_all else president
    own = _with_debts_and_reign(state, heir, payments)
    return [before + net_gain(payments, seat) for seat, before in enumerate(own)]


def worth_of_reign(state: State) -> float:
    """Return what a President may expect from the contracts that are left in this tour."""
    names, cards = state.contracts_left, pack(state.seats)
    terms = [CONTRACTS[name] for name in names]
    pot = sum(term.cost(cards, ends=2) + term.last for term in terms)
    to_come = state.options.per_tour - len(state.tour.played)
    return REIGN_SHARE * pot * to_come / len(names) if names else 0.0


def _with_debts_and_reign(state: State, president: int, payments: Payments) -> list[float]:
    """Return what each seat owns, if the bank is the President's in the end (CE-39, CE-40)."""
    own = [float(number) for number in state.accounts.cash]
    for debt in state.accounts.debts:
        own[debt.borrower] -= debt.owed
        if debt.lender is not None:
            own[debt.lender] += debt.owed
    fines = sum(payment.amount for payment in payments if payment.payee is None)
    own[president] += state.accounts.bank + fines
    # The others pay what a President gets, so that the lead is the whole worth.
    own[president] += worth_of_reign(state) * state.seats / (state.seats - 1)
    return own


def _swap_coup_card(hands: Hands, table: str) -> Hands:
    """Return the hands once the Coup card was exchanged for the table card (CE-11, CE-53)."""
    seat = next((seat for seat, hand in enumerate(hands) if COUP in hand), None)
    if seat is None:
        return hands
    return replaced(hands, seat, (*remove_cards(hands[seat], (COUP,)), table))
