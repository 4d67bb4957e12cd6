"""Clean up players' names, and remember the recent ones."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from referee.names import MOST, clean, player_key, shortened
from webui.access.guard import Refused

KEY = "names"
MOST_RECENT = 12  # Number of remembered names: enough for all seats, few enough to scan.
SHOWN = 20  # A message about a name that is too long shows this number of its letters.

_log = logging.getLogger(__name__)


class Store(Protocol):
    """A small key-value store that survives a restart."""

    def get(self, key: str) -> Any:
        """Return the stored value, or None."""

    def put(self, key: str, value: Any) -> None:
        """Store a value that can be written as JSON."""


class Names:
    """The recently used names, newest first, kept in a store. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept = _read(store.get(KEY))

    @property
    def recent(self) -> tuple[str, ...]:
        """The recently used names, newest first."""
        return self._kept

    def remember(self, names: Iterable[str]) -> None:
        """Move these names to the front of the list; the oldest names drop out."""
        with self._lock:
            new = _once((*filter(None, names), *self._kept))
            if new != self._kept:
                self._store.put(KEY, new)
                self._kept = new

    def forget(self, is_called: Callable[[str], bool]) -> None:
        """Drop the names for which `is_called` is true."""
        with self._lock:
            kept = tuple(name for name in self._kept if not is_called(name))
            if kept != self._kept:
                self._store.put(KEY, kept)
                self._kept = kept


def clean_name(name: str, most: int = MOST) -> str:
    """Return a name as one line without control characters.

    Raises `Refused` if it is too long: a part of it would be another name.
    """
    cleaned = clean(name)
    if len(cleaned) > most:
        raise Refused(400, "page.error.long_name", name=shortened(cleaned, SHOWN), count=most)
    return cleaned


def _read(kept: Any) -> tuple[str, ...]:
    try:
        found = msgspec.convert(kept or (), tuple[str, ...])
    except msgspec.ValidationError:
        _log.warning("The recent names cannot be read; none are offered.")
        return ()
    return _once(name for name in map(clean, found) if 0 < len(name) <= MOST)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    """Return the first names, each player once, in the first of several writings."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(player_key(name), name)
    return tuple(found.values())[:MOST_RECENT]
