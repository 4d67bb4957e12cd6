"""The games that this table plays: those installed, and those in its data folder that it may load.

A game in the data folder is somebody's program. It is loaded after the owner has said so, and as
it was then: what was changed since is asked about again.
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
from referee.library import shelf
from vision.files import read_toml, write_whole
from vision.shelves import keep_in, shelve

GAMES = "games"  # a folder of the data folder, with a folder for each game
MATCHING = "matching"  # another one: what is worked out of decks, which may be deleted
TRUSTED = "trusted.toml"  # there: for each that may be loaded, the digest of what it was


class Trust(Enum):
    """Whether a game's folder may be loaded."""

    TRUSTED = "trusted"
    NEW = "new"
    CHANGED = "changed"  # since the owner trusted it


def open_games(data: Path | None = None) -> None:
    """Make all games known that may be played, with their decks; `data` is the data folder.

    There is kept what is worked out of the decks.
    """
    kept = {} if data is None else own_games(data)
    trusted = [folder for folder, trust in kept.items() if trust is Trust.TRUSTED]
    for folder in trusted:
        for cache in tuple(folder.rglob("__pycache__")):  # Python would rather run what lies there
            shutil.rmtree(cache)
    shelf.own(*trusted)
    shelve(*(folder / shelf.DECKS for folder in shelf.folders()))
    keep_in(None if data is None else data / MATCHING)


def own_games(data: Path) -> dict[Path, Trust]:
    """Return the folders of games in a data folder, and whether they may be loaded."""
    digests = _trusted(data)
    folders = sorted((data / GAMES).glob("*/__init__.py"))
    return {file.parent: _trust(file.parent, digests) for file in folders}


def told(data: Path | None) -> Iterator[tuple[bool | None, Message]]:
    """Yield what keeps games from being played: a fault (False), or the owner's word (None)."""
    for fault in library.faults():
        params = {"game": fault.name, "reason": fault.reason}
        yield False, Message("cli.games.broken", {**params})
    for folder, known in (own_games(data) if data else {}).items():
        if known is not Trust.TRUSTED:
            yield None, Message(f"cli.games.{known.value}", {"game": folder.name})


def trust(data: Path, name: str) -> None:
    """Let a game be loaded as it is now; raises `BadData` where it is not there."""
    folder = data / GAMES / name
    if folder not in own_games(data):
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, _trusted(data) | {name: _digest(folder)})


def distrust(data: Path, name: str) -> None:
    """Let a game be loaded no more; raises `BadData` where it never was to be."""
    digests = _trusted(data)
    if digests.pop(name, None) is None:
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, digests)


def _trust(folder: Path, digests: dict[str, str]) -> Trust:
    if folder.name not in digests:
        return Trust.NEW
    return Trust.TRUSTED if digests[folder.name] == _digest(folder) else Trust.CHANGED


def _digest(folder: Path) -> str:
    """Return a digest of all files of a folder, by their names; Python's own caches left out."""
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
        return {}  # then each is asked about again
    return {name: digest for name, digest in read.items() if isinstance(digest, str)}


def _write(data: Path, digests: dict[str, str]) -> None:
    document = tomli_w.dumps(dict(sorted(digests.items())))
    write_whole(data / GAMES / TRUSTED, document.encode())
