"""The hub's log of reports and decisions, from which everything on its pages is derived."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from referee.notifying import Listeners
from referee.values import Frozen

T = TypeVar("T")
PUT = "put"  # A line of this kind stores a small value under a key.


class Said(NamedTuple):
    """One line of the log.

    `n` rises from line to line, `key` is unique within its `kind`, and `at_s` is Unix time.
    """

    n: int
    kind: str
    key: str
    body: str
    at_s: float


def new_key() -> str:
    """Return a key that no line has, including stored lines whose answer was lost."""
    return str(secrets.randbits(64))


class Store(Protocol):
    """The log, to which lines are only ever added. Safe from any thread.

    Every method may raise an error that names the fault of the disk or the database.
    """

    def put(self, kind: str, key: str, body: str) -> bool:
        """Add a line. Return True when it is stored, or False if the kind already has the key."""

    def entries_after(self, n: int = 0) -> Iterator[Said]:
        """Yield the lines after line `n`, in order."""

    def rewrite(self, change: Callable[[Said], str]) -> None:
        """Change the contents of lines, so that nothing old is left in the files.

        `change` returns the new contents of a line.
        """

    def close(self) -> None:
        """Close the log."""


class Log:
    """A log in memory: its values, and its notes, which are lines that others interpret.

    All methods are safe from any thread. Every write may raise the store's errors.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed = Listeners[[str]]()  # Call them without the lock: they read the log.
        self._lock = threading.RLock()
        self._start()

    def _start(self) -> None:
        """Read the whole log. If that fails, everything stays as it was."""
        lines = [*self._store.entries_after()]
        self._empty()
        self._take_in(lines)

    def _empty(self) -> None:
        """Forget everything that was read."""
        self._n = self._noted = 0
        self._values: dict[str, Any] = {}
        self._notes: dict[str, list[Said]] = {}

    def listen(self, changed: Callable[[str], None]) -> None:
        """Call `changed` with the kind of each new line, in the writer's thread."""
        self._changed.listen(changed)

    @property
    def n(self) -> int:
        """Return the number of the log's newest line. It stays the same until something changes."""
        return self._n

    @property
    def noted(self) -> int:
        """Return the number of the newest line that `note` stored."""
        return self._noted

    def get(self, key: str, default: Any = None) -> Any:
        """Return a stored value."""
        with self._lock:
            return self._values.get(key, default)

    def put(self, key: str, value: Any) -> None:
        """Store a small JSON-able value under a key."""
        self._add(PUT, new_key(), {"key": key, "value": value})
        self._changed.notify(PUT)

    def note(self, kind: str, key: str, body: Frozen | None) -> None:
        """Store a line. Ignore a key that the kind already has."""
        self._add(kind, key, body)
        self._changed.notify(kind)

    def notes(self, kind: str) -> list[Said]:
        """Return all lines of a kind that this class does not interpret."""
        with self._lock:
            return [*self._notes.get(kind, ())]

    def read(self, kind: str, body: type[T]) -> list[tuple[Said, T]]:
        """Return all lines of a kind, each with its contents as a `body`."""
        return [(note, msgspec.json.decode(note.body, type=body)) for note in self.notes(kind)]

    def all(self) -> Iterator[Said]:
        """Return all lines of the log, in order."""
        return self._store.entries_after()

    def rewrite(self, change: Callable[[Said], str], kind: str) -> None:
        """Change lines of the log, and read it again. A new line of this `kind` says so."""
        with self._lock:
            try:
                self._store.rewrite(change)
            finally:  # The lines may have changed, although the disk had no room to clear the rest.
                self._start()
            self._add(kind, str(self._n + 1), Frozen())
        self._changed.notify(kind)

    def _add(self, kind: str, key: str, body: Any) -> None:
        text = msgspec.json.encode(body).decode()
        with self._lock:
            try:
                self._store.put(kind, key, text)
            finally:  # The line may be stored even if its answer was lost.
                self._read()

    def catch_up(self) -> None:
        """Read a line that was stored although its answer was lost."""
        with self._lock:
            kinds = self._read()
        for kind in kinds:
            self._changed.notify(kind)

    def _read(self) -> list[str]:
        """Read the new lines, and return their kinds."""
        lines = [*self._store.entries_after(self._n)]
        self._take_in(lines)
        return [line.kind for line in lines]

    def _take_in(self, lines: Iterable[Said]) -> None:
        for line in lines:
            self._n = line.n
            self._apply(line)

    def _apply(self, entry: Said) -> None:
        if entry.kind == PUT:
            put = msgspec.json.decode(entry.body)
            self._values[put["key"]] = put["value"]
        else:
            self._notes.setdefault(entry.kind, []).append(entry)
            self._noted = entry.n
