"""The rules of Coyote: a handler for each move, and the outcome."""

from __future__ import annotations

from referee.contract import Message, Outcome
from referee.coyote.rules import actions, card_actions, leaving, readings, talk
from referee.coyote.state import moves
from referee.coyote.state.phases import Over
from referee.coyote.state.state import State
from referee.kit import Rule, dispatch

_RULES: dict[type, Rule[State]] = {
    moves.Announce: talk.announce,
    moves.Challenge: talk.challenge,
    moves.CardsRead: readings.cards_read,
    moves.CardsCorrected: readings.cards_corrected,
    moves.Leave: leaving.leave,
    moves.Approve: actions.approve,
    moves.Double: actions.double,
    moves.Reverse: actions.reverse,
    moves.HandBack: actions.hand_back,
    moves.Extra: actions.extra,
    moves.Again: actions.again,
    moves.NextIs: actions.next_is,
    moves.Open: card_actions.open_card,
    moves.Skip: actions.skip,
    moves.Swap: actions.swap,
    moves.Know: card_actions.know,
    moves.SitOut: card_actions.sit_out,
}

apply = dispatch(moves.Move, _RULES)


def standing(state: State, seat: int) -> int:
    """Return how well a seat stands: fewer strikes are better."""
    return -state.strikes[seat]


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None during the match (CY-9)."""
    if not isinstance(state.phase, Over):
        return None
    return Outcome(Message("coyote.outcome", {"seat": state.turn}), (state.turn,))
