"""Cache the data computed from a deck's pictures in a file, which is memory-mapped when read.

A file holds named parts, each made of arrays with a checksum. Its name is a digest of the deck's
pictures and of the code that made it. Parts that are missing, damaged, or from another deck or
other code are computed again. The file is written completely or not at all.
"""

from __future__ import annotations

import hashlib
import json
import logging
import mmap
import os
import platform
import tempfile
import weakref
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.disk.storage import sync_folder
from vision.decks.deck import Deck
from vision.decks.shelves import cache_folder, deck_folders

_log = logging.getLogger(__name__)

Array = NDArray[Any]
Part = Sequence[Array]
PartLoader = Callable[[], Part | None]  # Loads a part, or returns None if it is not cached.

SUFFIX = ".matching"
FORM = b"coyote matching 2\n"
ALIGNED = 64  # Each array starts at a multiple of this many bytes.
# Maximum number of cache files, of 5 to 60 MB each. The first limit is for all of the project's
# decks together, the second for the folder of any other deck. The least recently used files are
# deleted.
FILES = 8
FILES_BESIDE = 2

_STEPS = "patch register shortlist turns verifiers/contents verifiers/confusables verifiers/tiles"
MADE_BY = ("geometry.py", "pixels.py", *(f"match/{name}.py" for name in _STEPS.split()))


def cache_path(deck: Deck, arrays: Iterable[Array]) -> Path | None:
    """Return the path of the cache file for a deck's pictures and the given arrays.

    Return None if no folder for caches is set.
    """
    if deck.folder is None:
        return None
    folder = cache_folder() if deck.folder in deck_folders().values() else deck.folder
    if folder is None:
        return None
    try:
        return folder / f"{_digest(arrays)}{SUFFIX}"
    except OSError:  # The program's source is not available.
        return None


def not_cached() -> None:
    """Return None, because nothing is cached."""


def _digest(arrays: Iterable[Array]) -> str:
    digest = hashlib.blake2b(_code_digest(), digest_size=16)
    for array in arrays:
        digest.update(repr(array.shape).encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


@cache
def _code_digest() -> bytes:
    """Return a digest of the code and libraries that produce the arrays."""
    digest = hashlib.blake2b(FORM)
    digest.update(f"{np.__version__} {cv2.__version__} {platform.machine()}".encode())
    for name in MADE_BY:
        digest.update((Path(__file__).parents[1] / name).read_bytes())
    return digest.digest()


class TemplateCache:
    """The parts in a cache file; a missing or damaged file has none."""

    def __init__(self, path: Path | None) -> None:
        self._map: memoryview | None = None
        self._index: dict[str, Any] = {}
        self._sound: set[str] = set()
        try:
            if path is not None:
                self._open(path)
        except (OSError, ValueError, KeyError, TypeError):
            self._index = {}

    def _open(self, path: Path) -> None:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if bytes(data[: len(FORM)]) != FORM:
            raise ValueError(path)
        length, checksum = np.frombuffer(data[-16:], "<u8").tolist()
        index = bytes(data[-16 - length : -16])
        if zlib.crc32(index) != checksum:
            raise ValueError(path)
        result = json.loads(index)
        if result["digest"] != path.stem:
            raise ValueError(path)  # The file was copied here from another deck.
        self._map, self._index = data, result["parts"]
        with suppress(OSError):
            os.utime(path)

    @property
    def names(self) -> Collection[str]:
        """Return the names of the parts."""
        return self._index.keys()

    def loader(self, name: str) -> PartLoader:
        """Return a function that loads a part when needed."""
        return partial(self.part, name)

    def part(self, name: str) -> Part | None:
        """Return a part's read-only arrays, or None if it is missing or damaged."""
        if self._map is None or name not in self._index:
            return None
        part = self._index[name]
        begins, ends = part["bytes"]
        if name not in self._sound:
            if zlib.crc32(self._map[begins:ends]) != part["checksum"]:
                _log.warning("A deck's cache is damaged and is computed again: %s", name)
                del self._index[name]
                return None
            self._sound.add(name)
        return tuple(
            np.frombuffer(self._map, dtype, int(np.prod(shape)), offset).reshape(shape)
            for dtype, shape, offset in part["arrays"]
        )


class CacheWriter:
    """Writes a cache file one part at a time, so that no step takes long.

    The file gets its name only in `close`. If writing fails, there is no file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._index: dict[str, Any] = {}
        self._temporary: Path | None = None
        self._failed = False

    def add(self, name: str, arrays: Part) -> None:
        """Write one more part."""
        if self._failed:
            return
        try:
            with _at_end(self._open_temporary()) as file:
                self._add(file, name, arrays)
        except OSError as error:
            self._give_up(error)

    def _open_temporary(self) -> Path:
        if self._temporary is None:
            folder = self._path.parent
            folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=folder, prefix=".", suffix=f"{SUFFIX}.part")
            with os.fdopen(handle, "wb") as file:
                file.write(FORM)
            self._temporary = Path(name)
            weakref.finalize(self, self._temporary.unlink, missing_ok=True)
        return self._temporary

    def _add(self, file: BinaryIO, name: str, arrays: Part) -> None:
        _align(file)
        begins, checksum, index = file.tell(), 0, []
        for array in map(np.ascontiguousarray, arrays):
            checksum = zlib.crc32(_align(file), checksum)
            index.append([array.dtype.str, array.shape, file.tell()])
            values = array.reshape(-1).view(np.uint8)  # A deck of one card has some empty arrays.
            checksum = zlib.crc32(values.data, checksum)
            file.write(values.data)
        self._index[name] = {
            "bytes": [begins, file.tell()],
            "checksum": checksum,
            "arrays": index,
        }

    def close(self) -> bool:
        """Finish the file and give it its name. Return whether that worked."""
        if self._failed or self._temporary is None:
            return False
        index = json.dumps({"digest": self._path.stem, "parts": self._index}).encode()
        try:
            with _at_end(self._temporary) as file:
                file.write(index)
                file.write(np.array([len(index), zlib.crc32(index)], "<u8").tobytes())
                file.flush()
                os.fsync(file.fileno())
            self._temporary.chmod(0o644)
            self._temporary.replace(self._path)
            sync_folder(self._path.parent)
            _tidy(self._path.parent)
        except OSError as error:
            self._give_up(error)
        return not self._failed

    def _give_up(self, error: OSError) -> None:
        _log.info("A deck's cache cannot be written: %s", error)
        self._failed = True
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)


def _at_end(path: Path) -> BinaryIO:
    """Open a file at its end. Raise `OSError` if another writer has tidied it away."""
    file = path.open("r+b")
    file.seek(0, os.SEEK_END)
    return file


def _align(file: BinaryIO) -> bytes:
    gap = bytes(-file.tell() % ALIGNED)
    file.write(gap)
    return gap


def _tidy(folder: Path) -> None:
    """Delete the least recently used files and unfinished ones."""
    files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: -path.stat().st_mtime)
    most = FILES if folder == cache_folder() else FILES_BESIDE
    for path in (*files[most:], *folder.glob(f".*{SUFFIX}.part")):
        path.unlink(missing_ok=True)
