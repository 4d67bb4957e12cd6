"""The contents of a backup. It is a zip file whose `backup.json` lists the digest of each file."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec
from msgspec import Meta

from firmware.backup.archive import MANIFEST, Archive, open_archive
from firmware.errors import BadData
from referee.contract import Message, Value
from referee.match.people import names

FORMAT = 1
JOURNALS = ("play.sqlite", "table.sqlite")
FOLDERS = ("decks", "words", "games")
FILES = ("lenses.toml",)
TRUSTED = "games/trusted.toml"  # not restored: the owner of each machine must trust games again
MOST_MANIFEST_BYTES = 20_000_000
MOST_SHOWN = 60  # Maximum number of names in a summary.
WAIT_S = 1.0  # seconds to wait for a program that is closing a journal
COUNT = "SELECT COUNT(DISTINCT match) FROM entry"


class Member(msgspec.Struct, frozen=True):
    """One file of a backup."""

    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """The list of a backup's files. `made` is its time in seconds since 1970."""

    format: int
    version: Annotated[str, Meta(max_length=100)]
    made: float
    matches: Annotated[int, Meta(ge=0, le=2**53)]
    names: tuple[str, ...]
    decks: tuple[str, ...]
    files: dict[str, Member]


def read_manifest(file: Path) -> Manifest:
    """Return a backup's manifest.

    Raise `BadData` if the file is no backup, or if a later version wrote it.
    """
    with open_archive(file) as archive:
        return manifest_of(archive)


def manifest_of(archive: Archive) -> Manifest:
    """Return the manifest of an open backup. Raise `BadData` as `read_manifest` does."""
    file = archive.path.name
    if archive.sizes[MANIFEST] > MOST_MANIFEST_BYTES:
        raise BadData("cli.backup.too_large", file=file)
    damaged = BadData("cli.backup.damaged", file=file, name=MANIFEST)
    try:
        plain = msgspec.json.decode(archive.read(MANIFEST))
        if not isinstance(plain, dict) or "format" not in plain:
            raise BadData("cli.backup.none", file=file)
        if isinstance(plain["format"], int) and plain["format"] > FORMAT:
            raise BadData("cli.backup.later", file=file)
        manifest = msgspec.convert(plain, Manifest)
    except (RecursionError, msgspec.MsgspecError) as error:
        raise damaged from error
    listed = {name: member.bytes for name, member in manifest.files.items()}
    there = listed | {MANIFEST: archive.sizes[MANIFEST]} == archive.sizes
    if not (there and all(map(_is_ours, listed))):
        raise damaged
    return manifest


def _is_ours(name: str) -> bool:
    """Whether a backup may unpack a file of this name. Only the table's own files are allowed."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or name != path.as_posix() or "\\" in name:
        return False
    in_folder = len(path.parts) > 1 and path.parts[0] in FOLDERS
    return name in (*JOURNALS, *FILES) or (in_folder and name != TRUSTED)


def describe(held: Manifest) -> Message:
    """Return a summary of a backup for people."""
    params: dict[str, Value] = {
        "when": held.made,
        "version": _shown((held.version,)),
        "matches": held.matches,
        "names": _shown(held.names),
        "decks": _shown(held.decks),
    }
    return Message("cli.backup.holds", params)


def _shown(given: tuple[str, ...]) -> tuple[str, ...] | str:
    """Return names from a backup, which may be anybody's, for a terminal or a page."""
    shown = tuple(names.shortened(names.clean(name), names.MOST) for name in given[:MOST_SHOWN])
    return (*shown, names.ELLIPSIS) if given[MOST_SHOWN:] else shown or "–"
