"""The reasons for refusing a move that comes in the wrong phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.contract import IllegalMove
from referee.coup.state import moves, phases
from referee.coup.state.cards import ACTIONS
from referee.coup.state.moves import Move, refuse
from referee.coup.state.state import State, claimer


def too_early(state: State, move: Move) -> IllegalMove:
    """Return the reason for refusing a move that the phase does not take."""
    return _REASONS[type(move)](state, move)


def _declares(state: State, move: moves.Declare) -> IllegalMove:
    """Return whose turn it is, what must be done first (SL-11), or which action is going on."""
    phase, seat = state.phase, move.seat
    match phase:
        case phases.Lose(loser=loser, cause=phases.Leaving()) if seat == state.turn:
            return refuse.refusal("CP-52", "leaves_first", seat=loser)
        case _ if seat == state.turn:
            word = phase.play.action.word if phase.play else ACTIONS["exchange"].word
            return refuse.refusal("CP-4", "one_action", seat=seat, word=word)
        case phases.Lose(loser=loser, cause=phases.Hit() | phases.Contest()):
            return refuse.refusal("CP-26", "turns_up_first", seat=loser)
        case phases.Return():
            return refuse.refusal("CP-42", "returns_first", seat=claimer(state))
        case phases.Exchange():
            return refuse.refusal("CP-16", "exchanges_first", seat=state.turn)
    return refuse.refusal("CP-3", "not_your_turn", seat=seat, turn_seat=state.turn)


def _challenges(state: State, move: moves.Challenge) -> IllegalMove:
    if isinstance(state.phase, phases.Blockable) and not state.phase.play.action.claims:
        return refuse.refusal("CP-20", "claims_nothing")
    return refuse.refusal("CP-22", "nothing_to_challenge", seat=move.seat)


def _turns_up(state: State, _move: moves.CardTurned) -> IllegalMove:
    match state.phase:
        case phases.Challengeable() | phases.Counter():
            return refuse.refusal("CP-22", "answers_first")
        case phases.Return():
            return refuse.refusal("CP-42", "return_first", seat=claimer(state))
    return refuse.refusal("CP-26", "no_influence_lost")


def _no_window(_state: State, _move: Move) -> IllegalMove:
    return refuse.refusal("CP-22", "no_window")


_REASONS: Mapping[type, Callable[[State, Any], IllegalMove]] = {
    moves.Declare: _declares,
    moves.Challenge: _challenges,
    moves.Block: lambda _, move: refuse.refusal("CP-21", "nothing_to_block", seat=move.seat),
    moves.NameCard: lambda _, move: refuse.refusal("CP-21", "nothing_to_name", seat=move.seat),
    moves.Pass: _no_window,
    moves.MoveOn: _no_window,
    moves.WindowClosed: _no_window,
    moves.CardShown: lambda *_: refuse.refusal("CP-24", "no_card_wanted"),
    moves.Concede: lambda _, move: refuse.refusal("CP-24", "nothing_to_concede", seat=move.seat),
    moves.CardTurned: _turns_up,
    moves.CardReturned: lambda *_: refuse.refusal("CP-42", "nothing_to_return"),
    moves.Exchanged: lambda _, move: refuse.refusal("CP-16", "no_exchange", seat=move.seat),
    moves.Leave: lambda _, move: refuse.refusal("CP-52", "leaves_between_turns", seat=move.seat),
}
