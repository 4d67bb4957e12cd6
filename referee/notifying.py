"""Independent listeners: if one fails, the next ones are still called."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Generic, ParamSpec

P = ParamSpec("P")

_log = logging.getLogger(__name__)


def notify(listeners: Iterable[Callable[P, object]], *args: P.args, **named: P.kwargs) -> None:
    """Call every listener, in order. An error of one is logged."""
    for listener in listeners:
        try:
            listener(*args, **named)
        except (Exception, SystemExit):  # An owner's game may call `sys.exit`.
            _log.exception("A listener failed; the table goes on.")


class Listeners(Generic[P]):
    """Calls every listener after a change. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: tuple[Callable[P, object], ...] = ()

    def __len__(self) -> int:
        return len(self._all)

    def listen(self, changed: Callable[P, object]) -> Callable[[], None]:
        """Call `changed` after every change. Return a function that stops these calls."""
        with self._lock:
            self._all = (*self._all, changed)
        return partial(self._drop, changed)

    def notify(self, *args: P.args, **named: P.kwargs) -> None:
        """Call all listeners, in the order in which they came."""
        notify(self._all, *args, **named)

    def _drop(self, changed: Callable[P, object]) -> None:
        with self._lock:
            self._all = tuple(other for other in self._all if other is not changed)
