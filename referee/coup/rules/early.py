"""The reasons for refusing a move that comes in the wrong phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.contract import IllegalMove
from referee.coup.rules.windows import why_not_theirs_to_block
from referee.coup.state import moves, phases
from referee.coup.state.cards import ACTIONS
from referee.coup.state.moves import Move, refuse
from referee.coup.state.state import State, claimer
from referee.kit import Refused


def too_early(state: State, move: Move) -> IllegalMove:
    """Return the reason for refusing a move that the phase does not take."""
    return _REASONS[type(move)](state, move)


def _duty(state: State) -> Refused:
    """Return what a player must do by hand before anybody goes on (SL-11), or None."""
    match state.phase:
        case phases.Lose(loser=loser, cause=phases.Leaving()):
            return refuse.refusal("CP-52", "leaves_first", seat=loser)
        case phases.Lose(loser=loser):
            return refuse.refusal("CP-26", "turns_up_first", seat=loser)
        case phases.Return():
            return refuse.refusal("CP-42", "return_first", seat=claimer(state))
        case phases.Exchange():
            return refuse.refusal("CP-16", "exchanges_first", seat=state.turn)
    return None


def _declares(state: State, move: moves.Declare) -> IllegalMove:
    """Return whose turn it is, what must be done first, or which action is going on."""
    phase, seat = state.phase, move.seat
    play = (
        ACTIONS["exchange"]
        if isinstance(phase, phases.Exchange)
        else phase.play and phase.play.action
    )
    if seat == state.turn and play:
        return refuse.refusal("CP-4", "one_action", seat=seat, word=play.word)
    other = refuse.refusal("CP-3", "not_your_turn", seat=seat, turn_seat=state.turn)
    return _duty(state) or other


def _challenges(state: State, move: moves.Challenge) -> IllegalMove:
    """Return who was first (CP-23), what comes first, or that nothing can be challenged now."""
    seat, phase = move.seat, state.phase
    match phase:
        case (
            phases.Show(challenger=first)
            | phases.Return(contest=phases.Contest(challenger=first))
            | phases.Lose(cause=phases.Contest(challenger=first))
        ):
            if seat == claimer(state):
                return refuse.refusal("CP-20", "own_claim", seat=seat)
            return refuse.refusal("CP-23", "challenged_first", seat=seat, first_seat=first)
        case phases.Naming():
            return refuse.refusal("CP-21", "names_first", seat=claimer(state))
        case phases.Blockable(play) if play.action.claims:
            return refuse.refusal("CP-22", "challenge_over", word=play.action.word)
        case phases.Blockable():
            return refuse.refusal("CP-20", "claims_nothing")
    return refuse.refusal("CP-22", "nothing_to_challenge", seat=seat)


def _blocks(state: State, move: moves.Block) -> IllegalMove:
    """Return who was first, who may block, or what comes before a block (CP-21)."""
    seat, phase, play = move.seat, state.phase, state.phase.play
    if play is not None and play.block is not None:
        return refuse.refusal("CP-21", "blocked_first", seat=seat, first_seat=play.block.seat)
    if play is not None and not play.action.blocks:
        return refuse.refusal("CP-21", "unblockable", word=play.action.word)
    match phase:
        case (
            phases.Challengeable(play)
            | phases.Show(play)
            | phases.Return(contest=phases.Contest(play, held=True))
            | phases.Lose(cause=phases.Contest(play, held=True))
        ):
            not_theirs = why_not_theirs_to_block(state, play, seat)
            return not_theirs or refuse.refusal("CP-21", "blocks_later", seat=seat)
    return refuse.refusal("CP-21", "nothing_to_block", seat=seat)


def _turns_up(state: State, _move: moves.CardTurned) -> IllegalMove:
    if isinstance(state.phase, phases.Challengeable | phases.Counter):
        return refuse.refusal("CP-22", "answers_first")
    return _duty(state) or refuse.refusal("CP-26", "no_influence_lost")


def _no_window(_state: State, _move: Move) -> IllegalMove:
    return refuse.refusal("CP-22", "no_window")


_REASONS: Mapping[type, Callable[[State, Any], IllegalMove]] = {
    moves.Declare: _declares,
    moves.Challenge: _challenges,
    moves.Block: _blocks,
    moves.NameCard: lambda _, move: refuse.refusal("CP-21", "nothing_to_name", seat=move.seat),
    moves.Pass: _no_window,
    moves.MoveOn: _no_window,
    moves.WindowClosed: _no_window,
    moves.CardShown: lambda state, _: _duty(state) or refuse.refusal("CP-24", "no_card_wanted"),
    moves.Concede: lambda _, move: refuse.refusal("CP-24", "nothing_to_concede", seat=move.seat),
    moves.CardTurned: _turns_up,
    moves.CardReturned: lambda state, _: (
        _duty(state) or refuse.refusal("CP-42", "nothing_to_return")
    ),
    moves.Exchanged: lambda _, move: refuse.refusal("CP-16", "no_exchange", seat=move.seat),
    moves.Leave: lambda state, move: (
        _duty(state) or refuse.refusal("CP-52", "leaves_between_turns", seat=move.seat)
    ),
}
