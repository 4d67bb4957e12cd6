"""The end of a match: a player is out (CP-6), and the last one who is still in wins (CP-7)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.contract import Message, Outcome
from referee.coup.state.phases import OVER, Over
from referee.coup.state.state import State, clockwise, influence


def eliminate(state: State, seat: int) -> State:
    """Eliminate a player without influence. Their purse goes to the Treasury (CP-6)."""
    if purse := state.coins[seat]:
        state = state.pay(seat, -purse).say("CP-6", "coup.out_with_coins", seat=seat, count=purse)
    else:
        state = state.say("CP-6", "coup.out", seat=seat)
    winner, *others = clockwise(state, seat)
    if others:
        return state
    return replace(state.to(OVER), turn=winner).say("CP-7", "coup.won", seat=winner)


def carry_over(state: State) -> dict[str, Any]:
    """Return the options for the next match: the winner starts it (CP-3)."""
    return {"starter": state.turn} if isinstance(state.phase, Over) else {}


def standing(state: State, seat: int) -> int:
    """Return how well a seat stands: by the cards that it still holds."""
    return influence(state, seat)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None during the match (CP-7)."""
    if not isinstance(state.phase, Over):
        return None
    return Outcome(Message("coup.outcome", {"seat": state.turn}), (state.turn,))
