"""Checks of the data folder with all that is in it, of the memory card, and of failed starts."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware import languages
from firmware.checking.findings import Finding, found
from firmware.checking.machine import Machine
from firmware.errors import BadData
from firmware.folders import data_folder, there
from firmware.games import game_problems
from firmware.home.settings import load_settings
from firmware.service.starts import Starts
from referee import library, words
from referee.contract import Value
from referee.match.journal.entries import JournalError, JournalInUse, LaterJournal
from referee.match.journal.rescue import check_journal

LEAST_FREE_BYTES = 200_000_000
LEAST_FREE_FILES = 1000
WORN = 0x0A  # Used tenths of an eMMC's life. The highest value is 11.
WORN_SPARE = 2  # Used spare blocks: 1 is normal, 2 means four fifths, and 3 is urgent.
# The writable layer of raspi-config's overlay: first Debian's overlayroot, then the one before
# Bookworm.
IN_MEMORY = {"upperdir=/media/root-rw/overlay", "upperdir=/upper/data"}
TABLE = "table"
KEPT = (TABLE, "play")


class Mount(NamedTuple):
    """A line of the kernel's mount table."""

    device: str
    where: str
    kind: str
    options: frozenset[str]


def data(given: Path | None) -> Iterator[Finding]:
    """Check that the data folder is writable and has enough free space."""
    try:
        folder = data_folder(given)
    except BadData as error:
        if given is not None and not _may_look(given):
            yield found("data", None, "cli.doctor.data_hidden", folder=str(given))
        else:
            yield Finding("data", False, error.message)
        return
    free = shutil.disk_usage(folder).free
    params: dict[str, Value] = {
        "folder": str(folder),
        "mb": free // 1_000_000,
        "least": LEAST_FREE_BYTES // 1_000_000,
    }
    room = os.statvfs(folder)
    if free < LEAST_FREE_BYTES:
        yield found("data", False, "cli.doctor.data_full", **params)
    elif room.f_files and room.f_favail < LEAST_FREE_FILES:
        yield found("data", False, "cli.doctor.data_files", **params)
    else:
        yield found("data", True, "cli.doctor.data", **params)


def folder_of(given: Path | None) -> Path | None:
    """Return the data folder, or None if it is not writable, which the check `data` reports."""
    try:
        return data_folder(given)
    except BadData:
        return None


def _may_look(folder: Path) -> bool:
    try:
        next(iter(folder.iterdir()), None)
    except PermissionError:
        return False
    except OSError:
        return True
    return True


def mounts(machine: Machine) -> list[Mount]:
    """Return the mounts. A later mount hides an earlier one at the same place."""
    rows = (line.split() for line in machine.text("proc/mounts").splitlines())
    return [
        Mount(row[0], row[1].replace("\\040", " "), row[2], frozenset(row[3].split(",")))
        for row in rows
        if len(row) >= 4
    ]


def card(machine: Machine, given: Path | None) -> Iterator[Finding]:
    """Check the file system of the data folder, and the memory card below it.

    A worn-out card becomes read-only. The kernel also makes the file system read-only after errors.
    """
    folder = folder_of(given) or given or Path("/")
    below = [mount for mount in mounts(machine) if folder.is_relative_to(mount.where)]
    on = max(below, key=lambda one: len(one.where), default=None)
    if on is not None and "ro" in on.options:
        yield found("card", False, "cli.doctor.card_read_only", folder=on.where)
    elif on is not None and (on.kind == "tmpfs" or IN_MEMORY & on.options):
        yield found("card", None, "cli.doctor.card_in_memory")
    errors = sum(machine.number(one) or 0 for one in machine.all("sys/fs/ext4/*/errors_count"))
    if errors:
        yield found("card", False, "cli.doctor.card_errors", count=errors)
    for device in machine.all("sys/block/mmcblk*/device"):
        # Only an eMMC reports its age, with one figure for each of its two kinds of cell.
        lived = re.findall(r"\b0x([0-9a-fA-F]{2})\b", machine.text(device / "life_time"))
        spare = machine.number(device / "pre_eol_info") or 0
        if any(int(one, 16) >= WORN for one in lived) or spare >= WORN_SPARE:
            yield found("card", False, "cli.doctor.card_worn", device=device.parent.name)


def journals(given: Path | None) -> Iterator[Finding]:
    """Check each journal without changing it.

    A starting table sets a damaged journal aside by itself.
    """
    if folder := folder_of(given):
        for name in KEPT:
            yield from journal(folder / f"{name}.sqlite")


def journal(path: Path) -> Iterator[Finding]:
    """Check one journal."""
    file = path.name
    try:
        if not path.exists():
            return
        damage = check_journal(path)
    except JournalInUse:
        yield found("journal", True, "cli.doctor.journal_in_use", file=file)
        return
    except LaterJournal as error:
        yield Finding("journal", False, error.message)
        return
    except JournalError as error:
        reason = str(error.message.params.get("reason", error.message.key))
        yield found("journal", False, "cli.doctor.journal_closed", file=file, reason=reason)
        return
    if damage is not None:
        yield found("journal", False, "cli.doctor.journal_bad", file=file, reason=damage)
    else:
        yield found("journal", True, "cli.doctor.journal", file=file)


def starts(given: Path | None) -> Iterator[Finding]:
    """Report the failed starts after which the table opened safe mode."""
    if folder := folder_of(given):
        kept = Starts(folder / f"{TABLE}.starts")
        if kept.too_many:
            reason = kept.reason(words.DEFAULT) or "?"
            yield found("starts", False, "cli.doctor.starts", count=kept.failed, reason=reason)


def newest_s(given: Path | None) -> float:
    """Return the time of the newest data file in seconds since 1970, or 0 without a file."""
    with contextlib.suppress(BadData, OSError):
        folder = data_folder(given)
        return max((one.stat().st_mtime for one in folder.iterdir() if one.is_file()), default=0.0)
    return 0.0


def games(data: Path | None) -> Iterator[Finding]:
    """Name the games and languages. `data` is the data folder; None stands for the user's own."""
    yield found("games", True, "cli.doctor.games", games=library.names())
    for well, message in game_problems(data or there()):
        yield Finding("games", well, message)
    for well, message in languages.language_problems():
        yield Finding("languages", well, message)


def home(data: Path | None) -> Iterator[Finding]:
    """Check the settings for the home, if there are any. `data` is as for `games`."""
    folder = data or there()
    if folder is None:
        return
    try:
        load_settings(folder)
    except BadData as error:
        yield Finding("home", False, error.message)
