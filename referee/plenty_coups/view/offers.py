"""The moves that each phase of Plenty Coups offers.

Each action is offered to its player, with the cards that the player's hand may hold.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache

from referee.contract import AskCards, AskNumber, By, Message, Offer, Press
from referee.kit import GRACE_S
from referee.plenty_coups.rules import host
from referee.plenty_coups.rules.market import turnable_cards
from referee.plenty_coups.rules.turns import may_end, may_exchange
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import MARKET
from referee.plenty_coups.view import action_offers

# -- the market ----------------------------------------------------------------------------------


def market_offers(state: State, _phase: phases.Turning) -> Iterator[Offer]:
    """Offer to turn up cards until the market is full (PC-4, PC-6)."""
    count, market = state.market_target, state.market
    possible = dict(turnable_cards(state))
    for card in market:
        possible[card] = possible.get(card, 0) + 1
    ask = AskCards("cards", MARKET.kind, count, count, possible, market)
    yield Offer("market_read", Message("plenty_coups.offer.market"), ask=(ask,), by=By.CAMERA)


def cleared_offers(_state: State, _phase: phases.Sweeping) -> tuple[Offer, ...]:
    """Offer to clear the market, as three of its cards are alike (PC-4)."""
    return (_cleared_offer(),)


@lru_cache
def _cleared_offer() -> Offer:
    ask = AskCards("cards", MARKET.kind, 0, 0, {})
    return Offer("swept", Message("plenty_coups.offer.swept"), ask=(ask,), by=By.CAMERA)


def take_offers(state: State, phase: phases.Taking) -> Iterator[Offer]:
    """Offer to take cards from the market (PC-5, PC-50), or to exchange gifts."""
    many, possible = phase.left, dict[str, int]()
    for card in state.market:
        possible[card] = possible.get(card, 0) + 1
    ask = AskCards("cards", MARKET.kind, many, many, possible)
    label = Message("plenty_coups.offer.take", {"count": many})
    yield Offer("take", label, state.seat, ask=(ask,))
    yield from _exchange_offers(state)


# -- actions -------------------------------------------------------------------------------------


def turn_offers(state: State, phase: phases.Acting) -> Iterator[Offer]:
    """Offer the actions of a turn, an exchange of gifts, and its end."""
    if phase.actions.left:
        yield from action_offers.action_offers(state)
    yield from _exchange_offers(state)
    if may_end(state, phase):
        yield _done_offer(state.seat)


def raiding_offers(state: State, phase: phases.Raiding) -> Iterator[Offer]:
    """Offer a second warrior, or to take the first one back (PC-14)."""
    yield from action_offers.second_warrior_offers(state, phase)
    yield _take_back_offer(state, phase.card)


def defending_offers(state: State, phase: phases.Defending) -> Iterator[Offer]:
    """Offer a second weapon, or to take the first one back (PC-16)."""
    yield from action_offers.second_weapon_offers(state, phase.card)
    yield _take_back_offer(state, phase.card)


def answer_offers(state: State, phase: phases.Answering) -> Iterator[Offer]:
    """Let the disdained tribe prove its worth, or lose prestige (PC-22)."""
    tribe = phase.tribe
    yield from action_offers.proof_offers(state, tribe)
    nothing = not state.tribes[tribe].prestige
    label = Message("plenty_coups.offer.bear_nothing" if nothing else "plenty_coups.offer.bear")
    yield Offer("bear", label, state.player_of(tribe), press=Press.LONG, after_s=GRACE_S)


def _exchange_offers(state: State) -> Iterator[Offer]:
    """Offer to exchange gifts with the ally, at most once in a turn (PC-35)."""
    other = state.ally(state.turn)
    if other is not None and may_exchange(state):
        yield _exchange_offer(state.seat, other)


@lru_cache
def _exchange_offer(seat: int, camp: int) -> Offer:
    return Offer("exchange", Message("plenty_coups.offer.exchange", {"camp_seat": camp}), seat)


@lru_cache
def _done_offer(seat: int) -> Offer:
    return Offer(
        "done", Message("plenty_coups.offer.done"), seat, press=Press.LONG, after_s=GRACE_S
    )


def _take_back_offer(state: State, card: str) -> Offer:
    label = Message("plenty_coups.offer.take_back", {"card": card})
    return Offer("take_back", label, state.seat, press=Press.LONG)


# -- the host ------------------------------------------------------------------------------------


def host_offers(state: State, taken: Container[type]) -> Iterator[Offer]:
    """Offer the host those corrections (PC-2, PC-7) and leaving players that the phase takes."""
    for tribe in state.camps:
        if moves.HorsesSet in taken:
            yield _horses_offer(tribe, host.most_horses(state, tribe))
        if moves.PrestigeSet in taken:
            yield _prestige_offer(tribe, *host.prestige_bounds(state, tribe))
        if moves.HandSet in taken:
            yield _hand_offer(tribe, *host.hand_bounds(state, tribe))
    if moves.Leave in taken:
        yield from map(_leave_offer, host.leaving_seats(state))


@lru_cache(maxsize=256)
def _horses_offer(tribe: int, most: int) -> Offer:
    label = Message("plenty_coups.offer.horses_set", {"tribe_seat": tribe})
    ask = (AskNumber("horses", 0, most),)
    among = Message("plenty_coups.among.horses_set")
    given = {"camp": tribe}
    return Offer("horses_set", label, None, given, ask, by=By.HOST, aside=True, among=among)


@lru_cache(maxsize=256)
def _prestige_offer(tribe: int, least: int, most: int) -> Offer:
    label = Message("plenty_coups.offer.prestige_set", {"tribe_seat": tribe})
    ask = (AskNumber("prestige", least, most),)
    among = Message("plenty_coups.among.prestige_set")
    given = {"camp": tribe}
    return Offer("prestige_set", label, None, given, ask, by=By.HOST, aside=True, among=among)


@lru_cache(maxsize=256)
def _hand_offer(tribe: int, least: int, most: int) -> Offer:
    label = Message("plenty_coups.offer.hand_set", {"tribe_seat": tribe})
    ask = (AskNumber("cards", least, most),)
    among = Message("plenty_coups.among.hand_set")
    return Offer("hand_set", label, None, {"camp": tribe}, ask, by=By.HOST, aside=True, among=among)


@lru_cache
def _leave_offer(seat: int) -> Offer:
    return Offer("leave", Message("plenty_coups.offer.leave", {"seat": seat}), seat, by=By.HOST)
