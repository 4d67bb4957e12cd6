"""The rules of Coyote, gathered: what each move changes, and how a match ends."""

from __future__ import annotations

from referee.contract import Message, Outcome
from referee.coyote import reveal, talk
from referee.coyote.moves import Announce, CardsCorrected, CardsRead, Challenge, Move
from referee.coyote.state import Phase, State
from referee.kit import Rule, dispatch

_RULES: dict[type, Rule[State]] = {
    Announce: talk.announce,
    Challenge: talk.challenge,
    CardsRead: reveal.cards_read,
    CardsCorrected: reveal.cards_corrected,
}

apply = dispatch(Move, _RULES)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None while it goes on (CY-9)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(Message("coyote.outcome", {"seat": state.turn}), (state.turn,))
