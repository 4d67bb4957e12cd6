"""Deletes matches or names from a journal: rewrites both files and replaces them together.

First, a mirror of the remaining entries is written to disk under another name. Then one transaction
of the database deletes the matches, chains the remaining entries again, and stores the digest of
that mirror. After a power cut before the commit, the new mirror is removed. After a power cut
following the commit, the next opening puts the new mirror in place. Either way both files agree.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

from referee.disk.storage import sync_folder
from referee.match.journal.entries import LastEntry, Row
from referee.match.journal.repair import journal_file
from referee.match.journal.tables import ENTRIES, MATCH_KEYS, NEXT_MIRROR, JournalDamage, put_note

WAITING = "-mirror-next"


def rewrite(
    db: sqlite3.Connection,
    path: Path,
    matches: Collection[int] = (),
    change: Callable[[Row], Row] = lambda row: row,
) -> LastEntry:
    """Delete matches in an open transaction, and write a new mirror beside the old one.

    `change` returns each other entry as it shall be from now on. Return the newest remaining entry.
    Raise `JournalDamage` if an entry fails its checksum, because a new chain would hide earlier
    damage.
    """
    gone, before, last = set(matches), "", LastEntry()
    changed: list[tuple[str, str, int]] = []
    said = hashlib.sha256()
    with journal_file(path, WAITING).open("wb") as file:
        for values in db.execute(ENTRIES):
            row = Row(*values)
            if not row.is_chained_to(before):
                raise JournalDamage(f"entry {row.seq}")
            before = row.digest
            if row.match in gone:
                continue
            new = change(row).chained_to(last.digest)
            if new.digest != row.digest:
                changed.append((new.body, new.digest, new.seq))
            line = new.text()
            file.write(line)
            said.update(line)
            last = LastEntry(new.seq, new.digest, last.mirrored + len(line))
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
    for match in gone:
        db.execute("DELETE FROM entry WHERE match = ?", (match,))
        db.execute("DELETE FROM proof WHERE match = ?", (match,))
        for note in MATCH_KEYS:
            db.execute("DELETE FROM note WHERE key = ?", (note.format(match),))
    db.executemany("UPDATE entry SET body = ?, digest = ? WHERE seq = ?", changed)
    put_note(db, NEXT_MIRROR, said.hexdigest())
    return last


def change_over(db: sqlite3.Connection, path: Path) -> None:
    """Put the new mirror in place if its transaction was committed; otherwise remove it.

    If the database is unreadable, do nothing, because later checks report that.
    """
    waiting = journal_file(path, WAITING)
    if not waiting.exists():
        return
    with suppress(sqlite3.Error, UnicodeError):
        if _committed(db, waiting):
            waiting.replace(journal_file(path, "-mirror"))
            sync_folder(path.parent)
        else:
            waiting.unlink()


def mirror_of(db: sqlite3.Connection, path: Path) -> Path:
    """Return the file that is the current mirror. It may still have to replace the old one."""
    waiting = journal_file(path, WAITING)
    return (
        waiting if waiting.exists() and _committed(db, waiting) else journal_file(path, "-mirror")
    )


def _committed(db: sqlite3.Connection, waiting: Path) -> bool:
    """Whether the transaction of the new mirror was committed."""
    row = db.execute("SELECT value FROM note WHERE key = ?", (NEXT_MIRROR,)).fetchone()
    with waiting.open("rb") as file:
        return row is not None and row[0] == f'"{hashlib.file_digest(file, "sha256").hexdigest()}"'
