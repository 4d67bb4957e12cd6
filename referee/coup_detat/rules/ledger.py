"""The payments of a settled deal as arithmetic: who paid whom, why, and how much."""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import Message, Step, Term, Value
from referee.coup_detat.state.money import Flow
from referee.coup_detat.state.settlement import last_winner
from referee.coup_detat.state.state import Result
from referee.coup_detat.state.tricks import Tricks

_REASONS = {
    "CE-26": "revoke",
    "CE-35": "last_holder",
    "CE-37": "first_trick",
    "CE-38": "failed",
    "CE-39": "bank",
    "CE-40": "bank",
    "CE-60": "secret",
    "CE-61": "secret",
}  # The payments of every other rule are for cards.


def payment_steps(result: Result) -> tuple[Step, ...]:
    """Return a step for each payment of a deal: together, they are what each seat gained or lost.

    A deal in which nobody paid has one step that says so.
    """
    return tuple(_steps(result)) or (Step(Message("coup_detat.step.nothing"), (), 0),)


def _steps(result: Result) -> Iterator[Step]:
    last = _last_trick_payment(result)
    for number, flow in enumerate(result.flows):
        reason = "last_trick" if number == last else _reason(result, flow)
        params: dict[str, Value] = {"reason_word": f"coup_detat.reason.{reason}"}
        if flow.payer is not None:
            params["seat"] = flow.payer
        if flow.payee is not None:
            params["payee_seat"] = flow.payee
        key = "gets" if flow.payer is None else "bank" if flow.payee is None else "pays"
        terms = _costs(result, flow) if reason in ("cards", "secret") else ()
        yield Step(Message(f"coup_detat.step.{key}", params), terms, flow.amount)


def _last_trick_payment(result: Result) -> int | None:
    """Return the number of the payment for the last trick, or None if nobody paid for it."""
    deal = result.deal
    if not isinstance(deal, Tricks) or last_winner(deal) in (None, result.president, result.won):
        return None
    return max((n for n, flow in enumerate(result.flows) if flow.rule == "CE-37"), default=None)


def _reason(result: Result, flow: Flow) -> str:
    deal = result.deal
    if deal.attempter is not None and flow.rule == deal.terms.rule:
        return "coup"
    return _REASONS.get(flow.rule, "cards")


def _costs(result: Result, flow: Flow) -> tuple[Term, ...]:
    """Return the price of each card that the payer took, if these add up to the payment."""
    deal = result.deal
    if not isinstance(deal, Tricks) or flow.payer is None:
        return ()
    price, cards = deal.terms.price, deal.terms.costly(deal.taken_cards[flow.payer])
    fits = deal.terms.cost(cards) == flow.amount
    return tuple(Term(card, price[card], price[card]) for card in cards) if fits else ()
