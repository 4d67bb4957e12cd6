"""The payments of a settled deal as arithmetic: who paid whom, why, and how much."""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import Message, Step, Term, Value
from referee.coup_detat.state.money import Flow
from referee.coup_detat.state.settlement import last_winner
from referee.coup_detat.state.state import Result
from referee.coup_detat.state.tricks import Tricks

_CARDS, _SECRET = "coup_detat.reason.cards", "coup_detat.reason.secret"
_REASONS = {
    "CE-26": "coup_detat.reason.revoke",
    "CE-35": "coup_detat.reason.last_holder",
    "CE-37": "coup_detat.reason.first_trick",
    "CE-38": "coup_detat.reason.failed",
    "CE-39": "coup_detat.reason.bank",
    "CE-40": "coup_detat.reason.bank",
    "CE-60": _SECRET,
    "CE-61": _SECRET,
}  # The payments of every other rule are for cards.


def payment_steps(result: Result) -> tuple[Step, ...]:
    """Return a step for each payment of a deal: together, they are what each seat gained or lost.

    A deal in which nobody paid has one step that says so.
    """
    return tuple(_steps(result)) or (Step(Message("coup_detat.step.nothing"), (), 0),)


def _steps(result: Result) -> Iterator[Step]:
    last = _last_trick_payment(result)
    for number, flow in enumerate(result.flows):
        reason = "coup_detat.reason.last_trick" if number == last else _reason(result, flow)
        terms = _costs(result, flow) if reason in (_CARDS, _SECRET) else ()
        yield Step(_payment(flow, reason), terms, flow.amount)


def _payment(flow: Flow, reason: str) -> Message:
    """Return who pays whom, and why."""
    payer, payee = flow.payer, flow.payee
    key = "coup_detat.step.bank" if payee is None else "coup_detat.step.pays"
    key = "coup_detat.step.gets" if payer is None else key
    seats = {"seat": payer, "payee_seat": payee}
    params: dict[str, Value] = {name: seat for name, seat in seats.items() if seat is not None}
    return Message(key, {**params, "reason_word": reason})


def _last_trick_payment(result: Result) -> int | None:
    """Return the number of the payment for the last trick, or None if nobody paid for it."""
    deal = result.deal
    if not isinstance(deal, Tricks) or last_winner(deal) in (None, result.president, result.won):
        return None
    return max((n for n, flow in enumerate(result.flows) if flow.rule == "CE-37"), default=None)


def _reason(result: Result, flow: Flow) -> str:
    deal = result.deal
    if deal.attempter is not None and flow.rule == deal.terms.rule:
        return "coup_detat.reason.coup"
    return _REASONS.get(flow.rule, _CARDS)


def _costs(result: Result, flow: Flow) -> tuple[Term, ...]:
    """Return the price of each card that the payer took, if these add up to the payment."""
    deal = result.deal
    if not isinstance(deal, Tricks) or flow.payer is None:
        return ()
    price, cards = deal.terms.price, deal.terms.costly(deal.taken_cards[flow.payer])
    fits = deal.terms.cost(cards) == flow.amount
    return tuple(Term(card, price[card], price[card]) for card in cards) if fits else ()
