"""The clock's thread: it brings the moves that the referee leaves to time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from firmware.presses.offer_times import Moments
from firmware.supervisor import Worker
from referee.contract import By, RefereeError
from referee.match.desk import Desk, StaleMove

_log = logging.getLogger(__name__)

IDLE_S = 1.0


class Clock:
    """Makes each offer of the clock when its time has passed. `run` is its thread.

    `unheard_s(before_ns)` tells how long to wait, and then to ask again, for touches before
    that moment: who pressed in time was in time, however late that is heard.
    """

    def __init__(self, desk: Desk, moments: Moments, unheard_s: Callable[[int], float]) -> None:
        self._desk = desk
        self._moments = moments
        self._unheard_s = unheard_s
        self._wake = threading.Event()

    def wake(self) -> None:
        """Look at the offers again: they have changed."""
        self._wake.set()

    def run(self, worker: Worker) -> None:
        """Bring moves until told to stop."""
        while not worker.stop.is_set():
            worker.beat()
            self._wake.clear()
            self._wake.wait(self.step())

    def step(self) -> float:
        """Make the move that is due, if one is; return in how many seconds to call again."""
        due = self._moments.next_of_clock(time.monotonic_ns())
        if due is None:
            return IDLE_S
        due_ns, offer, seq = due
        wait_s = (due_ns - time.monotonic_ns()) / 1e9
        if wait_s <= 0:
            wait_s = self._unheard_s(due_ns)
        if wait_s > 0:
            return min(wait_s, IDLE_S)
        try:
            self._desk.submit(offer.fill(), seen=seq, by=By.CLOCK.value)
        except StaleMove:
            return 0.0
        except RefereeError as error:
            _log.warning("The referee refused a move of the clock: %s", error)
            return IDLE_S
        return 0.0
