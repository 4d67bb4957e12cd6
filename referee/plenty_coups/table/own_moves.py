"""Moves that one card makes: of the tribe on turn, or of another tribe at its own camp."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.plenty_coups.state import moves
from referee.plenty_coups.state.state import State
from referee.table import Laid, picture_ids


def own_move(state: State, kind: Any, laid: Laid, **fields: Any) -> moves.Move:
    """Return an action of the tribe on turn that uses one card."""
    seat = state.seat
    move: moves.Move = kind(seat=seat, cards=(laid.card,), proof=picture_ids((laid,)), **fields)
    return move


def owner_moves(state: State, kind: Any, laid: Laid, camp: int) -> Iterator[moves.Move]:
    """Yield an action of the player who owns `camp` but is not on turn (PC-1)."""
    if camp in state.camps:
        owner = state.player_of(camp)
        if owner != state.seat:
            yield kind(seat=owner, cards=(laid.card,), proof=picture_ids((laid,)))
