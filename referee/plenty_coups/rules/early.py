"""The reasons for refusing a move that comes too early, or too late."""

from __future__ import annotations

from referee.contract import IllegalMove
from referee.plenty_coups.rules.defence import must_have_first_weapon
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Over
from referee.plenty_coups.state.state import State


def too_early(state: State, move: moves.Move) -> IllegalMove:
    """Return the reason for refusing a move that the phase does not take (PC-3, PC-5)."""
    phase = state.phase
    if isinstance(move, moves.Support) and isinstance(phase, Acting):
        must_have_first_weapon(state, phase, move)
    if isinstance(phase, Over):
        return refuse.refusal("PC-3", "over")
    word = f"plenty_coups.does.{phase.name}"
    return refuse.refusal("PC-5", "not_now", tribe_seat=state.acting, word=word)
