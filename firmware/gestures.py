"""The grammar of presses: what a finger on one button means, as early as it can be known.

A single press acts at once; what follows may only add to it. So each meaning is told at
the first moment at which nothing still possible speaks against it:

- SHORT is told at the touch, or, where a LONG is possible too, at the release;
- LONG is told when the button has been held for `long_ns`, without waiting for the release;
- DOUBLE is told at the second touch within `double_ns`, after the SHORT that it adds to.

Every gesture carries the stamp of the touch that began it, so a race is decided by the
touches and not by who let go first.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from firmware.edges import Edge
from referee.contract import Press

LONG_NS = 500_000_000
DOUBLE_NS = 400_000_000


@dataclass(frozen=True)
class Gesture:
    """A press with a meaning; `edge_ns` is the stamp of the touch that began it.

    `window` is the window of `Offers` in which the touch fell: a press held over the end
    of one window must not act in the next.
    """

    seat: int
    press: Press
    edge_ns: int
    window: int = 0


class Recogniser:
    """One button's gestures, from its debounced edges."""

    def __init__(self, seat: int, long_ns: int = LONG_NS, double_ns: int = DOUBLE_NS) -> None:
        self._seat = seat
        self._long_ns = long_ns
        self._double_ns = double_ns
        self._open: int | None = None  # the stamp of a touch whose meaning is not yet told
        self._live: Set[Press] = frozenset()
        self._window = 0
        self._tapped_ns: int | None = None  # the stamp of the touch before

    def edge(self, edge: Edge, live: Set[Press], window: int = 0) -> list[Gesture]:
        """Take an edge; `live` are the presses that now mean something for this seat.

        A touch that can mean nothing is told as SHORT: somebody must be told why not.
        """
        if not edge.down:
            return self._release(edge)
        self._live, self._window = live, window
        return self._touch(edge)

    def tick(self, now_ns: int) -> list[Gesture]:
        """Return what the passing of time has made certain."""
        if self._open is None or self.due_ns is None or now_ns < self.due_ns:
            return []
        return [self._tell(Press.LONG, self._open)]

    @property
    def due_ns(self) -> int | None:
        """Tell when `tick` has something to say, if it has."""
        return None if self._open is None else self._open + self._long_ns

    @property
    def undecided_ns(self) -> int | None:
        """Tell the stamp of a touch whose meaning is still open, or None."""
        return self._open

    def _touch(self, edge: Edge) -> list[Gesture]:
        before, self._tapped_ns = self._tapped_ns, edge.edge_ns
        again = before is not None and edge.edge_ns - before <= self._double_ns
        if Press.DOUBLE in self._live and before is not None and again:
            self._tapped_ns = None
            return [self._tell(Press.DOUBLE, before)]
        if Press.LONG in self._live:
            self._open = edge.edge_ns
            return []
        return self._tap(edge.edge_ns)

    def _release(self, edge: Edge) -> list[Gesture]:
        touched, self._open = self._open, None
        if touched is None:
            return []
        if edge.edge_ns - touched >= self._long_ns:  # the release was seen before the tick
            return [self._tell(Press.LONG, touched)]
        return self._tap(touched)

    def _tap(self, edge_ns: int) -> list[Gesture]:
        if Press.DOUBLE in self._live and Press.SHORT not in self._live:
            return []  # the first half of a double
        return [self._tell(Press.SHORT, edge_ns)]

    def _tell(self, press: Press, edge_ns: int) -> Gesture:
        self._open = None
        if press is Press.LONG:
            self._tapped_ns = None
        return Gesture(self._seat, press, edge_ns, self._window)
