"""Masks hide a secret press: onlookers cannot see how long or how often the button was down.

A press with several secret meanings is answered once any of them would be certain. Until the button
is up again, the lamp shows nothing more of it.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.presses.debounce import BOUNCE_NS, Edge
from firmware.presses.gestures import DOUBLE_NS, LONG_NS, Gesture

# From a touch until every gesture would be certain.
MASK_NS = max(LONG_NS, DOUBLE_NS)
# From a release until the switch is quiet.
REST_NS = 2 * BOUNCE_NS


class Mask:
    """Masks a button from a touch at `edge_ns` until the press is answered and the
    button at rest.
    """

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
        """The time to answer the press, and after that to end the mask. None while the button is
        held.
        """
        if self._edge_ns is not None:
            return self._answer_ns
        return None if self._up_ns is None else self._up_ns + REST_NS

    def due(self, now_ns: int) -> bool:
        """Whether there is something to do now."""
        return self.due_ns is not None and self.due_ns <= now_ns

    def edge(self, edge: Edge) -> None:
        """Note a debounced edge."""
        self._up_ns = None if edge.down else edge.edge_ns

    def keep(self, gesture: Gesture) -> None:
        """Keep the gesture so far. A second touch may still change it."""
        self._gesture = gesture

    def answer(self) -> Gesture | None:
        """Return the gesture as if every gesture took equally long, or None if there was none."""
        self._edge_ns = None
        if self._gesture is None:
            return None
        return replace(self._gesture, complete_ns=self._answer_ns, secret=True)
