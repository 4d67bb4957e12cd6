"""The games of this table: the installed ones, and trusted ones in the data folder.

A game in the data folder is a program from somebody else. It is loaded once the owner trusts it. If
the program has changed since then, the owner must trust it again.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import tomli_w

from firmware.errors import BadData
from referee import library
from referee.contract import Message
from referee.library import locations
from referee.textfiles import read_toml
from vision.files import write_whole
from vision.shelves import set_cache_folder, set_shelves

GAMES = "games"  # Folder of games in the data folder, with one folder per game.
MATCHING = "matching"  # Folder in the data folder: a cache derived from decks, safe to delete.
TRUSTED = "trusted.toml"  # Lists the digest of each trusted game. It is in the folder of games.


class Trust(Enum):
    """Whether a game's folder may be loaded."""

    TRUSTED = "trusted"
    NEW = "new"
    CHANGED = "changed"  # The game has changed since the owner trusted it.


def open_games(data: Path | None = None) -> None:
    """Register all games that may be played, and their decks.

    `data` is the data folder. It also holds a cache that is derived from the decks.
    """
    kept = {} if data is None else own_games(data)
    trusted = [folder for folder, trust in kept.items() if trust is Trust.TRUSTED]
    for folder in trusted:
        for cache in tuple(folder.rglob("__pycache__")):  # Python would prefer these to the source.
            shutil.rmtree(cache)
    locations.use_owner_games(*trusted)
    set_shelves(*(folder / locations.DECKS for folder in locations.folders()))
    set_cache_folder(None if data is None else data / MATCHING)


def own_games(data: Path) -> dict[Path, Trust]:
    """Return the folder of each game in the data folder, and whether that game may be loaded."""
    digests = _trusted(data)
    folders = sorted((data / GAMES).glob("*/__init__.py"))
    return {file.parent: _trust(file.parent, digests) for file in folders}


def game_problems(data: Path | None) -> Iterator[tuple[bool | None, Message]]:
    """Yield why games cannot be played. False marks a fault, None a game not yet trusted."""
    for fault in library.faults():
        params = {"game": fault.name, "reason": fault.reason}
        yield False, Message("cli.games.broken", {**params})
    for folder, known in (own_games(data) if data else {}).items():
        if known is not Trust.TRUSTED:
            yield None, Message(f"cli.games.{known.value}", {"game": folder.name})


def trust(data: Path, name: str) -> None:
    """Allow a game to be loaded as it is now. Raise `BadData` if there is no such game."""
    folder = data / GAMES / name
    if folder not in own_games(data):
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, _trusted(data) | {name: _digest(folder)})


def distrust(data: Path, name: str) -> None:
    """Stop loading a game. Raise `BadData` if the owner never trusted it."""
    digests = _trusted(data)
    if digests.pop(name, None) is None:
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, digests)


def _trust(folder: Path, digests: dict[str, str]) -> Trust:
    if folder.name not in digests:
        return Trust.NEW
    return Trust.TRUSTED if digests[folder.name] == _digest(folder) else Trust.CHANGED


def _digest(folder: Path) -> str:
    """Return a digest of the files in a folder and their names, without Python's caches."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(folder).as_posix()
            digest.update(f"{len(name)} {name} {path.stat().st_size} ".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _trusted(data: Path) -> dict[str, str]:
    path = data / GAMES / TRUSTED
    try:
        read = read_toml(path) if path.exists() else {}
    except (OSError, ValueError):
        return {}  # The file is damaged, so the owner must trust each game again.
    return {name: digest for name, digest in read.items() if isinstance(digest, str)}


def _write(data: Path, digests: dict[str, str]) -> None:
    document = tomli_w.dumps(dict(sorted(digests.items())))
    write_whole(data / GAMES / TRUSTED, document.encode())
