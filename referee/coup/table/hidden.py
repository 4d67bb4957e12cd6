"""The cards of Coup that nobody sees."""

from __future__ import annotations

from collections import Counter

from referee.coup.state import phases
from referee.coup.state.cards import DRAWN
from referee.coup.state.state import EventKind, State, claimer, hidden_cards, influence
from referee.determinization import Hidden


def hidden(state: State) -> Hidden:
    """Return the cards that nobody sees. The pile is the Court.

    During an exchange, the hand includes the cards of the Court to choose from. A card in the
    middle is in no hand. If it was not the claimed one, everybody sees it go back (CP-42).
    """
    phase, cards = state.phase, Counter(hidden_cards(state))
    held = [influence(state, seat) for seat in range(len(state.coins))]
    known = dict[int, tuple[str, ...]]()
    if phase.shown:
        cards[phase.shown] -= 1
        held[claimer(state)] -= 1
    elif type(phase) is phases.Exchange:
        held[state.turn] += DRAWN
    elif type(phase) is phases.Lose and isinstance(phase.cause, phases.Contest):
        last = state.history.last
        if last.what is EventKind.FAILED and last.cards:
            known[last.seat] = last.cards
    return Hidden(tuple(cards.elements()), tuple(held), known=known)
