"""The grammar of presses: what a finger on one button means, as early as it can be known.

A single press acts at once; what follows may only add to it. So each meaning is told at
the first moment at which nothing still possible speaks against it:

- SHORT is told at the touch, or, where a LONG is possible too, at the release;
- LONG is told when the button has been held for `long_ns`, without waiting for the release;
- DOUBLE is told at the second touch within `double_ns`, after the SHORT that it adds to;
- a tap to which only a second could give a meaning is told as SHORT when none has come, so
  that it is refused aloud.

Every gesture carries the stamp of the touch that began it, so a race is decided by the
touches and not by who let go first.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from firmware.presses.debounce import Edge
from referee.contract import Press

LONG_NS = 500_000_000
DOUBLE_NS = 400_000_000


@dataclass(frozen=True)
class Gesture:
    """A press with a meaning; `edge_ns` is the stamp of the touch that began it.

    `window` is the window of `Offers` in which the touch fell: a press held over the end
    of one window must not act in the next. `whole_ns` is when it was whole: at its touch, at
    the second one, or when it had been held for long enough.
    """

    seat: int
    press: Press
    edge_ns: int
    window: int
    whole_ns: int


@dataclass(frozen=True)
class _Touch:
    edge_ns: int
    window: int


class Recogniser:
    """One button's gestures, from its debounced edges."""

    def __init__(self, seat: int, long_ns: int = LONG_NS, double_ns: int = DOUBLE_NS) -> None:
        self._seat = seat
        self._long_ns = long_ns
        self._double_ns = double_ns
        self._live: Set[Press] = frozenset()
        self._down: _Touch | None = None  # held, and its meaning not yet told
        self._lone: _Touch | None = None  # a tap that waits for a second
        self._last: _Touch | None = None  # the tap before, to which a second may add

    def edge(self, edge: Edge, live: Set[Press], window: int = 0) -> list[Gesture]:
        """Take an edge; `live` are the presses that now mean something for this seat.

        A touch that can mean nothing is told as SHORT: somebody must be told why not.
        """
        if not edge.down:
            return self._release(edge)
        self._live = live
        return [*self._give_up(edge.edge_ns), *self._touch(_Touch(edge.edge_ns, window))]

    def tick(self, now_ns: int) -> list[Gesture]:
        """Return what the passing of time has made certain."""
        if self._down is not None and now_ns >= self._down.edge_ns + self._long_ns:
            return [self._long(self._down)]
        return self._give_up(now_ns)

    @property
    def due_ns(self) -> int | None:
        """Tell when `tick` has something to say, if it has."""
        if self._down is not None:
            return self._down.edge_ns + self._long_ns
        return None if self._lone is None else self._lone.edge_ns + self._double_ns + 1

    @property
    def open_ns(self) -> int | None:
        """Tell the stamp of a touch whose meaning is still open, or None."""
        touch = self._lone or self._down
        return None if touch is None else touch.edge_ns

    def _touch(self, touch: _Touch) -> list[Gesture]:
        first, self._last, self._lone = self._last, touch, None
        if Press.DOUBLE in self._live and first is not None and self._adds(touch, first):
            self._last = None
            return [self._tell(Press.DOUBLE, first, touch.edge_ns)]
        if Press.LONG in self._live:
            self._down = touch
            return []
        return self._tap(touch)

    def _adds(self, touch: _Touch, first: _Touch) -> bool:
        soon = touch.edge_ns - first.edge_ns <= self._double_ns
        return soon and touch.window == first.window

    def _release(self, edge: Edge) -> list[Gesture]:
        touch, self._down = self._down, None
        if touch is None:
            return []
        if edge.edge_ns - touch.edge_ns >= self._long_ns:  # seen before the tick
            return [self._long(touch)]
        return self._tap(touch)

    def _tap(self, touch: _Touch) -> list[Gesture]:
        if Press.DOUBLE in self._live and Press.SHORT not in self._live:
            self._lone = touch
            return []
        return [self._tell(Press.SHORT, touch, touch.edge_ns)]

    def _give_up(self, now_ns: int) -> list[Gesture]:
        """Tell a tap that stayed alone."""
        touch = self._lone
        if touch is None or now_ns <= touch.edge_ns + self._double_ns:
            return []
        self._lone = None
        return [self._tell(Press.SHORT, touch, touch.edge_ns)]

    def _long(self, touch: _Touch) -> Gesture:
        self._down = self._last = None
        return self._tell(Press.LONG, touch, touch.edge_ns + self._long_ns)

    def _tell(self, press: Press, touch: _Touch, whole_ns: int) -> Gesture:
        return Gesture(self._seat, press, touch.edge_ns, touch.window, whole_ns)
