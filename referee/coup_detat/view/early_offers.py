"""The offers to end a deal early: because the rest changes no payment, or by a claim (SL-25)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import By, Message, Offer, Press, Value
from referee.coup_detat.proof.tricks import has_failed
from referee.coup_detat.rules.early import (
    claim_refusal,
    claimed_cards,
    deal_so_far,
    decided_rest,
)
from referee.coup_detat.state.cards import HAND_SIZE
from referee.coup_detat.state.contracts import FINE
from referee.coup_detat.state.deals import Rows, Tricks
from referee.coup_detat.state.state import State

_END = Message("coup_detat.offer.end_deal")
_END_EFFECT = Message("coup_detat.effect.end_deal")
_CLAIM = Message("coup_detat.offer.claims")


def early_offers(state: State) -> tuple[Offer, ...]:
    """Return the offers to end this deal early. Everybody must agree, or the host decides."""
    return (*_end_offers(state), *_claim_offers(state))


def _end_offers(state: State) -> tuple[Offer, ...]:
    """Offer to end a decided deal. At Dominoes, the player to move holds the button to pass."""
    if decided_rest(state) is None:
        return ()
    deal = state.phase.deal
    return _end_offers_without(state.seats, deal.turn if isinstance(deal, Rows) else None)


@lru_cache
def _end_offers_without(seats: int, busy: int | None) -> tuple[Offer, ...]:
    by_seat = (
        Offer(
            "end_deal",
            _END,
            seat,
            press=None if seat == busy else Press.LONG,
            effect=_END_EFFECT,
            needs_all=True,
        )
        for seat in range(seats)
    )
    return (*by_seat, Offer("end_deal", _END, effect=_END_EFFECT, by=By.HOST))


def _claim_offers(state: State) -> Iterator[Offer]:
    deal = deal_so_far(state)
    if not isinstance(deal, Tricks):
        return
    many, cards = HAND_SIZE - len(deal.tricks), claimed_cards(deal)
    for seat in range(state.seats):
        if claim_refusal(deal, seat) is None:
            label = _claim_label(seat, many)
            effect = _claim_effect(deal, seat, cards, state.president)
            yield Offer(
                "claim_rest", label, seat, aside=True, effect=effect, among=_CLAIM, needs_all=True
            )


@lru_cache
def _claim_label(seat: int, tricks: int) -> Message:
    return Message("coup_detat.offer.claim_rest", {"seat": seat, "count": tricks})


def _claim_effect(deal: Tricks, seat: int, cards: tuple[str, ...], president: int) -> Message:
    """Return what a claim costs or earns. Secret coups are settled as always, and say nothing."""
    terms, attempter = deal.terms, deal.attempter
    if attempter is not None:
        lost = seat != attempter and bool(cards or terms.ends)
        if lost or has_failed(deal, attempter):
            return _effect("claim_fails", attempter, FINE)
        return _effect("claim_succeeds", attempter, terms.gain)
    amount = sum([terms.price[card] for card in cards]) + terms.ends
    if not amount or seat == president:
        return _effect("claim_free", seat)
    if not cards:
        return _effect("claim_last", seat, amount)
    return _effect("claim_both" if terms.ends else "claim_costs", seat, amount, cards)


@lru_cache
def _effect(key: str, seat: int, amount: int = 0, cards: tuple[str, ...] = ()) -> Message:
    params: dict[str, Value] = {"seat": seat}
    params |= {"amount": amount} if amount else {}
    params |= {"cards": cards} if cards else {}
    return Message(f"coup_detat.effect.{key}", params)
