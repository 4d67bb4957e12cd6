"""Prestige, which is shown on markers, and the coups that win it (PC-7, PC-17, PC-18)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.checks import must_act, must_be_stick
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.turns import count_action
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.state import MARKERS, State, What
from referee.plenty_coups.state.zones import RAIDS

# -- markers -------------------------------------------------------------------------------------


def gain_prestige(draft: Draft, tribe: int, rule: str) -> None:
    """Turn a tribe's raid marker to prestige: one at its camp, or else one on a raid (PC-7)."""
    state = draft.state
    if state.tribes[tribe].prestige == MARKERS:
        draft.add_tribe_ruling(rule, "plenty_coups.prestige.full", tribe, prestige=MARKERS)
    elif state.raid_markers_at_camp(tribe):
        draft.add_tribe_ruling(
            rule, "plenty_coups.prestige.gains", tribe, prestige=_change_prestige(draft, tribe, 1)
        )
    else:
        where = _turn_marker_on_raid(draft, tribe, turned=False)
        key, prestige = "plenty_coups.prestige.gains_there", _change_prestige(draft, tribe, 1)
        draft.add_tribe_ruling(rule, key, tribe, prestige=prestige, camp_seat=where)


def lose_prestige(draft: Draft, tribe: int, rule: str) -> None:
    """Turn a tribe's prestige marker back to its raid side. A tribe at 0 loses nothing (PC-7)."""
    prestige = draft.state.tribes[tribe].prestige
    if not prestige:
        draft.add_tribe_ruling(rule, "plenty_coups.prestige.none", tribe, prestige=0)
    elif prestige > draft.state.markers_on_raids(tribe, turned=True):
        draft.add_tribe_ruling(
            rule, "plenty_coups.prestige.loses", tribe, prestige=_change_prestige(draft, tribe, -1)
        )
    else:
        where = _turn_marker_on_raid(draft, tribe, turned=True)
        key, prestige = "plenty_coups.prestige.loses_there", _change_prestige(draft, tribe, -1)
        draft.add_tribe_ruling(rule, key, tribe, prestige=prestige, camp_seat=where)


def _turn_marker_on_raid(draft: Draft, tribe: int, turned: bool) -> int:
    """Turn over a tribe's marker on one of its raids, and return the camp that it raids.

    If the tribe has several such raids, the one on the lowest camp number counts.
    """
    raids = draft.state.raids(tribe)
    camp, raid = next((camp, raid) for camp, raid in raids if raid.turned == turned)
    draft.set_tribe(camp, raid=replace(raid, turned=not turned))
    return camp


def _change_prestige(draft: Draft, tribe: int, by: int) -> int:
    """Change a tribe's prestige by this amount, and return the new value."""
    prestige = draft.state.tribes[tribe].prestige + by
    draft.set_tribe(tribe, prestige=prestige)
    return prestige


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


def coup(draft: Draft, move: moves.Coup) -> None:
    """Mark a coup: one of the tribe's markers turns to prestige."""
    state, camp = draft.state, move.camp
    must_act(state, move.seat)
    raise_if(coup_objection(state, camp))
    tribe, own = state.turn, camp == state.turn
    rule = "PC-18" if own else "PC-17"
    must_be_stick(state, move.cards, rule)
    draft.play_cards(tribe, STICK, away=RAIDS[camp])
    if own:
        draft.add_tribe_ruling(rule, "plenty_coups.coup.in_defence", proof=move.proof)
        gain_prestige(draft, tribe, rule)
        count_action(draft, What.PARRIED)
    else:
        draft.add_tribe_ruling(rule, "plenty_coups.coup.marked", proof=move.proof, camp_seat=camp)
        gain_prestige(draft, tribe, rule)
        count_action(draft, What.COUP, camp, coup=True)
