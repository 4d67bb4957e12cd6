"""The knob: it turns raw edges into detents and pushes.

The pin table says how many detents the encoder has in a cycle of its contacts (see `quadrature`),
and whether its contacts are swapped. gpiozero's `RotaryEncoder` knows one detent a cycle only.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from firmware.console.quadrature import CHATTER_NS, QUARTERS, Quadrature
from firmware.panel.console_pins import KNOB, ConsolePins
from firmware.panel.gpio import Gpio
from firmware.panel.wires import Button, claim
from firmware.presses.debounce import Debouncer, Edge
from firmware.presses.gestures import Gesture, GestureRecogniser
from referee.contract import Press

_LIVE = {Press.SHORT: b"", Press.LONG: b""}  # Until its release, a push may be short or long.
# The edges of a cycle clockwise, in order: contact A or B, and whether it closes.
_CYCLE = ((0, True), (1, True), (0, False), (1, False))


@dataclass(frozen=True)
class Turned:
    """A turn by one detent: 1 is clockwise, -1 is counter-clockwise."""

    steps: int


class Knob:
    """The encoder and its push button on a table's pins. Raise `BadWiring` if a pin cannot be used.

    With lgpio, no device may be closed while others are in use (see `firmware.panel.wires`). So
    call `close` only when the program ends.
    """

    def __init__(self, pins: ConsolePins, gpio: Gpio) -> None:
        self.gpio = gpio
        self._events: SimpleQueue[Turned | Edge | None] = SimpleQueue()
        self._pins = pins
        for wire in KNOB:
            # Claim all pins before using one: a release later would make the buttons go deaf.
            claim(gpio, getattr(pins, wire), wire, gpio.factory.pin)
        ends = (pins.encoder_a, pins.encoder_b)
        self._ends = ends[::-1] if pins.reversed else ends
        self._turned = 0  # The quarters that a page has turned a mock encoder.
        self._quadrature = self._quadrature_at((False, False))
        self._contacts = [
            claim(gpio, number, "console", Button, contact, self._contact, gpio.factory)
            for contact, number in enumerate(self._ends)
        ]
        self._push = claim(gpio, pins.encoder_push, "console", Button, 0, self._edge, gpio.factory)
        a, b = self._contacts
        self._quadrature = self._quadrature_at((a.down, b.down))
        resting = Edge(0, time.monotonic_ns(), self._push.down)
        self._debouncer, self._gestures = Debouncer(resting), GestureRecogniser(0)

    def events(self, wait_s: float) -> Iterator[Turned | Gesture]:
        """Wait up to `wait_s` seconds for turns and pushes, and yield all that have arrived."""
        for event in self._waiting_events(min(wait_s, self._due_s(wait_s))):
            if isinstance(event, Turned):
                yield event
            else:
                yield from self._gestures_of(self._debouncer.edge(event, time.monotonic_ns()))
        now_ns = time.monotonic_ns()
        yield from self._gestures_of(self._debouncer.tick(now_ns))
        yield from self._gestures.tick(self._debouncer.certain_ns(now_ns))

    @property
    def quarters(self) -> int:
        """The quarters of a cycle that the encoder has turned since its start."""
        return self._quadrature.quarters

    def wake(self) -> None:
        """End the current wait."""
        self._events.put(None)

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn a mock encoder with bouncing contacts. Raise `RuntimeError` on real pins."""
        way = 1 if steps > 0 else -1
        for _ in range(abs(steps) * QUARTERS // self._pins.detents):
            contact, closes = _CYCLE[(self._turned if way > 0 else self._turned - 1) % QUARTERS]
            self._turned += way
            for bounce in range(2 * bounces + 1):
                closed = closes == (way > 0)
                self._drive(self._ends[contact], closed ^ bool(bounce % 2))

    def push(self, down: bool) -> None:
        """Push a mock knob down, or release it. Raise `RuntimeError` on real pins."""
        self._drive(self._pins.encoder_push, down)

    def close(self) -> None:
        """Release the pins."""
        for button in (*self._contacts, self._push):
            button.close()

    def _waiting_events(self, wait_s: float) -> Iterator[Turned | Edge]:
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

    def _quadrature_at(self, closed: tuple[bool, bool]) -> Quadrature:
        chatter_ns = 0 if self.gpio.mock else CHATTER_NS  # A page's turn takes no time.
        return Quadrature(closed, self._pins.detents, chatter_ns)

    def _contact(self, contact: int, ticks: float, state: int) -> None:
        detents = self._quadrature.edge(contact, not state, round(ticks * 1e9))
        for _ in range(abs(detents)):
            self._events.put(Turned(1 if detents > 0 else -1))
