"""The rules of Coyote, gathered: what each move changes, and how a match ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.contract import Message, Outcome, Ruling
from referee.coyote import reveal, talk
from referee.coyote.moves import Announce, CardsCorrected, CardsRead, Challenge, Move
from referee.coyote.state import Phase, State

_RULES: dict[type, Callable[[State, Any], tuple[State, tuple[Ruling, ...]]]] = {
    Announce: talk.announce,
    Challenge: talk.challenge,
    CardsRead: reveal.cards_read,
    CardsCorrected: reveal.cards_corrected,
}


def apply(state: State, move: Move) -> tuple[State, tuple[Ruling, ...]]:
    """Return the state after `move` and what the referee says; raises `IllegalMove`."""
    return _RULES[type(move)](state, move)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None while it goes on (CY-9)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(Message("coyote.outcome", {"seat": state.turn}), (state.turn,))
