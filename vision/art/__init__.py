"""Original card art, drawn from code: one source for templates, pages and print."""

from __future__ import annotations

from functools import cache

from vision.art import coup, coup_detat, coyote, emblems, ogallala, suits
from vision.art.deckart import DeckArt, Piece
from vision.art.plenty import deck as plenty_coups
from vision.art.plenty import pieces as plenty_pieces
from vision.art.svg import svg

COYOTE_NAMES = tuple(coyote.EDITIONS)
ART_NAMES = (
    *COYOTE_NAMES,
    coup.NAME,
    coup_detat.NAME,
    ogallala.NAME,
    plenty_coups.NAME,
)  # the decks that come with the project, to print and play
PIECES_NAMES = (plenty_coups.NAME,)  # the games whose markers are printed, too
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
        plenty_coups.NAME: plenty_coups.deck,
        suits.NAME: suits.deck,
        emblems.NAME: emblems.deck,
    }
    return drawn[name]()


@cache
def pieces_art(name: str) -> tuple[Piece, ...]:
    """Draw a game's markers by its name; raises `LookupError` for a game that has none."""
    return {plenty_coups.NAME: plenty_pieces.pieces}[name]()


@cache
def face_svg(deck: str, card: str | None) -> str:
    """Return a card's face, or without a card the back, as SVG; raises `LookupError`."""
    art = deck_art(deck)
    if card is None:
        return svg(art.drawing(None), art.inks(None))
    return svg(art.faces[card], art.inks(card), card)
