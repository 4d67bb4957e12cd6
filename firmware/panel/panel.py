"""The panel: a lit button at each seat, and a buzzer. Raw edges arrive in a queue."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Empty, SimpleQueue

from firmware.errors import BadWiring
from firmware.panel.chips import FORBIDDEN, NOT_THERE, UNUSABLE
from firmware.panel.gpio import MISSING, Gpio, mock_gpio, open_gpio
from firmware.panel.pins import Pins
from firmware.panel.wires import Wires
from firmware.presses.debounce import Edge

_log = logging.getLogger(__name__)

BOOT_S = 45.0  # A Pi 5's chip is behind PCIe. It is there, and open to its group, long before.
LOOK_S = 0.5
LATE = (*MISSING, NOT_THERE, FORBIDDEN, UNUSABLE)  # Faults that may pass while the machine starts.


class Checkpoint:
    """A moment that is passed when all touches before it have been decided.

    It goes into the same queue as the edges, so all earlier edges are handled first.
    """

    def __init__(self, before_ns: int) -> None:
        self.before_ns = before_ns
        self.passed = threading.Event()


class Panel:
    """The buttons, lamps and buzzer of all seats. Raw edges arrive in the queue `edges`.

    Mock buttons can be pressed on a page if a page draws them (`drawn`), and otherwise not at all.
    Raise `BadWiring` if a pin cannot be used.
    """

    def __init__(self, pins: Pins, gpio: Gpio, drawn: bool = False) -> None:
        self._drawn = drawn
        self.pins = pins
        self.gpio = gpio
        self.edges: SimpleQueue[Edge | Checkpoint] = SimpleQueue()
        self.felt: Callable[[int], None] = lambda _: None
        """Called with the seat at every contact, in gpiozero's thread: be quick."""
        self._wires = Wires(pins, gpio, self._changed)

    @property
    def seats(self) -> int:
        """The number of seats that have a button."""
        return len(self._wires.buttons)

    @property
    def buttons(self) -> int:
        """The number of seats, from the first one on, whose buttons can be pressed now."""
        return self.seats if self._drawn or not self.gpio.mock else 0

    def try_again(self) -> bool:
        """Change to the real pins if they can be used now. Return whether that succeeded."""
        try:
            gpio = open_gpio("gpio", chip=self.pins.chip)
            try:
                wires = Wires(self.pins, gpio, self._changed)
            except BadWiring:
                gpio.factory.close()
                raise
        except BadWiring as error:
            self.gpio = replace(self.gpio, message=error.message)
            return False
        _log.info("The pins can be used now.")
        self._wires, self.gpio = wires, gpio  # Mock wires stay open; they may still be in use.
        return True

    def resting(self) -> list[Edge]:
        """Return the current state of every button, as the first edges."""
        now_ns = time.monotonic_ns()
        return [Edge(seat, now_ns, button.down) for seat, button in enumerate(self._wires.buttons)]

    def edges_within(self, wait_s: float) -> Iterator[Edge | Checkpoint]:
        """Wait up to `wait_s` for an edge or a checkpoint, and yield all that have arrived."""
        try:
            yield self.edges.get(timeout=wait_s)
            while True:
                yield self.edges.get_nowait()
        except Empty:
            return

    def light(self, seat: int, level: float) -> None:
        """Set a seat's lamp to a level from 0 (dark) to 1 (full)."""
        self._wires.lamps[seat].light(level)

    def level(self, seat: int) -> float:
        """Return the brightness of a seat's lamp, from 0 to 1."""
        return self._wires.lamps[seat].level

    def tone(self, frequency_hz: float | None) -> None:
        """Sound the buzzer within an octave of its middle tone. None is silence."""
        buzzer = self._wires.buzzer
        if buzzer is None:
            return
        if frequency_hz is None:
            buzzer.stop()
        else:
            buzzer.play(frequency_hz)

    def press(self, seat: int, down: bool) -> None:
        """Move the pin of a mock button as a finger would. Raise `RuntimeError` on real pins."""
        if not self.gpio.mock:
            raise RuntimeError("a real button cannot be pressed from here")
        pin = self.gpio.factory.pin(f"GPIO{self.pins.seats[seat].button}")
        if down:
            pin.drive_low()
        else:
            pin.drive_high()

    def close(self) -> None:
        """Release the pins. Call this only when the program ends."""
        self._wires.close()
        self.gpio.factory.close()

    def _changed(self, seat: int, ticks: float, state: int) -> None:
        self.edges.put(Edge(seat, round(ticks * 1e9), not state))
        if not state:
            self.felt(seat)


def open_panel(
    pins: Pins, want: str = "auto", needed: bool = True, *, drawn: bool = False
) -> Panel:
    """Return a panel on the pins of `open_gpio`. `drawn` says whether a page draws mock buttons.

    While the machine starts, wait for its pins. If `want` is ``auto`` and a real pin cannot be
    used, use mock pins. Otherwise raise `BadWiring`.
    """
    gpio = _open_gpio(want, needed, pins.chip)
    try:
        return Panel(pins, gpio, drawn)
    except BadWiring as error:
        gpio.factory.close()
        if gpio.mock or want != "auto":
            raise
        return Panel(pins, mock_gpio(error.message), drawn)


def _open_gpio(want: str, needed: bool, chip: str | int | None) -> Gpio:
    """Open the pins. If they are missing while the machine still starts, wait for them."""
    while True:
        try:
            return open_gpio(want, needed, chip)
        except BadWiring as error:
            if error.message.key not in LATE or _since_boot_s() > BOOT_S:
                raise
        time.sleep(LOOK_S)


def _since_boot_s() -> float:
    boot_clock = getattr(time, "CLOCK_BOOTTIME", None)  # Only Linux has this clock.
    return float("inf") if boot_clock is None else time.clock_gettime(boot_clock)
