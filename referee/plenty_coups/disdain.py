"""Disdain: a stick at another's camp, and the answer to it (PC-22, PC-37)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, Rulings, replaced
from referee.plenty_coups import moves
from referee.plenty_coups.alliances import parted
from referee.plenty_coups.cards import PROOFS, STICK
from referee.plenty_coups.coups import must_be_stick
from referee.plenty_coups.hands import discarded, must_hold, one_card, played
from referee.plenty_coups.moves import refuse
from referee.plenty_coups.prestige import loses
from referee.plenty_coups.raids import must_be_other
from referee.plenty_coups.state import DISCARD, Event, Phase, State, What, ally, player, summer
from referee.plenty_coups.turns import acted, leaves, must_act, must_be, must_be_player, said


def may_disdain(state: State, camp: int) -> None:
    """Refuse disdain of a tribe (PC-22, PC-50)."""
    if not summer(state):
        refuse("PC-50", "no_disdain")
    must_be_other(state, camp, "PC-22")
    if state.sticks[camp]:
        refuse("PC-22", "disdained", camp_seat=camp)


def disdain(state: State, move: moves.Disdain) -> Played[State]:
    """Disdain a tribe; that of an ally ends the alliance, and costs prestige (PC-37)."""
    must_act(state, move.seat)
    tribe, camp = state.turn, move.camp
    may_disdain(state, camp)
    must_be_stick(move.cards, "PC-22")
    must_hold(state, tribe, move.cards)
    state = played(state, tribe, STICK)
    state = replace(state, sticks=replaced(state.sticks, camp, True))
    rulings: Rulings = (said("plenty_coups.disdain", "PC-22", state, move.proof, camp_seat=camp),)
    if ally(state, tribe) == camp:
        state = parted(state, tribe)
        ends = said("plenty_coups.disdain.of_ally", "PC-37", state, camp_seat=camp)
        state, rulings = loses(state, tribe, "PC-37", (*rulings, ends))
    last = Event(What.DISDAIN, tribe, camp)
    return replace(state, phase=Phase.ANSWER, asked=camp, last=last), rulings


def prove(state: State, move: moves.Prove) -> Played[State]:
    """Prove a tribe's worth with a stick or a card of value 4 (PC-22)."""
    must_be(state, Phase.ANSWER)
    must_be_player(state, move.seat)
    card, tribe = one_card(move.cards), state.asked
    if card not in PROOFS:
        refuse("PC-22", "no_proof", card=card)
    must_hold(state, tribe, (card,))
    state = discarded(played(state, tribe, card), (card,))
    state = leaves(state, DISCARD, card)
    params: dict[str, Value] = {"tribe_seat": tribe, "card": card}
    proves = Message("plenty_coups.disdain.proves", params)
    answered = Ruling("PC-22", proves, (), (player(state, tribe),), move.proof)
    return acted(replace(state, asked=0), (answered,), event=Event(What.OTHER, tribe))


def bear(state: State, move: moves.Bear) -> Played[State]:
    """Lose prestige, as who is disdained and proves nothing does (PC-22)."""
    must_be(state, Phase.ANSWER)
    must_be_player(state, move.seat)
    tribe = state.asked
    state, rulings = loses(state, tribe, "PC-22")
    return acted(replace(state, asked=0), rulings, event=Event(What.OTHER, tribe))
