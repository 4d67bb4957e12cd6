"""The request of each phase, in large words."""

from __future__ import annotations

from referee.contract import Focus, Message, Value
from referee.plenty_coups.rules.ending import outcome
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.state import State


def phase_focus(state: State, phase: phases.Phase) -> Focus:
    """Return the request of a phase."""
    match phase:
        case phases.Turning() | phases.Sweeping():
            return Focus(Message(_key(phase)))
        case phases.Taking(left=count):
            return _counted_focus(state, phase, count)
        case phases.Acting(actions=actions):
            if actions.left:
                return _counted_focus(state, phase, actions.left)
            return _tribe_focus(state, "plenty_coups.focus.exchange")
        case phases.Raiding(card=card) | phases.Defending(card=card):
            return _tribe_focus(state, _key(phase), card=card)
        case phases.Hunting(drawn=count):
            return _tribe_focus(state, _key(phase), count=count)
    ended = outcome(state)
    return _tribe_focus(state, _key(phase)) if ended is None else Focus(ended.reason)


def _key(phase: phases.Phase) -> str:
    return f"plenty_coups.focus.{phase.name}"


def _counted_focus(state: State, phase: phases.Taking | phases.Acting, count: int) -> Focus:
    """Return the focus on a number. It names the player of a tribe that has none (PC-53)."""
    tribe, seat = state.acting, state.player_of(state.acting)
    if seat == tribe:
        return _tribe_focus(state, _key(phase), count=count)
    return _tribe_focus(state, f"{_key(phase)}_for", count=count, seat=seat)


def _tribe_focus(state: State, key: str, **params: Value) -> Focus:
    """Return the focus on the tribe that must move, and on its player."""
    tribe, seat = state.acting, state.player_of(state.acting)
    message = Message(key, {"tribe_seat": tribe, **params})
    return Focus(message, seat=seat, hand=None if seat == tribe else tribe)
