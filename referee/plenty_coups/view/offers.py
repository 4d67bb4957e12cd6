"""The moves that each phase of Plenty Coups offers beside its pending actions.

Each action is offered to its player, with the cards that the player's hand may hold.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache

from referee.contract import AskNumber, By, Message, Offer, Presentation, Press, leave_offer
from referee.kit import GRACE_S
from referee.plenty_coups.rules import host
from referee.plenty_coups.rules.turns import may_end, may_exchange
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.state import State
from referee.plenty_coups.view.action_offers import action_offers

# -- moves without a card, and the actions ---------------------------------------------------------


def exchange_offers(state: State, _phase: phases.Taking | phases.Acting) -> Iterator[Offer]:
    """Offer to exchange gifts with the ally, at most once in a turn (PC-35)."""
    other = state.ally(state.turn)
    if other is not None and may_exchange(state):
        label = Message("plenty_coups.offer.exchange", {"camp_seat": other})
        yield Offer("exchange", Presentation(label), state.seat)


def turn_offers(state: State, phase: phases.Acting) -> Iterator[Offer]:
    """Offer the actions of a turn, an exchange of gifts, and its end."""
    if phase.actions.left:
        yield from action_offers(state)
    yield from exchange_offers(state, phase)
    if may_end(state, phase):
        yield Offer("done", _DONE, state.seat)


def take_back_offers(state: State, phase: phases.Raiding | phases.Defending) -> tuple[Offer, ...]:
    """Offer to take back a card that waits for a second one (PC-14, PC-16)."""
    label = Message("plenty_coups.offer.take_back", {"card": phase.card})
    return (Offer("take_back", Presentation(label, press=Press.LONG), state.seat),)


def bear_offers(state: State, phase: phases.Answering) -> tuple[Offer, ...]:
    """Let the disdained tribe lose prestige (PC-22)."""
    nothing = not state.tribes[phase.tribe].prestige
    label = Message("plenty_coups.offer.bear_nothing" if nothing else "plenty_coups.offer.bear")
    seat = state.player_of(phase.tribe)
    return (Offer("bear", Presentation(label, press=Press.LONG, after_s=GRACE_S), seat),)


_DONE = Presentation(Message("plenty_coups.offer.done"), press=Press.LONG, after_s=GRACE_S)


# -- the host ------------------------------------------------------------------------------------


def host_offers(state: State, taken: Container[type]) -> Iterator[Offer]:
    """Offer the host those corrections (PC-2, PC-7) and leaving players that the phase takes."""
    for tribe in state.camps:
        if moves.HorsesSet in taken:
            yield _count_offer("horses_set", "horses", tribe, 0, host.most_horses(state, tribe))
        if moves.PrestigeSet in taken:
            yield _count_offer(
                "prestige_set", "prestige", tribe, *host.prestige_bounds(state, tribe)
            )
        if moves.HandSet in taken:
            yield _count_offer("hand_set", "cards", tribe, *host.hand_bounds(state, tribe))
    if moves.Leave in taken:
        yield from (
            leave_offer("plenty_coups.offer.leave", seat) for seat in host.leaving_seats(state)
        )


@lru_cache(maxsize=512)
def _count_offer(move: str, field: str, tribe: int, least: int, most: int) -> Offer:
    """Return the offer to correct a count of a tribe."""
    label = Message(f"plenty_coups.offer.{move}", {"tribe_seat": tribe})
    shown = Presentation(label, aside=True, among=Message(f"plenty_coups.among.{move}"))
    return Offer(move, shown, None, {"camp": tribe}, (AskNumber(field, least, most),), by=By.HOST)
