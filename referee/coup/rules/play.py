"""The rules of Coup: a handler for each move, the outcome, and the next match's starter."""

from __future__ import annotations

from typing import Any

from referee.contract import Message, Outcome
from referee.coup.rules import host, open_cards, turn, windows
from referee.coup.state import moves
from referee.coup.state.phases import Over
from referee.coup.state.state import State, influence
from referee.kit import Rule, dispatch

_RULES: dict[type, Rule[State]] = {
    moves.Declare: turn.declare,
    moves.Challenge: windows.challenge,
    moves.Block: windows.block,
    moves.NameCard: windows.name_card,
    moves.Pass: windows.pass_,
    moves.MoveOn: windows.move_on,
    moves.WindowClosed: windows.window_closed,
    moves.CardShown: open_cards.card_shown,
    moves.Concede: open_cards.concede,
    moves.CardTurned: open_cards.card_turned,
    moves.CardReturned: open_cards.card_returned,
    moves.Exchanged: turn.end_exchange,
    moves.CoinsSet: host.coins_set,
    moves.Leave: host.leave,
    moves.CardsCorrected: open_cards.cards_corrected,
}

apply = dispatch(moves.Move, _RULES)


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
