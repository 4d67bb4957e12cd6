"""The hub's log of reports and decisions, from which everything on its pages is derived."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol


class Said(NamedTuple):
    """One line of the log.

    `n` rises from line to line, `key` is unique within its `kind`, and `at_s` is Unix time.
    """

    n: int
    kind: str
    key: str
    body: str
    at_s: float


class Store(Protocol):
    """The log, to which lines are only ever added. Safe from any thread.

    Every method may raise an error that says what is wrong with the disk or the database.
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
