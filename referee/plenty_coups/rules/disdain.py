"""Disdain: laying a coup stick at another tribe's camp, and the answer (PC-22, PC-37)."""

from __future__ import annotations

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules import changes, checks
from referee.plenty_coups.rules.alliances import end_alliance
from referee.plenty_coups.rules.coups import lose_prestige
from referee.plenty_coups.rules.turns import count_action
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import PROOF_CARDS, STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Answering
from referee.plenty_coups.state.state import State, What
from referee.plenty_coups.state.zones import DISCARD, RAIDS, STICKS


def disdain_objection(state: State, camp: int) -> Refused:
    """Return why the tribe on turn may not disdain this camp, or None (PC-22, PC-50, PC-53)."""
    if not state.summer:
        return refuse.refusal("PC-50", "no_disdain")
    if (mine := checks.other_player_objection(state, camp, "PC-22")) is not None:
        return mine
    if state.tribes[camp].stick is not None:
        return refuse.refusal("PC-22", "disdained", camp_seat=camp)
    return None


def disdain(state: State, phase: Acting, move: moves.Disdain) -> State:
    """Disdain a tribe. If it is your ally, the alliance ends and you lose prestige (PC-37)."""
    tribe, camp = state.turn, move.camp
    raise_if(disdain_objection(state, camp))
    checks.must_be_stick(state, move.cards, "PC-22")
    on = (RAIDS[raided] for raided, _ in state.raids(camp) if move.zone == RAIDS[raided])
    stick, least = next(on, STICKS[camp]), state.tribes[camp].prestige == 0
    state = changes.change_tribe(changes.play_cards(state, tribe, STICK), camp, stick=stick)
    key = "plenty_coups.disdain.nothing" if least else "plenty_coups.disdain"
    state = state.tell("PC-22", key, proof=move.proof, camp_seat=camp)
    if state.ally(tribe) == camp:
        state = end_alliance(state, tribe)
        state = state.tell("PC-37", "plenty_coups.disdain.of_ally", camp_seat=camp)
        state = lose_prestige(state, tribe, "PC-37")
    return changes.enter_phase(state, Answering(phase.actions, camp), What.DISDAIN, camp)


def prove(state: State, phase: Answering, move: moves.Prove) -> State:
    """Prove a disdained tribe's worth by discarding a stick or a card of value 4 (PC-22)."""
    tribe = phase.tribe
    checks.must_be_player(state, move.seat)
    card = checks.single_card(move.cards)
    if card not in PROOF_CARDS:
        refuse("PC-22", "no_proof", card=card)
    checks.must_hold(state, tribe, move.cards)
    state = changes.play_cards(state, tribe, card, away=DISCARD)
    state = state.tell("PC-22", "plenty_coups.disdain.proves", tribe, move.proof, card=card)
    return count_action(state, tribe=tribe)


def bear(state: State, phase: Answering, move: moves.Bear) -> State:
    """Prove nothing: the disdained tribe loses prestige (PC-22)."""
    checks.must_be_player(state, move.seat)
    return count_action(lose_prestige(state, phase.tribe, "PC-22"), tribe=phase.tribe)
