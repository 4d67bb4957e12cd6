"""Disdain: laying a coup stick at another tribe's camp, and the answer (PC-22, PC-37)."""

from __future__ import annotations

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.alliances import end_alliance
from referee.plenty_coups.rules.checks import (
    must_act,
    must_be_phase,
    must_be_player,
    must_be_stick,
    must_hold,
    other_player_objection,
    single_card,
)
from referee.plenty_coups.rules.coups import lose_prestige
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.turns import count_action
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import PROOF_CARDS, STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Answering
from referee.plenty_coups.state.state import State, What
from referee.plenty_coups.state.zones import DISCARD, RAIDS, STICKS
from referee.table import Zone


def disdain_objection(state: State, camp: int) -> Refused:
    """Return why the tribe on turn may not disdain this camp, or None (PC-22, PC-50, PC-53)."""
    if not state.summer:
        return refuse.refusal("PC-50", "no_disdain")
    mine = other_player_objection(state, camp, "PC-22")
    if mine is not None:
        return mine
    if state.tribes[camp].stick is not None:
        return refuse.refusal("PC-22", "disdained", camp_seat=camp)
    return None


def _stick_zone(state: State, move: moves.Disdain) -> Zone:
    """Return the zone of the stick: next to the camp, or on that tribe's warriors (PC-22)."""
    on = (RAIDS[camp] for camp, _ in state.raids(move.camp) if move.zone == RAIDS[camp])
    return next(on, STICKS[move.camp])


def disdain(draft: Draft, move: moves.Disdain) -> None:
    """Disdain a tribe. If it is your ally, the alliance ends and you lose prestige (PC-37)."""
    state, tribe, camp = draft.state, draft.state.turn, move.camp
    must_act(state, move.seat)
    raise_if(disdain_objection(state, camp))
    must_be_stick(state, move.cards, "PC-22")
    draft.play_cards(tribe, STICK)
    draft.set_tribe(camp, stick=_stick_zone(state, move))
    least = draft.state.tribes[camp].prestige == 0
    key = "plenty_coups.disdain.nothing" if least else "plenty_coups.disdain"
    draft.add_tribe_ruling("PC-22", key, proof=move.proof, camp_seat=camp)
    if state.ally(tribe) == camp:
        end_alliance(draft, tribe)
        draft.add_tribe_ruling("PC-37", "plenty_coups.disdain.of_ally", camp_seat=camp)
        lose_prestige(draft, tribe, "PC-37")
    draft.enter_phase(Answering(state.actions, camp), What.DISDAIN, camp)


def prove(draft: Draft, move: moves.Prove) -> None:
    """Prove a disdained tribe's worth by discarding a stick or a card of value 4 (PC-22)."""
    tribe = must_be_phase(draft.state, Answering).tribe
    must_be_player(draft.state, move.seat)
    card = single_card(move.cards)
    if card not in PROOF_CARDS:
        refuse("PC-22", "no_proof", card=card)
    must_hold(draft.state, tribe, move.cards)
    draft.play_cards(tribe, card, away=DISCARD)
    draft.add_tribe_ruling("PC-22", "plenty_coups.disdain.proves", tribe, move.proof, card=card)
    count_action(draft, tribe=tribe)


def bear(draft: Draft, move: moves.Bear) -> None:
    """Prove nothing: the disdained tribe loses prestige (PC-22)."""
    tribe = must_be_phase(draft.state, Answering).tribe
    must_be_player(draft.state, move.seat)
    lose_prestige(draft, tribe, "PC-22")
    count_action(draft, tribe=tribe)
