"""The focus of each phase: whom the table waits for, and why."""

from __future__ import annotations

from referee.contract import Focus, Message, Value
from referee.coup.state.phases import (
    Blockable,
    Challengeable,
    Counter,
    Exchange,
    Lose,
    Naming,
    Over,
    Show,
    Turn,
)
from referee.coup.state.state import State, claimer


def turn_focus(state: State, phase: Turn | Exchange | Over) -> Focus:
    """Return the focus on the seat whose turn it is, or that has won."""
    return Focus(Message(f"coup.focus.{phase}", {"seat": state.turn}), seat=state.turn)


def objection_focus(state: State, phase: Challengeable | Blockable) -> Focus:
    """Return the focus on the action that others may challenge or block."""
    seat, play = state.turn, phase.play
    key, params = f"coup.focus.{phase}", dict[str, Value](seat=seat, word=play.action.word)
    if isinstance(phase, Challengeable):
        params["card"] = play.action.claims
    if play.target is not None:
        params["target_seat"] = play.target
        key += "_target"
    return Focus(Message(key, params), seat=seat)


def naming_focus(state: State, phase: Naming) -> Focus:
    """Return the focus on the blocker, who must name a character."""
    seat = claimer(state)
    params: dict[str, Value] = {"seat": seat, "word": phase.play.action.word}
    return Focus(Message("coup.focus.name", params), seat=seat)


def counter_focus(state: State, phase: Counter) -> Focus:
    """Return the focus on the block that others may challenge."""
    play, seat = phase.play, claimer(state)
    params: dict[str, Value] = {"seat": seat, "word": play.action.word, "cards": play.claims}
    return Focus(Message("coup.focus.counter", params), seat=seat)


def show_focus(state: State, phase: Show) -> Focus:
    """Return the focus on the challenged player."""
    seat, claims = claimer(state), phase.play.claims
    params: dict[str, Value] = {
        "seat": seat,
        "challenger_seat": phase.challenger,
        "cards": claims,
    }
    return Focus(Message("coup.focus.show", params), seat=seat)


def lose_focus(_state: State, phase: Lose) -> Focus:
    """Return the focus on the player who must turn up a card."""
    return Focus(Message("coup.focus.lose", {"seat": phase.loser}), seat=phase.loser)
