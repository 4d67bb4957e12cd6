"""The barrier: the clock and the pages wait here until all earlier presses have been decided."""

from __future__ import annotations

import threading
import time

from firmware.panel.panel import Checkpoint, Panel
from firmware.presses.presses import Presses

# A touch becomes a gesture within half a second. A race ends a quarter of a second later.
MOST_WAIT_NS = 1_000_000_000


class Barrier:
    """Holds back the clock and the pages, which may end a window, until earlier touches are
    decided.

    So a press that was in time counts, even if the panel reports or recognises it late. `wait` may
    be called from any thread. Call everything else in the panel's thread, because it knows every
    touch.
    """

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._open: list[Checkpoint] = []
        self._over = threading.Event()

    def wait(self, before_ns: int) -> None:
        """Wait until all touches before a moment have been decided, a second at most."""
        checkpoint = Checkpoint(before_ns)
        self._panel.edges.put(checkpoint)
        if self._over.is_set():  # Nothing would pass the checkpoint.
            return
        checkpoint.passed.wait(max(0, before_ns + MOST_WAIT_NS - time.monotonic_ns()) / 1e9)

    def take(self, checkpoint: Checkpoint) -> None:
        """Take a checkpoint that arrived in the panel's queue."""
        self._open.append(checkpoint)

    def let_through(self, presses: Presses, now_ns: int) -> None:
        """Pass those checkpoints whose earlier touches have all been decided."""
        still = []
        for checkpoint in self._open:
            on_its_way = now_ns < checkpoint.before_ns + presses.latency_bound_ns
            if on_its_way or presses.undecided(checkpoint.before_ns):
                still.append(checkpoint)
            else:
                checkpoint.passed.set()
        given_up_ns = now_ns - MOST_WAIT_NS
        self._open = [checkpoint for checkpoint in still if checkpoint.before_ns > given_up_ns]

    def due_ns(self, presses: Presses, now_ns: int) -> int | None:
        """Return the latest time at which `let_through` must be called, or None."""
        due = [checkpoint.before_ns + presses.latency_bound_ns for checkpoint in self._open]
        return min((ns for ns in due if ns > now_ns), default=None)

    def end(self) -> None:
        """Let everybody pass from now on, because nothing will decide any more touches."""
        self._over.set()
        for edge in (*self._open, *self._panel.edges_within(0)):
            if isinstance(edge, Checkpoint):
                edge.passed.set()
