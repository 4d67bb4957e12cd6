"""What tests read of a state of Coyote, in one place."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from referee.coyote.state.phases import Count, Draw
from referee.coyote.state.state import State

STAGES = {"talking": "talk", "counted": "counted", "over": "over"}
TALK = {"talking", "declare", "again", "answer", "guessed"}


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
    """Return where a round stands and how the last one ended; what is not settled now is None."""
    now = summary_of(state)
    stage, result = STAGES.get(now.phase, "reveal"), now.result
    return {
        "stage": stage,
        "CY-4: turn": state.turn if stage in ("talk", "counted") else None,
        "CY-9: strikes": list(state.strikes),
        "CY-3: standing": (state.number or None) if stage == "talk" else None,
        "CY-8: laid away": Counter(state.discards) if stage == "talk" else None,
        "CY-7: result": result and (result.total, result.loser, result.winner),
        "CY-7: announcer struck": result and result.loser == state.announcer,
        "CY-8: shuffle": bool(result.shuffle) if result and stage == "counted" else None,
        # with optional actions
        "announced": (state.announcer, state.number),
        "parties": (now.challenger, state.announcer),
        "discards": Counter(state.discards),
        "strikes given": result and result.strikes,
        "to begin": state.turn,
    }
