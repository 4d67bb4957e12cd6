"""Each seat's light in Coup d'État, and whom the table waits for."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Cue
from referee.coup_detat.rules.opening import drawing
from referee.coup_detat.rules.paying import asked
from referee.coup_detat.rules.tricks import waits_for_answers
from referee.coup_detat.state.state import (
    Phase,
    State,
    answering,
    namer,
    others,
    play_of,
    rows_of,
)

WAITS = frozenset({Phase.PLAY, Phase.TABLE, Phase.CLEAR, Phase.ROWS, Phase.DRAW})


def cues(state: State) -> tuple[Cue, ...]:
    """A lamp is lit where something can be done, and before whom a card is due or was won."""
    phase = state.phase
    seats = state.setup.seats
    if phase is Phase.OVER:
        best = max(state.accounts.cash)
        return tuple(Cue.WON if cash == best else Cue.IDLE for cash in state.accounts.cash)
    may: tuple[int, ...] = answering(state)
    if phase is Phase.COUP or phase is Phase.CLAIM:
        may = tuple(range(seats))
    elif phase is Phase.REVOKE:
        may = tuple(others(state, state.shown[0].seat))
    return _lit(seats, phase in WAITS, waits_for(state), may)


@lru_cache(maxsize=512)
def _lit(seats: int, waits: bool, turn: tuple[int, ...], may: tuple[int, ...]) -> tuple[Cue, ...]:
    lit = [Cue.WAIT if waits else Cue.IDLE] * seats
    for seat in turn:
        lit[seat] = Cue.TURN
    for seat in may:
        lit[seat] = Cue.MAY_ANSWER
    return tuple(lit)


def waits_for(state: State) -> tuple[int, ...]:
    """Return whom the table waits for."""
    match state.phase:
        case Phase.PLAY if waits_for_answers(state):
            return ()
        case Phase.PLAY:
            return (play_of(state).trick.due(state.setup.seats),)
        case Phase.TABLE | Phase.CLEAR if state.play is not None:
            return (play_of(state).trick.winner(state.setup.seats),)
        case Phase.SUIT:
            return (play_of(state).trick.leader,)
        case Phase.ROWS | Phase.LEFT:  # after the last card its player says what is left
            return (rows_of(state).turn,)
        case Phase.NAME:
            return (namer(state),)
        case Phase.DRAW:
            return drawing(state)
        case Phase.ASKED | Phase.SHORT if (loan := asked(state)) is not None:
            return (loan.lender,)
    return ()
