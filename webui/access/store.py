"""The table's small store, in which seats, hosts and names survive a restart."""

from __future__ import annotations

import logging
from typing import Any, Generic, Protocol, TypeVar

import msgspec

_log = logging.getLogger(__name__)
T = TypeVar("T")


class Store(Protocol):
    """A small key-value store that survives a restart."""

    def get(self, key: str) -> Any:
        """Return the stored value, or None."""

    def put(self, key: str, value: Any) -> None:
        """Store a value that can be written as JSON."""


class Stored(Generic[T]):
    """A collection that is stored under `key`; empty at first. A change of it is stored at once.

    If it cannot be read, the log says `lost`.
    """

    def __init__(self, store: Store, key: str, kind: type[T], lost: str) -> None:
        self._store, self._key = store, key
        try:
            self.value: T = msgspec.convert(store.get(key) or kind(), kind, strict=False)
        except msgspec.ValidationError:
            _log.warning("%s", lost)
            self.value = kind()

    def set(self, value: T) -> None:
        """Store another value, unless it is the same."""
        if value != self.value:
            self._store.put(self._key, msgspec.to_builtins(value, str_keys=True))
            self.value = value
