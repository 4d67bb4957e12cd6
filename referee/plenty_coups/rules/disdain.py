"""Disdain: a coup stick at another tribe's camp, and the answer (PC-22, PC-37)."""

from __future__ import annotations

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.alliances import part
from referee.plenty_coups.rules.coups import loses
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.must import (
    bars_own,
    must_act,
    must_be,
    must_be_player,
    must_be_stick,
    must_hold,
    one_card,
)
from referee.plenty_coups.rules.turns import acted
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import PROOFS, STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Answering
from referee.plenty_coups.state.places import DISCARD, RAIDS, STICKS
from referee.plenty_coups.state.state import State, What
from referee.table import Zone


def bars_disdain(state: State, camp: int) -> Refused:
    """Return why a tribe may not be disdained (PC-22, PC-50, PC-53)."""
    if not state.summer:
        return refuse.refusal("PC-50", "no_disdain")
    mine = bars_own(state, camp, "PC-22")
    if mine is not None:
        return mine
    if state.tribes[camp].stick is not None:
        return refuse.refusal("PC-22", "disdained", camp_seat=camp)
    return None


def _place(state: State, move: moves.Disdain) -> Zone:
    """Return the zone of the stick: next to the camp, or on that tribe's warriors (PC-22)."""
    on = (RAIDS[camp] for camp, _ in state.raids(move.camp) if move.zone == RAIDS[camp])
    return next(on, STICKS[move.camp])


def disdain(now: Draft, move: moves.Disdain) -> None:
    """Disdain a tribe. Disdaining an ally ends the alliance and costs prestige (PC-37)."""
    state, tribe, camp = now.state, now.state.turn, move.camp
    must_act(state, move.seat)
    raise_if(bars_disdain(state, camp))
    must_be_stick(state, move.cards, "PC-22")
    now.play(tribe, STICK)
    now.tribe(camp, stick=_place(state, move))
    least = now.state.tribes[camp].prestige == 0
    key = "plenty_coups.disdain.nothing" if least else "plenty_coups.disdain"
    now.says("PC-22", key, proof=move.proof, camp_seat=camp)
    if state.ally(tribe) == camp:
        part(now, tribe)
        now.says("PC-37", "plenty_coups.disdain.of_ally", camp_seat=camp)
        loses(now, tribe, "PC-37")
    now.goes(Answering(state.actions, camp), What.DISDAIN, camp)


def prove(now: Draft, move: moves.Prove) -> None:
    """Prove a tribe's worth with a stick or a card of value 4 (PC-22)."""
    tribe = must_be(now.state, Answering).tribe
    must_be_player(now.state, move.seat)
    card = one_card(move.cards)
    if card not in PROOFS:
        refuse("PC-22", "no_proof", card=card)
    must_hold(now.state, tribe, move.cards)
    now.play(tribe, card, away=DISCARD)
    now.says("PC-22", "plenty_coups.disdain.proves", tribe, move.proof, card=card)
    acted(now, tribe=tribe)


def bear(now: Draft, move: moves.Bear) -> None:
    """Lose prestige: the disdained tribe proves nothing (PC-22)."""
    tribe = must_be(now.state, Answering).tribe
    must_be_player(now.state, move.seat)
    loses(now, tribe, "PC-22")
    acted(now, tribe=tribe)
