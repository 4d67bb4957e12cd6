"""What the table sees of a match of Coup, as plain values: all that tests read of its state."""

from __future__ import annotations

from referee.coup.state import State, acting, treasury, waiting

WINDOWS = ("challenge", "block")


def seen(state: State) -> dict[str, object]:
    """Return purses, cards face up and who is awaited for what, by the rules that settle them."""
    awaited = "challenge" if state.phase == "counter" else str(state.phase.value)
    return {
        "CP-2: purses": list(state.coins),
        "CP-2: Treasury": treasury(state),
        "CP-26: faces": [sorted(cards) for cards in state.faces],
        "CP-21: what is awaited": awaited,
        "CP-3: whose turn": state.turn,
        "CP-20: who is awaited": set(waiting(state)) if awaited in WINDOWS else {acting(state)},
    }
