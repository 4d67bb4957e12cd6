"""The cards of Coup that nobody sees."""

from __future__ import annotations

from collections import Counter

from referee.coup.state import phases
from referee.coup.state.state import EventKind, State, claimer, hidden_cards, influence
from referee.coup.table.pending import cards_to_draw
from referee.determinization import Hidden


def hidden(state: State) -> Hidden:
    """Return the cards that nobody sees. The pile is the Court.

    A hand includes the cards that its player must draw. A card in the middle is in no hand. If it
    was not the claimed one, everybody sees it go back (CP-42).
    """
    phase, cards = state.phase, Counter(hidden_cards(state))
    held, known = [influence(state, seat) for seat in range(len(state.coins))], {}
    held[claimer(state)] += sum(draw.count for draw in cards_to_draw(state)) - bool(phase.shown)
    if phase.shown:
        cards[phase.shown] -= 1
    elif type(phase) is phases.Lose and isinstance(phase.cause, phases.Contest):
        last = state.history[-1]
        if last.what is EventKind.FAILED and last.cards:
            known[last.seat] = last.cards
    return Hidden(tuple(cards.elements()), tuple(held), known=known)
