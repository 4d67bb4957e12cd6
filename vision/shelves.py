"""Where decks are that go by a name: shelves with a folder for each.

Nothing is imported here, so that a command that reads no card loads no library for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

DECK_FILE = "deck.toml"

_deck_folders: dict[str, Path] = {}
_cache_folder: list[Path] = []  # one folder, or none


def set_shelves(*shelves: Path) -> None:
    """Make the decks known by their names that stand in these folders, a folder each: only these.

    Of two of a name the one on the first shelf is meant.

    It is said once, when a program starts.
    """
    _deck_folders.clear()
    for shelf in shelves:
        for file in shelf.glob(f"*/{DECK_FILE}"):
            _deck_folders.setdefault(file.parent.name, file.parent)


def set_cache_folder(folder: Path | None) -> None:
    """Keep what is worked out of the decks on the shelves in a folder; None: nowhere.

    It is said when a program starts. What is worked out of another deck is kept beside that.
    """
    _cache_folder[:] = [] if folder is None else [folder]


def cache_folder() -> Path | None:
    """Return the folder for what is worked out of the decks on the shelves, if there is one."""
    return _cache_folder[0] if _cache_folder else None


def deck_folders() -> Mapping[str, Path]:
    """Return the folders of the decks that are known, by their names."""
    return _deck_folders


def deck_names() -> tuple[str, ...]:
    """Return the names of all decks that are known by name."""
    return tuple(sorted(_deck_folders))
