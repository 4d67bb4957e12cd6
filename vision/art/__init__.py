"""Original card art, drawn from code: one source for templates, pages and print."""

from __future__ import annotations

from functools import cache

from vision.art import coyote
from vision.art.deckart import DeckArt

ART_NAMES = tuple(coyote.EDITIONS)


@cache
def deck_art(name: str) -> DeckArt:
    """Draw a deck by its name; raises `KeyError` for a deck that has no drawings."""
    return coyote.deck(name)
