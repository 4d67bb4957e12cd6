"""What the table sees of a match of Coyote, as plain values: all that tests read of its state."""

from __future__ import annotations

from collections import Counter

from referee.coyote.state import State

STAGES = {"talking": "talk", "counted": "counted", "over": "over"}


def seen(state: State) -> dict[str, object]:
    """Return where a round stands and how the last one ended; what is not settled now is None."""
    stage, result = STAGES.get(state.phase.value, "reveal"), state.result
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
        "parties": (state.challenger, state.announcer),
        "discards": Counter(state.discards),
        "strikes given": result and result.strikes,
        "to begin": state.turn,
    }
