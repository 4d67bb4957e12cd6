"""What a state's layout has lying where, by how it lies there: for tests of the rules."""

from __future__ import annotations

from typing import Any

from referee.contract import Message
from referee.table import CardStatus


def lying(game: Any, state: Any, how: CardStatus) -> dict[str, list[str]]:
    """Return the names of the cards that lie so, sorted, by their zones."""
    found: dict[str, list[str]] = {}
    for card in game.layout(state).cards:
        if card.status is how:
            found.setdefault(str(card.zone), []).append(card.name)
    return {zone: sorted(names) for zone, names in found.items()}


def stays(game: Any, state: Any) -> dict[str, list[str]]:
    """Return the names of the cards that must stay, by their zones."""
    return lying(game, state, CardStatus.STAYS)


def goes(game: Any, state: Any) -> dict[str, list[str]]:
    """Return the names of the cards that are to be taken away, by their zones."""
    return lying(game, state, CardStatus.TO_CLEAR)


def due(game: Any, state: Any) -> list[Message]:
    """Return what the table says that it waits for."""
    return [one.message for one in game.judge(state, ()).pending]
