"""The games of this table: the installed ones, and trusted ones in the data folder.

A game in the data folder is a program from somebody else. It is loaded once the owner trusts it. If
the program has changed since then, the owner must trust it again.
"""

from __future__ import annotations

import errno
import hashlib
import shutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import tomli_w

from firmware.errors import BadData
from referee import library
from referee.contract import Message
from referee.disk.storage import write_whole
from referee.disk.textfiles import read_toml
from referee.library import locations
from vision.decks.shelves import set_cache_folder, set_shelves

GAMES = "games"  # Folder of games in the data folder, with one folder per game.
MATCHING = "matching"  # Folder in the data folder: a cache derived from decks, safe to delete.
CACHE = "__pycache__"  # Folder of Python's caches.
CHUNK = 1 << 20
TRUSTED = "trusted.toml"  # Lists the digest of each trusted game. It is in the folder of games.


class Trust(Enum):
    """Whether a game's folder may be loaded."""

    TRUSTED = "trusted"
    NEW = "new"
    CHANGED = "changed"  # The game has changed since the owner trusted it.
    BROKEN = "broken"  # It is unreadable, or a link in it leads to untrusted files.


_left_out: dict[str, str] = {}  # The trusted games that could not be prepared, with the reason.


def open_games(data: Path | None = None) -> None:
    """Register all games that may be played, and their decks.

    `data` is the data folder. It also holds a cache that is derived from the decks.
    """
    kept = {} if data is None else own_games(data)
    _left_out.clear()
    trusted = []
    for folder in (folder for folder, trust in kept.items() if trust is Trust.TRUSTED):
        try:
            _remove_caches(folder)
        except OSError as error:
            _left_out[folder.name] = f"{error.filename}: {error.strerror}"
        else:
            trusted.append(folder)
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
    for game, reason in _left_out.items():
        yield False, Message("cli.games.broken", {"game": game, "reason": reason})
    for folder, known in (own_games(data) if data else {}).items():
        if known in (Trust.NEW, Trust.CHANGED):
            yield None, Message(f"cli.games.{known.value}", {"game": folder.name})
        elif known is not Trust.TRUSTED:
            yield False, _unusable(folder)


def trust(data: Path, name: str) -> None:
    """Allow a game to be loaded as it is now. Raise `BadData` if there is no such game."""
    folder = data / GAMES / name
    if folder not in own_games(data):
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    try:
        digest = _digest(folder)
    except OSError:
        error = _unusable(folder)
        raise BadData(error.key, **error.params) from None
    _write(data, _trusted(data) | {name: digest})


def distrust(data: Path, name: str) -> None:
    """Stop loading a game. Raise `BadData` if the owner never trusted it."""
    digests = _trusted(data)
    if digests.pop(name, None) is None:
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, digests)


def _trust(folder: Path, digests: dict[str, str]) -> Trust:
    if folder.name not in digests:
        return Trust.NEW
    try:
        return Trust.TRUSTED if digests[folder.name] == _digest(folder) else Trust.CHANGED
    except OSError:
        return Trust.BROKEN


def _unusable(folder: Path) -> Message:
    """Return why no trust in a game's folder is possible."""
    try:
        _digest(folder)
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}"
        return Message("cli.games.broken", {"game": folder.name, "reason": reason})
    return Message("cli.games.changed", {"game": folder.name})


def _digest(folder: Path) -> str:
    """Return a digest of the files in a folder and their names, without Python's caches.

    Raise `OSError` for anything but files and folders, and if one is unreadable.
    """
    digest = hashlib.sha256()
    for path in sorted(_files(folder)):
        name = path.relative_to(folder).as_posix()
        with path.open("rb") as file:
            digest.update(f"{len(name)} {name} {path.stat().st_size} ".encode())
            while chunk := file.read(CHUNK):
                digest.update(chunk)
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and its folders, without Python's caches."""
    for path in folder.iterdir():
        if path.name == CACHE:
            continue
        if path.is_symlink() or not (path.is_dir() or path.is_file()):
            raise OSError(errno.EINVAL, "It is a link, a pipe or a device", str(path))
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def _remove_caches(folder: Path) -> None:
    """Remove Python's caches, because Python would prefer them to the source.

    Raise `OSError` if that fails.
    """
    for path in tuple(folder.iterdir()):
        if path.name == CACHE:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
        elif path.is_dir():
            _remove_caches(path)


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
