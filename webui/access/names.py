"""Clean up players' names, and remember the recent ones."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from referee.match.people.names import MOST, clean, player_key, shortened
from webui.access.guard import Refused
from webui.access.store import Store, Stored

KEY = "names"
MOST_RECENT = 12  # Number of remembered names: enough for all seats, few enough to scan.
SHOWN = 20  # A message about a name that is too long shows this number of its letters.


class Names:
    """The recently used names, newest first, kept in a store. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._lock = threading.Lock()
        self._kept = Stored(store, KEY, tuple[str, ...], "The recent names cannot be read.")

    @property
    def recent(self) -> tuple[str, ...]:
        """The recently used names, newest first."""
        return _once(name for name in map(clean, self._kept.value) if 0 < len(name) <= MOST)

    def remember(self, names: Iterable[str]) -> None:
        """Move these names to the front of the list; the oldest names drop out."""
        with self._lock:
            self._kept.set(_once((*filter(None, names), *self.recent)))

    def forget(self, is_called: Callable[[str], bool]) -> None:
        """Drop the names for which `is_called` is true."""
        with self._lock:
            self._kept.set(tuple(name for name in self.recent if not is_called(name)))


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
