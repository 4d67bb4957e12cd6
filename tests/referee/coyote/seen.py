"""What tests read of a state of Coyote, in one place."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.coyote.state.phases import Count, Draw
from referee.coyote.state.state import State

TALK = {"talking", "declare", "again", "answer", "guessed"}


class Result(NamedTuple):
    """How a round ended; one without a count has no total and no winner."""

    total: int | None
    loser: int
    winner: int | None
    strikes: int
    shuffle: str


class Seen(NamedTuple):
    """Where a round stands."""

    phase: str
    challenger: int | None
    cards: tuple[str, ...]
    drawn: tuple[str, ...]
    proof: tuple[str, ...]
    result: Any  # a `Result`, or None


def seen(state: State) -> Seen:
    """Return where a round stands."""
    phase, ended = state.phase, state.phase.result
    result: Result | None
    if isinstance(ended, Count):
        result = Result(ended.total, ended.loser, ended.winner, ended.strikes, ended.shuffle)
    else:
        result = None if ended is None else Result(None, ended.loser, None, 1, ended.shuffle)
    challenger = (ended or phase).challenger
    drawn = phase.drawn if isinstance(phase, Draw) else ()
    return Seen(str(phase), challenger, phase.cards, drawn, phase.proof, result)
