"""The referee's names for the model's cards and actions."""

from __future__ import annotations

from collections.abc import Iterable

from tests.referee.models.plenty_coups import COLOURS, HORSE, STICK, Card

CLANS = ("heron", "lynx", "lizard", "bee", "moth", "swallow")  # by the number of their camp
MOVES = {
    "breed": "breed",
    "coup": "coup",
    "coup in defence": "coup",
    "gift": "gift",
    "horses": "give_horses",
    "hunt": "hunt",
    "disdain": "disdain",
    "propose": "propose",
    "accept": "accept",
    "neutral": "befriend",
    "raid": "raid",
    "defend": "defend",
}


def name(card: Card) -> str:
    """Return the referee's name of a card."""
    if card.kind == "warrior":
        return f"{CLANS[COLOURS.index(card.tribe)]}_{card.value}"
    return {HORSE: "horse", STICK: "coup_stick"}.get(card, f"weapon_{card.value}")


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(sorted(name(card) for card in cards))
