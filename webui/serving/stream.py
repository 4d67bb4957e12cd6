"""Live updates: one event a change to every page, each the whole state of that page.

A page that is slow, asleep or away skips to the newest state; no event is owed to it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue

from webui.serving import packing

_log = logging.getLogger(__name__)

KEEP_ALIVE_S = 15.0
POLL_S = 0.2  # how soon a phone that left without a word is noticed, and what is over by itself
RETRY_MS = 1000


class Stream:
    """One open page: what it shows, and what it was last given to show.

    Its thread waits at a queue of one token, which the interpreter holds in C: of a hundred threads
    that wake at once, each had a condition's lock to take again in turn.
    """

    def __init__(self, page: Callable[[], bytes], gone: Callable[[], bool]) -> None:
        self.page = page
        self.gone = gone
        self._lock = threading.Lock()
        self._token: SimpleQueue[None] = SimpleQueue()
        self._waits = True  # no token lies there
        self._state = b""
        self._given = 0  # how many: of one change there may be two
        self._newest = 0  # also of what was no news: an older state must not follow it
        self._closed = False

    def give(self, state: bytes, version: int) -> None:
        """Wake the page's thread where `state` is newer, and not what it already has."""
        with self._lock:
            if version < self._newest:
                return  # made before what was given meanwhile
            self._newest = version
            if state == self._state:
                return
            self._state = state
            self._given += 1
            self._wake()

    def close(self) -> None:
        """End the stream."""
        with self._lock:
            self._closed = True
            self._wake()

    def next(self, seen: int, timeout_s: float) -> tuple[bytes, int] | None:
        """Return the newest state and its number, once that is not `seen`; None: closed."""
        taken = False
        if self._given == seen and not self._closed:
            with suppress(Empty):
                self._token.get(timeout=timeout_s)
                taken = True
        with self._lock:
            if not self._waits and not taken:
                self._token.get_nowait()  # for what is returned already
            self._waits = True
            return None if self._closed else (self._state, self._given)

    def _wake(self) -> None:
        if self._waits:
            self._waits = False
            self._token.put(None)


class LiveUpdates:
    """Counts the changes of the table and gives every page what it has to show anew.

    One thread makes all pages' states, and wakes only those streams whose state is another:
    a hundred threads that wake for a change that they do not show keep the others waiting. That
    thread also ends the streams whose phone has left. Where the system has no thread to spare,
    each change and each stream's keep-alive tries again to start it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._streams: tuple[Stream, ...] = ()
        self._watched: tuple[Callable[[], bool], ...] = ()
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
        self.keep_publishing()

    def watch(self, over: Callable[[], bool]) -> None:
        """Ask `over` every `LOOK_S`, while a page is open, whether time alone changed something."""
        self._watched = (*self._watched, over)

    def follow(self, page: Callable[[], bytes], gone: Callable[[], bool] = lambda: False) -> Stream:
        """Open a stream that shows `page`, until `gone` tells that nobody reads it."""
        stream = Stream(page, gone)
        with self._lock:
            self._streams = (*self._streams, stream)
            if self._closed:
                stream.close()
            version = self._version
        self.keep_publishing()
        stream.give(page(), version)
        return stream

    def keep_publishing(self) -> None:
        """Start the publisher's thread where a stream needs it and it does not run."""
        with self._lock:
            runs = self._publisher is not None and self._publisher.is_alive()
            if runs or self._closed or not self._streams:
                return
            started = threading.Thread(target=self._publish, name="publisher", daemon=True)
            try:
                started.start()
            except RuntimeError:  # the system has no thread left for us, now
                _log.warning("Live updates wait: no thread can be started.")
                return
            self._publisher = started

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
        look_s, given = time.monotonic() + POLL_S, 0
        while not self._closed:
            self._changed.wait(max(0.0, look_s - time.monotonic()))
            self._changed.clear()
            # What counts is the number: a change may come between the wait's end and the clear.
            version = self._version
            if version != given:
                self._give_all(version)
                given = version
            if time.monotonic() < look_s:
                continue  # the streams' threads have something to send now
            look_s = time.monotonic() + POLL_S
            self.end_lost()
            try:
                over = [one() for one in self._watched]
            except Exception:
                _log.exception("What waits could not be looked at.")
            else:
                if any(over):
                    self.touch()

    def end_lost(self) -> None:
        """End the streams whose phone has left."""
        for stream in self._streams:
            if stream.gone():
                stream.close()

    def _give_all(self, version: int) -> None:
        for stream in self._streams:
            try:
                stream.give(stream.page(), version)
            except Exception:
                _log.exception("A page's state could not be made; its stream ends.")
                stream.close()  # the page comes back by itself


def clock_ms() -> int:
    """Return the table's clock, by which offers are due, in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def with_clock(state: bytes) -> bytes:
    """Return a state (a JSON object) with the table's clock in it."""
    return b'%b,"clock":%d}' % (state[:-1], clock_ms())


def events(
    updates: LiveUpdates,
    page: Callable[[], bytes],
    keep_alive_s: float = KEEP_ALIVE_S,
    gone: Callable[[], bool] = lambda: False,
    packed: bool = False,
) -> Iterator[bytes]:
    """Yield the page's state now, and again after every change that it shows; `packed` by gzip.

    A comment would keep the connection alive too, but only an event reaches the page's own
    script. It carries the table's clock: states name moments of it, so that they stay the
    same while time passes.
    """
    piece = packing.piece if packed else bytes
    head = packing.HEAD if packed else b""
    yield head + piece(b"retry: %d\n\nevent: alive\ndata: %d\n\n" % (RETRY_MS, clock_ms()))
    stream, seen = updates.follow(page, gone), 0
    try:
        while (newest := stream.next(seen, keep_alive_s)) is not None:
            state, number = newest
            if number == seen:
                updates.keep_publishing()
                yield piece(b"event: alive\ndata: %d\n\n" % clock_ms())
            else:
                seen = number
                yield piece(b"data: ") + piece(state) + piece(b"\n\n")
    finally:
        updates.leave(stream)
