"""The clock's thread. It makes the moves that the rules prescribe when time has run out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from firmware.presses.offer_times import OfferTimes
from firmware.service.supervisor import Worker
from referee.actor import CLOCK
from referee.contract import RefereeError
from referee.match.commands import Move
from referee.match.desk import Desk, StaleMove

_log = logging.getLogger(__name__)

IDLE_S = 1.0


class Clock:
    """Takes up each of the clock's offers when its time has come. `run` is the clock's thread.

    `offer_times` returns the times of the current offers. `barrier(before_ns)` waits until all
    presses that began before that moment have been decided.
    """

    def __init__(
        self,
        desk: Desk,
        offer_times: Callable[[], OfferTimes],
        barrier: Callable[[int], None],
    ) -> None:
        self._desk = desk
        self._offer_times = offer_times
        self._barrier = barrier
        self._wake = threading.Event()

    def wake(self) -> None:
        """Make `run` look at the offers again, because they have changed."""
        self._wake.set()

    def run(self, worker: Worker) -> None:
        """Make moves until stopped."""
        while not worker.stop.is_set():
            worker.beat()
            self._wake.clear()
            self._wake.wait(self.step())

    def step(self) -> float:
        """Make the move that is due, if any. Return in how many seconds to call this again."""
        times = self._offer_times()
        due = times.next_of_clock(time.monotonic_ns())
        if due is None:
            return IDLE_S
        due_ns, offer = due
        wait_s = (due_ns - time.monotonic_ns()) / 1e9
        if wait_s > 0:
            return min(wait_s, IDLE_S)
        self._barrier(due_ns)
        try:
            self._desk.do(Move(offer.fill(), times.standing.seq), CLOCK)
        except StaleMove:
            return 0.0
        except RefereeError as error:
            _log.warning("The referee refused a move of the clock: %s", error)
            return IDLE_S
        return 0.0
