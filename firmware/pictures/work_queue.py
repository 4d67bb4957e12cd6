"""Work that others wait for, done one after the other in a thread of its own."""

from __future__ import annotations

import queue
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from firmware.errors import BadData

TIMEOUT_S = 30.0  # a picture takes two seconds; on a busy Pi, with another before it, ten
IDLE_S = 0.2

T = TypeVar("T")


class WorkQueue:
    """Hands work to the thread that serves it; one waits while one is done."""

    def __init__(self) -> None:
        self._queue: queue.Queue[tuple[Callable[[], Any], Future[Any]]] = queue.Queue(1)

    def run(self, work: Callable[[], T]) -> T:
        """Return what comes of some work, or raise what it raises.

        Raises `BadData` where it has not begun within `TIMEOUT_S`, or is not done by then.
        """
        future: Future[T] = Future()
        try:
            self._queue.put((work, future), timeout=TIMEOUT_S)
            return future.result(TIMEOUT_S)
        except queue.Full:
            raise BadData("table.photo.busy") from None
        except TimeoutError:
            if future.cancel():
                raise BadData("table.photo.busy") from None
            raise BadData("table.photo.slow", s=round(TIMEOUT_S)) from None

    def run_next(self) -> bool:
        """Do what waits, if anything does within `IDLE_S`; tell whether anything did."""
        try:
            work, future = self._queue.get(timeout=IDLE_S)
        except queue.Empty:
            return False
        if not future.set_running_or_notify_cancel():
            return False
        try:
            future.set_result(work())
        except Exception as error:  # who waits for it is told
            future.set_exception(error)
        return True
