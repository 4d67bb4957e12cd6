"""The contents of a backup. It is a zip file whose `backup.json` lists the digest of each file."""

from __future__ import annotations

import time
import zipfile
import zlib
from pathlib import Path, PurePosixPath

import msgspec

from firmware.errors import BadData
from referee.contract import Message, Value

FORMAT = 1
MANIFEST = "backup.json"
JOURNALS = ("play.sqlite", "table.sqlite")
FOLDERS = ("decks", "words", "games")
FILES = ("lenses.toml",)
TRUSTED = "games/trusted.toml"  # not restored: the owner of each machine must trust games again
MOST_BYTES = 4_000_000_000  # Maximum size of all files together.
MOST_FILES = 20_000
MOST_MANIFEST_BYTES = 20_000_000
WAIT_S = 1.0  # seconds to wait for a program that is closing a journal
COUNT = "SELECT COUNT(DISTINCT match) FROM entry"
# These errors mean that the file is no zip, is truncated or encrypted, or uses an unknown
# compression.
NO_ZIP = (EOFError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error)


class Member(msgspec.Struct, frozen=True):
    """One file of a backup."""

    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """The list of a backup's files. `made` is its time in seconds since 1970."""

    format: int
    version: str
    made: float
    matches: int
    names: tuple[str, ...]
    decks: tuple[str, ...]
    files: dict[str, Member]


def read_manifest(file: Path) -> Manifest:
    """Return a backup's manifest.

    Raise `BadData` if the file is no backup, or if a later version wrote it.
    """
    try:
        with zipfile.ZipFile(file) as whole:
            return _manifest(whole, file)
    except BadData:
        raise
    except OSError as error:
        raise bad("unread", file, error) from error
    except NO_ZIP as error:
        raise BadData("cli.backup.none", file=file.name) from error


def _manifest(whole: zipfile.ZipFile, file: Path) -> Manifest:
    sizes = {one.filename: one.file_size for one in whole.infolist()}
    large = sizes.get(MANIFEST, 0) > MOST_MANIFEST_BYTES or sum(sizes.values()) > MOST_BYTES
    if large or len(sizes) > MOST_FILES:
        raise BadData("cli.backup.too_large", file=file.name)
    try:
        plain = msgspec.json.decode(whole.read(MANIFEST))
        if isinstance(plain, dict) and plain.get("format", 0) > FORMAT:
            raise BadData("cli.backup.later", file=file.name)
        manifest = msgspec.convert(plain, Manifest)
    except (KeyError, TypeError, msgspec.MsgspecError) as error:
        raise BadData("cli.backup.none", file=file.name) from error
    says = {name: one.bytes for name, one in manifest.files.items()} | {MANIFEST: sizes[MANIFEST]}
    if sizes != says or not all(map(_is_ours, manifest.files)):
        raise BadData("cli.backup.damaged", file=file.name, name=MANIFEST)
    return manifest


def _is_ours(name: str) -> bool:
    """Whether a backup may unpack a file of this name. Only the table's own files are allowed."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or name != path.as_posix() or "\\" in name:
        return False
    return name in (*JOURNALS, *FILES) or (path.parts[0] in FOLDERS and name != TRUSTED)


def describe(held: Manifest) -> Message:
    """Return a summary of a backup for people."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(held.made))
    params: dict[str, Value] = {"when": when, "version": held.version, "matches": held.matches}
    lists: dict[str, Value] = {"names": held.names or "–", "decks": held.decks or "–"}
    return Message("cli.backup.holds", params | lists)


def bad(key: str, file: Path, error: Exception) -> BadData:
    """Return the error for a file that cannot be used, with the system's reason."""
    reason = getattr(error, "strerror", None) or str(error)
    return BadData(f"cli.backup.{key}", file=file.name, reason=reason)
