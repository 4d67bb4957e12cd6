"""Work for which callers wait. One thread does it, one piece at a time."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any, TypeVar

from firmware.errors import BadData
from firmware.service.calls import Call

TIMEOUT_S = 30.0  # Reading takes 2 s, or 10 s on a busy Pi behind another picture.
IDLE_S = 0.2

T = TypeVar("T")


class WorkQueue:
    """Passes work to the thread that serves the queue. One more piece can wait during the work."""

    def __init__(self) -> None:
        self._queue: queue.Queue[Call[Any]] = queue.Queue(1)

    def run(self, work: Callable[[], T]) -> T:
        """Return the result of some work, or raise the error that the work raises.

        Raise `BadData` if the work has not started after `TIMEOUT_S`, or then takes longer than
        that.
        """
        call = Call(work)
        try:
            self._queue.put(call, timeout=TIMEOUT_S)
            return call.result(TIMEOUT_S)
        except queue.Full:
            raise BadData("table.photo.busy") from None
        except TimeoutError:
            if call.cancel():
                raise BadData("table.photo.busy") from None
            raise BadData("table.photo.slow", s=round(TIMEOUT_S)) from None

    def run_next(self) -> bool:
        """Do the next piece of work, if one arrives within `IDLE_S`. Return whether one did."""
        try:
            return self._queue.get(timeout=IDLE_S).make()
        except queue.Empty:
            return False
