"""Live updates: one event a change to every page, each the whole state of that page.

A reader that is slow, asleep or away skips to the newest state; no event is owed to it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

KEEP_ALIVE_S = 15.0
RETRY_MS = 1000


class Hub:
    """Counts the changes of the table and wakes those who wait for the next one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._version = 1
        self._closed = False

    @property
    def version(self) -> int:
        """Return the number of the newest change."""
        return self._version

    @property
    def closed(self) -> bool:
        """Tell whether the server is going down."""
        return self._closed

    def touch(self) -> None:
        """Say that something changed."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def wait(self, seen: int, timeout_s: float) -> int:
        """Return the newest version, at once where it is not `seen`, else after a change."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != seen or self._closed, timeout_s)
            return self._version

    def close(self) -> None:
        """End every stream."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Places:
    """The streams that may be open at once: each holds a thread of the server."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken = 0
        self._lock = threading.Lock()

    @property
    def taken(self) -> int:
        """Return how many streams are open."""
        return self._taken

    def take(self) -> Callable[[], None] | None:
        """Take a place and return how to give it back (once), or None where none is left."""
        with self._lock:
            if self._taken >= self.most:
                return None
            self._taken += 1
        held = [True]

        def give_back() -> None:
            with self._lock:
                if held:
                    held.pop()
                    self._taken -= 1

        return give_back


def events(
    hub: Hub, page: Callable[[], bytes], keep_alive_s: float = KEEP_ALIVE_S
) -> Iterator[bytes]:
    """Yield the page's state now, and again after every change that it shows.

    A comment would keep the connection alive too, but only an event tells the page's own
    script that the table is still there.
    """
    yield b"retry: %d\n\n" % RETRY_MS
    seen, sent = 0, b""
    while not hub.closed:
        version = hub.wait(seen, keep_alive_s)
        if version == seen:
            yield b"event: alive\ndata:\n\n"
            continue
        seen, state = version, page()
        if state != sent:
            yield b"id: %d\ndata: %b\n\n" % (version, state)
            sent = state
