"""Gifts exchanged, and horses given away (PC-19, PC-20, PC-35)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Value
from referee.kit import Played, Refused, must, replaced
from referee.plenty_coups.rules.prestige import gains
from referee.plenty_coups.rules.raids import bars_other, bars_own
from referee.plenty_coups.rules.turns import (
    acted,
    leaves,
    may_exchange,
    must_act,
    must_be,
    must_be_player,
    rests,
    said,
)
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import WEAPONS
from referee.plenty_coups.state.hands import discarded, forgotten, laid, played
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import DISCARD, HERDS, SHIELDS
from referee.plenty_coups.state.state import Event, Phase, State, What, ally, attacks, neutral
from referee.table import Zone

GIVEN = 2  # horses that are given away at once (PC-20)


def bars_gift(state: State, camp: int) -> Refused:
    """Say why no gifts are exchanged with a tribe, whatever is discarded (PC-19, PC-53)."""
    tribe = state.turn
    mine = bars_own(state, camp, "PC-19")
    if mine is not None:
        return mine
    if camp in neutral(state):
        return refuse.because("PC-19", "gift_neutral", camp_seat=camp)
    if attacks(state, tribe, camp):
        return refuse.because("PC-19", "you_attack", camp_seat=camp)
    if attacks(state, camp, tribe):
        return refuse.because("PC-19", "attacks_you", camp_seat=camp)
    if not state.hands[camp]:
        return refuse.because("PC-19", "no_card", tribe_seat=camp)
    if state.hands[tribe] < 2:
        return refuse.because("PC-19", "no_gift", tribe_seat=tribe)
    return None


def would_defend(state: State, camp: int, card: str) -> bool:
    """Tell whether a card on a tribe's shield is a defence: for a gift it is discarded (PC-15)."""
    return card in WEAPONS and state.raids[camp] is not None


def used_up(state: State, card: str, lies: Zone | None, place: Zone) -> State:
    """Return the state in which whose turn it is discarded a card at its place.

    If it lies on the discards instead, it leaves those.
    """
    state = discarded(played(state, state.turn, card), (card,))
    return leaves(state, state.turn, DISCARD if lies == DISCARD else place, card)


def gift(state: State, move: moves.Gift) -> Played[State]:
    """Discard a card; one more passes to the other tribe, which gave one before (PC-19)."""
    must_act(state, move.seat)
    camp = move.camp
    must(bars_gift(state, camp))
    card = laid(state, move.cards)
    place = DISCARD if would_defend(state, camp, card) else SHIELDS[camp]
    state = forgotten(used_up(state, card, move.zone, place), state.turn, camp)
    gives = said("plenty_coups.gift", "PC-19", state, move.proof, card=card, camp_seat=camp)
    return acted(state, (gives,))


def exchange(state: State, move: moves.Exchange) -> Played[State]:
    """Exchange gifts with the ally, which costs no action and no card (PC-35)."""
    if state.phase not in (Phase.ACT, Phase.TAKE):
        must_be(state, Phase.ACT)
    must_be_player(state, move.seat)
    other = ally(state, state.turn)
    if other is None:
        refuse("PC-35", "no_ally", tribe_seat=state.turn)
    if state.exchanged:
        refuse("PC-35", "once", tribe_seat=state.turn)
    if not may_exchange(state):
        refuse("PC-35", "no_card", tribe_seat=other if state.hands[state.turn] else state.turn)
    state = forgotten(state, state.turn, other)
    state = replace(state, exchanged=True, last=Event(What.OTHER, state.turn))
    swap = said("plenty_coups.exchange", "PC-35", state, camp_seat=other)
    return (state, (swap,)) if state.phase is Phase.TAKE else rests(state, (swap,))


def bars_horses(state: State, camp: int) -> Refused:
    """Say why no horses are given to a tribe, whatever is discarded (PC-20)."""
    tribe = state.turn
    mine = bars_other(state, camp, "PC-20")
    if mine is not None:
        return mine
    for one in (tribe, camp):
        if state.raids[one] is not None:
            return refuse.because("PC-20", "raided", camp_seat=one)
    if ally(state, tribe) == camp:
        return refuse.because("PC-20", "between_allies", camp_seat=camp)
    has, other = state.horses[tribe], state.horses[camp]
    if has < GIVEN:
        return refuse.because("PC-20", "too_few", count=has, least=GIVEN)
    if other > has:
        return refuse.because("PC-20", "richer", camp_seat=camp, given=other, most=has)
    return None


def give_horses(state: State, move: moves.GiveHorses) -> Played[State]:
    """Give two horses to a tribe with as many or fewer, for prestige (PC-20)."""
    must_act(state, move.seat)
    tribe, camp = state.turn, move.camp
    must(bars_horses(state, camp))
    card = laid(state, move.cards)
    state = used_up(state, card, move.zone, HERDS[camp])
    horses = replaced(state.horses, tribe, state.horses[tribe] - GIVEN)
    state = replace(state, horses=replaced(horses, camp, horses[camp] + GIVEN))
    params: dict[str, Value] = {"card": card, "camp_seat": camp}
    gives = said("plenty_coups.gives_horses", "PC-20", state, move.proof, **params)
    state, rulings = gains(state, tribe, "PC-20", (gives,))
    return acted(state, rulings, event=Event(What.GIVEN, tribe, camp))
