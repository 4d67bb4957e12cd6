"""The table's small store, in which seats, hosts and names survive a restart."""

from __future__ import annotations

import logging
from typing import Any, Protocol, TypeVar

import msgspec

_log = logging.getLogger(__name__)
T = TypeVar("T")


class Store(Protocol):
    """A small key-value store that survives a restart."""

    def get(self, key: str) -> Any:
        """Return the stored value, or None."""

    def put(self, key: str, value: Any) -> None:
        """Store a value that can be written as JSON."""


def read_stored(store: Store, key: str, kind: type[T], lost: str) -> T:
    """Return the collection that is stored under `key`, or an empty one.

    If it cannot be read, the log says `lost`.
    """
    try:
        return msgspec.convert(store.get(key) or kind(), kind, strict=False)
    except msgspec.ValidationError:
        _log.warning("%s", lost)
        return kind()
