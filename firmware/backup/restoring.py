"""Restores a backup: checks it, stages it, and moves it into place at the next start.

The old data are kept. A power cut does no harm at any step.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path, PurePosixPath

import msgspec

from firmware.backup.manifest import (
    COUNT,
    JOURNALS,
    NO_ZIP,
    WAIT_S,
    Manifest,
    Member,
    bad,
    read_manifest,
)
from firmware.errors import BadData
from referee.contract import Message, Value
from referee.match.journal.journal import Journal, JournalError
from vision.files import write_whole

BESIDE = ("", "-wal", "-shm", "-mirror", "-mirror-next")  # Suffixes of a journal's files.
READY, WHOLE, BEFORE = "restoring", "whole", "before-restore"
CHUNK = 1 << 20


def prepare(data: Path, file: Path) -> Manifest:
    """Check a backup and stage it for the table's next start. Return its manifest.

    If the backup is unusable, raise `BadData` and stage nothing.
    """
    manifest, ready = read_manifest(file), data / READY
    try:
        shutil.rmtree(ready, ignore_errors=True)
        with zipfile.ZipFile(file) as whole:
            for name, member in manifest.files.items():
                _unpack(whole, name, member, ready / name, file)
        for name in JOURNALS:
            if name in manifest.files:
                _check_journal(ready / name, file)
        ready.mkdir(exist_ok=True)
        write_whole(ready / WHOLE, msgspec.json.encode(manifest))
    except BadData:
        shutil.rmtree(ready, ignore_errors=True)
        raise
    except OSError as error:
        shutil.rmtree(ready, ignore_errors=True)
        raise bad("unread", file, error) from error
    return manifest


def _unpack(whole: zipfile.ZipFile, name: str, member: Member, to: Path, file: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    digest, left = hashlib.sha256(), member.bytes
    try:
        with whole.open(name) as packed, to.open("wb") as out:
            while left >= 0 and (chunk := packed.read(CHUNK)):
                left -= len(chunk)
                digest.update(chunk)
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
    except NO_ZIP as error:
        raise BadData("cli.backup.damaged", file=file.name, name=name) from error
    if left or digest.hexdigest() != member.sha256:
        raise BadData("cli.backup.damaged", file=file.name, name=name)


def _check_journal(path: Path, file: Path) -> None:
    """Check an unpacked journal. Opening an old journal also migrates it and makes its mirror.

    Raise `BadData` if it is damaged or from a later release.
    """
    damaged = BadData("cli.backup.damaged", file=file.name, name=path.name)
    try:
        journal = Journal(path)
        journal.close()
    except JournalError as error:
        later = error.message.key == "desk.journal_later"
        raise BadData("cli.backup.later", file=file.name) if later else damaged from error
    # A backup has no mirror, so `journal` made one just now, from entries with valid checksums.
    if any(notice.key != "desk.journal_mirror_lost" for notice in journal.notices):
        raise damaged


def waiting(data: Path) -> Manifest | None:
    """Return the manifest of the staged backup, or None."""
    try:
        return msgspec.json.decode((data / READY / WHOLE).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError):
        return None


def forget(data: Path) -> None:
    """Discard the staged backup."""
    (data / READY / WHOLE).unlink(missing_ok=True)
    shutil.rmtree(data / READY, ignore_errors=True)


def take_over(data: Path) -> Message | None:
    """Move the staged backup into place, before anything opens the data.

    Return a message, or None if nothing was moved.

    The old data go into the folder `BEFORE`, where they replace the data from an earlier restore.
    Every step can be repeated, so an interrupted restore continues. Nothing happens while another
    table uses the data. Raise `BadData` if the disk fails.
    """
    manifest = waiting(data)
    if manifest is None:
        shutil.rmtree(data / READY, ignore_errors=True)
        return None
    if any(_in_use(data / name) for name in JOURNALS):
        return None
    try:
        _put_in_place(data, manifest)
    except OSError as error:
        raise BadData("cli.backup.not_restored", reason=error.strerror or str(error)) from error
    params: dict[str, Value] = {"matches": manifest.matches, "folder": str(data / BEFORE)}
    return Message("cli.backup.restored", params)


def _in_use(journal: Path) -> bool:
    if not journal.is_file():
        return False
    with closing(sqlite3.connect(journal.absolute(), timeout=WAIT_S)) as db:
        try:
            db.execute(COUNT)
        except sqlite3.OperationalError as error:
            return "locked" in str(error)
        except sqlite3.DatabaseError:
            return False
    return False


def _put_in_place(data: Path, manifest: Manifest) -> None:
    ready, before = data / READY, data / BEFORE
    if not (ready / BEFORE).exists():
        shutil.rmtree(before, ignore_errors=True)
        before.mkdir()
        (ready / BEFORE).touch()
    for top in dict.fromkeys(PurePosixPath(name).parts[0] for name in manifest.files):
        if not (ready / top).exists():
            continue  # This file is already in place.
        for ending in BESIDE if top in JOURNALS else BESIDE[:1]:
            name = f"{top}{ending}"
            if (data / name).exists() and not (before / name).exists():
                (data / name).rename(before / name)
        for ending in reversed(BESIDE):  # The file that marks completion comes last.
            if (ready / f"{top}{ending}").exists():
                (ready / f"{top}{ending}").rename(data / f"{top}{ending}")
    forget(data)
