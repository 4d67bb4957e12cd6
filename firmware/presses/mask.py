"""Covers: who looks on at a secret press learns neither how long nor how often the button was down.

The light answers a touch that may be one of several secrets when all of them would be certain,
whichever it is, and feels nothing more of that button until it is up again.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.presses.debounce import BOUNCE_NS, Edge
from firmware.presses.gestures import DOUBLE_NS, LONG_NS, Gesture

# From a touch until it is certain what it was: the longest of all gestures.
MASK_NS = max(LONG_NS, DOUBLE_NS)
# From a release until nothing chatters any more.
REST_NS = 2 * BOUNCE_NS


class Mask:
    """A button from a touch at `edge_ns` until the press is answered and the button at rest."""

    def __init__(self, edge_ns: int) -> None:
        self._answer_ns = edge_ns + MASK_NS
        self._edge_ns: int | None = edge_ns
        self._gesture: Gesture | None = None
        self._up_ns: int | None = None

    @property
    def pending_ns(self) -> int | None:
        """The stamp of the touch until it is answered, then None."""
        return self._edge_ns

    @property
    def due_ns(self) -> int | None:
        """When the press is to be answered, then when the cover ends; None while it is held."""
        if self._edge_ns is not None:
            return self._answer_ns
        return None if self._up_ns is None else self._up_ns + REST_NS

    def due(self, now_ns: int) -> bool:
        """Tell whether there is something to do at a moment."""
        return self.due_ns is not None and self.due_ns <= now_ns

    def edge(self, edge: Edge) -> None:
        """Take note of a debounced edge."""
        self._up_ns = None if edge.down else edge.edge_ns

    def keep(self, gesture: Gesture) -> None:
        """Keep what the press has become so far; a second touch may make more of it."""
        self._gesture = gesture

    def answer(self) -> Gesture | None:
        """Return what the press was, as if it had taken as long as any; None: nothing."""
        self._edge_ns = None
        if self._gesture is None:
            return None
        return replace(self._gesture, complete_ns=self._answer_ns, secret=True)
