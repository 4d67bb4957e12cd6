"""The moves that each phase of Plenty Coups offers, and the cue for each seat's lamp.

Each action is offered to its player, with the cards that the player's hand may hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import AskCards, AskNumber, By, Cue, Message, Offer, Offers, Press
from referee.kit import GRACE_S
from referee.plenty_coups.rules import host
from referee.plenty_coups.rules.ending import outcome
from referee.plenty_coups.rules.market import turnable_cards
from referee.plenty_coups.rules.turns import may_end, may_exchange
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import MARKET
from referee.plenty_coups.view import action_offers


def offers(state: State) -> Offers:
    """Return all the moves that players may make now, and each seat's cue."""
    return Offers(tuple(_phase_offers(state)), cues(state))


def cues(state: State) -> tuple[Cue, ...]:
    """Return each seat's cue. The player to move has a lit lamp; while cards turn up, all wait."""
    seats = range(state.setup.seats)
    ended = outcome(state)
    if ended is not None:
        return tuple(Cue.WON if seat in ended.winners else Cue.IDLE for seat in seats)
    if isinstance(state.phase, phases.Turning | phases.Sweeping):
        return (Cue.WAIT,) * state.setup.seats
    cue = Cue.MAY_ANSWER if isinstance(state.phase, phases.Answering) else Cue.TURN
    seat_to_act = state.player_of(state.acting)
    return tuple(cue if seat == seat_to_act else Cue.IDLE for seat in seats)


def _phase_offers(state: State) -> Iterator[Offer]:
    match state.phase:
        case phases.Turning():
            yield _market_offer(state)
        case phases.Sweeping():
            yield _cleared_offer()
        case phases.Taking(left=left):
            yield _take_offer(state, left)
            yield from _exchange_offers(state)
        case phases.Acting(actions=mine):
            if mine.left:
                yield from action_offers.action_offers(state)
            yield from _exchange_offers(state)
            if may_end(state):
                yield _done_offer(state.seat)
        case phases.Raiding() as phase:
            yield from action_offers.second_warrior_offers(state, phase)
            yield _take_back_offer(state, phase.card)
        case phases.Defending(card=card):
            yield from action_offers.second_weapon_offers(state, card)
            yield _take_back_offer(state, card)
        case phases.Hunting(drawn=drawn):
            yield from action_offers.hunt_discard_offers(state, drawn)
        case phases.Answering(tribe=tribe):
            yield from _answer_offers(state, tribe)
        case phases.Over():
            return
    if isinstance(state.phase, host.HOST_PHASES):
        yield from _count_offers(state)
        yield from map(_leave_offer, host.may_leave(state))


# -- the market ----------------------------------------------------------------------------------


def _market_offer(state: State) -> Offer:
    """Offer to turn up cards until the market is full (PC-4, PC-6)."""
    count, market = state.market_target, state.market
    possible = dict(turnable_cards(state))
    for card in market:
        possible[card] = possible.get(card, 0) + 1
    ask = AskCards("cards", MARKET.kind, count, count, possible, market)
    return Offer("market_read", Message("plenty_coups.offer.market"), ask=(ask,), by=By.CAMERA)


@lru_cache
def _cleared_offer() -> Offer:
    """Offer to clear the market, as three of its cards are alike (PC-4)."""
    ask = AskCards("cards", MARKET.kind, 0, 0, {})
    return Offer("swept", Message("plenty_coups.offer.swept"), ask=(ask,), by=By.CAMERA)


def _take_offer(state: State, many: int) -> Offer:
    """Offer to take `many` cards from the market (PC-5, PC-50)."""
    possible: dict[str, int] = {}
    for card in state.market:
        possible[card] = possible.get(card, 0) + 1
    ask = AskCards("cards", MARKET.kind, many, many, possible)
    label = Message("plenty_coups.offer.take", {"count": many})
    return Offer("take", label, state.seat, ask=(ask,))


# -- presses -------------------------------------------------------------------------------------


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


def _answer_offers(state: State, tribe: int) -> Iterator[Offer]:
    """Let the disdained tribe prove its worth, or lose prestige (PC-22)."""
    yield from action_offers.proof_offers(state, tribe)
    nothing = not state.tribes[tribe].prestige
    label = Message("plenty_coups.offer.bear_nothing" if nothing else "plenty_coups.offer.bear")
    yield Offer("bear", label, state.player_of(tribe), press=Press.LONG, after_s=GRACE_S)


# -- the host ------------------------------------------------------------------------------------


def _count_offers(state: State) -> Iterator[Offer]:
    """Let the host correct the counts of horses, prestige and hands (PC-2, PC-7)."""
    for tribe in state.camps:
        yield _horses_offer(tribe, host.most_horses(state, tribe))
        yield _prestige_offer(tribe, *host.prestige_bounds(state, tribe))
        if isinstance(state.phase, host.HAND_COUNT_PHASES):
            yield _hand_offer(tribe, *host.hand_bounds(state, tribe))


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
