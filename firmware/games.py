"""The games of this table: the installed ones, and trusted ones in its data folder.

A game in the data folder is somebody's program. It is loaded once the owner trusts it. If it has
changed since, the owner is asked again.
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
from vision.files import read_toml, write_whole
from vision.shelves import set_cache_folder, set_shelves

GAMES = "games"  # in the data folder; has a folder for each game
MATCHING = "matching"  # in the data folder; a cache derived from decks, safe to delete
TRUSTED = "trusted.toml"  # in that folder: the digest of each trusted game


class Trust(Enum):
    """Whether a game's folder may be loaded."""

    TRUSTED = "trusted"
    NEW = "new"
    CHANGED = "changed"  # since the owner trusted it


def open_games(data: Path | None = None) -> None:
    """Register all games that may be played, with their decks. `data` is the data folder.

    It also holds the cache that is derived from decks.
    """
    kept = {} if data is None else own_games(data)
    trusted = [folder for folder, trust in kept.items() if trust is Trust.TRUSTED]
    for folder in trusted:
        for cache in tuple(folder.rglob("__pycache__")):  # Python would prefer these
            shutil.rmtree(cache)
    locations.use_owner_games(*trusted)
    set_shelves(*(folder / locations.DECKS for folder in locations.folders()))
    set_cache_folder(None if data is None else data / MATCHING)


def own_games(data: Path) -> dict[Path, Trust]:
    """Return the game folders in a data folder, and whether each may be loaded."""
    digests = _trusted(data)
    folders = sorted((data / GAMES).glob("*/__init__.py"))
    return {file.parent: _trust(file.parent, digests) for file in folders}


def told(data: Path | None) -> Iterator[tuple[bool | None, Message]]:
    """Yield why games cannot be played: a fault (False), or the owner's missing trust (None)."""
    for fault in library.faults():
        params = {"game": fault.name, "reason": fault.reason}
        yield False, Message("cli.games.broken", {**params})
    for folder, known in (own_games(data) if data else {}).items():
        if known is not Trust.TRUSTED:
            yield None, Message(f"cli.games.{known.value}", {"game": folder.name})


def trust(data: Path, name: str) -> None:
    """Allow a game to be loaded in its present state. Raise `BadData` if it is missing."""
    folder = data / GAMES / name
    if folder not in own_games(data):
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, _trusted(data) | {name: _digest(folder)})


def distrust(data: Path, name: str) -> None:
    """Stop loading a game. Raise `BadData` if it was never trusted."""
    digests = _trusted(data)
    if digests.pop(name, None) is None:
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, digests)


def _trust(folder: Path, digests: dict[str, str]) -> Trust:
    if folder.name not in digests:
        return Trust.NEW
    return Trust.TRUSTED if digests[folder.name] == _digest(folder) else Trust.CHANGED


def _digest(folder: Path) -> str:
    """Return a digest of a folder's files and their names, without Python's caches."""
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
        return {}  # then the owner is asked again about each of them
    return {name: digest for name, digest in read.items() if isinstance(digest, str)}


def _write(data: Path, digests: dict[str, str]) -> None:
    document = tomli_w.dumps(dict(sorted(digests.items())))
    write_whole(data / GAMES / TRUSTED, document.encode())
