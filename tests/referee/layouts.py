"""The layout of a state as tests compare it: card names by zone."""

from __future__ import annotations

from typing import Any

from referee.contract import Message
from referee.table import CardStatus


def cards_by_zone(game: Any, state: Any, how: CardStatus) -> dict[str, list[str]]:
    """Return the sorted names of the cards with a status, by zone."""
    results: dict[str, list[str]] = {}
    for card in game.table.layout(state).cards:
        if card.status is how:
            results.setdefault(str(card.zone), []).append(card.name)
    return {zone: sorted(names) for zone, names in results.items()}


def staying_cards(game: Any, state: Any) -> dict[str, list[str]]:
    """Return the names of the cards that must stay, by zone."""
    return cards_by_zone(game, state, CardStatus.STAYS)


def cards_to_clear(game: Any, state: Any) -> dict[str, list[str]]:
    """Return the names of the cards that must be cleared, by zone."""
    return cards_by_zone(game, state, CardStatus.TO_CLEAR)


def pending_messages(game: Any, state: Any) -> list[Message]:
    """Return the messages of the pending actions."""
    return [entry.message for entry in game.table.judge(state, ()).pending]
