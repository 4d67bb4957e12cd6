"""The knob: it turns raw edges into detents and pushes.

gpiozero's `RotaryEncoder` follows both contacts through each whole step. A bouncing contact goes
back and forth between two states, and only a full step from rest to rest counts. So a bounce may
lose a step, but cannot reverse one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero import RotaryEncoder

from firmware.board import place
from firmware.errors import BadWiring
from firmware.panel.gpio import Gpio
from firmware.panel.pins import ConsolePins
from firmware.panel.wires import Button, claim
from firmware.presses.debounce import Debouncer, Edge
from firmware.presses.gestures import Gesture, GestureRecogniser
from referee.contract import Press

# Two detents within this time are a fast turn. With half, only a spin is fast; with double, every
# turn is.
FAST_NS = 60_000_000
STRIDE = 5

_LIVE = {Press.SHORT: b"", Press.LONG: b""}  # Until its release, a push may be short or long.
_STEP = (
    ("a", True),
    ("b", True),
    ("a", False),
    ("b", False),
)  # The contacts of one detent clockwise, in order.


@dataclass(frozen=True)
class Detent:
    """A detent of the knob: 1 is clockwise, -1 is counter-clockwise."""

    way: int
    at_ns: int


@dataclass(frozen=True)
class Turned:
    """A turn by one detent. Its stride is larger in a fast turn."""

    steps: int
    stride: int = 1


class Strides:
    """Tells fast turns from slow ones by the time between two detents in the same direction."""

    def __init__(self) -> None:
        self._last = Detent(0, 0)

    def turned(self, detent: Detent) -> Turned:
        """Return the turn that a detent makes, with the stride that its speed gives it."""
        last, self._last = self._last, detent
        fast = detent.way == last.way and detent.at_ns - last.at_ns < FAST_NS
        return Turned(detent.way, STRIDE if fast else 1)


class Knob:
    """The encoder and its push button on a table's pins. Raise `BadWiring` if a pin cannot be used.

    With lgpio, no device may be closed while others are in use (see `firmware.panel.wires`). So
    call `close` only when the program ends.
    """

    def __init__(self, pins: ConsolePins, gpio: Gpio) -> None:
        self.gpio = gpio
        self._pins = pins
        self._events: SimpleQueue[Detent | Edge | None] = SimpleQueue()
        for wire in ("encoder_a", "encoder_b", "encoder_push"):
            # Claim all pins before using one: a release later would make the buttons go deaf.
            claim(gpio, getattr(pins, wire), wire, gpio.factory.pin)
        try:
            self._encoder: Any = RotaryEncoder(
                pins.encoder_a, pins.encoder_b, max_steps=0, pin_factory=gpio.factory
            )
            self._push = Button(pins.encoder_push, 0, self._edge, gpio.factory)
        except Exception as error:  # from gpiozero or its library
            reason = str(error) or type(error).__name__
            raise BadWiring(
                "table.pins.refused",
                pin=pins.encoder_a,
                place=place(pins.encoder_a),
                wire="console",
                reason=reason,
            ) from error
        self._encoder.when_rotated_clockwise = self._clockwise
        self._encoder.when_rotated_counter_clockwise = self._counter_clockwise
        resting = Edge(0, time.monotonic_ns(), self._push.down)
        self._debouncer, self._gestures = Debouncer(resting), GestureRecogniser(0)
        self._strides = Strides()

    def events(self, wait_s: float) -> Iterator[Turned | Gesture]:
        """Wait up to `wait_s` seconds for turns and pushes, and yield all that have arrived."""
        for event in self._waiting_events(min(wait_s, self._due_s(wait_s))):
            if isinstance(event, Detent):
                yield self._strides.turned(event)
            else:
                yield from self._gestures_of(self._debouncer.edge(event, time.monotonic_ns()))
        now_ns = time.monotonic_ns()
        yield from self._gestures_of(self._debouncer.tick(now_ns))
        yield from self._gestures.tick(now_ns)

    def wake(self) -> None:
        """End the current wait."""
        self._events.put(None)

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn a mock encoder with bouncing contacts. Raise `RuntimeError` on real pins."""
        for _ in range(abs(steps)):
            order = _STEP if steps > 0 else tuple((_OTHER[name], on) for name, on in _STEP)
            for name, closed in order:
                for bounce in range(2 * bounces + 1):
                    self._drive(getattr(self._pins, f"encoder_{name}"), closed ^ bool(bounce % 2))

    def push(self, down: bool) -> None:
        """Push a mock knob down, or release it. Raise `RuntimeError` on real pins."""
        self._drive(self._pins.encoder_push, down)

    def close(self) -> None:
        """Release the pins."""
        self._encoder.close()
        self._push.close()

    def _waiting_events(self, wait_s: float) -> Iterator[Detent | Edge]:
        try:
            event = self._events.get(timeout=max(0.0, wait_s))
            while True:
                if event is not None:
                    yield event
                event = self._events.get_nowait()
        except Empty:
            return

    def _due_s(self, otherwise: float) -> float:
        due = (self._debouncer.due_ns, self._gestures.due_ns)
        now_ns = time.monotonic_ns()
        return min(((ns - now_ns) / 1e9 for ns in due if ns is not None), default=otherwise)

    def _gestures_of(self, edges: list[Edge]) -> Iterator[Gesture]:
        for edge in edges:
            yield from self._gestures.edge(edge, _LIVE)

    def _drive(self, number: int, closed: bool) -> None:
        if not self.gpio.mock:
            raise RuntimeError("a real knob cannot be turned from here")
        pin = self.gpio.factory.pin(f"GPIO{number}")
        if closed:
            pin.drive_low()
        else:
            pin.drive_high()

    def _edge(self, _: int, ticks: float, state: int) -> None:
        self._events.put(Edge(0, round(ticks * 1e9), not state))

    def _clockwise(self) -> None:
        self._events.put(Detent(1, time.monotonic_ns()))

    def _counter_clockwise(self) -> None:
        self._events.put(Detent(-1, time.monotonic_ns()))


_OTHER = {"a": "b", "b": "a"}
