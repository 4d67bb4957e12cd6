"""Decks that lack the pictures of some cards, as if these had never been taught."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from vision.decks.deck import Deck


def without_pictures(deck: Deck, names: Collection[str]) -> Deck:
    """Return the deck as if it had no pictures of these cards."""
    cards = tuple(replace(card, file=None) if card.name in names else card for card in deck.cards)
    left = {name: image for name, image in deck.templates.items() if name not in names}
    return replace(deck, cards=cards, templates=left).without_adapted(names)
