"""Sends every new snapshot to the listeners, in order."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from referee import notifying
from referee.match.running import Snapshot

Listener = Callable[[Snapshot], None]


class Listeners(notifying.Listeners[[Snapshot]]):
    """The listeners, and the queue of snapshots to send to them. Safe from any thread."""

    def __init__(self) -> None:
        super().__init__()
        self._queue: deque[Snapshot] = deque()
        self._notifier: int | None = None
        self.notifying = threading.Lock()

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
                    self.notify(self._queue.popleft())
            finally:
                self._notifier = None
