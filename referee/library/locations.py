"""Finds the games. Each is a folder, either from an entry point or from the table's owner.

A package registers a game in the entry points of the group `GROUP`, as ``name = "package:GAME"``.
The folder of that module has the game's code and data. This module imports no game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

GROUP = "coyote.games"
OBJECT = "GAME"  # The game object in a module of the owner has this name.
DECKS = "decks"  # This folder of a game has a folder for each of its decks.


class Place(NamedTuple):
    """The place of a game: its name, its module and object, and the module's folder.

    The folder is None if the module of an entry point is missing. `own` marks a game that the
    table's owner added, outside any package.
    """

    name: str
    module: str
    attribute: str
    folder: Path | None
    own: bool = False

    @property
    def comes_with_table(self) -> bool:
        """Whether the game comes with the table. Such games have all data files."""
        return self.module.partition(".")[0] == __name__.partition(".")[0]


_owned: tuple[Place, ...] = ()


@cache
def places() -> tuple[Place, ...]:
    """Return the location of every game. Those from packages come first."""
    return (*_installed(), *_owned)


@cache
def folders() -> tuple[Path, ...]:
    """Return the folders of all games."""
    return tuple(place.folder for place in places() if place.folder)


def use_owner_games(*kept: Path) -> None:
    """Use the games in these folders, and no other games of the table's owner.

    A game is named after its folder.
    """
    global _owned
    _owned = tuple(
        Place(folder.name, f"coyote_games.{folder.name}", OBJECT, folder, own=True)
        for folder in kept
    )
    places.cache_clear()
    folders.cache_clear()


@cache
def _installed() -> tuple[Place, ...]:
    # An entry point may be found twice if its folder is both installed and on Python's path.
    results = {point.name: _place(point) for point in reversed(tuple(entry_points(group=GROUP)))}
    return tuple(sorted(results.values()))


def _place(point: EntryPoint) -> Place:
    try:
        spec = find_spec(point.module)
    except (ImportError, ValueError):
        spec = None
    folder = Path(spec.origin).parent if spec and spec.origin else None
    return Place(point.name, point.module, point.attr, folder)
