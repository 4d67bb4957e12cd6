"""The part of a hand that public cards and cards played later reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.determinization import KnownHands
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.state import State
from referee.plenty_coups.table.determinization import played_cards


def reconstruct_hand(
    states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int
) -> KnownHands:
    """Return the cards that the tribe on turn surely held before move `at`.

    These are the cards that it played before it drew new ones, and those that everybody saw it
    take.
    """
    del seat
    tribe = states[at].acting
    known, found = states[at].tribes[tribe].known, Counter[str]()
    for number in range(at, len(made)):
        state, move, after = states[number], made[number], states[number + 1]
        if isinstance(move, moves.MarketRead | moves.Swept | moves.HandSet):
            break
        if isinstance(move, moves.Gift | moves.Exchange | moves.Take):
            break
        if isinstance(move, moves.TakeBack) or after.tribes[tribe].hand > state.tribes[tribe].hand:
            break
        played_count = state.tribes[tribe].hand - after.tribes[tribe].hand
        if state.acting == tribe and played_count:
            played = played_cards(state, move)
            if len(played) != played_count:
                break
            found.update(played)
    missing = tuple((found - Counter(known)).elements())
    cards = (*known, *missing)
    return {tribe: cards} if len(cards) <= states[at].tribes[tribe].hand else {tribe: known}
