"""Writing a backup: journals, decks, lenses, languages and games.

The backup contains neither the host's code nor the phones' seats, so nobody gains access with it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec

from firmware.backup.archive import MANIFEST, bad
from firmware.backup.manifest import (
    COUNT,
    FILES,
    FOLDERS,
    FORMAT,
    JOURNALS,
    TRUSTED,
    WAIT_S,
    Manifest,
    Member,
)
from firmware.errors import BadData
from referee.disk.faults import fault_of
from referee.match.journal.journal import Journal
from referee.match.journal.tables import STALE, put_note

# The backup leaves out access rights.
NOT_COPIED = (
    "web.hosts",
    "web.host_code",
    "web.acts",
    "web.questions",
    "seats",
    "seats.left",
)


def check_replaceable(out: Path) -> None:
    """Raise `OSError` for a pipe or a device, which a backup would replace."""
    if out.exists() and not out.is_file():
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


def write(data: Path, out: Path, version: str, running: Journal | None = None) -> Manifest:
    """Write the backup of a data folder and return its manifest.

    `running` is the journal that this program has open, if any. Raise `BadData` on failure, or if
    another program has a journal open. A failure leaves no partial file.
    """
    out = out.resolve()  # A link stays a link.
    part = out.with_name(f".{out.name}.part")
    try:
        check_replaceable(out)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".backup-") as made:
            manifest = _write(data, part, Path(made), version, running)
        part.replace(out)
    except (OSError, sqlite3.Error) as error:
        if fault_of(data / JOURNALS[0], error) == "in_use":
            raise BadData("cli.backup.in_use") from error
        raise bad("unwritable", out, error) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return manifest


def _write(data: Path, part: Path, made: Path, version: str, running: Journal | None) -> Manifest:
    paths: dict[str, Path] = {}
    matches, names = 0, dict[str, None]()
    for name in JOURNALS:
        if (data / name).is_file():
            paths[name] = made / name
            is_open = running is not None and running.path == data / name
            many, known = _copy_journal(data / name, made / name, running if is_open else None)
            matches += many
            names |= dict.fromkeys(known)
    paths |= dict(_kept(data))
    files: dict[str, Member] = {}
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as whole:
        for name, path in paths.items():
            whole.write(path, name)
            files[name] = Member(path.stat().st_size, _digest(path))
        decks = sorted({name.split("/")[1] for name in files if name.startswith("decks/")})
        counts = (matches, tuple(names), tuple(decks), files)
        manifest = Manifest(FORMAT, version, time.time(), *counts)
        whole.writestr(MANIFEST, msgspec.json.encode(manifest))
    with part.open("rb") as written:
        os.fsync(written.fileno())
    return manifest


def _kept(data: Path) -> Iterator[tuple[str, Path]]:
    tops = [path for folder in FOLDERS for path in sorted((data / folder).rglob("*"))]
    for path in (*tops, *(data / name for name in FILES)):
        name = path.relative_to(data).as_posix()
        hidden = any(part.startswith((".", "__pycache__")) for part in Path(name).parts)
        if path.is_file() and not path.is_symlink() and not hidden and name != TRUSTED:
            yield name, path


def _copy_journal(path: Path, to: Path, running: Journal | None) -> tuple[int, list[str]]:
    """Copy a journal as it is at one moment, without its secrets.

    Return its number of matches and the names in it.
    """
    if running is not None:
        running.copy(to)
    else:
        with closing(sqlite3.connect(path.absolute(), timeout=WAIT_S)) as now:
            now.execute(COUNT)  # This fails at once if another program uses the journal.
            with closing(sqlite3.connect(to)) as copy:
                now.backup(copy)
    with closing(sqlite3.connect(to)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        marks = ",".join("?" * len(NOT_COPIED))
        copy.execute(f"DELETE FROM note WHERE key IN ({marks})", NOT_COPIED)
        put_note(copy, STALE, True)  # A backup has no match files.
        copy.commit()
        copy.execute("VACUUM")  # Without this, the file would still contain deleted data.
        return _counted(copy)


def _counted(db: sqlite3.Connection) -> tuple[int, list[str]]:
    many = db.execute(COUNT).fetchone()[0]
    kept = db.execute("SELECT value FROM note WHERE key = 'names'").fetchone()
    names: Any = []
    with suppress(msgspec.DecodeError):
        names = msgspec.json.decode(kept[0]) if kept else []
    return int(many), [name for name in names if isinstance(name, str)]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
