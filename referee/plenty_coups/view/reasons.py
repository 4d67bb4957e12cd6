"""Why a move of Plenty Coups was good: the prestige and the horses that it brings at once."""

from __future__ import annotations

from collections.abc import Sequence

from referee.contract import Message, RefereeError
from referee.plenty_coups.flow import apply
from referee.plenty_coups.rules.ending import tribe_result
from referee.plenty_coups.state.moves import Move
from referee.plenty_coups.state.state import State


def explain(states: Sequence[State], made: Sequence[Move], at: int, move: Move) -> Message | None:
    """Return what a tribe gains at once, if it is more than by the move that was made."""
    if move.mover is None:
        return None
    state, tribe = states[at], states[at].acting
    now = _gains(state, tribe, move)
    was = (0, 0) if move == made[at] else _gains(state, tribe, made[at])
    if now[0] > max(0, was[0]):
        return Message("plenty_coups.reason.prestige", {"tribe_seat": tribe, "gain": now[0]})
    if now[1] > max(0, was[1]):
        return Message("plenty_coups.reason.horses", {"tribe_seat": tribe, "count": now[1]})
    return None


def _gains(state: State, tribe: int, move: Move) -> tuple[int, int]:
    """Return how much prestige and how many horses a tribe gains by a move."""
    try:
        after, _ = apply(state, move)
    except RefereeError:
        return 0, 0
    was, now = tribe_result(state, tribe), tribe_result(after, tribe)
    return now.total() - was.total(), now.horses - was.horses
