"""Gestures: a short, long or double press of one button, each as early as it is certain.

A short press acts at once. Later touches may only add to it.

- SHORT comes at the touch, or at the release if a LONG is possible too.
- LONG comes when the button has been held for `LONG_NS` (or as long as its meaning requires),
  without waiting for the release.
- DOUBLE comes at the second touch within `DOUBLE_NS`, after the SHORT that it adds to.
- If a tap has a meaning only as half of a double, and no second tap follows, it comes as SHORT, so
  that it can be refused with a reason.

Every gesture has the time stamp of the touch that began it. So touches decide a race, not releases.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firmware.presses.debounce import Edge
from referee.contract import Press

# With half, a slow tap would be a long press. With double, every long press takes a second.
LONG_NS = 500_000_000
# With half, only quick fingers manage a double press. With double, a lone tap is refused only after
# 0.8 s.
DOUBLE_NS = 400_000_000


@dataclass(frozen=True)
class Gesture:
    """A short, long or double press. `edge_ns` is the time stamp of the touch that began it.

    `window` is the seq that opened the window of the touch; a press that is held past the end of
    its window must not act in the next one. `meant` identifies what the press meant at its start,
    or is None. `complete_ns` is the moment at which the gesture was complete: its touch, its second
    touch, or the time when the button had been held long enough. If `secret`, nothing may reveal
    which kind of press it was.
    """

    seat: int
    press: Press
    edge_ns: int
    window: int
    complete_ns: int
    meant: bytes | None = None
    secret: bool = False


@dataclass(frozen=True)
class _Touch:
    edge_ns: int
    window: int
    live: Mapping[Press, bytes]
    long_ns: int


class GestureRecogniser:
    """Recognises the gestures of one button from its debounced edges."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._held: _Touch | None = None  # Still down: short or long.
        self._tapped: _Touch | None = None  # Released: alone, or the first of two.
        self._previous: _Touch | None = None  # A second touch makes it a double.

    def edge(
        self,
        edge: Edge,
        live: Mapping[Press, bytes],
        window: int = 0,
        long_ns: int | None = None,
    ) -> list[Gesture]:
        """Take an edge. `live` maps the presses that mean something for this seat now to those
        meanings.

        A LONG press that starts here takes `long_ns`, or `LONG_NS` if that is None. A touch without
        any meaning becomes a SHORT, so that it can be refused with a reason.
        """
        if not edge.down:
            return self._release(edge)
        touch = _Touch(edge.edge_ns, window, live, long_ns or LONG_NS)
        return [*self._expire(edge.edge_ns), *self._touch(touch)]

    def forget(self) -> None:
        """Drop all touches so far."""
        self._held = self._tapped = self._previous = None

    def tick(self, now_ns: int) -> list[Gesture]:
        """Return the gestures that have become certain because time has passed."""
        if self._held is not None and now_ns >= self._held.edge_ns + self._held.long_ns:
            return [self._long(self._held)]
        return self._expire(now_ns)

    @property
    def due_ns(self) -> int | None:
        """The time at which `tick` will return a gesture, or None."""
        if self._held is not None:
            return self._held.edge_ns + self._held.long_ns
        return None if self._tapped is None else self._tapped.edge_ns + DOUBLE_NS + 1

    @property
    def pending_ns(self) -> int | None:
        """The time stamp of a touch that is not a gesture yet, or None."""
        touch = self._tapped or self._held
        return None if touch is None else touch.edge_ns

    def _touch(self, touch: _Touch) -> list[Gesture]:
        first, self._previous, self._tapped = self._previous, touch, None
        if Press.DOUBLE in touch.live and first is not None and self._doubles(touch, first):
            self._previous = None
            return [self._gesture(Press.DOUBLE, first, touch.edge_ns)]
        if Press.LONG in touch.live:
            self._held = touch
            return []
        return self._tap(touch)

    def _doubles(self, touch: _Touch, first: _Touch) -> bool:
        soon = touch.edge_ns - first.edge_ns <= DOUBLE_NS
        return soon and touch.window == first.window

    def _release(self, edge: Edge) -> list[Gesture]:
        touch, self._held = self._held, None
        if touch is None:
            return []
        if edge.edge_ns - touch.edge_ns >= touch.long_ns:  # Released before a tick noticed it.
            return [self._long(touch)]
        return self._tap(touch)

    def _tap(self, touch: _Touch) -> list[Gesture]:
        if Press.DOUBLE in touch.live and Press.SHORT not in touch.live:
            self._tapped = touch
            return []
        return [self._gesture(Press.SHORT, touch, touch.edge_ns)]

    def _expire(self, now_ns: int) -> list[Gesture]:
        """Return a tap after the time for a second tap has run out."""
        touch = self._tapped
        if touch is None or now_ns <= touch.edge_ns + DOUBLE_NS:
            return []
        self._tapped = None
        return [self._gesture(Press.SHORT, touch, touch.edge_ns)]

    def _long(self, touch: _Touch) -> Gesture:
        self._held = self._previous = None
        return self._gesture(Press.LONG, touch, touch.edge_ns + touch.long_ns)

    def _gesture(self, press: Press, touch: _Touch, complete_ns: int) -> Gesture:
        meant = touch.live.get(press)
        return Gesture(self._seat, press, touch.edge_ns, touch.window, complete_ns, meant)
