"""The focus of each phase: whom the table waits for, and why."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Focus, Message, Value
from referee.coup.state import phases
from referee.coup.state.state import State, claimer
from referee.coup.view.offers import lacking_actions


def _focus(key: object, seat: int, **params: Value) -> Focus:
    return Focus(Message(f"coup.focus.{key}", {"seat": seat, **params}), seat=seat)


def action_focus(state: State, phase: phases.Turn) -> Focus:
    """Return the focus on the seat that chooses an action, with actions it cannot pay for."""
    return replace(turn_focus(state, phase), lacking=lacking_actions(state))


def turn_focus(state: State, phase: phases.Phase) -> Focus:
    """Return the focus on the seat to move, or on the winner."""
    return _focus(phase, state.turn)


def objection_focus(state: State, phase: phases.Challengeable | phases.Blockable) -> Focus:
    """Return the focus on the action that others may challenge or block."""
    key, play, params = str(phase), phase.play, dict[str, Value]()
    if isinstance(phase, phases.Challengeable):
        params["card"] = play.action.claims
    if play.target is not None:
        key, params["target_seat"] = f"{phase}_target", play.target
    return _focus(key, state.turn, word=play.action.word, **params)


def naming_focus(state: State, phase: phases.Naming) -> Focus:
    """Return the focus on the blocker, who must name a character."""
    return _focus(phase, claimer(state), word=phase.play.action.word)


def counter_focus(state: State, phase: phases.Counter) -> Focus:
    """Return the focus on the block that others may challenge."""
    play = phase.play
    return _focus(phase, claimer(state), word=play.action.word, cards=play.claims)


def show_focus(state: State, phase: phases.Show) -> Focus:
    """Return the focus on the challenged player."""
    challenger, claims = phase.challenger, phase.play.claims
    return _focus(phase, claimer(state), challenger_seat=challenger, cards=claims)


def lose_focus(_state: State, phase: phases.Lose) -> Focus:
    """Return the focus on the player who must turn up a card."""
    return _focus(phase, phase.loser)
