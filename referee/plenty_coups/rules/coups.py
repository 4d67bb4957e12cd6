"""Prestige, which is shown on markers, and the coups that win it (PC-7, PC-17, PC-18)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Value
from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.changes import change_tribe, play_cards
from referee.plenty_coups.rules.checks import must_be_stick
from referee.plenty_coups.rules.turns import count_action
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting
from referee.plenty_coups.state.state import MARKERS, State, What
from referee.plenty_coups.state.zones import RAIDS

# -- markers -------------------------------------------------------------------------------------


def gain_prestige(state: State, tribe: int, rule: str) -> State:
    """Turn a tribe's raid marker to prestige: one at its camp, or else one on a raid (PC-7)."""
    if state.tribes[tribe].prestige == MARKERS:
        return state.tell(rule, "plenty_coups.prestige.full", tribe, prestige=MARKERS)
    if state.raid_markers_at_camp(tribe):
        return _change_prestige(state, tribe, rule, "plenty_coups.prestige.gains", 1)
    state, camp = _turn_marker_on_raid(state, tribe, turned=False)
    key = "plenty_coups.prestige.gains_there"
    return _change_prestige(state, tribe, rule, key, 1, camp_seat=camp)


def lose_prestige(state: State, tribe: int, rule: str) -> State:
    """Turn a tribe's prestige marker back to its raid side. A tribe at 0 loses nothing (PC-7)."""
    prestige = state.tribes[tribe].prestige
    if not prestige:
        return state.tell(rule, "plenty_coups.prestige.none", tribe, prestige=0)
    if prestige > state.markers_on_raids(tribe, turned=True):
        return _change_prestige(state, tribe, rule, "plenty_coups.prestige.loses", -1)
    state, camp = _turn_marker_on_raid(state, tribe, turned=True)
    key = "plenty_coups.prestige.loses_there"
    return _change_prestige(state, tribe, rule, key, -1, camp_seat=camp)


def _turn_marker_on_raid(state: State, tribe: int, turned: bool) -> tuple[State, int]:
    """Turn over a tribe's marker on one of its raids. Return the state, and the camp of the raid.

    If the tribe has several such raids, the one on the lowest camp number counts.
    """
    raids = state.raids(tribe)
    camp, raid = next((camp, raid) for camp, raid in raids if raid.turned == turned)
    return change_tribe(state, camp, raid=replace(raid, turned=not turned)), camp


def _change_prestige(
    state: State, tribe: int, rule: str, key: str, by: int, **params: Value
) -> State:
    """Change a tribe's prestige by this amount, and announce the new value."""
    prestige = state.tribes[tribe].prestige + by
    state = change_tribe(state, tribe, prestige=prestige)
    return state.tell(rule, key, tribe, (), prestige=prestige, **params)


# -- coups ---------------------------------------------------------------------------------------


def coup_objection(state: State, camp: int) -> Refused:
    """Return why a coup is impossible, or None: it needs a raid that came home or was repelled."""
    actions = state.actions
    if camp == state.turn:
        return None if actions.parried else refuse.refusal("PC-18", "no_parry")
    if camp in actions.returned:
        return None
    if camp not in state.camps:
        return refuse.refusal("PC-17", "no_other", number=camp + 1)
    tribe = state.turn
    if state.is_raiding(state.turn, camp):
        return refuse.refusal("PC-17", "still_out", tribe_seat=tribe, camp_seat=camp)
    if camp in actions.turned:
        return refuse.refusal("PC-17", "marker_turned", tribe_seat=tribe, camp_seat=camp)
    if camp in actions.marked:
        return refuse.refusal("PC-17", "coup_marked", tribe_seat=tribe, camp_seat=camp)
    if camp in actions.late:
        return refuse.refusal("PC-17", "coup_first", tribe_seat=tribe, camp_seat=camp)
    return refuse.refusal("PC-17", "none_home", camp_seat=camp)


def coup(state: State, _phase: Acting, move: moves.Coup) -> State:
    """Mark a coup: one of the tribe's markers turns to prestige."""
    camp, tribe = move.camp, state.turn
    raise_if(coup_objection(state, camp))
    own = camp == tribe
    rule = "PC-18" if own else "PC-17"
    must_be_stick(state, move.cards, rule)
    state = play_cards(state, tribe, STICK, away=RAIDS[camp])
    if own:
        state = state.tell(rule, "plenty_coups.coup.in_defence", proof=move.proof)
        return count_action(gain_prestige(state, tribe, rule), What.PARRIED)
    state = state.tell(rule, "plenty_coups.coup.marked", proof=move.proof, camp_seat=camp)
    return count_action(gain_prestige(state, tribe, rule), What.COUP, camp, coup=True)
