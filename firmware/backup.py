"""A table's data in one file, and another table made of it.

A backup is a zip: `backup.json` says what is in it, with the digest of each file. It holds
journals, decks, lenses, languages and games; no host's code and no phone's seat, so that nobody who
has it is let in anywhere. What is restored lies ready in the data folder, whole, until the table
starts next: then it is renamed into place, and what was there is kept beside it. The power may go
at any step.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from firmware.errors import BadData
from referee.contract import Message, Value
from referee.match.journal.journal import Journal
from referee.match.journal.tables import NEXT_MIRROR, VERSION
from vision.files import write_whole

FORMAT = 1
MANIFEST = "backup.json"
JOURNALS = ("play.sqlite", "table.sqlite")
FOLDERS = ("decks", "words", "games")
FILES = ("lenses.toml",)
TRUSTED = "games/trusted.toml"  # an owner trusts the programs on each machine anew
# Whom the table lets in, and what belongs to the file that was copied.
NOT_COPIED = ("web.hosts", "web.host_code", "web.acts", "seats", "seats.left", NEXT_MIRROR)
BESIDE = ("", "-wal", "-shm", "-mirror", "-mirror-next")  # a journal's files
WAIT_S = 1.0
MOST_BYTES = 4_000_000_000  # of all files together
MOST_FILES = 20_000
READY, WHOLE, BEFORE = "restoring", "whole", "before-restore"
CHUNK = 1 << 20


class Member(msgspec.Struct, frozen=True):
    """One file of a backup."""

    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds; `made` in seconds since 1970."""

    format: int
    version: str
    made: float
    matches: int
    names: tuple[str, ...]
    decks: tuple[str, ...]
    files: dict[str, Member]


def write(data: Path, out: Path, version: str, running: Journal | None = None) -> Manifest:
    """Write the backup of a data folder; return what it holds.

    `running` is the journal that is open. Raises `BadData` where it cannot be read or written, or
    another program has a journal open; no half file is left.
    """
    part = out.with_name(f".{out.name}.part")
    try:
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".backup-") as made:
            manifest = _write(data, part, Path(made), version, running)
        part.replace(out)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BadData("cli.backup.in_use") from error
        raise _bad("unwritable", out, error) from error
    except (OSError, sqlite3.Error) as error:
        raise _bad("unwritable", out, error) from error
    finally:
        part.unlink(missing_ok=True)
    return manifest


def _write(data: Path, part: Path, made: Path, version: str, running: Journal | None) -> Manifest:
    found: dict[str, Path] = {}
    matches, names = 0, dict[str, None]()
    for name in JOURNALS:
        if (data / name).is_file():
            found[name] = made / name
            is_open = running is not None and running.path == data / name
            many, known = _copy_journal(data / name, made / name, running if is_open else None)
            matches += many
            names |= dict.fromkeys(known)
    found |= dict(_kept(data))
    files: dict[str, Member] = {}
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as whole:
        for name, path in found.items():
            whole.write(path, name)
            files[name] = Member(path.stat().st_size, _digest(path))
        decks = sorted({name.split("/")[1] for name in files if name.startswith("decks/")})
        told = (matches, tuple(names), tuple(decks), files)
        manifest = Manifest(FORMAT, version, time.time(), *told)
        whole.writestr(MANIFEST, msgspec.json.encode(manifest))
    with part.open("rb") as written:
        os.fsync(written.fileno())
    return manifest


def _kept(data: Path) -> Iterator[tuple[str, Path]]:
    tops = [path for folder in FOLDERS for path in sorted((data / folder).rglob("*"))]
    for path in (*tops, *(data / name for name in FILES)):
        name = path.relative_to(data).as_posix()
        hidden = any(one.startswith((".", "__pycache__")) for one in Path(name).parts)
        if path.is_file() and not path.is_symlink() and not hidden and name != TRUSTED:
            yield name, path


def _copy_journal(path: Path, to: Path, running: Journal | None) -> tuple[int, list[str]]:
    """Copy a journal as it is at one moment, without secrets; return its matches and names."""
    if running is not None:
        running.copy(to)
    else:
        with closing(sqlite3.connect(path.absolute(), timeout=WAIT_S)) as now:
            now.execute("SELECT COUNT(*) FROM entry")  # fails at once where it is in use
            with closing(sqlite3.connect(to)) as copy:
                now.backup(copy)
    with closing(sqlite3.connect(to)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
        marks = ",".join("?" * len(NOT_COPIED))
        copy.execute(f"DELETE FROM note WHERE key IN ({marks})", NOT_COPIED)
        copy.commit()
        copy.execute("VACUUM")  # or what was deleted would still lie in the file
        return _counted(copy)


def _counted(db: sqlite3.Connection) -> tuple[int, list[str]]:
    many = db.execute("SELECT COUNT(DISTINCT match) FROM entry").fetchone()[0]
    kept = db.execute("SELECT value FROM note WHERE key = 'names'").fetchone()
    names: Any = []
    with suppress(msgspec.DecodeError):
        names = msgspec.json.decode(kept[0]) if kept else []
    return int(many), [name for name in names if isinstance(name, str)]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# -- restored --------------------------------------------------------------------------------------


def look(file: Path) -> Manifest:
    """Return what a backup holds; raises `BadData` for one that is none, or of a later version."""
    try:
        with zipfile.ZipFile(file) as whole:
            return _manifest(whole, file)
    except (OSError, zipfile.BadZipFile) as error:
        raise _bad("none", file, error) from error


def _manifest(whole: zipfile.ZipFile, file: Path) -> Manifest:
    try:
        plain = msgspec.json.decode(whole.read(MANIFEST))
        if isinstance(plain, dict) and plain.get("format", 0) > FORMAT:
            raise BadData("cli.backup.later", file=file.name)
        manifest = msgspec.convert(plain, Manifest)
    except (KeyError, TypeError, msgspec.MsgspecError) as error:
        raise _bad("none", file, error) from error
    sizes = {one.filename: one.file_size for one in whole.infolist()}
    says = {name: one.bytes for name, one in manifest.files.items()} | {MANIFEST: sizes[MANIFEST]}
    if len(sizes) > MOST_FILES or sum(sizes.values()) > MOST_BYTES:
        raise BadData("cli.backup.too_large", file=file.name)
    if sizes != says or not all(map(_is_ours, manifest.files)):
        raise BadData("cli.backup.damaged", file=file.name, name=MANIFEST)
    return manifest


def _is_ours(name: str) -> bool:
    """Tell whether a file may come out of a backup, by its name: into a table's data alone."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or name != path.as_posix() or "\\" in name:
        return False
    return name in (*JOURNALS, *FILES) or (path.parts[0] in FOLDERS and name != TRUSTED)


def told(held: Manifest) -> Message:
    """Return what a backup holds, to be said."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(held.made))
    params: dict[str, Value] = {"when": when, "version": held.version, "matches": held.matches}
    return Message("cli.backup.holds", params | {"names": held.names, "decks": held.decks})


def prepare(data: Path, file: Path) -> Manifest:
    """Lay what a backup holds ready for the next start of the table; return what that is.

    All of it is checked first. Raises `BadData`, and lays nothing ready then.
    """
    manifest, ready = look(file), data / READY
    try:
        shutil.rmtree(ready, ignore_errors=True)
        with zipfile.ZipFile(file) as whole:
            for name, member in manifest.files.items():
                _unpack(whole, name, member, ready / name, file)
        for name in JOURNALS:
            if name in manifest.files:
                _check_journal(ready / name, file)
                Journal(ready / name).close()  # which makes its mirror
        ready.mkdir(exist_ok=True)
        write_whole(ready / WHOLE, msgspec.json.encode(manifest))
    except (OSError, zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
        shutil.rmtree(ready, ignore_errors=True)
        raise _bad("unread", file, error) from error
    except BadData:
        shutil.rmtree(ready, ignore_errors=True)
        raise
    return manifest


def _unpack(whole: zipfile.ZipFile, name: str, member: Member, to: Path, file: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    digest, left = hashlib.sha256(), member.bytes
    with whole.open(name) as packed, to.open("wb") as out:
        while chunk := packed.read(CHUNK):
            left -= len(chunk)
            digest.update(chunk)
            if left < 0:
                break
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())
    if left or digest.hexdigest() != member.sha256:
        raise BadData("cli.backup.damaged", file=file.name, name=name)


def _check_journal(path: Path, file: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as db:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            whole = db.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    except sqlite3.Error as error:
        raise BadData("cli.backup.damaged", file=file.name, name=path.name) from error
    if version > VERSION:
        raise BadData("cli.backup.later", file=file.name)
    if not whole:
        raise BadData("cli.backup.damaged", file=file.name, name=path.name)


def waiting(data: Path) -> Manifest | None:
    """Return what lies ready for the next start, if anything does."""
    try:
        return msgspec.json.decode((data / READY / WHOLE).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError):
        return None


def forget(data: Path) -> None:
    """Let what lies ready not be taken over."""
    (data / READY / WHOLE).unlink(missing_ok=True)
    shutil.rmtree(data / READY, ignore_errors=True)


def take_over(data: Path) -> Message | None:
    """Put what lies ready into its place, before any of it is opened; return that it was done.

    What was there goes into the folder `BEFORE`, in place of what an earlier one left there. Each
    step may be done twice: who was cut off amid them goes on.
    """
    ready, before = data / READY, data / BEFORE
    manifest = waiting(data)
    if manifest is None:
        shutil.rmtree(ready, ignore_errors=True)
        return None
    if not (ready / BEFORE).exists():
        shutil.rmtree(before, ignore_errors=True)
        before.mkdir()
        (ready / BEFORE).touch()
    for top in dict.fromkeys(PurePosixPath(name).parts[0] for name in manifest.files):
        if not (ready / top).exists():
            continue  # it is in its place already
        for ending in BESIDE if top in JOURNALS else BESIDE[:1]:
            name = f"{top}{ending}"
            if (data / name).exists() and not (before / name).exists():
                (data / name).rename(before / name)
        for ending in reversed(BESIDE):  # what tells that it is done comes last
            if (ready / f"{top}{ending}").exists():
                (ready / f"{top}{ending}").rename(data / f"{top}{ending}")
    forget(data)
    return Message("cli.backup.restored", {"matches": manifest.matches, "folder": str(before)})


def _bad(key: str, file: Path, error: Exception) -> BadData:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return BadData(f"cli.backup.{key}", file=file.name, reason=reason)
