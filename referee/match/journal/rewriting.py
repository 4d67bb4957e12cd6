"""Matches left out of a journal: both its files are written anew, and change over as one.

The mirror of what stays is on disk first, under another name. One transaction of the database
then takes the matches out, chains what stays, and notes the digest of that mirror. The plug pulled
before the commit, the mirror that waits is cleared away; pulled after it, it is put in its place by
whoever opens the journal next. Either way the two files say the same.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from referee.match.journal.entries import LastEntry, Row
from referee.match.journal.repair import journal_file
from referee.match.journal.tables import ENTRIES, MATCH_KEYS, NEXT_MIRROR, JournalDamage, put_note

WAITING = "-mirror-next"


def leave_out(db: sqlite3.Connection, path: Path, matches: Collection[int]) -> LastEntry:
    """Take matches out of an open transaction, with a mirror of what stays waiting beside it.

    Returns the newest entry that stays. Raises `Damaged` where an entry is not as it was written:
    what is chained anew proves nothing of what was damaged before.
    """
    gone, before, last = set(matches), "", LastEntry()
    changed: list[tuple[str, int]] = []
    said = hashlib.sha256()
    with journal_file(path, WAITING).open("wb") as file:
        for values in db.execute(ENTRIES):
            row = Row(*values)
            if not row.is_chained_to(before):
                raise JournalDamage(f"entry {row.seq}")
            before = row.digest
            if row.match in gone:
                continue
            new = row.chained_to(last.digest)
            if new.digest != row.digest:
                changed.append((new.digest, new.seq))
            line = new.text()
            file.write(line)
            said.update(line)
            last = LastEntry(new.seq, new.digest, last.mirrored + len(line))
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path)
    for match in gone:
        db.execute("DELETE FROM entry WHERE match = ?", (match,))
        db.execute("DELETE FROM proof WHERE match = ?", (match,))
        for note in MATCH_KEYS:
            db.execute("DELETE FROM note WHERE key = ?", (note.format(match),))
    db.executemany("UPDATE entry SET digest = ? WHERE seq = ?", changed)
    put_note(db, NEXT_MIRROR, said.hexdigest())
    return last


def change_over(db: sqlite3.Connection, path: Path) -> None:
    """Put the mirror that waits in its place where its transaction was committed; else remove it.

    Where the database cannot be read nothing is done: the checks that follow say so.
    """
    waiting = journal_file(path, WAITING)
    if not waiting.exists():
        return
    with suppress(sqlite3.Error, UnicodeError):
        if _committed(db, waiting):
            waiting.replace(journal_file(path, "-mirror"))
            sync_folder(path)
        else:
            waiting.unlink()


def mirror_of(db: sqlite3.Connection, path: Path) -> Path:
    """Return the file that mirrors a journal now, which may wait to be put in its place."""
    waiting = journal_file(path, WAITING)
    return (
        waiting if waiting.exists() and _committed(db, waiting) else journal_file(path, "-mirror")
    )


def sync_folder(path: Path) -> None:
    """See that the names in the folder of `path` are on disk."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _committed(db: sqlite3.Connection, waiting: Path) -> bool:
    """Tell whether the transaction for which a mirror waits was committed."""
    row = db.execute("SELECT value FROM note WHERE key = ?", (NEXT_MIRROR,)).fetchone()
    with waiting.open("rb") as file:
        return row is not None and row[0] == f'"{hashlib.file_digest(file, "sha256").hexdigest()}"'
