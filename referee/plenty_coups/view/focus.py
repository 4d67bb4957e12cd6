"""The request of each phase, in large words."""

from __future__ import annotations

from referee.contract import Focus, Message, Value
from referee.plenty_coups.rules.ending import outcome
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.state import State


def market_focus(_state: State, phase: phases.Turning) -> Focus:
    """Return the focus on the market, which anybody may fill."""
    return Focus(Message(_key(phase)))


def take_focus(state: State, phase: phases.Taking) -> Focus:
    """Return the focus on the cards that the tribe on turn takes."""
    return _counted_focus(state, phase, phase.left)


def turn_focus(state: State, phase: phases.Acting) -> Focus:
    """Return the focus on the actions left, or else on the exchange of gifts."""
    if not phase.actions.left:
        return _tribe_focus(state, "plenty_coups.focus.exchange")
    return _counted_focus(state, phase, phase.actions.left)


def waiting_focus(state: State, phase: phases.Raiding | phases.Defending) -> Focus:
    """Return the focus on a card that waits for a second one."""
    return _tribe_focus(state, _key(phase), card=phase.card)


def hunt_focus(state: State, phase: phases.Hunting) -> Focus:
    """Return the focus on the cards to discard after a hunt."""
    return _tribe_focus(state, _key(phase), count=phase.drawn)


def answer_focus(state: State, phase: phases.Answering) -> Focus:
    """Return the focus on the disdained tribe."""
    return _tribe_focus(state, _key(phase))


def over_focus(state: State, _phase: phases.Over) -> Focus:
    """Return the focus after the match: why it ended."""
    ended = outcome(state)
    assert ended is not None
    return Focus(ended.reason)


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
