"""Masks hide a secret press: onlookers cannot see how long or how often the button was down.

A press that may have several secret meanings is answered when all of them would be certain. After
the answer, the lamp shows nothing of the button until it has been released.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.presses.debounce import BOUNCE_NS, Edge
from firmware.presses.gestures import DOUBLE_NS, LONG_NS, Gesture

# From a touch until every kind of gesture would be certain.
MASK_NS = max(LONG_NS, DOUBLE_NS)
# From a release until the switch is quiet.
REST_NS = 2 * BOUNCE_NS


class Mask:
    """Masks a button from a touch at `edge_ns` until it is answered and the button at rest."""

    def __init__(self, edge_ns: int) -> None:
        self._answer_ns = edge_ns + MASK_NS
        self._edge_ns: int | None = edge_ns
        self._gesture: Gesture | None = None
        self._up_ns: int | None = None

    @property
    def pending_ns(self) -> int | None:
        """The stamp of the touch until the press is answered, then None."""
        return self._edge_ns

    @property
    def due_ns(self) -> int | None:
        """When to answer the press or, after that, when to end the mask. None while the button is
        held.
        """
        if self._edge_ns is not None:
            return self._answer_ns
        return None if self._up_ns is None else self._up_ns + REST_NS

    def due(self, now_ns: int) -> bool:
        """Whether it is time to answer the press or to end the mask."""
        return self.due_ns is not None and self.due_ns <= now_ns

    def edge(self, edge: Edge) -> None:
        """Note a debounced edge."""
        self._up_ns = None if edge.down else edge.edge_ns

    def keep(self, gesture: Gesture) -> None:
        """Store the gesture recognised so far. A second touch may still replace it."""
        self._gesture = gesture

    def answer(self) -> Gesture | None:
        """Return the gesture, timed as if every gesture took equally long, or None if there was
        none.
        """
        self._edge_ns = None
        if self._gesture is None:
            return None
        return replace(self._gesture, complete_ns=self._answer_ns, secret=True)
