"""Live updates: one event a change to every page, each the whole state of that page.

A page that is slow, asleep or away skips to the newest state; no event is owed to it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

_log = logging.getLogger(__name__)

KEEP_ALIVE_S = 15.0
RETRY_MS = 1000


class Stream:
    """One open page: what it shows, and what it was last given to show."""

    def __init__(self, page: Callable[[], bytes]) -> None:
        self.page = page
        self._given = threading.Condition(threading.Lock())
        self._state = b""
        self._version = 0
        self._closed = False

    def give(self, state: bytes, version: int) -> None:
        """Wake the page's thread where `state` is not what it already has."""
        if state == self._state:
            return
        with self._given:
            self._state, self._version = state, version
            self._given.notify()

    def close(self) -> None:
        """End the stream."""
        with self._given:
            self._closed = True
            self._given.notify()

    def next(self, seen: int, timeout_s: float) -> tuple[bytes, int] | None:
        """Return the newest state and its version, once it is not `seen`; None: closed."""
        with self._given:
            self._given.wait_for(lambda: self._version != seen or self._closed, timeout_s)
            return None if self._closed else (self._state, self._version)


class Hub:
    """Counts the changes of the table and gives every page what it has to show anew.

    One thread makes all pages' states, and wakes only those streams whose state is another:
    a hundred threads that wake for a change that they do not show keep the others waiting.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._streams: tuple[Stream, ...] = ()
        self._publisher: threading.Thread | None = None
        self._version = 1
        self._closed = False

    @property
    def version(self) -> int:
        """Return the number of the newest change."""
        return self._version

    def touch(self) -> None:
        """Say that something changed."""
        with self._lock:
            self._version += 1
        self._changed.set()

    def follow(self, page: Callable[[], bytes]) -> Stream:
        """Open a stream that shows `page`."""
        stream = Stream(page)
        with self._lock:
            self._streams = (*self._streams, stream)
            if self._closed:
                stream.close()
            elif self._publisher is None:
                self._publisher = threading.Thread(
                    target=self._publish, name="publisher", daemon=True
                )
                self._publisher.start()
            version = self._version
        stream.give(page(), version)
        return stream

    def leave(self, stream: Stream) -> None:
        """Forget a stream."""
        with self._lock:
            self._streams = tuple(one for one in self._streams if one is not stream)

    def close(self) -> None:
        """End every stream."""
        with self._lock:
            self._closed = True
            streams = self._streams
        self._changed.set()
        for stream in streams:
            stream.close()

    def _publish(self) -> None:
        while not self._closed:
            self._changed.wait()
            self._changed.clear()
            version = self._version
            for stream in self._streams:
                try:
                    stream.give(stream.page(), version)
                except Exception:
                    _log.exception("A page's state could not be made; its stream ends.")
                    stream.close()  # the page comes back by itself


class Slots:
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
        """Take a slot and return how to free it (once), or None where none is left."""
        with self._lock:
            if self._taken >= self.most:
                return None
            self._taken += 1
        held = [True]

        def free() -> None:
            with self._lock:
                if held:
                    held.pop()
                    self._taken -= 1

        return free


def clock_ms() -> int:
    """Return the table's clock, by which offers are due, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def with_clock(state: bytes) -> bytes:
    """Return a state (a JSON object) with the table's clock in it."""
    return b'%b,"clock":%d}' % (state[:-1], clock_ms())


def events(
    hub: Hub, page: Callable[[], bytes], keep_alive_s: float = KEEP_ALIVE_S
) -> Iterator[bytes]:
    """Yield the page's state now, and again after every change that it shows.

    A comment would keep the connection alive too, but only an event reaches the page's own
    script. It carries the table's clock: states name moments of it, so that they stay the
    same while time passes.
    """
    yield b"retry: %d\n\nevent: alive\ndata: %d\n\n" % (RETRY_MS, clock_ms())
    stream, seen = hub.follow(page), 0
    try:
        while (newest := stream.next(seen, keep_alive_s)) is not None:
            state, version = newest
            if version == seen:
                yield b"event: alive\ndata: %d\n\n" % clock_ms()
            else:
                seen = version
                yield b"id: %d\ndata: %b\n\n" % (version, state)
    finally:
        hub.leave(stream)
