"""The mirror of a journal: every entry once more, as a line of text in a file beside it.

A line is on disk before its entry is acknowledged. What one damaged file has lost stands in the
other, and neither can lose its end without the other telling.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.match.entries import Row, read_row


class Mirror:
    """A mirror that is open for more lines. Every method may raise `OSError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("a+b", buffering=0)
        self.size = os.fstat(self._file.fileno()).st_size

    def append(self, rows: Iterable[Row]) -> None:
        """Write entries down; once this returns they are on disk."""
        data = memoryview(b"".join(row.text() for row in rows))
        written = 0
        while written < len(data):
            written += os.write(self._file.fileno(), data[written:])
        os.fdatasync(self._file.fileno())
        self.size += len(data)

    def take_back(self, size: int) -> None:
        """Cut the file back to a size that it had, whatever was written since."""
        os.ftruncate(self._file.fileno(), size)
        self.size = size
        os.fdatasync(self._file.fileno())

    def text(self) -> bytes:
        """Return all lines."""
        return os.pread(self._file.fileno(), self.size, 0)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class Reflection:
    """What a mirror still says.

    `rows` are its entries, each with the digest of the line before; `seen` are the numbers of
    all lines, also of those that cannot be read; `whole` tells that the last one can be.
    """

    def __init__(self, path: Path) -> None:
        self.rows: list[tuple[Row, str]] = []
        self.seen: set[int] = set()
        self.whole = False
        self.size = 0
        before, number = "", 0
        for line in _lines(path):
            self.size += len(line)
            row = _read(line)
            number = number + 1 if row is None else row.seq
            self.seen.add(number)
            if row is not None:
                self.rows.append((row, before))
            before = "" if row is None else row.digest
            self.whole = row is not None


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from file
    except FileNotFoundError:
        return


def _read(line: bytes) -> Row | None:
    if not line.endswith(b"\n"):
        return None
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return read_row(values) if isinstance(values, list) else None
