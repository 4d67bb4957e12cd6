"""Prestige off the herd, as the markers show it: 0 to 4 (PC-7)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, Rulings, replaced
from referee.plenty_coups.state.state import MARKERS, State, out, player, raid_markers


def gains(state: State, tribe: int, rule: str, rulings: Rulings = ()) -> Played[State]:
    """Turn a tribe's raid marker over; one that is out on a raid turns where it lies (PC-7)."""
    if state.prestige[tribe] == MARKERS:
        said = _said("plenty_coups.prestige.full", rule, state, tribe)
        return state, (*rulings, said)
    where = None if raid_markers(state, tribe) else _lies(state, tribe, up=False)
    key = "plenty_coups.prestige.gains" if where is None else "plenty_coups.prestige.gains_there"
    state, said = _turn(state, tribe, 1, where, key, rule)
    return state, (*rulings, said)


def loses(state: State, tribe: int, rule: str, rulings: Rulings = ()) -> Played[State]:
    """Turn one of a tribe's prestige markers back; it has nothing to lose at 0 (PC-7)."""
    if not state.prestige[tribe]:
        return state, (*rulings, _said("plenty_coups.prestige.none", rule, state, tribe))
    is_out = state.prestige[tribe] == out(state, tribe, True)
    where = _lies(state, tribe, up=True) if is_out else None
    key = "plenty_coups.prestige.loses" if where is None else "plenty_coups.prestige.loses_there"
    state, said = _turn(state, tribe, -1, where, key, rule)
    return state, (*rulings, said)


def _lies(state: State, tribe: int, up: bool) -> int:
    """Return the lowest camp on whose raid a marker of a tribe lies, prestige side up or not."""
    return next(
        camp
        for camp, one in enumerate(state.raids)
        if one is not None and one.tribe == tribe and one.turned == up
    )


def _turn(
    state: State, tribe: int, by: int, where: int | None, key: str, rule: str
) -> tuple[State, Ruling]:
    """Turn a marker over that is at hand, or lies on the raid at the camp `where`."""
    raids = state.raids
    at: dict[str, Value] = {}
    if where is not None:
        raid = raids[where]
        assert raid is not None
        raids = replaced(raids, where, replace(raid, turned=not raid.turned))
        at["camp_seat"] = where
    prestige = replaced(state.prestige, tribe, state.prestige[tribe] + by)
    state = replace(state, prestige=prestige, raids=raids)
    return state, _said(key, rule, state, tribe, **at)


def _said(key: str, rule: str, state: State, tribe: int, **more: Value) -> Ruling:
    params: dict[str, Value] = {"tribe_seat": tribe, "prestige": state.prestige[tribe], **more}
    return Ruling(rule, Message(key, params), (), (player(state, tribe),))
