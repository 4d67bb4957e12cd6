"""The games of this table: the installed ones, and trusted ones in the data folder.

A game in the data folder is a program from somebody else. It is loaded once the owner trusts it. If
the program has changed since then, the owner must trust it again.
"""

from __future__ import annotations

import errno
import hashlib
import shutil
from collections.abc import Iterator
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
BROKEN = "cli.games.broken"
TRUSTED = "trusted.toml"  # Lists the digest of each trusted game. It is in the folder of games.


_left_out: list[Message] = []  # Why trusted games could not be prepared.


def open_games(data: Path | None = None) -> None:
    """Register all games that may be played, and their decks.

    `data` is the data folder. It also holds a cache that is derived from the decks.
    """
    kept = {} if data is None else own_games(data)
    _left_out.clear()
    trusted = []
    for folder in (folder for folder, why in kept.items() if why is None):
        try:
            _remove_caches(folder)
        except OSError as error:
            _left_out.append(_unusable(folder, error))
        else:
            trusted.append(folder)
    locations.use_owner_games(*trusted)
    set_shelves(*(folder / locations.DECKS for folder in locations.folders()))
    set_cache_folder(None if data is None else data / MATCHING)


def own_games(data: Path) -> dict[Path, Message | None]:
    """Return the folder of each game in the data folder, and why that game is not loaded, if so."""
    digests = _trusted(data)
    folders = sorted((data / GAMES).glob("*/__init__.py"))
    return {file.parent: _doubt(file.parent, digests) for file in folders}


def game_problems(data: Path | None) -> Iterator[tuple[bool | None, Message]]:
    """Yield why games cannot be played. False marks a fault, None a game not yet trusted."""
    for fault in library.faults():
        params = {"game": fault.name, "reason": fault.reason}
        yield False, Message(BROKEN, {**params})
    yield from ((False, message) for message in _left_out)
    for doubt in filter(None, (own_games(data) if data else {}).values()):
        yield False if doubt.key == BROKEN else None, doubt


def trust(data: Path, name: str) -> None:
    """Allow a game to be loaded as it is now. Raise `BadData` if there is no such game."""
    folder = data / GAMES / name
    if folder not in own_games(data):
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    try:
        digest = _digest(folder)
    except OSError as error:
        raise BadData(BROKEN, **_unusable(folder, error).params) from error
    _write(data, _trusted(data) | {name: digest})


def distrust(data: Path, name: str) -> None:
    """Stop loading a game. Raise `BadData` if the owner never trusted it."""
    digests = _trusted(data)
    if digests.pop(name, None) is None:
        raise BadData("cli.games.none", game=name, folder=str(data / GAMES))
    _write(data, digests)


def _doubt(folder: Path, digests: dict[str, str]) -> Message | None:
    """Return why a game's folder may not be loaded, or None if the owner trusts it as it is."""
    if folder.name not in digests:
        return Message("cli.games.new", {"game": folder.name})
    try:
        same = digests[folder.name] == _digest(folder)
    except OSError as error:
        return _unusable(folder, error)
    return None if same else Message("cli.games.changed", {"game": folder.name})


def _unusable(folder: Path, error: OSError) -> Message:
    """Return why no trust in a game's folder is possible."""
    return Message(BROKEN, {"game": folder.name, "reason": f"{error.filename}: {error.strerror}"})


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
