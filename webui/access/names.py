"""Clean up players' names, and remember the recent ones."""

from __future__ import annotations

import logging
import threading
import unicodedata
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

KEY = "names"
LENGTH = 14
MOST_NAME = 60  # Maximum number of letters of a full name, for a club's tables and players.
MOST_RECENT = 12  # Number of remembered names: enough for all seats, few enough to scan.
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"

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
            new = tuple(dict.fromkeys((*filter(None, names), *self._kept)))[:MOST_RECENT]
            if new != self._kept:
                self._store.put(KEY, new)
                self._kept = new


def clean_name(name: str, length: int = LENGTH) -> str:
    """Return a name as one short line without control characters.

    Invisible joiners stay if the letter or emoji before them needs one.
    """
    before = ("", *name)
    shown = "".join(
        letter for last, letter in zip(before, name, strict=False) if _is_visible(letter, last)
    )
    return " ".join(shown.split())[:length].strip(f" {JOINERS}")


def _read(kept: Any) -> tuple[str, ...]:
    try:
        found = msgspec.convert(kept or (), tuple[str, ...])
    except msgspec.ValidationError:
        _log.warning("The recent names cannot be read; none are offered.")
        return ()
    return tuple(dict.fromkeys(name for name in map(clean_name, found) if name))[:MOST_RECENT]


def _is_visible(letter: str, before: str) -> bool:
    if letter in JOINERS:
        return not before.isascii()
    return letter.isspace() or not unicodedata.category(letter).startswith("C")
