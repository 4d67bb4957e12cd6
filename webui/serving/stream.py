"""Send each open page the sections of its state that have changed.

The first event of a stream has all sections. A slow page skips to the newest state.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import suppress
from typing import Any

from gevent import get_hub
from gevent.event import Event

from webui.serving import packing
from webui.serving.events import NOTHING, EncodedState, clock_ms

_log = logging.getLogger(__name__)

Kind = tuple[Hashable, ...]
KEEP_ALIVE_S = 15.0
POLL_S = 0.2  # Interval in seconds at which the server looks for timeouts.
RETRY_MS = 1000


class Page:
    """The newest state of all open pages of one `kind`, which begins with their view.

    Any thread gives a state, and the server's greenlets send it. They wait for `news`: each state
    has its own event, which is set when a newer state comes.
    """

    def __init__(self, make: Callable[[], EncodedState], kind: Kind = ()) -> None:
        self.make = make
        self.kind = kind or ("", make)
        self.state = NOTHING
        self.news = Event()
        self.loop: Any = None  # Of the thread in which the greenlets wait.
        self.closed = False
        self.readers = 0
        self._version = 0
        self._lock = threading.Lock()

    def give(self, state: EncodedState, version: int) -> None:
        """Take a state, unless it is older than the last one."""
        with self._lock:
            if version >= self._version:
                self._version = version
                if state.sections != self.state.sections:
                    self.state = state
                    self._wake()

    def close(self) -> None:
        """End the streams of all these pages."""
        with self._lock:
            self.closed = True
            self._wake()

    def _wake(self) -> None:
        news, self.news = self.news, Event()
        if self.loop is None:
            news.set()
        else:
            with suppress(ValueError):  # The server has stopped.
                self.loop.run_callback_threadsafe(news.set)


class LiveUpdates:
    """Counts the changes of the table, and sends each page its new state.

    A single thread makes one state for all pages of a kind, and wakes only those whose state has
    changed.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._changed = threading.Event()
        self._pages: dict[Hashable, Page] = {}
        self._watched: tuple[Callable[[], bool], ...] = ()
        self._publisher: threading.Thread | None = None
        self._version = 1
        self._touched: set[Hashable] = {None}  # The views that changed since they were given.
        self._closed = False

    @property
    def version(self) -> int:
        """The number of changes since the start."""
        return self._version

    def touch(self, view: str | None = None) -> None:
        """Record a change, of all pages or only of those with this view."""
        with self._lock:
            self._version += 1
            self._touched.add(view)
        self._changed.set()

    def watch(self, over: Callable[[], bool]) -> None:
        """Call `over` every `POLL_S` while pages are open; True means that time changed a state."""
        self._watched = (*self._watched, over)

    def follow(self, make: Callable[[], EncodedState], kind: Kind = ()) -> Page:
        """Open a page, whose first state is made at once. Pages of one `kind` share their state."""
        with self._lock:
            if self._publisher is None:
                publisher = threading.Thread(target=self._publish, name="publisher", daemon=True)
                publisher.start()
                self._publisher = publisher
            page = Page(make, kind)
            page = self._pages.setdefault(page.kind, page)
            page.readers += 1
            if self._closed:
                page.close()
            version = self._version
        try:
            page.give(make(), version)
        except BaseException:
            self.leave(page)
            raise
        return page

    def leave(self, page: Page) -> None:
        """Close one of the open pages that share `page`."""
        with self._lock:
            page.readers -= 1
            if not page.readers and self._pages.get(page.kind) is page:
                del self._pages[page.kind]

    def close(self) -> None:
        """End every stream."""
        with self._lock:
            self._closed = True
            pages = list(self._pages.values())
        self._changed.set()
        for page in pages:
            page.close()

    def _publish(self) -> None:
        look_s = time.monotonic() + POLL_S
        while not self._closed:
            self._changed.wait(max(0.0, look_s - time.monotonic()))
            self._changed.clear()
            # A change may come between the end of the wait and `clear()`, so look what it was.
            with self._lock:
                touched, self._touched, version = self._touched, set(), self._version
            if touched:
                self._give_all(version, touched)
            if time.monotonic() < look_s:
                continue  # First let the streams send.
            look_s = time.monotonic() + POLL_S
            try:
                over = [is_over() for is_over in self._watched]
            except (Exception, SystemExit):
                _log.exception("A check for timeouts failed.")
            else:
                if any(over):
                    self.touch()

    def _give_all(self, version: int, touched: Collection[Hashable]) -> None:
        with self._lock:
            pages = list(self._pages.values())
        for page in pages:
            if not {None, page.kind[0]} & {*touched}:
                continue
            try:
                page.give(page.make(), version)
            except (Exception, SystemExit):  # An owner's game may call `sys.exit`.
                _log.exception("A page's state could not be made; its streams end.")
                with self._lock:
                    self._pages.pop(page.kind, None)
                page.close()  # These pages reconnect by themselves.


def events(page: Page, keep_alive_s: float = KEEP_ALIVE_S, packed: bool = False) -> Iterator[bytes]:
    """Yield the page's state, and after every change its new sections; `packed`, as gzip pieces.

    A keep-alive is an event too, because the page's script does not see comments. It contains the
    time of the table's clock. The states themselves contain only times at which something is due,
    so they stay the same while time passes.
    """
    piece = packing.piece if packed else bytes
    head, sent = packing.HEAD if packed else b"", NOTHING
    page.loop = get_hub().loop
    yield head + piece(b"retry: %d\n\nevent: alive\ndata: %d\n\n" % (RETRY_MS, clock_ms()))
    while True:
        news, newest = page.news, page.state  # In this order; otherwise it might miss a state.
        if page.closed:
            return
        if newest is not sent:
            yield newest.event(sent, packed=packed)
            sent = newest
        elif not news.wait(keep_alive_s):
            yield piece(b"event: alive\ndata: %d\n\n" % clock_ms())
