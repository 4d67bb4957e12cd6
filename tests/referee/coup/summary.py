"""What tests read of a state of Coup, in one place."""

from __future__ import annotations

from typing import NamedTuple

from referee.coup.flow import FLOW
from referee.coup.state.phases import Contest, Counter, Hit, Lose, Return, Show, Window
from referee.coup.state.state import State, treasury, unanswered_seats


class Summary(NamedTuple):
    """Where a turn stands; `then` is what follows once an influence is lost."""

    phase: str
    loser: int | None
    blocker: int | None
    block: str
    challenger: int | None
    target: int | None
    shown: str
    then: str | None
    window: bool
    claimed: tuple[str, ...]


def summary_of(state: State) -> Summary:
    """Return where a turn stands."""
    phase = state.phase
    play, block = phase.play, phase.play.block if phase.play else None
    cause = phase.cause if isinstance(phase, Lose) else None
    contest = phase.contest if isinstance(phase, Return) else cause
    challenged = phase if isinstance(phase, Show) else contest
    then = None
    if isinstance(contest, Contest):
        ways = ("blocked" if block else "block", "effect" if block else "failed")
        then = ways[not contest.held]
    elif cause is not None:
        then = "end" if isinstance(cause, Hit) else "left"
    return Summary(
        str(phase),
        phase.loser if isinstance(phase, Lose | Return) else None,
        block.seat if block else None,
        block.card if block else "",
        challenged.challenger if isinstance(challenged, Show | Contest) else None,
        play.target if play else None,
        phase.shown,
        then,
        isinstance(phase, Window),
        play.claims if play else (),
    )


def compared(state: State) -> dict[str, object]:
    """Return purses, cards face up and who is awaited for what, by the rules that settle them."""
    phase = state.phase
    acting = unanswered_seats(state) if isinstance(phase, Window) else FLOW.actors(state)
    return {
        "CP-2: purses": list(state.coins),
        "CP-2: Treasury": treasury(state),
        "CP-26: faces": [sorted(cards) for cards in state.faces],
        "CP-21: what is awaited": "challenge" if isinstance(phase, Counter) else str(phase),
        "CP-3: whose turn": state.turn,
        "CP-20: who is awaited": set(acting),
    }
