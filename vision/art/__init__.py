"""Original card art, drawn from code: one source for templates, pages and print."""

from __future__ import annotations

from functools import cache

from vision.art import coup, coup_detat, coyote, emblems, ogallala, suits
from vision.art.deckart import DeckArt
from vision.art.svg import svg

COYOTE_NAMES = tuple(coyote.EDITIONS)
ART_NAMES = (
    *COYOTE_NAMES,
    coup.NAME,
    coup_detat.NAME,
    ogallala.NAME,
)  # the decks that come with the project, to print and play
TRIAL_NAMES = (suits.NAME, emblems.NAME)  # decks drawn to try readers on


@cache
def deck_art(name: str) -> DeckArt:
    """Draw a deck by its name; raises `LookupError` for a deck that has no drawings."""
    if name in coyote.EDITIONS:
        return coyote.deck(name)
    drawn = {
        coup.NAME: coup.deck,
        coup_detat.NAME: coup_detat.deck,
        ogallala.NAME: ogallala.deck,
        suits.NAME: suits.deck,
        emblems.NAME: emblems.deck,
    }
    return drawn[name]()


@cache
def face_svg(deck: str, card: str | None) -> str:
    """Return a card's face, or without a card the back, as SVG; raises `LookupError`."""
    art = deck_art(deck)
    if card is None:
        return svg(art.drawing(None), art.inks(None))
    return svg(art.faces[card], art.inks(card), card)
