"""Live updates: after every change, each page gets the sections of its state that have changed.

The first event of a stream has all sections. A page that is slow or asleep skips to the newest
state, and gets each section that differs from the last one that was sent to it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from gevent import get_hub
from gevent.event import Event

from webui.serving import packing
from webui.serving.events import NOTHING, EncodedState, clock_ms

_log = logging.getLogger(__name__)

KEEP_ALIVE_S = 15.0
POLL_S = 0.2  # Interval in seconds at which the server looks for timeouts.
RETRY_MS = 1000


class Stream:
    """An open page, the newest state to send to it, and what it has been sent.

    A greenlet of the server waits for the news, and any thread brings it.
    """

    def __init__(self, page: Callable[[], EncodedState], kind: Hashable = None) -> None:
        self.page = page
        self.kind = kind or page  # Streams of one kind show the same page.
        self._lock = threading.Lock()
        self.news = Event()
        self.loop: Any = None  # Of the thread that waits.
        self._state = self._sent = NOTHING
        self._given = 0  # Number of the newest state; a single change may produce two states.
        self._newest = 0  # Newest version so far; an older state must not follow it.
        self._closed = False

    def give(self, state: EncodedState, version: int) -> bool:
        """Take a state that is newer than the last one; return whether it is different from it."""
        with self._lock:
            if version < self._newest:
                return False  # The state is older than the last one.
            self._newest = version
            if state.sections == self._state.sections:
                return False
            self._state = state
            self._given += 1
            return True

    def close(self) -> None:
        self._closed = True
        wake([self])

    def next(
        self, seen: int, timeout_s: float, *, packed: bool = False
    ) -> tuple[bytes, int] | None:
        """Wait for a state whose number differs from `seen`.

        Returns the event with the sections that the page does not have yet, and the state's number,
        or None if the stream is closed.
        """
        self.loop = get_hub().loop
        while self._given == seen and not self._closed and self.news.wait(timeout_s):
            self.news.clear()
        with self._lock:
            if self._closed:
                return None
            sent, self._sent = self._sent, self._state
            return self._state.event(sent, packed=packed), self._given


def wake(streams: Sequence[Stream]) -> None:
    """Wake the greenlets of pages, all of a server at once."""
    for loop in {stream.loop for stream in streams if stream.loop is not None}:
        news = [stream.news for stream in streams if stream.loop is loop]
        with suppress(ValueError):  # The server has stopped.
            loop.run_callback_threadsafe(_set_all, news)


def _set_all(news: Iterable[Event]) -> None:
    for one in news:
        one.set()


class LiveUpdates:
    """Counts the changes of the table, and sends each page its new state.

    A single thread makes all states and wakes only those streams whose state has changed. Waking a
    hundred pages without need would delay the others. If the system cannot start this thread, every
    change and every keep-alive tries again.
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
        """The number of changes since the start."""
        return self._version

    def touch(self) -> None:
        """Record a change."""
        with self._lock:
            self._version += 1
        self._changed.set()
        self.keep_publishing()

    def watch(self, over: Callable[[], bool]) -> None:
        """Call `over` every `POLL_S` while pages are open; True means that time changed a state."""
        self._watched = (*self._watched, over)

    def follow(self, page: Callable[[], EncodedState], kind: Hashable = None) -> Stream:
        """Open a stream for `page`, whose first state is made at once.

        Each change makes one page for all streams of the same `kind`.
        """
        stream = Stream(page, kind)
        with self._lock:
            self._streams = (*self._streams, stream)
            if self._closed:
                stream.close()
            version = self._version
        self.keep_publishing()
        stream.give(page(), version)
        return stream

    def keep_publishing(self) -> None:
        """Start the publisher thread if there are streams and it is not running."""
        with self._lock:
            runs = self._publisher is not None and self._publisher.is_alive()
            if runs or self._closed or not self._streams:
                return
            started = threading.Thread(target=self._publish, name="publisher", daemon=True)
            try:
                started.start()
            except RuntimeError:  # The system has no free thread at the moment.
                _log.warning("Live updates wait: no thread can be started.")
                return
            self._publisher = started

    def leave(self, stream: Stream) -> None:
        """Remove a stream."""
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
            # A change may come between the end of the wait and `clear()`, so compare the versions.
            version = self._version
            if version != given:
                self._give_all(version)
                given = version
            if time.monotonic() < look_s:
                continue  # First let the streams send.
            look_s = time.monotonic() + POLL_S
            try:
                over = [one() for one in self._watched]
            except Exception:
                _log.exception("A check for timeouts failed.")
            else:
                if any(over):
                    self.touch()

    def _give_all(self, version: int) -> None:
        kinds: dict[Hashable, list[Stream]] = {}
        for stream in self._streams:
            kinds.setdefault(stream.kind, []).append(stream)
        for streams in kinds.values():
            try:
                state = streams[0].page()
            except Exception:
                _log.exception("A page's state could not be made; its streams end.")
                for stream in streams:
                    stream.close()  # These pages reconnect by themselves.
            else:
                wake([stream for stream in streams if stream.give(state, version)])


def events(
    updates: LiveUpdates,
    stream: Stream,
    keep_alive_s: float = KEEP_ALIVE_S,
    packed: bool = False,
) -> Iterator[bytes]:
    """Yield the page's state, and after every change its new sections; `packed`, as gzip pieces.

    A keep-alive is an event too, because the page's script does not see comments. It contains the
    time of the table's clock. The states themselves contain only times at which something is due,
    so they stay the same while time passes.
    """
    piece = packing.piece if packed else bytes
    head, seen = packing.HEAD if packed else b"", 0
    yield head + piece(b"retry: %d\n\nevent: alive\ndata: %d\n\n" % (RETRY_MS, clock_ms()))
    while (newest := stream.next(seen, keep_alive_s, packed=packed)) is not None:
        event, number = newest
        if number == seen:
            updates.keep_publishing()
            yield piece(b"event: alive\ndata: %d\n\n" % clock_ms())
        else:
            seen = number
            yield event
