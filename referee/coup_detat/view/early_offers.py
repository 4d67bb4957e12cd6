"""The offers to end a deal early: because the rest changes no payment, or by a claim (SL-25)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import By, Message, Offer, Press, Value
from referee.coup_detat.rules.early import Claim, claim_of, deal_so_far, decided_rest
from referee.coup_detat.state.contracts import FINE
from referee.coup_detat.state.deals import Rows, Tricks
from referee.coup_detat.state.state import State
from referee.coup_detat.state.trick import Rest

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
    for seat in range(state.seats):
        if isinstance(claim := claim_of(state, seat), Claim):
            label = Message("coup_detat.offer.claim_rest", {"seat": seat, "count": claim.tricks})
            effect = _claim_effect(deal, seat, claim.rest, state.president)
            yield Offer(
                "claim_rest", label, seat, aside=True, effect=effect, among=_CLAIM, needs_all=True
            )


def _claim_effect(deal: Tricks, seat: int, rest: Rest, president: int) -> Message:
    """Return what a claim costs or earns. Secret coups are settled as always, and say nothing."""
    terms, attempter = deal.terms, deal.attempter
    cards = rest.taken[seat]
    if attempter is not None:
        others = [pile for one, pile in enumerate(deal.taken_cards) if one != attempter]
        lost = any(map(terms.costly, others)) or (
            bool(terms.ends) and deal.tricks[0].winner != attempter
        )
        if lost or (seat != attempter and (cards or terms.ends)):
            params: dict[str, Value] = {"seat": attempter, "amount": FINE}
            return Message("coup_detat.effect.claim_fails", params)
        return Message(
            "coup_detat.effect.claim_succeeds", {"seat": attempter, "amount": terms.gain}
        )
    amount = sum(terms.price[card] for card in cards) + terms.ends
    if not amount or seat == president:
        return Message("coup_detat.effect.claim_free", {"seat": seat})
    if not cards:
        return Message("coup_detat.effect.claim_last", {"seat": seat, "amount": amount})
    params = {"seat": seat, "amount": amount, "cards": cards}
    key = "coup_detat.effect.claim_both" if terms.ends else "coup_detat.effect.claim_costs"
    return Message(key, params)
