"""The panel: a lit button at each seat and a buzzer, through gpiozero.

Edges are taken raw, with the kernel's own stamp, and put in a queue; debouncing and the
meaning of a press are ours (`edges`, `gestures`, `race`). `bounce_time` is never used:
lgpio then reports an edge only when it has been stable, with a late stamp. No Button is
closed while the panel runs: with lgpio the others would go deaf.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero import PWMLED, Button, GPIOZeroError, TonalBuzzer

from firmware.errors import BadWiring
from firmware.panel.gpio import Gpio
from firmware.panel.pins import Pins
from firmware.presses.debounce import Edge


class EdgeButton(Button):  # type: ignore[misc]  # gpiozero ships no types
    """A button that hands on every edge with its stamp, in seconds of the monotonic clock."""

    def __init__(self, pin: int, seat: int, edges: SimpleQueue[Edge], factory: Any) -> None:
        self._seat = seat
        self._edges: SimpleQueue[Edge] | None = None  # the state at the start is no edge
        super().__init__(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        self._edges = edges

    def _fire_events(self, ticks: float, new_active: bool) -> None:
        if self._edges is not None:
            self._edges.put(Edge(self._seat, round(ticks * 1e9), bool(new_active)))


class Panel:
    """The buttons, lamps and buzzer of the seats in use; raw edges come out of `edges`."""

    def __init__(self, pins: Pins, gpio: Gpio, seats: int | None = None) -> None:
        self.pins = pins
        self.gpio = gpio
        self.edges: SimpleQueue[Edge] = SimpleQueue()
        rows = pins.seats[:seats]
        if seats is not None and len(rows) < seats:
            raise BadWiring("table.pins.too_few", seats_needed=seats, wired=len(pins.seats))
        try:
            self._buttons = [
                EdgeButton(row.button, seat, self.edges, gpio.factory)
                for seat, row in enumerate(rows)
            ]
            self._leds = [PWMLED(row.led, pin_factory=gpio.factory) for row in rows]
            self._buzzer = (
                None
                if pins.buzzer is None
                else TonalBuzzer(pins.buzzer, octaves=2, pin_factory=gpio.factory)
            )
        except GPIOZeroError as error:
            raise BadWiring("table.pins.refused", reason=str(error)) from error

    @property
    def seats(self) -> int:
        """Return how many seats have a button."""
        return len(self._buttons)

    def resting(self) -> list[Edge]:
        """Return the state of every button now, as edges to begin from."""
        now_ns = time.monotonic_ns()
        return [
            Edge(seat, now_ns, bool(button.is_active)) for seat, button in enumerate(self._buttons)
        ]

    def edges_within(self, wait_s: float) -> Iterator[Edge]:
        """Wait for an edge, for `wait_s` at most; yield it and all that came with it."""
        try:
            yield self.edges.get(timeout=wait_s)
            while True:
                yield self.edges.get_nowait()
        except Empty:
            return

    def light(self, seat: int, level: float) -> None:
        """Set a seat's lamp, 0 dark to 1 full."""
        self._leds[seat].value = level

    def level(self, seat: int) -> float:
        """Return how bright a seat's lamp is."""
        return float(self._leds[seat].value)

    def tone(self, frequency_hz: float | None) -> None:
        """Sound the buzzer, from 110 to 1760 Hz; None is silence."""
        if self._buzzer is None:
            return
        if frequency_hz is None:
            self._buzzer.stop()
        else:
            self._buzzer.play(frequency_hz)

    def press(self, seat: int, down: bool) -> None:
        """Move a mock button's pin as a finger would; raises `RuntimeError` on real pins."""
        if not self.gpio.mock:
            raise RuntimeError("a real button cannot be pressed from here")
        pin = self.gpio.factory.pin(f"GPIO{self.pins.seats[seat].button}")
        if down:
            pin.drive_low()
        else:
            pin.drive_high()

    def close(self) -> None:
        """Give the pins back; only at the very end."""
        devices = [*self._leds, *self._buttons, *([self._buzzer] if self._buzzer else [])]
        for device in devices:
            device.close()
        self.gpio.factory.close()
