"""Who is told of every new snapshot of the match, in the order of its entries."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from referee.match.running import Snapshot

_log = logging.getLogger(__name__)

Listener = Callable[[Snapshot], None]


class Listeners:
    """Listeners, and the snapshots that they are still to be told of; safe from any thread."""

    def __init__(self) -> None:
        self._all: tuple[Listener, ...] = ()
        self._lock = threading.Lock()
        self._queue: deque[Snapshot] = deque()
        self._notifier: int | None = None
        self.notifying = threading.Lock()

    def __len__(self) -> int:
        return len(self._all)

    def add(self, listener: Listener) -> Callable[[], None]:
        """Tell one more from now on; return how to stop that."""
        with self._lock:
            self._all = (*self._all, listener)

        def stop() -> None:
            with self._lock:
                self._all = tuple(other for other in self._all if other is not listener)

        return stop

    def put(self, snapshot: Snapshot) -> None:
        """Queue a snapshot; to be called in the order in which they are to be told."""
        self._queue.append(snapshot)

    def deliver(self) -> None:
        """Notify of what is queued. Whoever holds the lock notifies for all, so order is kept."""
        if self._notifier == threading.get_ident():
            return  # a listener made a move: the loop that called it goes on with it
        with self.notifying:
            self._notifier = threading.get_ident()
            try:
                while self._queue:
                    snapshot = self._queue.popleft()
                    for listener in self._all:
                        _notify(listener, snapshot)
            finally:
                self._notifier = None


def _notify(listener: Listener, snapshot: Snapshot) -> None:
    try:
        listener(snapshot)
    except Exception:
        _log.exception("A listener failed; the match goes on.")
