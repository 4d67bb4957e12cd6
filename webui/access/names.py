"""Clean up players' names, and remember the recent ones."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from referee.match.people.names import MOST, clean, player_key, shortened
from webui.access.guard import Refused
from webui.access.store import Store, read_stored

KEY = "names"
MOST_RECENT = 12  # Number of remembered names: enough for all seats, few enough to scan.
SHOWN = 20  # A message about a name that is too long shows this number of its letters.


class Names:
    """The recently used names, newest first, kept in a store. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        kept = read_stored(store, KEY, tuple[str, ...], "The recent names cannot be read.")
        self._kept = _once(name for name in map(clean, kept) if 0 < len(name) <= MOST)

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


def _once(names: Iterable[str]) -> tuple[str, ...]:
    """Return the first names, each player once, in the first of several writings."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(player_key(name), name)
    return tuple(first.values())[:MOST_RECENT]
