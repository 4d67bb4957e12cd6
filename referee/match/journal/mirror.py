"""The mirror of a journal: a text file with one line for each entry.

If the database or the mirror loses entries, the other still has them, and neither can lose its end
unnoticed. The journal writes a line before it acknowledges the entry. A thread flushes the line
soon afterwards, because the entry is already safe in the database. Waiting for two flushes would
double the time of a move.
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
    """An open mirror. Every method may raise `OSError`.

    `failure` is the error of the last automatic flush.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failure: OSError | None = None
        self._file = path.open("a+b", buffering=0)
        self.size = os.fstat(self._file.fileno()).st_size
        self._due = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._flush_loop, name="mirror", daemon=True)
        self._thread.start()

    def append(self, rows: Iterable[Row]) -> None:
        """Write entries. A thread flushes them soon afterwards."""
        data = memoryview(b"".join(row.text() for row in rows))
        written = 0
        while written < len(data):
            written += os.write(self._file.fileno(), data[written:])
        self.size += len(data)
        self._due.set()

    def truncate(self, size: int) -> None:
        """Cut the file back to an earlier size."""
        os.ftruncate(self._file.fileno(), size)
        self.size = size
        self._due.set()

    def flush(self) -> None:
        """Flush all lines to disk."""
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
        with suppress(
            OSError, ValueError
        ):  # The database has every entry, or the file is already closed.
            self.flush()
        self._file.close()

    def _flush_loop(self) -> None:
        while not self._ended:
            self._due.wait(END_S)
            if not self._due.is_set():
                continue
            self._due.clear()
            try:
                self.flush()
            except OSError as error:
                self.failure = error
            except ValueError:  # The file was closed while this thread still ran.
                return


class MirrorContents:
    """The readable contents of a mirror.

    `rows` are its entries, each with the digest in the line before. `seen` has the numbers of all
    lines, even of unreadable ones. `whole` says whether the last line is readable.
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
