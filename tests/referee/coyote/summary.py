"""What tests read of a state of Coyote, in one place."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from referee.coyote.state.phases import Count, Draw
from referee.coyote.state.state import State


class Result(NamedTuple):
    """How a round ended; one without a count has no total and no winner."""

    total: int | None
    loser: int
    winner: int | None
    strikes: int
    shuffle: str


class Summary(NamedTuple):
    """Where a round stands."""

    phase: str
    challenger: int | None
    cards: tuple[str, ...]
    drawn: tuple[str, ...]
    proof: tuple[str, ...]
    result: Any  # a `Result`, or None


def summary_of(state: State) -> Summary:
    """Return where a round stands."""
    phase, ended = state.phase, state.phase.result
    result: Result | None
    if isinstance(ended, Count):
        result = Result(ended.total, ended.loser, ended.winner, ended.strikes, ended.shuffle)
    else:
        result = None if ended is None else Result(None, ended.loser, None, 1, ended.shuffle)
    challenger = (ended or phase).challenger
    drawn = phase.drawn if isinstance(phase, Draw) else ()
    return Summary(str(phase), challenger, phase.cards, drawn, phase.proof, result)


def compared(state: State) -> dict[str, object]:
    """Return what is announced and laid away, and how the last round ended; else None."""
    now = summary_of(state)
    result = now.result
    return {
        "CY-9: strikes": list(state.strikes),
        "CY-7: result": result and (result.total, result.loser, result.winner),
        "announced": (state.announcer, state.number),
        "parties": (now.challenger, state.announcer),
        "discards": Counter(state.discards),
        "strikes given": result and result.strikes,
        "to begin": state.turn,
    }
