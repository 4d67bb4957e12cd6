"""Remembers which backups were made, to say later which of them have a name."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from referee.storage import write_whole

FILE = "backups.json"
MOST = 50  # Backups that are remembered: one a week for a year.

_log = logging.getLogger(__name__)


class Made(msgspec.Struct, frozen=True):
    """A backup by its file name, with the number of the newest entry in each of its journals."""

    name: Annotated[str, Meta(max_length=255)]
    newest: dict[str, int]


def backups_made(data: Path) -> tuple[Made, ...]:
    """Return the backups of a data folder, oldest first. An unusable file counts as none."""
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=tuple[Made, ...])
    except (OSError, msgspec.MsgspecError):
        return ()


def note_made(data: Path, name: str, newest: Mapping[str, int]) -> None:
    """Remember that a backup was made."""
    made = (*backups_made(data), Made(name, dict(newest)))
    try:
        write_whole(data / FILE, msgspec.json.encode(made[-MOST:]))
    except OSError as error:  # The backup itself is whole.
        _log.warning("The table will not remember the backup: %s", error)
