"""Prestige off the herd, shown by markers, and the coups that win it (PC-7, PC-17, PC-18)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.must import must_act, must_be_stick
from referee.plenty_coups.rules.turns import acted
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import RAIDS
from referee.plenty_coups.state.state import MARKERS, State, What

# -- markers -------------------------------------------------------------------------------------


def gains(now: Draft, tribe: int, rule: str) -> None:
    """Turn a raid marker of a tribe to prestige: at its camp, else on a raid (PC-7)."""
    state = now.state
    if state.tribes[tribe].prestige == MARKERS:
        now.says(rule, "plenty_coups.prestige.full", tribe, prestige=MARKERS)
    elif state.raid_markers(tribe):
        now.says(rule, "plenty_coups.prestige.gains", tribe, prestige=_turn(now, tribe, 1))
    else:
        where = _turn_out(now, tribe, turned=False)
        key, prestige = "plenty_coups.prestige.gains_there", _turn(now, tribe, 1)
        now.says(rule, key, tribe, prestige=prestige, camp_seat=where)


def loses(now: Draft, tribe: int, rule: str) -> None:
    """Turn a prestige marker of a tribe back. A tribe at 0 cannot lose (PC-7)."""
    prestige = now.state.tribes[tribe].prestige
    if not prestige:
        now.says(rule, "plenty_coups.prestige.none", tribe, prestige=0)
    elif prestige > now.state.out(tribe, turned=True):
        now.says(rule, "plenty_coups.prestige.loses", tribe, prestige=_turn(now, tribe, -1))
    else:
        where = _turn_out(now, tribe, turned=True)
        key, prestige = "plenty_coups.prestige.loses_there", _turn(now, tribe, -1)
        now.says(rule, key, tribe, prestige=prestige, camp_seat=where)


def _turn_out(now: Draft, tribe: int, turned: bool) -> int:
    """Turn a tribe's marker on a raid over. Return its camp, the lowest of several."""
    raids = now.state.raids(tribe)
    camp, raid = next((camp, raid) for camp, raid in raids if raid.turned == turned)
    now.tribe(camp, raid=replace(raid, turned=not turned))
    return camp


def _turn(now: Draft, tribe: int, by: int) -> int:
    """Change a tribe's prestige and return the new value."""
    prestige = now.state.tribes[tribe].prestige + by
    now.tribe(tribe, prestige=prestige)
    return prestige


# -- coups ---------------------------------------------------------------------------------------


def bars_coup(state: State, camp: int) -> Refused:
    """Return why no coup can be marked: no raid came home from `camp`, or none was repelled."""
    if camp == state.turn:
        return None if state.actions.parried else refuse.refusal("PC-18", "no_parry")
    if camp in state.actions.returned:
        return None
    if camp not in state.camps:
        return refuse.refusal("PC-17", "no_other", number=camp + 1)
    return refuse.refusal("PC-17", "none_home", camp_seat=camp)


def coup(now: Draft, move: moves.Coup) -> None:
    """Mark a coup: a marker turns to prestige."""
    state, camp = now.state, move.camp
    must_act(state, move.seat)
    raise_if(bars_coup(state, camp))
    tribe, own = state.turn, camp == state.turn
    rule = "PC-18" if own else "PC-17"
    must_be_stick(state, move.cards, rule)
    now.play(tribe, STICK, away=RAIDS[camp])
    if own:
        now.says(rule, "plenty_coups.coup.in_defence", proof=move.proof)
        gains(now, tribe, rule)
        acted(now, What.PARRIED)
    else:
        now.says(rule, "plenty_coups.coup.marked", proof=move.proof, camp_seat=camp)
        gains(now, tribe, rule)
        rest = tuple(one for one in state.actions.returned if one != camp)
        acted(now, What.COUP, camp, returned=rest)
