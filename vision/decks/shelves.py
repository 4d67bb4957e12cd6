"""Set the shelves: folders that hold the decks known by name, one folder for each deck.

This module imports no libraries, so commands that read no cards need not load them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vision.files import composed

DECK_FILE = "deck.toml"

_deck_folders: dict[str, Path] = {}
_cache_folder: list[Path] = []  # Contains one folder or none.


def set_shelves(*shelves: Path) -> None:
    """Set the folders in which decks are known by name; each deck is a folder in one of them.

    If two shelves have a deck of the same name, the first shelf's deck is used. Call this once at
    program start.
    """
    _deck_folders.clear()
    for shelf in shelves:
        for file in shelf.glob(f"*/{DECK_FILE}"):
            _deck_folders.setdefault(composed(file.parent.name), file.parent)


def set_cache_folder(folder: Path | None) -> None:
    """Set the folder for the caches of decks on the shelves, or None for no cache.

    Call this at program start. The caches of other decks are saved next to the deck.
    """
    _cache_folder[:] = [] if folder is None else [folder]


def cache_folder() -> Path | None:
    """Return the folder for the caches of decks on the shelves, if there is one."""
    return _cache_folder[0] if _cache_folder else None


def deck_folders() -> Mapping[str, Path]:
    """Return the folders of the known decks, by name."""
    return _deck_folders


def deck_names() -> tuple[str, ...]:
    """Return the names of the known decks."""
    return tuple(sorted(_deck_folders))
