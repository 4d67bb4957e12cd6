"""The match files of a journal: a text file for each match, with one line of JSON for each entry.

People can read them. Each line is on disk before its entry is acknowledged, so the database can be
written again from them, and they from the database.
"""

from __future__ import annotations

import os
import shutil
import weakref
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from referee.disk.storage import sync_folder, write_whole
from referee.match.journal.entries import Row, read_line
from referee.match.journal.tables import ENTRIES_OF_MATCH

LOG, MATCHES = "-wal", "-matches"  # The endings of a journal's log, and of its folder of matches.
MIRRORS = ("-mirror", "-mirror-next")  # Versions before match files wrote all matches to these.
ALL_FILES = ("", LOG, "-shm", MATCHES, *MIRRORS)  # All that may belong to a journal.


def journal_file(path: Path, ending: str) -> Path:
    """Return the file with this `ending` that belongs to the journal at `path`."""
    return path.with_name(path.name + ending)


def match_path(path: Path, match: int) -> Path:
    """Return the match file of a match in the journal at `path`."""
    return journal_file(path, MATCHES) / f"{match:06}.jsonl"


def match_paths(path: Path) -> dict[int, Path]:
    """Return the match files of the journal at `path`, by match id."""
    files = journal_file(path, MATCHES).glob("*.jsonl")
    return {int(file.stem): file for file in sorted(files) if file.stem.isdecimal()}


class MatchFile:
    """The open file of a match, or a new one. Every method may raise `OSError`."""

    def __init__(self, path: Path, match: int) -> None:
        self.path, self.match = path, match
        path.parent.mkdir(exist_ok=True)
        is_new = not path.exists()
        self._handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
        self._end = weakref.finalize(self, os.close, self._handle)
        self._size = os.fstat(self._handle).st_size
        if is_new:
            sync_folder(path.parent)

    @property
    def is_in_place(self) -> bool:
        """Whether the file's path still leads to this file."""
        return os.path.samestat(self.path.stat(), os.fstat(self._handle))

    def append(self, row: Row) -> None:
        """Write an entry to disk."""
        data = row.text()
        written = 0
        while written < len(data):
            written += os.write(self._handle, data[written:])
        os.fdatasync(self._handle)
        self._size += len(data)

    def truncate(self) -> None:
        """Cut off the rest of an `append` that failed."""
        os.ftruncate(self._handle, self._size)

    def close(self) -> None:
        """Close the file."""
        self._end()


def follow_database(db: Connection, path: Path, match: int) -> None:
    """Write a match file again if it differs from the database. Remove it if the match is gone."""
    file = match_path(path, match)
    rows = [Row(*values) for values in db.execute(ENTRIES_OF_MATCH, (match,))]
    if rows:
        file.parent.mkdir(exist_ok=True)
        write_whole(file, b"".join(row.text() for row in rows))
    else:
        file.unlink(missing_ok=True)


def remove_mirror(path: Path) -> None:
    """Remove what an earlier release kept beside the database, once there are match files."""
    for ending in MIRRORS:
        journal_file(path, ending).unlink(missing_ok=True)


def remove_match_files(path: Path) -> None:
    """Remove all match files."""
    shutil.rmtree(journal_file(path, MATCHES), ignore_errors=True)
    remove_mirror(path)


class MatchText(NamedTuple):
    """The content of a match file: readable entries, a number of other lines, and its bytes."""

    rows: list[Row]
    unreadable: int = 0
    size: int = 0


def match_texts(path: Path) -> dict[int, MatchText]:
    """Return the readable contents of all match files, by match id."""
    return {match: _match_text(file) for match, file in match_paths(path).items()}


def _match_text(file: Path) -> MatchText:
    with file.open("rb") as lines:
        rows = [read_line(line) for line in lines]
    return MatchText([row for row in rows if row], rows.count(None), file.stat().st_size)
