"""Finds the intact entries of a damaged journal, in its database and its mirror."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.match.journal.entries import Row, read_row
from referee.match.journal.mirror import MirrorContents
from referee.match.journal.tables import ENTRIES, OLD_ENTRIES


@dataclass(frozen=True)
class Salvage:
    """The intact entries of each match up to its first gap.

    `lost` has the numbers of lost entries after the last intact one. If it contains None, further
    entries may be lost.
    """

    rows: tuple[Row, ...]
    lost: frozenset[int | None] = field(default_factory=frozenset)


def salvage(db: sqlite3.Connection | None, reflection: MirrorContents, chained: bool) -> Salvage:
    """Return the intact entries. `chained` says whether the entries of `db` have digests."""
    stored, seen, readable = _stored(db, chained) if db is not None else ([], set[int](), False)
    sound = _sound(stored, chained)
    for seq, one in _sound(reflection.rows, True).items():
        sound.setdefault(seq, one)
    rows = tuple(_whole(sound, chained or not stored))
    last = rows[-1].seq if rows else 0
    if reflection.size > sum(len(row.text()) for row in rows):
        seen |= reflection.seen  # Otherwise the mirror's extra lines are damaged copies.
    seen |= {row.seq for row, _ in reflection.rows}
    lost: set[int | None] = {seq for seq in seen if seq > last}
    if not readable and not reflection.whole:
        lost.add(None)
    return Salvage(rows, frozenset(lost))


def _stored(db: sqlite3.Connection, chained: bool) -> tuple[list[tuple[Row, str]], set[int], bool]:
    """Return the entries of a database, each with the digest of the entry before it.

    Also return the numbers of all entries found, and whether the whole table could be read.
    """
    rows: list[tuple[Row, str]] = []
    seen = set()
    before = ""
    try:
        for values in db.execute(ENTRIES if chained else OLD_ENTRIES):
            row = read_row(values)
            if row is not None:
                rows.append((row, before))
            if type(values[0]) is int and 0 < values[0] < 2**53:
                seen.add(values[0])
            before = str(values[6])
    except (sqlite3.Error, MemoryError, ValueError):
        return rows, seen, False
    return rows, seen, True


def _sound(rows: Iterable[tuple[Row, str]], chained: bool) -> dict[int, tuple[Row, str]]:
    """Return the intact entries by number."""
    return {
        row.seq: (row, before) for row, before in rows if not chained or row.is_chained_to(before)
    }


def _whole(sound: dict[int, tuple[Row, str]], chained: bool) -> Iterator[Row]:
    """Yield the entries of each match up to its first gap.

    The entries of an older match may stand among those of a later one, because a host has set the
    older one right. So nobody knows to which of them a lost entry belonged.
    """
    last: Row | None = None
    whole = set[int]()
    for seq in sorted(sound):
        row, before = sound[seq]
        if last is None or (before != last.digest if chained else seq != last.seq + 1):
            whole.clear()
        if row.seq == row.match:
            whole.add(row.match)
        if row.match in whole:
            yield row
        last = row
