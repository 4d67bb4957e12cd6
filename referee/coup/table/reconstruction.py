"""Reconstructs a hand of Coup for the post-match analysis, from cards that were seen later."""

from __future__ import annotations

from collections.abc import Sequence

from referee.coup.flow import acting_seat
from referee.coup.state import moves
from referee.coup.state.state import State
from referee.determinization import KnownHands


def reconstruct_hand(
    states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int
) -> KnownHands:
    """Return the cards that a seat is known to have held before the move at `at`.

    The search ends when the hand changes, because of an exchange or because a shown card is
    replaced.
    """
    cards = list[str]()
    for number in range(at, len(made)):
        move, state = made[number], states[number]
        if isinstance(move, moves.CardsCorrected | moves.Leave):
            break
        if isinstance(move, moves.Exchanged) and state.turn == seat:
            break
        if isinstance(move, moves.CardTurned) and acting_seat(state) == seat:
            cards += move.cards[len(state.faces[seat]) :]
        if isinstance(move, moves.CardShown) and acting_seat(state) == seat:
            cards += move.cards
            break
    return {seat: tuple(cards)} if cards else {}
