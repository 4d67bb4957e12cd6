"""The barrier at which the clock and the pages wait for the presses before them."""

from __future__ import annotations

import time

from firmware.panel.panel import Panel
from firmware.presses.presses import Presses

AGAIN_S = 0.005
# A touch is a gesture half a second after it at the latest, and a race ends a quarter later.
MOST_WAIT_NS = 1_000_000_000


class Barrier:
    """Holds back whatever else may end a window until every touch before it is decided.

    Who pressed in time was in time, however late the press is reported or recognised.
    May be used from any thread.
    """

    def __init__(self, panel: Panel, presses: Presses) -> None:
        self._panel = panel
        self._presses = presses

    def wait_s(self, before_ns: int) -> float:
        """Return after how long to ask again, or 0 once all touches before a moment are decided."""
        on_its_way_ns = before_ns + self._presses.latency_bound_ns - time.monotonic_ns()
        if on_its_way_ns > 0:
            return on_its_way_ns / 1e9
        decided = self._panel.edges.empty() and not self._presses.undecided(before_ns)
        return 0.0 if decided else AGAIN_S

    def wait(self, before_ns: int) -> None:
        """Wait until all touches before a moment are decided, a second after it at the latest."""
        while wait_s := self.wait_s(before_ns):
            if time.monotonic_ns() >= before_ns + MOST_WAIT_NS:
                return
            time.sleep(wait_s)
