"""What can be told by now of a hand at Coup: cards that were shown or turned up later."""

from __future__ import annotations

from collections.abc import Sequence

from referee.coup.state import moves
from referee.coup.state.state import State
from referee.worlds import Own


def recalled(states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int) -> Own:
    """Return the cards that a seat held before a move, as far as it let them be seen later.

    It looks on until the hand becomes another: by an exchange, or for a card that was shown.
    """
    cards = list[str]()
    for number in range(at, len(made)):
        move, phase = made[number], states[number].phase
        if isinstance(move, moves.CardsCorrected | moves.Leave):
            break
        if isinstance(move, moves.Exchanged) and states[number].turn == seat:
            break
        if isinstance(move, moves.CardTurned) and phase.acting(states[number].turn) == seat:
            cards += move.cards[len(states[number].faces[seat]) :]
        if isinstance(move, moves.CardShown) and phase.acting(states[number].turn) == seat:
            cards += move.cards
            break
    return {seat: tuple(cards)} if cards else {}
