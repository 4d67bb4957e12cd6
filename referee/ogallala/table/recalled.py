"""What can be told by now of what was drawn at Ogallala: it was laid at once."""

from __future__ import annotations

from collections.abc import Sequence

from referee.ogallala.state import moves
from referee.ogallala.state.state import Phase, State
from referee.worlds import Own


def recalled(states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int) -> Own:
    """Return the card that a seat had drawn from a pile when it laid it."""
    if states[at].phase is Phase.DRAW:
        match made[at]:
            case moves.Place(source="pile", laid=laid):
                return {seat: (laid.card,)}
            case moves.Discard(cards=(card,)):
                return {seat: (card,)}
    return {}
