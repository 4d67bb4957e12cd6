"""What a phase asks for, in large words."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Focus, Message
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.state import State, attacking_canoe


def step_focus(state: State, phase: Phase) -> Focus:
    """Return the focus on the step of the player to move."""
    return Focus(Message(f"ogallala.focus.{phase}", {"seat": state.turn}), seat=state.turn)


def attack_focus(state: State, _phase: Phase) -> Focus:
    """Return the focus on an attack, with the strength of the canoe."""
    strength = attacking_canoe(state).crew.strength
    label = Message("ogallala.focus.attack", {"seat": state.turn, "strength": strength})
    return Focus(label, seat=state.turn)


def over_focus(state: State, phase: Phase) -> Focus:
    """Return the focus after the match, which concerns nobody."""
    return replace(step_focus(state, phase), seat=None)
