"""Restores a backup: checks it, stages it, and moves it into place at the next start.

The old data are kept. A power cut does no harm at any step.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path, PurePosixPath

import msgspec

from firmware.backup.archive import NO_ZIP, Archive, bad, open_archive
from firmware.backup.manifest import COUNT, JOURNALS, WAIT_S, Manifest, Member, manifest_of
from firmware.errors import BadData
from referee.contract import Message, Value
from referee.disk.faults import fault_of
from referee.disk.storage import sync_folder, write_whole
from referee.disk.textfiles import reason
from referee.match.journal.errors import JournalError, LaterJournal
from referee.match.journal.journal import Journal
from referee.match.journal.matchfiles import ALL_FILES, remove_match_files
from referee.match.journal.tables import STALE

READY, WHOLE, BEFORE = "restoring", "whole", "before-restore"
CHUNK = 1 << 20
NAME_LENGTH = 80  # Maximum length of a name in a message, in characters.


def prepare(data: Path, file: Path) -> Manifest:
    """Check a backup and stage it for the table's next start. Return its manifest.

    If the backup is unusable, raise `BadData` and stage nothing. Neither is an earlier backup
    staged then.
    """
    ready = data / READY
    with open_archive(file) as archive:
        manifest = manifest_of(archive)
        forget(data)
        try:
            ready.mkdir(parents=True)
            archive.check_room(ready)
            for name, member in manifest.files.items():
                _unpack(archive, name, member, ready / name)
        except BaseException:
            shutil.rmtree(ready, ignore_errors=True)
            raise
    try:
        for name in JOURNALS:
            if name in manifest.files:
                _check_journal(ready / name, file)
        write_whole(ready / WHOLE, msgspec.json.encode(manifest))
    except BadData:
        shutil.rmtree(ready, ignore_errors=True)
        raise
    except OSError as error:
        shutil.rmtree(ready, ignore_errors=True)
        raise bad("unread", file, error) from error
    return manifest


def _unpack(archive: Archive, name: str, member: Member, to: Path) -> None:
    damaged = BadData("cli.backup.damaged", file=archive.path.name, name=name[:NAME_LENGTH])
    to.parent.mkdir(parents=True, exist_ok=True)
    digest, left = hashlib.sha256(), member.bytes
    try:
        with archive.open(name) as packed, to.open("xb") as out:
            while left >= 0 and (chunk := packed.read(CHUNK)):
                left -= len(chunk)
                digest.update(chunk)
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
    except NO_ZIP as error:
        raise damaged from error
    if left or digest.hexdigest() != member.sha256:
        raise damaged


def _check_journal(path: Path, file: Path) -> None:
    """Check an unpacked journal. Opening an old journal also migrates it.

    Raise `BadData` if it is damaged or from a later release.
    """
    damaged = BadData("cli.backup.damaged", file=file.name, name=path.name)
    try:
        with closing(Journal(path)) as journal:
            if journal.notices:
                raise damaged
            journal.put(STALE, True)  # The match files are written once it is in place.
    except JournalError as error:
        later = BadData("cli.backup.later", file=file.name)
        raise later if isinstance(error, LaterJournal) else damaged from error
    remove_match_files(path)


def waiting(data: Path) -> Manifest | None:
    """Return the manifest of the staged backup, or None."""
    try:
        return msgspec.json.decode((data / READY / WHOLE).read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError):
        return None


def forget(data: Path) -> None:
    """Discard the staged backup. If its restore was interrupted, put the old data back first.

    A power cut during this leaves the whole backup staged, or nothing. Raise `BadData` if the disk
    fails.
    """
    ready = data / READY
    manifest = waiting(data)
    try:
        if manifest is not None and (ready / BEFORE).exists():
            _put_back(data, manifest)
        if ready.exists():
            _remove(ready)
    except OSError as error:
        raise BadData("cli.backup.not_restored", reason=reason(error)) from error


def _remove(ready: Path) -> None:
    """Remove the staged backup. First, remove for good the file that says that it is whole."""
    (ready / WHOLE).unlink(missing_ok=True)
    sync_folder(ready)
    shutil.rmtree(ready)


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
        raise BadData("cli.backup.not_restored", reason=reason(error)) from error
    params: dict[str, Value] = {"matches": manifest.matches, "folder": str(data / BEFORE)}
    return Message("cli.backup.restored", params)


def _in_use(journal: Path) -> bool:
    if not journal.is_file():
        return False
    with closing(sqlite3.connect(journal.absolute(), timeout=WAIT_S)) as db:
        try:
            db.execute(COUNT)
        except sqlite3.DatabaseError as error:
            return fault_of(journal, error) in ("in_use", "no_locks")
    return False


def _put_in_place(data: Path, manifest: Manifest) -> None:
    """Move the old data into `BEFORE`, and the staged data into place."""
    ready, before = data / READY, data / BEFORE
    if not (ready / BEFORE).exists():
        shutil.rmtree(before, ignore_errors=True)
        before.mkdir()
        (ready / BEFORE).touch()
    for top in _tops(manifest):
        if not (ready / top).exists():
            continue  # This file is already in place.
        for name in _with_others(top):
            if (data / name).exists() and not (before / name).exists():
                (data / name).rename(before / name)
        (ready / top).rename(data / top)
    _remove(ready)


def _put_back(data: Path, manifest: Manifest) -> None:
    """Undo what `_put_in_place` has done so far. After each step, it could go on as well."""
    ready, before = data / READY, data / BEFORE
    for top in reversed(_tops(manifest)):
        if not (ready / top).exists():  # It was put in place.
            (data / top).rename(ready / top)
        for name in reversed(_with_others(top)):
            if (before / name).exists():
                (before / name).rename(data / name)
    (ready / BEFORE).unlink()


def _tops(manifest: Manifest) -> tuple[str, ...]:
    """Return the files and folders of the data folder that a backup replaces."""
    return tuple(dict.fromkeys(PurePosixPath(name).parts[0] for name in manifest.files))


def _with_others(top: str) -> tuple[str, ...]:
    """Return a file and the files that belong to it."""
    return tuple(f"{top}{ending}" for ending in (ALL_FILES if top in JOURNALS else ("",)))
