"""Draw the project's own card art as SVG, the source for templates, pages and prints."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from vision.art.deckart import PIECES_FILE, DeckArt, Piece, is_drawn, load_art, load_pieces
from vision.decks.deck import deck_folder
from vision.decks.shelves import deck_names


def art_names() -> tuple[str, ...]:
    """Return the names of the decks that have drawings."""
    return _drawn_names(tuple(deck_folder(name) for name in deck_names()))


def pieces_names() -> tuple[str, ...]:
    """Return the names of the decks whose games also have pieces to print."""
    return tuple(name for name in deck_names() if (deck_folder(name) / PIECES_FILE).is_file())


def deck_art(where: str | Path) -> DeckArt:
    """Return the drawings of a deck, given its name or folder.

    Raise `LookupError` if the deck has none.
    """
    if isinstance(where, str) and where not in art_names():
        raise KeyError(where)
    return _art(deck_folder(where))


def pieces_art(name: str) -> tuple[Piece, ...]:
    """Return the pieces of a deck's game; raise `LookupError` if it has none."""
    if name not in pieces_names():
        raise KeyError(name)
    return _pieces(deck_folder(name))


_art = cache(load_art)
_pieces = cache(load_pieces)


@cache
def _drawn_names(folders: tuple[Path, ...]) -> tuple[str, ...]:
    return tuple(folder.name for folder in folders if is_drawn(folder))


def face_svg(deck: str, card: str | None) -> str:
    """Return the SVG of a card's face, or of the back if `card` is None.

    Raise `LookupError` if there is no such deck or card.
    """
    return deck_art(deck).drawing(card)
