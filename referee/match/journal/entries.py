"""The entries of a journal. A digest links each entry to the one before it in the same match.

The digest of an entry covers the digest before it and the entry itself. So the next entry reveals
any change, gap or insertion.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from referee.actor import Actor, read_actor
from referee.match.journal.bodies import Begun, Body, Cut, Damaged, from_json, kind_of, to_json

# The years 1 and 9999. Other times cannot be shown. New entries have none before 1970 (`now_s`),
# but earlier releases wrote them.
EARLIEST_S = -62_135_596_800
LATEST_S = 253_402_300_799
DAY_S = 86_400  # Some countries are this much ahead.


@dataclass(frozen=True)
class Line:
    """One entry. `seq` counts the entries of all matches; `at_s` is Unix time."""

    seq: int
    match: int
    body: Body
    by: Actor
    at_s: float

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return kind_of(self.body)


class Row(NamedTuple):
    """One entry as it is stored. `body` is JSON; `digest` links it to the entry before."""

    seq: int
    match: int
    kind: str
    body: str
    by: str
    at_s: float
    digest: str

    def line(self) -> Line:
        """Return the entry with its contents parsed."""
        body = from_json(self.kind, self.body)
        return Line(self.seq, self.match, body, read_actor(self.by), self.at_s)

    def text(self) -> bytes:
        """Return the entry as the line that it is in its match file."""
        body = msgspec.Raw(self.body.encode())
        written = _Written(self.seq, self.match, self.at_s, self.by, self.kind, body, self.digest)
        return msgspec.json.encode(written) + b"\n"

    def chained_to(self, digest: str) -> Row:
        """Return the entry, linked to the one with that digest (empty for a match's first)."""
        content = json.dumps([digest, *self[:6]])
        return self._replace(digest=hashlib.sha256(content.encode()).hexdigest())

    def is_chained_to(self, digest: str) -> bool:
        """Whether the entry is intact and follows the entry with that digest."""
        return self.chained_to(digest).digest == self.digest


class _Written(msgspec.Struct):
    """An entry as one line of a match file."""

    seq: int
    match: int
    at: float
    by: str
    kind: str
    body: msgspec.Raw
    digest: str


def now_s() -> float:
    """Return the time for a new entry: Unix time, within the range of an entry.

    A machine without a clock may believe that it is a year before 1970.
    """
    return min(max(0.0, time.time()), float(LATEST_S - DAY_S))


def new_row(seq: int, match: int, body: Body, by: Actor, digest: str) -> Row:
    """Return a new entry that follows the entry with that digest.

    Raise `ValueError` if the next start would call it damaged.
    """
    row = Row(seq, match, kind_of(body), to_json(body), str(by), now_s(), "").chained_to(digest)
    if read_row(row) is None:
        raise ValueError(f"this {row.kind} cannot be stored")
    return row


def read_row(values: Sequence[Any]) -> Row | None:
    """Return an entry from its stored values, or None if they are invalid.

    Entries of the first version have no digests, so this is the only check for them.
    """
    try:
        row = msgspec.convert(tuple(values), Row)
        "".join((row.kind, row.body, row.by, row.digest)).encode()  # This refuses invalid UTF-8.
        json.loads(row.body)
    except (ValueError, RecursionError):
        return None
    known_time = EARLIEST_S <= row.at_s <= LATEST_S
    if not (0 < row.seq < 2**53 and 0 < row.match <= row.seq and known_time):
        return None
    return None if "\n" in row.body else row


def read_line(line: bytes) -> Row | None:
    """Return an entry from its line in a match file, or None if the line is damaged."""
    if not line.endswith(b"\n"):
        return None
    try:
        written = msgspec.json.decode(line, type=_Written)
        body = bytes(written.body).decode()
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return read_row(
        (written.seq, written.match, written.kind, body, written.by, written.at, written.digest)
    )


def chained(rows: Iterable[Row]) -> Iterator[Row]:
    """Yield the entries. A digest links each one to the entry before it in the same match."""
    ends: dict[int, str] = {}
    for row in rows:
        chained_row = row.chained_to(ends.get(row.match, ""))
        ends[row.match] = chained_row.digest
        yield chained_row


def match_id(first: Line) -> str:
    """Return a match's id: 64 bits of a digest of its first entry, in hexadecimal.

    It stays the same if the journal is repaired, shortened, or restored at another table. If a name
    was taken out of that entry, the entry has kept the id.
    """
    if isinstance(first.body, Begun) and first.body.id:
        return first.body.id
    content = [first.match, kind_of(first.body), to_json(first.body), str(first.by), first.at_s]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def without_cut(lines: Iterable[Line]) -> list[Line]:
    """Return the entries of a match that still count, without the cut ones."""
    left: list[Line] = []
    for line in lines:
        if isinstance(line.body, Cut):
            left = [kept for kept in left if kept.seq <= line.body.to]
        elif not isinstance(line.body, Damaged):
            left.append(line)
    return left
