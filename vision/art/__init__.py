"""Original card art, drawn in SVG files: one source for templates, pages and print."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from vision.art.deckart import PIECES_FILE, DeckArt, Piece, is_drawn, load_art, load_pieces
from vision.deck import deck_folder
from vision.shelves import deck_names


def art_names() -> tuple[str, ...]:
    """Return the names of the decks that have drawings: to print and to play."""
    return _drawn_names(tuple(deck_folder(name) for name in deck_names()))


def pieces_names() -> tuple[str, ...]:
    """Return the names of the decks whose games have pieces to print, too."""
    return tuple(name for name in deck_names() if (deck_folder(name) / PIECES_FILE).is_file())


def deck_art(where: str | Path) -> DeckArt:
    """Return a deck's drawings by its name or folder; raises `LookupError` where it has none."""
    if isinstance(where, str) and where not in art_names():
        raise KeyError(where)
    return _art(deck_folder(where))


def pieces_art(name: str) -> tuple[Piece, ...]:
    """Return a game's pieces by its deck's name; raises `LookupError` for a game that has none."""
    if name not in pieces_names():
        raise KeyError(name)
    return _pieces(deck_folder(name))


_art = cache(load_art)
_pieces = cache(load_pieces)


@cache
def _drawn_names(folders: tuple[Path, ...]) -> tuple[str, ...]:
    return tuple(folder.name for folder in folders if is_drawn(folder))


def face_svg(deck: str, card: str | None) -> str:
    """Return a card's face, or without a card the back, as SVG; raises `LookupError`."""
    return deck_art(deck).drawing(card)
