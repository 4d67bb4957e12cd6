"""What each seat may expect to own after a deal whose hands are known, and the best contracts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from referee.coup_detat.flow import apply
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import COUP, HAND_SIZE, in_pack_order, pack, remove_cards
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.settlement import Payments, attempt_payments, gains, penalty
from referee.coup_detat.state.state import State
from referee.coup_detat.table.playout import playout_costs
from referee.coup_detat.table.run_out import run_out_order
from referee.determinization import Hands, deal_hidden, shuffled
from referee.kit import replaced

T = TypeVar("T")

REIGN_SHARE = 0.15  # Of what all contracts left cost together, a President gets about this share.
NAMING_DEALS = 24  # Deals by which the best contracts are found.
BEST = 2  # Number of contracts that are worth a closer look.


class SameNumbers:
    """The same numbers each time, so that a hand always gets the same contracts."""

    def __init__(self) -> None:
        self._last = 1

    def random(self) -> float:
        """Return the next number, from 0 up to 1 (the minimal standard of Park and Miller)."""
        self._last = self._last * 48_271 % (2**31 - 1)
        return self._last / (2**31 - 1)

    def choice(self, seq: Sequence[T], /) -> T:
        """Return one of the elements."""
        return seq[int(self.random() * len(seq))]

    def shuffle(self, x: list[str], /) -> None:
        """Shuffle cards in place."""
        x[:] = shuffled(x, self)


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
    return [one + gain for one, gain in zip(own, gains(payments, seats), strict=True)]


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


@lru_cache(maxsize=64)
def best_contracts(state: State, seat: int, hand: tuple[str, ...]) -> Sequence[moves.ContractName]:
    """Return the best contracts for a seat with this hand, by playouts of sampled deals."""
    counts, chance = (HAND_SIZE,) * state.seats, SameNumbers()
    cards = (*pack(state.seats), *((COUP,) if COUP in hand else ()))
    after = {name: apply(state, moves.NameContract(seat, name))[0] for name in state.contracts_left}
    worth = dict.fromkeys(after, 0.0)
    for _ in range(NAMING_DEALS):
        dealt, pile = deal_hidden(cards, {seat: hand}, counts, chance)
        for name, now in after.items():
            hands, table = dealt, pile[0] if pile else COUP
            if isinstance(now.phase, phases.Laying) and table != COUP:
                hands = swap_coup_card(hands, seat, table)  # CE-53
            own = cash_after_deal(now, hands, table)
            worth[name] += own[seat] - sum(own) / len(own)
    return sorted(worth, key=worth.__getitem__, reverse=True)[:BEST]


def swap_coup_card(hands: Hands, seat: int, table: str) -> Hands:
    """Return the hands after a seat has exchanged the Coup card for the table card."""
    held = (*remove_cards(hands[seat], (COUP,)), table)
    return replaced(hands, seat, in_pack_order(held))
