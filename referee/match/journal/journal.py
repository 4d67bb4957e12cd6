"""The journal. Every entry of every match is on disk before anybody sees it.

The journal is an SQLite file in write-ahead mode with ``synchronous=FULL``, and next to it a match
file for each match. Once a call has returned, neither a power cut nor damage to one of the files
loses anything. Entries are only ever added. Only one program at a time may open a journal.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from referee.actor import Actor
from referee.match.journal.bodies import LESSON, Body
from referee.match.journal.entries import Line, Row, new_row
from referee.match.journal.errors import JournalError
from referee.match.journal.files import JournalFiles
from referee.match.journal.matchfiles import match_paths
from referee.match.journal.tables import (
    ADD_ENTRY,
    ENTRIES,
    ENTRIES_OF_MATCH,
    STALE,
    UNCLEARED,
    DiskUse,
    change_rows,
    clear_unused,
    delete_matches,
    disk_use,
    keep_evidence,
    last_digest,
    next_seq,
    put_note,
    seal,
    shrink,
)

__all__ = ["DiskUse", "Journal", "JournalError", "Line"]


Evidence = Mapping[str, bytes] | None  # Pictures (PNG) by their ids.


class Journal(JournalFiles):
    """The entries, pictures and notes of a journal. Only this program may open its files.

    Any thread may call any method. Each may raise `JournalError`.
    """

    rewrites = 0  # How often entries have changed without new numbers.

    # -- entries ----------------------------------------------------------------------------

    def append(
        self, body: Body, by: Actor, match: int | None = None, evidence: Evidence = None
    ) -> Line:
        """Write an entry together with the pictures that it cites.

        Without `match`, the entry begins a new match, and its `seq` becomes the match id. If
        `JournalError` is raised, the entry is not in the journal and never will be.
        """
        with self._writing():
            seq = next_seq(self._db)
            of = seq if match is None else match
            file = self._file_of(of)
            row = new_row(seq, of, body, by, last_digest(self._db, of))
            with self._transaction() as db:
                db.execute(ADD_ENTRY, row)
                keep_evidence(db, of, evidence or {})
            file.append(row)
            self._check_files()
            self._last = seq
        return row.line()

    def last_match(self) -> int | None:
        """Return the id of the newest match, or None."""
        (newest,) = self._select("SELECT max(match) FROM entry")
        return None if newest[0] is None else int(newest[0])

    def matches(self, many: int, before: int | None = None) -> tuple[int, ...]:
        """Return the newest matches without teach-ins, newest first.

        With `before`, return only older ones.
        """
        lessons = "SELECT match FROM entry WHERE kind = ?"
        query = (
            f"SELECT DISTINCT match FROM entry WHERE match < ? AND match NOT IN ({lessons})"
            " ORDER BY match DESC LIMIT ?"
        )
        rows = self._select(query, 2**53 if before is None else before, LESSON, many)
        return tuple(int(row[0]) for row in rows)

    def last_entries(self) -> dict[int, int]:
        """Return the number of each match's last entry, by match id, oldest match first."""
        return dict(self._select("SELECT match, max(seq) FROM entry GROUP BY match ORDER BY match"))

    def has_entry(self, *kinds: str) -> bool:
        """Whether the journal has an entry of one of these kinds."""
        return bool(self._select(f"SELECT 1 FROM entry WHERE {_of_kinds(kinds)} LIMIT 1", *kinds))

    def lines(self, match: int) -> tuple[Line, ...]:
        """Return all entries of a match, in order."""
        return tuple(Row(*values).line() for values in self._select(ENTRIES_OF_MATCH, match))

    def bodies(self, *kinds: str) -> tuple[tuple[str, str, int], ...]:
        """Return the kind, the contents and the number of all entries of these kinds, in order."""
        query = f"SELECT kind, body, seq FROM entry WHERE {_of_kinds(kinds)} ORDER BY seq"
        return tuple(self._select(query, *kinds))

    def copy(self, to: Path) -> None:
        """Copy the database to a file, in its current state. Nothing can be written meanwhile.

        Raise `sqlite3.Error`.
        """
        with self._reading() as db, closing(sqlite3.connect(to)) as copy:
            db.backup(copy)

    def text(self) -> bytes:
        """Return all entries as text, one on each line."""
        return b"".join(Row(*values).text() for values in self._select(ENTRIES))

    # -- pictures and notes -----------------------------------------------------------------

    def keep_evidence(self, match: int, evidence: Mapping[str, bytes]) -> None:
        """Store pictures (PNG by id) before the move that will cite them."""
        with self._writing(), self._transaction() as db:
            keep_evidence(db, match, evidence)

    def evidence(self, id: str) -> bytes | None:  # noqa: A002
        """Return a picture, or None if it is missing or damaged."""
        for png, digest in self._select("SELECT png, digest FROM proof WHERE id = ?", id):
            if digest is None or digest == seal(id, png):
                return bytes(png)
        return None

    def picture_ids(self, match: int) -> frozenset[str]:
        """Return the ids of a match's stored pictures."""
        rows = self._select("SELECT id FROM proof WHERE match = ?", match)
        return frozenset(id_ for (id_,) in rows)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the small value stored under `key`. Without one, return `default`."""
        rows = self._select("SELECT value FROM note WHERE key = ?", key)
        return json.loads(rows[0][0]) if rows else default

    def put(self, key: str, value: Any) -> None:
        """Store a small JSON-serialisable value under `key`."""
        self.put_all({key: value})

    def put_all(self, values: Mapping[str, Any]) -> None:
        """Store several small values by key, all at once."""
        with self._writing(), self._transaction() as db:
            for key, value in values.items():
                put_note(db, key, value)

    # -- deleting --------------------------------------------------------------------------

    def forget(
        self,
        matches: Collection[int] = (),
        pictures: Collection[int] = (),
        notes: Mapping[str, Any] | None = None,
    ) -> None:
        """Delete some matches, delete the pictures of some others, and write `notes`.

        After a power cut or a disk error, either all of this has happened or nothing.
        """
        with self._writing():
            with self._transaction() as db:
                delete_matches(db, matches)
                for match in pictures:
                    db.execute("DELETE FROM proof WHERE match = ?", (match,))
                for key, value in {**(notes or {}), **({STALE: True} if matches else {})}.items():
                    put_note(db, key, value)
            self._follow_database(matches)

    def rewrite(
        self, change: Callable[[Row], Row], notes: Mapping[str, Any], no_notes: Collection[str]
    ) -> None:
        """Change entries, write `notes` and delete others.

        `no_notes` are patterns of SQLite (GLOB). After a power cut or a disk error, either all of
        this has happened or nothing. Old data stay in unused parts of the files until somebody
        calls `clear_unused`, or until the next opening.
        """
        with self._writing():
            with self._transaction() as db:
                changed = change_rows(db, change)
                for key in no_notes:
                    db.execute("DELETE FROM note WHERE key GLOB ?", (key,))
                for key, value in {**notes, STALE: True, UNCLEARED: True}.items():
                    put_note(db, key, value)
            self.rewrites += 1
            self._follow_database(changed)

    def clear_unused(self) -> bool:
        """Remove old data from unused parts of the files after a `rewrite`. Return if that worked.

        This takes about as long as copying the file, and moves wait meanwhile.
        """
        with self._reading() as db:
            return clear_unused(db)

    def disk_use(self) -> DiskUse:
        """Return the disk use of the journal."""
        with self._reading() as db:
            files = sum(file.stat().st_size for file in match_paths(self.path).values())
            return disk_use(db, files)

    def shrink(self) -> None:
        """Free unused space in the files. This takes some time."""
        with self._writing():
            shrink(self._db)

    def _select(self, query: str, *values: Any) -> list[Any]:
        """Return the rows that a query finds."""
        with self._reading() as db:
            return db.execute(query, values).fetchall()


def _of_kinds(kinds: Collection[str]) -> str:
    return f"kind IN ({', '.join('?' * len(kinds))})"
