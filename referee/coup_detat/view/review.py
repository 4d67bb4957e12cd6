"""A review of the payments: by contract, the best and worst deals, and the largest total."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from referee.contract import Message, Value
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.money import net_gain
from referee.coup_detat.state.state import State


def match_notes(state: State, seat: int) -> tuple[Message, ...]:
    """Return notes about a seat's match: each contract, and its best and worst deals."""
    notes = list[Message]()
    for contract in CONTRACTS:
        played = [deal.flows for deal in state.results if deal.deal.contract == contract]
        flows = tuple(chain.from_iterable(played))
        every = [net_gain(flows, other) for other in range(state.seats)]
        if played:
            key = "coup_detat.note.contract" if notes else "coup_detat.note.first_contract"
            above = every[seat] - round(sum(every) / state.seats)
            notes.append(_signed_message(key, above, word=CONTRACTS[contract].word))
    gains = [net_gain(result.flows, seat) for result in state.results]
    ends = {"coup_detat.note.best": max(gains), "coup_detat.note.worst": min(gains)}
    for key, amount in ends.items():
        at = gains.index(amount)
        word = state.results[at].deal.terms.word
        notes.append(_signed_message(key, amount, word=word, number=at + 1))
    return tuple(notes)


def _signed_message(key: str, amount: int, **params: int | str) -> Message:
    """Return a message that shows an amount with its sign."""
    sign = "+" if amount > 0 else ""
    return Message(key, {"sign": sign, "amount": amount, **params})


def largest_total_fact(state: State) -> tuple[Message, ...]:
    """Return a fact: which seat paid another the largest total. Of equals, the lowest count."""
    sums = Counter[tuple[int, int]]()
    for flow in chain.from_iterable(deal.flows for deal in state.results):
        if flow.payer is not None and flow.payee is not None:
            sums[flow.payer, flow.payee] += flow.amount
    if not sums:
        return ()
    payer, payee = max(sorted(sums), key=sums.__getitem__)
    params: dict[str, Value] = {"seat": payer, "payee_seat": payee, "amount": sums[payer, payee]}
    return (Message("coup_detat.fact.paid_most", params),)
