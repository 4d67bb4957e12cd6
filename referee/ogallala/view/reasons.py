"""Why a move of Ogallala was good: the points that it brings, or that it costs an opponent."""

from __future__ import annotations

from collections.abc import Sequence

from referee.contract import Message, RefereeError
from referee.ogallala.flow import apply
from referee.ogallala.rules.scoring import total
from referee.ogallala.state.moves import Move
from referee.ogallala.state.state import State


def explain(states: Sequence[State], made: Sequence[Move], at: int, move: Move) -> Message | None:
    """Return what a move changes at once, if it does more than the move that was made."""
    state, seat = states[at], move.mover
    if seat is None:
        return None
    now, was = _changes(state, move), _changes(state, made[at])
    if move == made[at]:
        was = [0] * len(now)
    if now[seat] > max(0, was[seat]):
        return Message("ogallala.reason.gains", {"seat": seat, "count": now[seat]})
    other = min(range(len(now)), key=now.__getitem__)
    if other != seat and now[other] < min(0, *was):
        return Message("ogallala.reason.costs", {"other_seat": other, "count": -now[other]})
    return None


def _changes(state: State, move: Move) -> list[int]:
    """Return by how many points a move changes each territory at once."""
    try:
        after, _ = apply(state, move)
    except RefereeError:
        after = state
    pairs = zip(state.territories, after.territories, strict=True)
    return [total(then) - total(before) for before, then in pairs]
