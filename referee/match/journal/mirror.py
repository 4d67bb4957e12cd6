"""The mirror of a journal: every entry once more, as a line of text in a file beside it.

What one damaged file has lost stands in the other, and neither can lose its end without the
other telling. A line is written before its entry is acknowledged; a thread flushes it to the
disk right after, as the entry itself is there already: two flushes one after the other would
double what a move takes.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from referee.match.journal.entries import Row, read_row

END_S = 5.0


class Mirror:
    """A mirror that is open for more lines. Every method may raise `OSError`.

    `failure` is what the disk said to the last flush that was not asked for by `flush`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failure: OSError | None = None
        self._file = path.open("a+b", buffering=0)
        self.size = os.fstat(self._file.fileno()).st_size
        self._due = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._follow, name="mirror", daemon=True)
        self._thread.start()

    def append(self, rows: Iterable[Row]) -> None:
        """Write entries down; they are flushed soon after."""
        data = memoryview(b"".join(row.text() for row in rows))
        written = 0
        while written < len(data):
            written += os.write(self._file.fileno(), data[written:])
        self.size += len(data)
        self._due.set()

    def truncate(self, size: int) -> None:
        """Cut the file back to a size that it had, whatever was written since."""
        os.ftruncate(self._file.fileno(), size)
        self.size = size
        self._due.set()

    def flush(self) -> None:
        """See that all lines are on disk."""
        os.fdatasync(self._file.fileno())
        self.failure = None

    def text(self) -> bytes:
        """Return all lines."""
        return os.pread(self._file.fileno(), self.size, 0)

    def close(self) -> None:
        """Flush and close the file."""
        self._ended = True
        self._due.set()
        self._thread.join(END_S)
        with suppress(OSError, ValueError):  # the database has it all; or it is closed already
            self.flush()
        self._file.close()

    def _follow(self) -> None:
        while not self._ended:
            self._due.wait(END_S)
            if not self._due.is_set():
                continue
            self._due.clear()
            try:
                self.flush()
            except OSError as error:
                self.failure = error
            except ValueError:  # it was closed without an end in time
                return


class MirrorContents:
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
