"""The payments of a deal: penalties, the fine, and the gain of a coup. Nothing else adds up a deal.

The rules make these payments, and bots estimate them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from referee.coup_detat.state.contracts import FINE, Contract
from referee.coup_detat.state.money import Payment
from referee.coup_detat.state.tricks import Tricks

Payments = tuple[Payment, ...]


def last_winner(deal: Tricks) -> int | None:
    """Return who took the last trick. None if the deal ended early and the trick costs nothing."""
    return deal.tricks[-1].winner if deal.rest is None else deal.rest.seat


def may_take_all(deal: Tricks, seat: int) -> bool:
    """Whether no other seat has taken a trick or a card that a coup by `seat` needs
    (CE-30 … 34, CE-41).
    """
    terms = deal.terms
    if terms.ends and deal.tricks[0].winner != seat:
        return False
    piles = enumerate(deal.taken_cards)
    return all(terms.is_free(pile) for one, pile in piles if one != seat)


def took_all(deal: Tricks, seat: int) -> bool:
    """Whether a seat took every trick and card that the contract demands (CE-30 … 34, CE-41)."""
    return may_take_all(deal, seat) and (not deal.terms.ends or last_winner(deal) == seat)


def penalty(
    seat: int, president: int, amount: int, rule: str, failed: Collection[int] = ()
) -> Payments:
    """Return what a seat pays for cards or a trick that it took (CE-36, CE-61).

    The President pays nothing. A seat whose secret coup `failed` pays the bank.
    """
    if seat == president or not amount:
        return ()
    return (Payment(seat, None if seat in failed else president, amount, rule),)


def success_payments(terms: Contract, seat: int, others: Iterable[int], rule: str) -> Payments:
    """Return what the opponents pay for a coup that succeeded (CE-39, CE-42, CE-60)."""
    return tuple([Payment(other, seat, terms.gain, rule) for other in others])


def attempt_payments(terms: Contract, seat: int, others: Iterable[int], success: bool) -> Payments:
    """Return what an attempt pays: the opponents, or the player a fine (CE-38, CE-39)."""
    if success:
        return success_payments(terms, seat, others, terms.rule)
    return (Payment(seat, None, FINE, "CE-38"),)
