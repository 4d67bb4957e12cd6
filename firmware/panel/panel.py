"""The panel: a lit button at each seat and a buzzer, through gpiozero.

Edges are taken raw, with the kernel's own stamp, and put in a queue for `presses`. The stamp
is why a button is a plain `InputDevice` whose pin calls back: a pin's `when_changed` is given
it, and the events of gpiozero's `Button` (`when_pressed`, `when_activated`) are not. The pin's
own debouncing stays off: lgpio then reports an edge only when it has been stable, with a late
stamp. No button is closed while the panel runs: with lgpio the others would go deaf.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero import PWMLED, GPIOZeroError, InputDevice, TonalBuzzer

from firmware.errors import BadWiring
from firmware.panel.gpio import Gpio
from firmware.panel.pins import Pins
from firmware.presses.debounce import Edge


class Question:
    """Whether all touches before a moment are decided, for the thread that takes the edges.

    It is put into the same queue as the edges, so those that came before it are taken first.
    """

    def __init__(self, before_ns: int) -> None:
        self.before_ns = before_ns
        self.answered = threading.Event()


class Button:
    """One seat's button, between its pin and ground; puts every edge in `edges`."""

    def __init__(
        self, pin: int, seat: int, edges: SimpleQueue[Edge | Question], factory: Any
    ) -> None:
        self._seat = seat
        self._edges = edges
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        # Kept by a weak reference: it lives as long as this object.
        self._device.pin.when_changed = self._changed

    @property
    def down(self) -> bool:
        """Whether the button is held down now."""
        return bool(self._device.is_active)

    def close(self) -> None:
        """Give the pin back."""
        self._device.close()

    def _changed(self, ticks: float, state: int) -> None:
        """Take an edge: `ticks` in seconds of the monotonic clock, `state` low when pressed."""
        self._edges.put(Edge(self._seat, round(ticks * 1e9), not state))


class Panel:
    """The buttons, lamps and buzzer of all seats; raw edges come out of `edges`.

    Raises `BadWiring` where gpiozero refuses a pin.
    """

    def __init__(self, pins: Pins, gpio: Gpio) -> None:
        self.pins = pins
        self.gpio = gpio
        self.edges: SimpleQueue[Edge | Question] = SimpleQueue()
        try:
            self._buttons = [
                Button(row.button, seat, self.edges, gpio.factory)
                for seat, row in enumerate(pins.seats)
            ]
            self._leds = [PWMLED(row.led, pin_factory=gpio.factory) for row in pins.seats]
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
        return [Edge(seat, now_ns, button.down) for seat, button in enumerate(self._buttons)]

    def edges_within(self, wait_s: float) -> Iterator[Edge | Question]:
        """Wait for an edge or a question, for `wait_s` at most; yield all that is there then."""
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
