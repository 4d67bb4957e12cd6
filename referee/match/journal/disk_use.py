"""Measures how much of the disk a journal uses."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple


class DiskUse(NamedTuple):
    """How many bytes of disk a journal uses, including its mirror.

    `files` is the size of the files, and `used` is the size of the part in use. `pictures` and
    `entries` have the size for each match, oldest match first.
    """

    files: int
    used: int
    pictures: dict[int, int]
    entries: dict[int, int]


def disk_use(db: sqlite3.Connection, mirrored: int) -> DiskUse:
    """Return the disk use of a journal whose mirror has `mirrored` bytes."""
    shares = "SELECT match, sum({}) FROM {} GROUP BY match ORDER BY match"
    page, pages, free = (
        db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_size", "page_count", "freelist_count")
    )
    pictures = dict(db.execute(shares.format("length(png)", "proof")).fetchall())
    # An entry is stored in the table and in the mirror, each time with a digest.
    entries = dict(db.execute(shares.format("2 * length(body) + 250", "entry")).fetchall())
    return DiskUse(page * pages + mirrored, page * (pages - free) + mirrored, pictures, entries)
