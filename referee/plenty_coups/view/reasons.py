"""Why a move of Plenty Coups was good: what it brings at once, or for certain later."""

from __future__ import annotations

from collections.abc import Sequence

from referee.contract import Message, RefereeError
from referee.plenty_coups.flow import apply
from referee.plenty_coups.rules.ending import tribe_result
from referee.plenty_coups.state.cards import STICK, WEAPONS, value
from referee.plenty_coups.state.moves import Defend, Move, Raid, Reinforce, Support, Take
from referee.plenty_coups.state.state import State

BEST_WEAPON = value(WEAPONS[-1])


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
    return _later(state, tribe, move, None if move == made[at] else made[at])


def _later(state: State, tribe: int, move: Move, instead: Move | None) -> Message | None:
    """Return what a move brings for certain, if the one that was made does not bring it too."""
    raid = state.tribes[tribe].raid
    match move:
        case Defend() | Support() if raid and not isinstance(instead, Defend | Support):
            if _after(state, move).tribes[tribe].raid is None:
                return Message("plenty_coups.reason.repels", {"tribe_seat": raid.tribe})
        case Raid() | Reinforce():
            strength, other = _strength(state, tribe, move), _strength(state, tribe, instead)
            if strength > BEST_WEAPON >= other:
                return Message("plenty_coups.reason.strong", {"strength": strength})
            if strength > other > 0:
                key = "plenty_coups.reason.stronger"
                return Message(key, {"strength": strength, "other": other})
        case Take(cards=cards) if STICK in cards and STICK not in getattr(instead, "cards", ()):
            camps = [camp for camp, one in state.raids(tribe) if not one.turned]
            if camps and STICK not in state.tribes[tribe].known:
                return Message("plenty_coups.reason.stick", {"camp_seat": camps[0]})
    return None


def _strength(state: State, tribe: int, move: Move | None) -> int:
    """Return the strength of the raid of a move, or 0 if it is none."""
    return state.strength(tribe, move.cards) if isinstance(move, Raid | Reinforce) else 0


def _after(state: State, move: Move) -> State:
    try:
        return apply(state, move)[0]
    except RefereeError:
        return state


def _gains(state: State, tribe: int, move: Move) -> tuple[int, int]:
    """Return how much prestige and how many horses a tribe gains by a move."""
    after = _after(state, move)
    was, now = tribe_result(state, tribe), tribe_result(after, tribe)
    return now.total() - was.total(), now.horses - was.horses
