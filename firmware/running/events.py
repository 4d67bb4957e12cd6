"""The events at a table, and the functions that are called at each of them."""

from __future__ import annotations

import threading
from collections.abc import Callable

from referee.notifying import notify


class Listeners:
    """Calls every listener after a change. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: tuple[Callable[[], None], ...] = ()

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change. Return a function that stops these calls."""
        with self._lock:
            self._listeners = (*self._listeners, changed)

        def stop() -> None:
            with self._lock:
                self._listeners = tuple(one for one in self._listeners if one is not changed)

        return stop

    def notify(self) -> None:
        """Call all listeners, in the order in which they came."""
        notify(self._listeners)


class Events:
    """What the parts of a table tell each other, so that no part needs to know who listens.

    `news`: something that pages show has changed. `asked`: other questions or approvals are open.
    `moved`: cards have moved, or people were asked to move some, so look at the table again.
    """

    def __init__(self) -> None:
        self.news, self.asked, self.moved = Listeners(), Listeners(), Listeners()
