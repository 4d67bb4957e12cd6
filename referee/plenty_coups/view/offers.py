"""The moves that each phase of Plenty Coups offers beside its pending actions.

Each action is offered to its player, with the cards that the player's hand may hold.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Any

from referee.contract import AskNumber, By, Offer, Press
from referee.kit import GRACE_S
from referee.plenty_coups.rules import host
from referee.plenty_coups.rules.turns import may_end, may_exchange
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.moves import offer
from referee.plenty_coups.state.state import State
from referee.plenty_coups.view.action_offers import action_offers

# -- moves without a card, and the actions ---------------------------------------------------------


def exchange_offers(state: State, _phase: phases.Taking | phases.Acting) -> Iterator[Offer]:
    """Offer to exchange gifts with the ally, at most once in a turn (PC-35)."""
    other = state.ally(state.turn)
    if other is not None and may_exchange(state):
        yield offer("exchange", state.seat, camp_seat=other)


def turn_offers(state: State, phase: phases.Acting) -> Iterator[Offer]:
    """Offer the actions of a turn, an exchange of gifts, and its end."""
    if phase.actions.left:
        yield from action_offers(state)
    yield from exchange_offers(state, phase)
    if may_end(state, phase):
        yield offer("done", state.seat, press=Press.LONG, after_s=GRACE_S)


def take_back_offers(state: State, phase: phases.Raiding | phases.Defending) -> tuple[Offer, ...]:
    """Offer to take back a card that waits for a second one (PC-14, PC-16)."""
    return (offer("take_back", state.seat, card=phase.card, press=Press.LONG),)


def bear_offers(state: State, phase: phases.Answering) -> tuple[Offer, ...]:
    """Let the disdained tribe lose prestige (PC-22)."""
    key = "bear" if state.tribes[phase.tribe].prestige else "bear_nothing"
    seat = state.player_of(phase.tribe)
    return (offer("bear", seat, key=key, press=Press.LONG, after_s=GRACE_S),)


# -- the host ------------------------------------------------------------------------------------


def host_offers(state: State, taken: Container[type]) -> Iterator[Offer]:
    """Offer the host those corrections (PC-2, PC-7) and leaving players that the phase takes."""
    counts = [(kind, *counted) for kind, counted in host.COUNTS.items() if kind in taken]
    for tribe in state.camps:
        for kind, field, _, bounds in counts:
            tag = kind.__struct_config__.tag
            yield _count_offer(tag, field, tribe, *bounds(state, tribe))
    if moves.Leave in taken:
        yield from map(offer.leave, host.leaving_seats(state))


@lru_cache(maxsize=512)
def _count_offer(move: str, field: str, tribe: int, least: int, most: int) -> Offer:
    """Return the offer to correct a count of a tribe."""
    ask = AskNumber(field, least, most)
    fixed: dict[str, Any] = {"given": {"camp": tribe}, "by": By.HOST}
    return offer(move, None, ask, tribe_seat=tribe, among=move, aside=True, **fixed)
