"""Gifts exchanged, and horses given away (PC-19, PC-20, PC-35)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Value
from referee.kit import Played, replaced
from referee.plenty_coups import moves
from referee.plenty_coups.hands import discarded, forgotten, laid, played
from referee.plenty_coups.moves import refuse
from referee.plenty_coups.prestige import gains
from referee.plenty_coups.raids import must_be_other
from referee.plenty_coups.state import DISCARD, Event, Phase, State, What, ally
from referee.plenty_coups.turns import (
    acted,
    leaves,
    may_exchange,
    must_act,
    must_be,
    must_be_player,
    rests,
    said,
)

GIVEN = 2  # horses that are given away at once (PC-20)


def attacks(state: State, tribe: int, camp: int) -> bool:
    """Tell whether a raid of one tribe stands before the camp of another."""
    raid = state.raids[camp]
    return raid is not None and raid.tribe == tribe


def may_gift(state: State, camp: int) -> None:
    """Refuse an exchange of gifts with a tribe, whatever is discarded (PC-19)."""
    tribe = state.turn
    must_be_other(state, camp, "PC-19")
    if attacks(state, tribe, camp):
        refuse("PC-19", "you_attack", camp_seat=camp)
    if attacks(state, camp, tribe):
        refuse("PC-19", "attacks_you", camp_seat=camp)
    if not state.hands[camp]:
        refuse("PC-19", "no_card", tribe_seat=camp)
    if state.hands[tribe] < 2:
        refuse("PC-19", "no_gift", tribe_seat=tribe)


def gift_place(camp: int) -> str:
    """Return where a card is laid to be discarded for a gift to a tribe: on its shield (PC-80)."""
    return f"defence:{camp}"


def horses_place(camp: int) -> str:
    """Return where one is laid for horses given to a tribe: beside its herd (PC-80)."""
    return f"proposal:{camp}"


def used_up(state: State, card: str, zone: str) -> State:
    """Return the state in which whose turn it is discarded a card, which leaves its places."""
    state = discarded(played(state, state.turn, card), (card,))
    return leaves(leaves(state, zone, card), DISCARD, card)


def gift(state: State, move: moves.Gift) -> Played[State]:
    """Discard a card; one more passes to the other tribe, which gave one before (PC-19)."""
    must_act(state, move.seat)
    camp = move.camp
    may_gift(state, camp)
    card = laid(state, move.cards)
    state = forgotten(used_up(state, card, gift_place(camp)), state.turn, camp)
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


def may_give(state: State, camp: int) -> None:
    """Refuse horses given to a tribe, whatever is discarded (PC-20)."""
    tribe = state.turn
    must_be_other(state, camp, "PC-20")
    for one in (tribe, camp):
        if state.raids[one] is not None:
            refuse("PC-20", "raided", camp_seat=one)
    if ally(state, tribe) == camp:
        refuse("PC-20", "between_allies", camp_seat=camp)
    if state.horses[tribe] < GIVEN:
        refuse("PC-20", "too_few", count=state.horses[tribe], least=GIVEN)
    if state.horses[camp] > state.horses[tribe]:
        refuse(
            "PC-20", "richer", camp_seat=camp, given=state.horses[camp], most=state.horses[tribe]
        )


def give_horses(state: State, move: moves.GiveHorses) -> Played[State]:
    """Give two horses to a tribe with as many or fewer, for prestige (PC-20)."""
    must_act(state, move.seat)
    tribe, camp = state.turn, move.camp
    may_give(state, camp)
    card = laid(state, move.cards)
    state = used_up(state, card, horses_place(camp))
    horses = replaced(state.horses, tribe, state.horses[tribe] - GIVEN)
    state = replace(state, horses=replaced(horses, camp, horses[camp] + GIVEN))
    params: dict[str, Value] = {"card": card, "camp_seat": camp}
    gives = said("plenty_coups.gives_horses", "PC-20", state, move.proof, **params)
    state, rulings = gains(state, tribe, "PC-20", (gives,))
    return acted(state, rulings, event=Event(What.GIVEN, tribe, camp))
