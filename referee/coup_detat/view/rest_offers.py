"""The offers to end a deal early: because the rest changes no payment, or by a claim (SL-25)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from referee.contract import By, Message, Offer, Press, Value
from referee.coup_detat.rules.rest import (
    claimants,
    claimed_cards,
    deal_so_far,
    decided_rest,
)
from referee.coup_detat.state.cards import HAND_SIZE
from referee.coup_detat.state.contracts import CONTRACTS, FINE
from referee.coup_detat.state.deals import Rows, Tricks
from referee.coup_detat.state.settlement import may_take_all
from referee.coup_detat.state.state import State

_END = Message("coup_detat.offer.end_deal")
_END_EFFECT = Message("coup_detat.effect.end_deal")
_CLAIM = Message("coup_detat.offer.claims")


def unplayed_offers(state: State) -> tuple[Offer, ...]:
    """Return the offers to end this deal early. Everybody must agree, or the host decides.

    At Dominoes, the player to move holds the button to pass.
    """
    deal = deal_so_far(state)
    if deal is None:
        return ()
    ends = decided_rest(state, deal) is not None
    if isinstance(deal, Rows):
        return _end_offers(state.seats, deal.turn) if ends else ()
    claims = _claim_offers(state, deal)
    return (*_end_offers(state.seats, None), *claims) if ends else claims


@lru_cache
def _end_offers(seats: int, busy: int | None) -> tuple[Offer, ...]:
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


def _claim_offers(state: State, deal: Tricks) -> tuple[Offer, ...]:
    """Offer the remaining tricks to each player who may still take them all."""
    attempter = deal.attempter
    failed = attempter is not None and not may_take_all(deal, attempter)
    stakes = _Stakes(deal.contract, attempter, failed, state.president, claimed_cards(deal))
    return _claim_offers_by(claimants(deal), HAND_SIZE - len(deal.tricks), stakes)


class _Stakes(NamedTuple):
    """What the effect of a claim depends on. `cards` are those that cost something."""

    contract: str
    attempter: int | None
    failed: bool
    president: int
    cards: tuple[str, ...]


@lru_cache(maxsize=256)
def _claim_offers_by(seats: tuple[int, ...], tricks: int, stakes: _Stakes) -> tuple[Offer, ...]:
    return tuple(
        Offer(
            "claim_rest",
            _claim_label(seat, tricks),
            seat,
            aside=True,
            effect=_claim_effect(stakes, seat),
            among=_CLAIM,
            needs_all=True,
        )
        for seat in seats
    )


@lru_cache
def _claim_label(seat: int, tricks: int) -> Message:
    return Message("coup_detat.offer.claim_rest", {"seat": seat, "count": tricks})


def _claim_effect(stakes: _Stakes, seat: int) -> Message:
    """Return what a claim costs or earns. Secret coups are settled as always, and say nothing."""
    contract, attempter, failed, president, cards = stakes
    terms = CONTRACTS[contract]
    if attempter is not None:
        lost = seat != attempter and bool(cards or terms.ends)
        if lost or failed:
            return _effect("coup_detat.effect.claim_fails", attempter, FINE)
        return _effect("coup_detat.effect.claim_succeeds", attempter, terms.gain)
    amount = terms.cost(cards, ends=1)
    if not amount or seat == president:
        return _effect("coup_detat.effect.claim_free", seat)
    if not cards:
        return _effect("coup_detat.effect.claim_last", seat, amount)
    if terms.ends:
        return _effect("coup_detat.effect.claim_both", seat, amount, cards)
    return _effect("coup_detat.effect.claim_costs", seat, amount, cards)


@lru_cache(maxsize=256)
def _effect(key: str, seat: int, amount: int = 0, cards: tuple[str, ...] = ()) -> Message:
    params: dict[str, Value] = {"seat": seat}
    params |= {"amount": amount} if amount else {}
    params |= {"cards": cards} if cards else {}
    return Message(key, params)
