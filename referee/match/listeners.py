"""Sends every new snapshot to the listeners, in order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from referee.match.running import Snapshot
from referee.notifying import notify

Listener = Callable[[Snapshot], None]


class Listeners:
    """The listeners, and the queue of snapshots to send to them. Safe from any thread."""

    def __init__(self) -> None:
        self._all: tuple[Listener, ...] = ()
        self._lock = threading.Lock()
        self._queue: deque[Snapshot] = deque()
        self._notifier: int | None = None
        self.notifying = threading.Lock()

    def __len__(self) -> int:
        return len(self._all)

    def add(self, listener: Listener) -> Callable[[], None]:
        """Add a listener. Return a function that removes it."""
        with self._lock:
            self._all = (*self._all, listener)

        def stop() -> None:
            with self._lock:
                self._all = tuple(other for other in self._all if other is not listener)

        return stop

    def put(self, snapshot: Snapshot) -> None:
        """Queue a snapshot. Listeners get the snapshots in the order of these calls."""
        self._queue.append(snapshot)

    def deliver(self) -> None:
        """Send all queued snapshots to the listeners.

        The thread that holds the lock sends the snapshots of all threads, so they stay in order.
        """
        if self._notifier == threading.get_ident():
            return  # A listener made a move. The loop that called it sends the snapshot.
        with self.notifying:
            self._notifier = threading.get_ident()
            try:
                while self._queue:
                    snapshot = self._queue.popleft()
                    notify(self._all, snapshot)
            finally:
                self._notifier = None
