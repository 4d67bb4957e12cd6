"""Prestige, which is shown on markers, and the coups that win it (PC-7, PC-17, PC-18)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Value
from referee.kit import Played, Refused, Rulings, raise_if
from referee.plenty_coups.rules.changes import change_tribe, play_cards, tribe_ruling
from referee.plenty_coups.rules.checks import must_be_stick
from referee.plenty_coups.rules.turns import count_action
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting
from referee.plenty_coups.state.state import MARKERS, State, What
from referee.plenty_coups.state.zones import RAIDS

# -- markers -------------------------------------------------------------------------------------


def gain_prestige(state: State, rulings: Rulings, tribe: int, rule: str) -> Played[State]:
    """Turn a tribe's raid marker to prestige: one at its camp, or else one on a raid (PC-7)."""
    if state.tribes[tribe].prestige == MARKERS:
        full = tribe_ruling(state, rule, "plenty_coups.prestige.full", tribe, prestige=MARKERS)
        return state, (*rulings, full)
    if state.raid_markers_at_camp(tribe):
        return _change_prestige(state, rulings, tribe, rule, "plenty_coups.prestige.gains", 1)
    state, camp = _turn_marker_on_raid(state, tribe, turned=False)
    key = "plenty_coups.prestige.gains_there"
    return _change_prestige(state, rulings, tribe, rule, key, 1, camp_seat=camp)


def lose_prestige(state: State, rulings: Rulings, tribe: int, rule: str) -> Played[State]:
    """Turn a tribe's prestige marker back to its raid side. A tribe at 0 loses nothing (PC-7)."""
    prestige = state.tribes[tribe].prestige
    if not prestige:
        none = tribe_ruling(state, rule, "plenty_coups.prestige.none", tribe, prestige=0)
        return state, (*rulings, none)
    if prestige > state.markers_on_raids(tribe, turned=True):
        return _change_prestige(state, rulings, tribe, rule, "plenty_coups.prestige.loses", -1)
    state, camp = _turn_marker_on_raid(state, tribe, turned=True)
    key = "plenty_coups.prestige.loses_there"
    return _change_prestige(state, rulings, tribe, rule, key, -1, camp_seat=camp)


def _turn_marker_on_raid(state: State, tribe: int, turned: bool) -> tuple[State, int]:
    """Turn over a tribe's marker on one of its raids. Return the state, and the camp of the raid.

    If the tribe has several such raids, the one on the lowest camp number counts.
    """
    raids = state.raids(tribe)
    camp, raid = next((camp, raid) for camp, raid in raids if raid.turned == turned)
    return change_tribe(state, camp, raid=replace(raid, turned=not turned)), camp


def _change_prestige(
    state: State, rulings: Rulings, tribe: int, rule: str, key: str, by: int, **params: Value
) -> Played[State]:
    """Change a tribe's prestige by this amount, and announce the new value."""
    prestige = state.tribes[tribe].prestige + by
    said = tribe_ruling(state, rule, key, tribe, (), prestige=prestige, **params)
    return change_tribe(state, tribe, prestige=prestige), (*rulings, said)


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


def coup(state: State, _phase: Acting, move: moves.Coup) -> Played[State]:
    """Mark a coup: one of the tribe's markers turns to prestige."""
    camp, tribe = move.camp, state.turn
    raise_if(coup_objection(state, camp))
    own = camp == tribe
    rule = "PC-18" if own else "PC-17"
    must_be_stick(state, move.cards, rule)
    state = play_cards(state, tribe, STICK, away=RAIDS[camp])
    if own:
        said = tribe_ruling(state, rule, "plenty_coups.coup.in_defence", proof=move.proof)
    else:
        key = "plenty_coups.coup.marked"
        said = tribe_ruling(state, rule, key, proof=move.proof, camp_seat=camp)
    state, rulings = gain_prestige(state, (said,), tribe, rule)
    if own:
        return count_action(state, rulings, What.PARRIED)
    return count_action(state, rulings, What.COUP, camp, coup=True)
