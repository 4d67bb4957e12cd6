"""A player leaves during a match (OG-5). The rule sheet does not cover this."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.kit import Played, left_behind
from referee.ogallala.rules.ending import end_match, next_turn
from referee.ogallala.state import phases
from referee.ogallala.state.moves import Leave, refuse
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.state import Event, EventKind, State, remaining_players
from referee.ogallala.state.territory import cells


def may_leave(state: State) -> tuple[int, ...]:
    """Return the seats that may leave now: only before a draw, after the first move."""
    begun = state.last.what is not EventKind.NOTHING
    return remaining_players(state) if isinstance(state.phase, phases.Draw) and begun else ()


def leave(state: State, _phase: Phase, move: Leave) -> Played[State]:
    """Skip a player's turns from now on. Their cards stay, and others may take them."""
    seat, stays = move.seat, remaining_players(state)
    if seat not in stays:
        refuse("OG-5", "gone", seat=seat)
    if not may_leave(state):
        refuse("OG-5", "not_begun")
    leaves = Ruling("OG-5", Message("ogallala.leaves", {"seat": seat}), (), (seat,))
    swept = state.sweep.cells if state.sweep is not None and state.sweep.seat == seat else ()
    cards_left = (*cells(state.territories[seat]), *swept)
    said = (leaves, *left_behind((cell.card for cell in cards_left), seat))
    last = Event(EventKind.LEFT, seat, shuffled=state.last.shuffled)
    state = replace(state, left=tuple(sorted((*state.left, seat))), last=last)
    if len(stays) == 2:
        (alone,) = remaining_players(state)
        return end_match(replace(state, turn=alone), "ogallala.over.alone", said)
    return next_turn(state, said) if seat == state.turn else (state, said)
