"""Disdain: a stick at another's camp, and the answer to it (PC-22, PC-37)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, Refused, Rulings, must, replaced
from referee.plenty_coups.rules.alliances import parted
from referee.plenty_coups.rules.coups import must_be_stick
from referee.plenty_coups.rules.prestige import loses
from referee.plenty_coups.rules.raids import bars_own
from referee.plenty_coups.rules.turns import acted, leaves, must_act, must_be, must_be_player, said
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import PROOFS, STICK
from referee.plenty_coups.state.hands import discarded, must_hold, one_card, played
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import DISCARD, RAIDS, STICKS
from referee.plenty_coups.state.state import (
    Event,
    Phase,
    State,
    What,
    ally,
    attacks,
    player,
    summer,
    tribes,
)
from referee.table import Zone


def bars_disdain(state: State, camp: int) -> Refused:
    """Say why a tribe may not be disdained (PC-22, PC-50, PC-53)."""
    if not summer(state):
        return refuse.because("PC-50", "no_disdain")
    mine = bars_own(state, camp, "PC-22")
    if mine is not None:
        return mine
    if state.sticks[camp] is not None:
        return refuse.because("PC-22", "disdained", camp_seat=camp)
    return None


def _place(state: State, move: moves.Disdain) -> Zone:
    """Return where the stick lies: beside the camp, or on that tribe's warriors (PC-22)."""
    for camp in tribes(state):
        if move.zone == RAIDS[camp] and attacks(state, move.camp, camp):
            return RAIDS[camp]
    return STICKS[move.camp]


def disdain(state: State, move: moves.Disdain) -> Played[State]:
    """Disdain a tribe; that of an ally ends the alliance, and costs prestige (PC-37)."""
    must_act(state, move.seat)
    tribe, camp = state.turn, move.camp
    must(bars_disdain(state, camp))
    must_be_stick(move.cards, "PC-22")
    must_hold(state, tribe, move.cards)
    state = played(state, tribe, STICK)
    state = replace(state, sticks=replaced(state.sticks, camp, _place(state, move)))
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
    state = leaves(state, tribe, DISCARD, card)
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
