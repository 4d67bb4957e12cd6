"""Reconstructs a drawn card for the post-match analysis. Players lay such a card at once."""

from __future__ import annotations

from collections.abc import Sequence

from referee.determinization import KnownHands
from referee.ogallala.state import moves, phases
from referee.ogallala.state.state import State


def reconstruct_hand(
    states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int
) -> KnownHands:
    """Return the card that a seat had drawn from a pile if the move at `at` laid that card."""
    if isinstance(states[at].phase, phases.Draw):
        match made[at]:
            case moves.Place(source="pile", laid=laid):
                return {seat: (laid.card,)}
            case moves.Discard(cards=(card,)):
                return {seat: (card,)}
    return {}
