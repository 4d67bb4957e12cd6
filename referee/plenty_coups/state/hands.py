"""The cards that a hand may hold (PC-82).

Hands are secret. A hand surely holds the cards that everybody saw it take. Its other cards may be
any that do not lie face up elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.plenty_coups.state.cards import CARDS
from referee.plenty_coups.state.state import State


def unknown_count(state: State, tribe: int) -> int:
    """Return the number of cards in a hand that other players have not seen."""
    owner = state.tribes[tribe]
    return owner.hand - len(owner.known)


def possible_cards(state: State, tribe: int, among: Iterable[str] = CARDS) -> dict[str, int]:
    """Return the cards that a hand may hold, each with its maximum count (PC-82)."""
    known, most = state.tribes[tribe].known, unknown_count(state, tribe)
    unseen = state.deck.unseen if most else {}
    result = {}
    for card in among:
        many = unseen.get(card, 0)
        if many > most:
            many = most
        if known:
            many += known.count(card)
        if many:
            result[card] = many
    return result


def may_hold(state: State, tribe: int, card: str) -> bool:
    """Whether a hand may hold this card."""
    owner = state.tribes[tribe]
    return card in owner.known or (card in state.deck.unseen and owner.hand > len(owner.known))


def may_hold_both(state: State, tribe: int, first: str, second: str) -> bool:
    """Whether a hand may hold both cards at the same time."""
    known, beyond = list(state.tribes[tribe].known), []
    for card in (first, second):
        if card in known:
            known.remove(card)
        else:
            beyond.append(card)
    enough = all(state.deck.unseen.get(card, 0) >= beyond.count(card) for card in beyond)
    return enough and len(beyond) <= unknown_count(state, tribe)
