"""Opens a backup's zip file as this program wrote it."""

from __future__ import annotations

import errno
import lzma
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import BadData
from referee.disk.textfiles import reason

MANIFEST = "backup.json"
MOST_BYTES = 4_000_000_000  # Maximum size of all files together.
MOST_FILES = 20_000
# A journal shrinks to a fifth, pictures not at all. Empty pages of a journal shrink most.
MOST_RATIO = 50
FREELY_BYTES = 20_000_000  # A small backup may shrink as far as it likes.
MOST_DIRECTORY_BYTES = 5_000_000  # The list of 20,000 files takes 2 MB.
LEFT_FREE_BYTES = 50_000_000  # The table needs this to go on.
# These errors mean that the file is no zip, is truncated, or uses an unknown compression.
NO_ZIP = (
    EOFError,
    LookupError,
    MemoryError,
    RuntimeError,
    ValueError,
    lzma.LZMAError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)

_END, _END_BYTES, _COMMENT_BYTES = b"PK\x05\x06", 22, 65_535
_LARGE_END, _LARGE_END_BYTES = b"PK\x06\x06", 56 + 20  # Of the 64-bit kind, with its locator.


class Archive:
    """An open backup, with its files by name."""

    def __init__(self, whole: zipfile.ZipFile, path: Path) -> None:
        self.path = path
        self._whole = whole
        infos = whole.infolist()
        packed_bytes = os.fstat(whole.fp.fileno()).st_size if whole.fp else 0
        self.bytes = sum(info.file_size for info in infos)
        if len(infos) > MOST_FILES or self.bytes > min(
            MOST_BYTES, max(FREELY_BYTES, MOST_RATIO * packed_bytes)
        ):
            raise BadData("cli.backup.too_large", file=path.name)
        self.sizes = {info.filename: info.file_size for info in infos}
        if len(self.sizes) < len(infos):
            raise BadData("cli.backup.damaged", file=path.name, name=MANIFEST)

    def read(self, name: str) -> bytes:
        """Return a file's contents. Raise an error of `NO_ZIP` if it is missing or damaged."""
        return self._whole.read(name)

    @contextmanager
    def open(self, name: str) -> Iterator[zipfile.ZipExtFile]:
        """Open a file for reading. Raise an error of `NO_ZIP` if it is missing or damaged."""
        with self._whole.open(name) as packed:
            yield packed  # type: ignore[misc]  # Reading gives this type.

    def check_room(self, folder: Path) -> None:
        """Raise `OSError` if the disk of a folder cannot hold all files."""
        if shutil.disk_usage(folder).free < self.bytes + LEFT_FREE_BYTES:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open a backup's zip file. Raise `BadData` if it is none, or too large."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "It is not a file")
        if _directory_bytes(path) > MOST_DIRECTORY_BYTES:
            raise BadData("cli.backup.too_large", file=path.name)
        with zipfile.ZipFile(path) as whole:
            yield Archive(whole, path)
    except BadData:
        raise
    except OSError as error:
        raise bad("unread", path, error) from error
    except NO_ZIP as error:
        raise BadData("cli.backup.none", file=path.name) from error


def bad(key: str, file: Path, error: Exception) -> BadData:
    """Return the error for a file that cannot be used, with the system's reason."""
    return BadData(f"cli.backup.{key}", file=file.name, reason=reason(error))


def _directory_bytes(path: Path) -> int:
    """Return the size of a zip's list of files, before anything reads that list."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _END_BYTES - _COMMENT_BYTES - _LARGE_END_BYTES))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        return 0
    large = tail[max(0, at - _LARGE_END_BYTES) : at]
    if large.startswith(_LARGE_END):
        return int.from_bytes(large[40:48], "little")
    return int.from_bytes(tail[at + 12 : at + 16], "little")
