"""Where the games are: a folder each, found by an entry point or named by the table's owner.

A package registers a game in the entry points of the group `GROUP`, ``name = "package:GAME"``: the
folder of that module has the game's code and, as data, all else that is known of it. What is here
imports no game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

GROUP = "coyote.games"
OBJECT = "GAME"  # of the module in a folder that has no entry point
DECKS = "decks"  # in a game's folder, a folder for each


class Place(NamedTuple):
    """Where a game is: its name, its module and the object in it, and the folder of the module.

    The folder is None where the module of an entry point is not there. `own` are folders that the
    table's owner keeps, which no package manager knows.
    """

    name: str
    module: str
    attribute: str
    folder: Path | None
    own: bool = False


_owned: tuple[Place, ...] = ()


@cache
def places() -> tuple[Place, ...]:
    """Return where every game is, those of packages first."""
    return (*_installed(), *_owned)


@cache
def folders() -> tuple[Path, ...]:
    """Return the folders of all games."""
    return tuple(place.folder for place in places() if place.folder)


def use_owner_games(*kept: Path) -> None:
    """Make known the games in these folders, each under its folder's name, and in no others."""
    global _owned
    _owned = tuple(
        Place(folder.name, f"coyote_games.{folder.name}", OBJECT, folder, own=True)
        for folder in kept
    )
    places.cache_clear()
    folders.cache_clear()


@cache
def _installed() -> tuple[Place, ...]:
    # The same entry may be found twice, where a folder is on Python's path as well as installed.
    found = {point.name: _place(point) for point in reversed(tuple(entry_points(group=GROUP)))}
    return tuple(sorted(found.values()))


def _place(point: EntryPoint) -> Place:
    try:
        spec = find_spec(point.module)
    except (ImportError, ValueError):
        spec = None
    folder = Path(spec.origin).parent if spec and spec.origin else None
    return Place(point.name, point.module, point.attr, folder)
