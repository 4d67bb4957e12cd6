"""Masks hide a secret press: onlookers cannot see for how long or how often the button was down.

If a press may have several secret meanings, it is answered at the time when every one of them would
be certain. After the answer, the lamp does not follow the button until the button is released.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.presses.debounce import BOUNCE_NS, Edge
from firmware.presses.gestures import DOUBLE_NS, LONG_NS, Gesture

# Time from a touch until every kind of gesture would be certain.
MASK_NS = max(LONG_NS, DOUBLE_NS)
# Time from a release until the switch is quiet.
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
        """The time stamp of the touch, or None after the press was answered."""
        return self._edge_ns

    @property
    def due_ns(self) -> int | None:
        """When to answer the press or, after that, when to end the mask. None while somebody holds
        the button.
        """
        if self._edge_ns is not None:
            return self._answer_ns
        return None if self._up_ns is None else self._up_ns + REST_NS

    def due(self, now_ns: int) -> bool:
        """Whether it is time to answer the press or to end the mask."""
        return self.due_ns is not None and self.due_ns <= now_ns

    def edge(self, edge: Edge) -> None:
        """Note a debounced edge of the button."""
        self._up_ns = None if edge.down else edge.edge_ns

    def keep(self, gesture: Gesture) -> None:
        """Store the gesture recognised so far. A second touch may still replace it."""
        self._gesture = gesture

    def answer(self) -> Gesture | None:
        """Return the gesture, timed as if all gestures took equally long, or None without one."""
        self._edge_ns = None
        if self._gesture is None:
            return None
        return replace(self._gesture, complete_ns=self._answer_ns, secret=True)
