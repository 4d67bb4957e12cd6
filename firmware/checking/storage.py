"""Checks of the data folder with all that is in it, of the memory card, and of failed starts."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware import languages
from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from firmware.checking.machine import Machine
from firmware.errors import BadData
from firmware.folders import data_folder, there
from firmware.games import game_problems
from firmware.home.settings import load_settings
from firmware.service.starts import Starts
from referee import library, words
from referee.match.journal.errors import JournalError, JournalInUse, LaterJournal
from referee.match.journal.rescue import check_journal

MB = 1_000_000
LEAST_FREE_MB = 200
# The writable layer of raspi-config's overlay: first Debian's overlayroot, then the one before
# Bookworm.
IN_MEMORY = {"upperdir=/media/root-rw/overlay", "upperdir=/upper/data"}
TABLE = "table"
JOURNALS = (TABLE, "play")


class Mount(NamedTuple):
    """A line of the kernel's mount table."""

    where: str
    kind: str
    options: frozenset[str]


def data(case: Case) -> Iterator[Finding]:
    """Check that the data folder is writable and has enough free space."""
    try:
        folder = data_folder(case.data)
    except BadData as error:
        if case.data is not None and _is_hidden(case.data):
            yield result("data", None, "cli.doctor.data_hidden", folder=str(case.data))
        else:
            yield Finding("data", False, error.message)
        return
    mb = shutil.disk_usage(folder).free // MB
    well, least = mb >= LEAST_FREE_MB, LEAST_FREE_MB
    key = "cli.doctor.data" if well else "cli.doctor.data_full"
    yield result("data", well, key, folder=str(folder), mb=mb, least=least)


def _is_hidden(folder: Path) -> bool:
    """Whether only another user may look into a folder."""
    try:
        next(iter(folder.iterdir()), None)
    except OSError as error:
        return isinstance(error, PermissionError)
    return False


def card(case: Case) -> Iterator[Finding]:
    """Check the file system of the data folder.

    A worn-out card becomes read-only. The kernel also makes the file system read-only after errors.
    """
    machine, folder = case.machine, case.folder or case.data or Path("/")
    below = [mount for mount in mounts(machine) if folder.is_relative_to(mount.where)]
    mount = max(below, key=lambda mount: len(mount.where), default=None)
    if mount is not None and "ro" in mount.options:
        yield result("card", False, "cli.doctor.card_read_only", folder=mount.where)
    elif mount is not None and (mount.kind == "tmpfs" or IN_MEMORY & mount.options):
        yield result("card", None, "cli.doctor.card_in_memory")
    counts = (machine.number(file) or 0 for file in machine.all("sys/fs/ext4/*/errors_count"))
    if errors := sum(counts):
        yield result("card", False, "cli.doctor.card_errors", count=errors)


def mounts(machine: Machine) -> list[Mount]:
    """Return the mounts. A later mount hides an earlier one at the same place."""
    rows = (line.split() for line in machine.text("proc/mounts").splitlines())
    return [
        Mount(row[1].replace("\\040", " "), row[2], frozenset(row[3].split(",")))
        for row in rows
        if len(row) >= 4
    ]


def journals(case: Case) -> Iterator[Finding]:
    """Check each journal without changing it.

    A starting table sets a damaged journal aside by itself.
    """
    if folder := case.folder:
        paths = (folder / f"{name}.sqlite" for name in JOURNALS)
        yield from (_journal(path) for path in paths if path.exists())


def _journal(path: Path) -> Finding:
    file = path.name
    try:
        damage = check_journal(path)
    except JournalInUse:
        return result("journal", True, "cli.doctor.journal_in_use", file=file)
    except LaterJournal as error:
        return Finding("journal", False, error.message)
    except JournalError as error:
        reason = str(error.message.params.get("reason", error.message.key))
        return result("journal", False, "cli.doctor.journal_closed", file=file, reason=reason)
    if damage is not None:
        return result("journal", False, "cli.doctor.journal_bad", file=file, reason=damage)
    return result("journal", True, "cli.doctor.journal", file=file)


def starts(case: Case) -> Iterator[Finding]:
    """Report the failed starts after which the table opened safe mode."""
    if folder := case.folder:
        kept = Starts(folder / f"{TABLE}.starts")
        if kept.too_many:
            reason = kept.reason(words.DEFAULT) or "?"
            yield result("starts", False, "cli.doctor.starts", count=kept.failed, reason=reason)


def games(case: Case) -> Iterator[Finding]:
    """Name the games and languages, with those of the owner that cannot be used."""
    yield result("games", True, "cli.doctor.games", games=library.names())
    for well, message in game_problems(case.data or there()):
        yield Finding("games", well, message)
    for well, message in languages.language_problems():
        yield Finding("languages", well, message)


def home(case: Case) -> Iterator[Finding]:
    """Check the settings for the home, if there are any."""
    folder = case.data or there()
    try:
        if folder is not None:
            load_settings(folder)
    except BadData as error:
        yield Finding("home", False, error.message)
