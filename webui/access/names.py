"""Players' names: what may be one, and those used at this table, to be offered again."""

from __future__ import annotations

import logging
import threading
import unicodedata
from collections.abc import Iterable
from typing import Any, Protocol

import msgspec

KEY = "names"
LENGTH = 14
MOST_NAME = 60  # letters of a whole name, as a club's tables and players have
MOST_RECENT = 12  # names that are kept: a table's seats, and no list to search
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"

_log = logging.getLogger(__name__)


class Store(Protocol):
    """A small key-value store that survives a restart."""

    def get(self, key: str) -> Any:
        """Return what was put last, or None."""

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON-able value."""


class Names:
    """The names used last, newest first, kept in a store; safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept = _read(store.get(KEY))

    @property
    def recent(self) -> tuple[str, ...]:
        """Return the names used last, newest first."""
        return self._kept

    def remember(self, names: Iterable[str]) -> None:
        """Keep names that are in use now ahead of all others; the oldest are forgotten."""
        with self._lock:
            new = tuple(dict.fromkeys((*filter(None, names), *self._kept)))[:MOST_RECENT]
            if new != self._kept:
                self._store.put(KEY, new)
                self._kept = new


def clean_name(name: str, length: int = LENGTH) -> str:
    """Return a name as it can be shown: a short line without control characters.

    What joins letters or pictures to one stays where some scripts and emoji need it.
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
        _log.warning("The names used at this table cannot be read: none is offered.")
        return ()
    return tuple(dict.fromkeys(name for name in map(clean_name, found) if name))[:MOST_RECENT]


def _is_visible(letter: str, before: str) -> bool:
    if letter in JOINERS:
        return not before.isascii()
    return letter.isspace() or not unicodedata.category(letter).startswith("C")
